/** English: what there is one of. */
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
    yes: ['I live in Denver', "We've just moved to Austin", 'my address is 4 Elm Road'],
    no: ['I have a house', 'my city guide is late'],
  },
  {
    slot: 'employer',
    when: String.raw`(?:i|we) {slow}work\b(?! (?:for (?:peanuts|free|fun|tips|pennies)|like)\b)`,
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
    yes: ['I joined Meta', 'I joined the data team', 'I got promoted to tech lead', 'I started a new job at Siemens'],
    no: ['I joined the call', 'I left the keys', 'I also joined a chess club'],
  },
  {
    slot: 'address',
    when: String.raw`(?:(?:just |please |you can |everyone |people |friends )*calls? me|refer to me as|address me as) (?!{mild}\b|(?:when|if|at|on|later|back|tomorrow|tonight|maybe|anytime)\b)\p{L}`,
    yes: ['call me Al', 'everyone calls me Bee'],
    no: ['I call my mother', 'call me crazy, but I liked it', 'Call me when you land'],
  },
  {
    slot: 'favourite:',
    when: String.raw`(?:my|our) (?:(?:all-time|absolute|current) )?favou?rite (?<what>[\p{L} -]{2,30}?) (?:is|are|has to be|would be) `,
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
