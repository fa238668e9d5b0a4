/** English: what asks to be remembered, tells how to behave, or was decided. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { ENGLISH_TOLD } from './english-told.ts';
import { factRules, type Parts } from './fact-rule.ts';

const PARTS: Parts = {
  b: String.raw`(?![\p{L}\p{N}'])`,
  please: rawLines`
    (?:(?:please|pls|plz|kindly|just|also|you should|you must|you can|you need to|i need you to|i want you to|i'd like you to|
    i would like you to|i'd appreciate it if you|make sure (?:to|you|that you)|be sure to|try to|remember to|you have to|
    feel free to)\s+)
  `,
  told: ENGLISH_TOLD,
  polite: rawLines`
    (?:(?:please|pls|plz|kindly|just|also|(?:can|could|would|will) you(?: please| kindly)?|i need you to|i want you to|
    i'd like you to|i would like you to|you should|you must|always|make sure (?:to|you))\s+)*
  `,
  future: rawLines`
    (?:from (?:now|here|today|this point|this day|tomorrow)(?: on(?:wards?)?| forward| out| on in| on out)?|going forward|
    moving forward|henceforth|hereafter|starting (?:now|today|tomorrow|from (?:now|today)|next \p{L}+|this \p{L}+|
    (?:on )?monday|in \p{L}+)|as of (?:now|today|tomorrow|next \p{L}+|this \p{L}+|monday)|effective (?:immediately|today|now)|
    in (?:the )?future(?: (?:answers|replies|responses|messages|conversations|chats))?|for (?:all )?(?:future|
    the rest of (?:this|our) (?:chat|conversation))(?: (?:answers|replies|responses|messages|conversations|chats|reference))?|
    until further notice)(?!\s+(?:on|onwards?|forward|out)\b)
  `,
  content: String.raw`(?<fact>[\p{L}\p{N}\u00a4].+)`,
};

export const ENGLISH_SIGNALS = [
  ...factRules(PARTS, 'SIGNAL', undefined, [
    [
      'en.remember',
      rawLines`
        {polite}(?:remember|memorize|memorise)(?!\s+(?:when|how|what|where|who|the (?:time|day|days|first|good|last|old)|
        that (?:time|day|one|movie|night|guy|episode|song|trip)|those|back|me (?:to|as|when|fondly)|me$|last|him|her|them|it$|
        this$|that$|your|you|us|is|was|being)\b)(?:\s+(?:this|the following|for (?:later|me|next time|the future|future \p{L}+)|
        please|always|well))?\s*(?:,?\s*that\s+|:\s*|,\s*|\s+)(?!(?:that )?i (?:told|said|asked|warned|already|
        mentioned)\b)(?!(?:that )?you (?:said|told|promised|asked|wrote|mentioned)\b)(?!to (?!(?!(?:save|close|open|run|commit|
        push|buy|book|call|check|email|send|text|turn|submit|order|log|lock|charge|water|feed|clean|wash|bring|pack|stretch|
        backup|back up|restart|unplug|drink|sleep|rest|eat|stop)\b){told}\b))(?:to\s+(?=\p{L}))?{content}
      `,
    ],
    [
      'en.note',
      String.raw`{polite}(?:note|write (?:this|it|that) down|make (?:a )?(?:mental )?note|take (?:a )?note|write down|jot down|put down|record|save|store|log|add to (?:your )?memory|commit to memory|know|be aware|be advised|be mindful)(?:\s+(?:this|the following|the fact|to memory|in (?:your )?memory|of the fact|for (?:later|future reference|the record|next time)|down|somewhere|please)){0,2}\s*(?:,?\s*that\s+|:\s*(?!.*\bbug\b))${'{content}'}`,
    ],
    [
      'en.keep-in-mind',
      rawLines`
        {polite}(?:(?:keep|bear|have) in mind|don't (?:ever |you )?forget|dont (?:ever )?forget|do not (?:ever )?forget|
        never forget|please don't forget|you should know|take into account|take into consideration|let it be known|i (?:want|
        need|'d like) you to (?:know|remember|keep in mind|note))(?:\s+(?:please|always|for (?:later|future reference|
        the future|next time)))?(?:\s*,?\s*that\s+|:\s*|,?\s+(?=(?:i|i'm|im|my|we|we're|our)\b)){content}
      `,
    ],
    [
      'en.keep-thing',
      rawLines`
        {polite}(?:(?:keep|bear) (?=(?:my|our)\b)(?<fact>(?:my|our) [\p{L} ]{3,60}?) in mind|(?:don't|dont|do not|
        never) forget (?:about )?(?<thing>(?:my|our) .+))
      `,
    ],
    [
      'en.for-the-record',
      rawLines`
        (?:for (?:the record|future reference|your (?:information|reference|records)|context)|fyi|note|reminder|important|
        ground rule|rule|house rule)\s*[:,]\s*(?<fact>(?:i|i'm|im|my|we|we're|our|always|never|don't|no)\b.+)|(?:for the record|
        let the record show(?: that)?|let it be noted(?: that)?)\s*[:,]?\s*(?<thing>\p{L}.+)
      `,
    ],
  ]),
  ...factRules(PARTS, 'INSTRUCTION', undefined, [
    [
      'en.from-now-on',
      rawLines`
        (?:so |please |and )*{future}{b}(?!\s+(?:until|till|to|through)\b)(?:[\s,:]+(?:please |that )?|$)(?<fact>(?!(?:(?:the|a|
        an|all|every) (?!(?:answers?|replies|reply|responses?|code|team|project|client|meetings?|reports?|emails?|deploys?|
        schedule)\b)(?:\p{L}+ ){1,3}(?:is|are|was|will|has|have|closes?|opens?|costs?|reports?|starts?|ends?)|\p{L}+s? (?:will|
        won't)|(?:the|this|that|each|every) (?!(?:answers?|replies|responses|code|team)\b)\p{L}+ (?:gets?|goes|becomes?|looks?|
        seems?|comes?|turns?|takes?|makes?)|he|she|they|it|it's|he's|she's|they're|the (?:future|world|company|law|boss|
        government|show)|my boss|there|things|everything|nothing|is|was|are|will|he'll|she'll)\b).{3,})
      `,
    ],
  ]),
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'en.always-do',
      rawLines`
        {please}*(?:always|never(?: ever)?|ever always)\s+{please}?{told}{b}(?!\s+(?:up$|up on|never|again\s*$|a pleasure|nice|
        good to|happy to|the case|there|late than|on the bright side|grateful|sure\b))
      `,
    ],
    ['en.never-again', String.raw`{please}*never\s+again\s+{told}{b}.+`],
    [
      'en.do-not-ever',
      rawLines`
        {please}*(?:don't|dont|do not|stop)\s+(?:you )?(?:ever\s+{told}{b}|{told}\s[^,.;]*?\b(?:ever(?: again)?|anymore|
        again)\s*$|(?:use|using|call|calling|address|addressing|add|adding|say|saying|apologize|apologizing|give|giving|send|
        sending|start|starting|end|ending|write|writing)(?:ing)?\s+(?:me\s+)?(?:emojis?|exclamation \p{L}+|bullet points?|
        buzzwords|jargon|disclaimers?|slang|contractions|sir|ma'am|madam|mister|miss|by my|in \p{L}+|comments|caveats|filler|
        long answers|passive voice|hashtags|with (?:a )?\p{L}+|walls of text|unsolicited)\b)
      `,
    ],
    [
      'en.do-always',
      rawLines`
        {please}*{told}\s(?:[^,.;:]{0,60}\s)?(?:always|at all times|every (?:single )?time|in every (?:answer|reply|response|
        message)|by default)\s*$
      `,
    ],
    [
      'en.want-always',
      rawLines`
        i\s+(?:want|need|'d like|would like|prefer|expect)\s+(?:you|your (?:answers|replies|responses)|all (?:answers|replies|
        responses|code))\s+to\s+(?:always|never)\s+.+
      `,
    ],
    [
      'en.address-me',
      rawLines`
        {polite}(?:you (?:can|may|should) |feel free to |everyone |everybody |people |friends |(?:my )?friends (?:all )?|folks |
        most people )*(?:call|calls|address) me\s+(?:as |by |simply |just )?(?!(?:back|later|tomorrow|today|tonight|when|if|at|
        on|crazy|old|maybe|a|an|asap|an uber|in|the|what|out|after|before|again|now|anytime|any|names|sometime|whatever|
        whenever|up|over|once|by name|lazy|stupid|weird|picky|old-fashioned|dumb|silly|paranoid|skeptical|sir or|selfish|biased|
        it|this|that|every|about|for|to|with|and|but|or|soon|there|here)\b)[\p{L}\u00a4].*
      `,
      'address',
    ],
    [
      'en.refer-to-me',
      rawLines`
        {polite}(?:refer to me as|use (?:my|they|he|she|the) (?:pronouns|first name|nickname|he|she|they).*|my pronouns are|
        i use (?:they|he|she)/?)\s*\S.*
      `,
      'address',
    ],
  ]),
  ...factRules(PARTS, 'DECISION', 'DECISIONS', [
    [
      'en.decided',
      rawLines`
        (?:(?:so|ok|finally|in the end|eventually|after all|after \p{L}+ \p{L}+),?\s+)*(?:i|we|the team and i|my (?:wife|
        husband|partner|team|cofounder|boss) and i)\s*(?:'ve|'d| have| had)?\s*(?:(?:just|finally|already|both|all|officially|
        recently|eventually|now|also)\s+)*(?:decided|resolved|agreed|concluded|opted|determined)\s+(?:(?:that|upon|on|for)\s+|
        (?=to\b|not\b|against\b))?(?<fact>(?!(?:yet|anything|nothing|on nothing|nothing yet|whether|if|what|when|where|which|
        who|how|it was a (?:nice|good)|you were)\b)[\p{L}\u00a4\p{N}].+)
      `,
    ],
    [
      'en.chose',
      rawLines`
        (?:(?:so|ok|finally|in the end),?\s+)*(?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|already|officially|ended up|
        recently|all|also)\s+)*(?:chose|chosen|choosing|picked|picking|selected|settled (?:on|for|upon)|settling (?:on|for)|
        went with|gone with|going with|landed on|committed to|signed off on|decided on|standardized on|standardised on|
        locked in|are going with|are sticking with)\s+(?<fact>(?!(?:it|him|her|them|that|this|my gut|the flow|the wrong|
        a (?:bad|random|lock|fight)|my (?:nose|friend|mom|dad|kid|brother)|up|out|on|at|apples|a number|
        some)\b)[\p{L}\u00a4\p{N}].+)
      `,
    ],
    [
      'en.going-with',
      rawLines`
        (?:(?:so|ok|finally|in the end),?\s+)*(?:(?:i|we)(?:'m|'re| am| are|'ll| will|m|re)\s+(?:(?:just|definitely|officially|
        all|finally|now)\s+)*(?:(?:going|gonna go|sticking|staying|proceeding) (?:to go )?with|go with|stick (?:with|to)|
        sticking to|settling on|choosing|picking|moving (?:forward|ahead) with|committing to)|let's (?:go|
        stick) with)\s+(?<fact>(?!(?:him|her|them|my (?:mom|dad|friend|friends|family|wife|husband|kids|gut|sister|brother|son|
        daughter|parents|boyfriend|girlfriend|cousin|colleagues?|boss|team)|you|it|the flow|friends|a friend|that|
        this)\b)[\p{L}\u00a4\p{N}].+)
      `,
    ],
    [
      'en.mind',
      rawLines`
        (?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|already)\s+)*(?:made (?:up )?(?:my|our) minds?|made (?:the|a|our|my|
        this) (?:final )?(?:decision|call|choice)|reached (?:a|the) (?:decision|conclusion)|came to (?:a|the) (?:decision|
        conclusion))\s*(?:to|that|:|,|about|on)\s*(?<fact>[\p{L}\u00a4\p{N}].+)
      `,
    ],
    [
      'en.decision-is',
      rawLines`
        (?:(?:the|our|my) (?:final )?(?:decision|choice|verdict|plan of record) (?:is|was)(?: to| that)?|
        (?:final )?decision(?: made| log)?\s*:|it(?:'s| is| was| has been) (?:been )?(?:decided|settled|agreed|
        official)\s*(?:that|:|,)?(?! (?:at|in|by|on) )|decided\s*[:,])(?!\s*(?:not final|pending|hard|difficult|yours|up to|
        still|tough|unclear|between)\b)\s*(?<fact>[\p{L}\u00a4\p{N}].+)
      `,
    ],
  ]),
];
