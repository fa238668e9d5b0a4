/** English slots: statements of something that there is only one of. */
import { rawLines } from '../../text/raw-lines.ts';
import type { SlotRow } from '../fact-pack.ts';

export const SLOTS: readonly SlotRow[] = [
  {
    slot: 'name',
    when: String.raw`(?:my (?:(?:full|first|last|middle|real) )?(?:name|surname|nickname|pronouns)(?:'s| is| are|s)|(?:i|friends|people) goe?s? by|name's) (?!(?:mud|on|at|not)\b)\p{L}`,
    yes: ['My name is Ana', 'I go by Al'],
    no: ['My name day is in May', 'My name is mud', 'my name is on the line'],
  },
  {
    slot: 'home',
    when: rawLines`
      (?:(?:i|we){have} ?{slow}(?:live|reside|rent|moved|relocated|emigrated|settled)\b|(?:i'm|we're|i am|we are) (?:now )?
      (?:living|based) |(?:my|our) (?:home|house|apartment|flat|address|home address|city|hometown|neighbou?rhood|zip code|
      postal code|postcode)(?: is|'s) )
    `,
    // A named place: "here", as in getting here, is not where anybody lives.
    onlyWith: rawLines`
      \b(?:live|living|reside|moved|relocated|home|address)\b.*?\b(?:to|in|at|is) (?!(?:an?|the)\b(?! (?:hague|bronx|netherlands))|
      (?:with|your|get|be|make|see|help) )
    `,
    yes: ['I live in Denver', "We've just moved to Austin", 'my address is 4 Elm Road'],
    no: ['I have a house', 'my city guide is late'],
  },
  {
    slot: 'employer',
    when: String.raw`(?:i|we) {slow}work\b(?! (?:for (?:peanuts|free|fun|tips|pennies)|like)\b)`,
    onlyWith: String.raw`^(?:\S+ ){0,3}(?:at|for) (?!home|night|the (?:morning|night))`,
    yes: ['I work at Acme', 'We still work for the council'],
    no: ['my work is hard', 'I work for peanuts', 'I work like a dog'],
  },
  {
    slot: 'job',
    when: rawLines`
      (?:i|we){have} ?{slow}(?:(?:changed|switched|quit|left|started|got|landed|accepted|found|took) (?:(?:my|a|an|the|new|
      different) )*(?:jobs?|roles?|positions?|careers?|companies|offer)\b|resigned|retired|(?:been|got|was) (?:promoted|fired|
      hired|laid off|made redundant)|joined (?!in\b|(?:a|an|the|my|our|some|this)\b(?!.{0,40}\b(?:company|startup|
      start-up|firm|agency|bank|team|department|staff|office|school|hospital|university|army|navy|police)\b))|started (?:working|as an?|at)
      \b|(?:went|gone) freelance|left (?=\p{L}+$))
    `,
    // A new job is at another employer, named or not.
    instead: {
      slot: 'employer',
      with: rawLines`
        ^(?!.*(?:promoted|retired|\bfor (?:personal|health|family))).*\b(?:joined|at|for|with|a)\s+(?!(?:an?|the|my|work|home|tech|lead|senior|
        junior|head|manager|director|part|full|monday|tuesday|january)\b)\p{L}{2,}
      `,
    },
    yes: ['I joined Meta', 'I joined the data team', 'I got promoted to tech lead', 'I started a new job at Siemens'],
    no: ['I joined the call', 'I left the keys', 'I also joined a chess club'],
  },
  {
    slot: 'name-used',
    when: String.raw`(?:(?:just |please |you can |everyone |people |friends )*calls? me|refer to me as|address me as) (?!{mild}\b|(?:when|if|at|on|later|back|tomorrow|tonight|maybe|anytime)\b)\p{L}`,
    instead: { slot: 'address-form', with: String.raw`\b(?:sir|ma'am)\b` },
    yes: ['call me Al', 'everyone calls me Bee'],
    no: ['I call my mother', 'call me crazy, but I liked it', 'Call me when you land'],
  },
  {
    slot: 'favourite:',
    when: String.raw`(?:my|our) (?:(?:all-time|absolute|current) )?favou?rite (?<what>[\p{L} -]{2,30}?) (?:is|are|has to be|would be) `,
    alike: { colour: 'color' },
    yes: ['My favorite color is blue', 'our favourite place would be Rome'],
    no: ['It is my favourite'],
  },
  {
    slot: 'team-size',
    when: String.raw`(?:we're|we are|there are|my team is|our team is) (?:an? team of )?(?:about |around )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)(?: of us| people| engineers| in the team)? *(?:$|in|at)`,
    yes: ["We're a team of 5", 'there are six of us at the office'],
    no: ["we're late", 'there are two problems'],
  },
];

/** Statements of marital status. */
const MARITAL = rawLines`
  (?:(?:i'm|i am|im|i|i've|we|we're|just|recently|finally|now) )*(?:got |gotten |been |get )?(?:single|married|divorced|engaged|
  widowed|a widow|a widower|separated)\b(?!(?: to)? (?:the|this|my) (?:job|work|career|desk|phone|laptop|idea))
`;

export const STATED_SLOTS: readonly SlotRow[] = [
  {
    slot: 'marital',
    when: MARITAL,
    yes: ["I'm divorced", 'I just got married', 'We recently separated'],
    no: ["I'm married to my job", 'they are married'],
  },
  {
    slot: 'count:',
    when: rawLines`
      (?:now )?(?:i have|we have|i've got|we've got|i now have|we now have) (?:now )?(?:\d+|two|three|four|five|six|seven) (?<what>
      kids|children|dogs|cats|brothers|sisters|siblings)
    `,
    yes: ['I have two dogs', 'We now have 3 kids'],
    no: ['I have a dog', 'he has two dogs'],
  },
  {
    slot: 'my:',
    when: String.raw`(?:my|our) (?<what>[\p{L} ]{2,40}?)(?:'s name)? (?:is called|is named|is|name is)\b`,
    several: String.raw`\b(?:brothers?|sisters?|sons?|daughters?|friends?|cousins?|colleagues?|co-?workers?|team ?mates?|classmates?|room ?mates?|flat ?mates?|neighbou?rs?|clients?|kids?|children|dogs?|cats?|pets?|project|app)\b`,
    alike: { new: '', current: '', present: '', now: '' },
    yes: ['my editor is Vim', "our landlord's name is Otto", 'my new editor is Vim'],
    no: ['your editor is Vim', 'my editors are odd'],
  },
  {
    slot: 'for:',
    when: rawLines`
      (?!i )(?:go with|[\p{L}\d.+#-]+) (?:[\p{L}\d.+#-]+ ){0,4}?(?:as|for) (?:(?:the|our|my|a) )?(?<what>[\p{L} ]{3,40})$
    `,
    yes: ['use Redis for the cache', 'Stripe for payments'],
    no: ['I use it for work', 'Redis'],
  },
  {
    slot: 'age',
    when: String.raw`(?:i'm|i am|im) \d+(?: years old)?$`,
    yes: ["I'm 34", 'I am 40 years old'],
    no: ["I'm 34 minutes late"],
  },
];
