/** English: plain statements of preference and habit. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { factRules } from './fact-rule.ts';
import { ENGLISH_NOT_HERE as NOT_HERE, ENGLISH_PARTS } from './english-parts.ts';

export const ENGLISH_TASTES = [
  ...factRules(ENGLISH_PARTS, 'PLAIN', 'PREFERENCES', [
    [
      'en.prefer',
      rawLines`
        (?:i|we)(?:'d| would)?\s+{slow}(?:prefer|favou?r|value|prioriti[sz]e|appreciate)\s+${NOT_HERE}(?!(?:that you (?:do|redo|
        try|change|fix|rewrite) (?:it|this|that)|if|not|death|the help|any help|a reply|an answer|some help|(?:option|version|
        number|draft|design|variant|choice|plan) \p{L}?\d*\s*$|another(?! language)|something else|help)\b|
        $)(?!.*\b(?:this time|in this case|here|for this|for this one)\s*$)[\p{L}\p{N}\u00a4].*|(?:i|we)(?:'d| would)\s+(?:much )?rather\s+(?!(?:not|keep (?:quiet|silent|it)|die|talk about|do it|that|wait|be dead|skip|go with|
        you (?:didn't|not|(?:did|do|does) (?:it|that|this)))\b)(?:(?:you|have|get|use|work|read|see|keep|be (?:called|contacted|
        addressed)|receive|pay|eat|drink|take|travel|drive|walk|meet|write|do|live)\b).+|(?:my|our) (?:preference|preferences|
        preferred \p{L}+(?: \p{L}+)?) (?:is|are) .+
      `,
    ],
    [
      'en.like',
      rawLines`
        (?:i|we)\s+{slow}(?:like|love|enjoy|adore|dig|fancy)\s+(?:(?:it|things|my \p{L}+|everything) (?=(?:when|short|better|
        hot|cold|black|plain|spicy|sweet|to be|with|without)\b)(?!when (?:it|you)\b)|${NOT_HERE})(?!(?:i (?:said|mentioned)|if|
        but|and|because|$)\b)[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'en.do-not-work',
      rawLines`
        (?:i|we) {slow}(?:don't|dont|do not|never) {slow}work (?:on )?(?:weekends|\p{L}+days|nights|mornings|
        evenings)(?!\p{L}).*
      `,
    ],
    [
      'en.dislike',
      rawLines`
        (?:i|we)\s+{slow}(?:hate|dislike|detest|despise|loathe|can't stand|cannot stand|can't bear|cant stand|can't tolerate|
        couldn't live without|can't live without|(?:don't|dont|do not) (?:{slow})(?:like|love|enjoy|care for|eat|drink|consume|
        fancy|want any|do well with|smoke|drive|use|wear|watch|work (?:(?:on )?(?:weekends|\p{L}+days)|nights|mornings|
        evenings)|take calls|do (?:mornings|meetings|dairy|gluten|spicy|calls|small talk))|(?:can't|cannot|cant) (?:eat|have|
        drink|digest|tolerate|do dairy))\s+${NOT_HERE}(?!(?:any of (?:this|that)|anything (?:about|here|you)|to (?:say|be|know|
        think|see|do this)|feeling|enough|much$|it)\b|$)[\p{L}\p{N}\u00a4]?.*
      `,
    ],
    [
      'en.favourite',
      rawLines`
        (?:my|our) (?:(?:all-time|absolute|personal|current|least)\s+)*favou?rite (?<what>(?!(?:part|one|option|version|line|
        bit|quote|moment|scene)\b)[\p{L} -]{2,30}?) (?:is|are|has (?:to be|always been)|was always|of all time is|
        would be) (?!(?:this one|that one|the (?:first|second|last) one)).+|(?:{am}) (?:(?:more of |
        not )?(?:an? )?(?:\p{L}+ )?(?:fan|lover|person|guy|gal|buff|enthusiast|supporter|nerd|addict|type)\b.*|team .+)|(?:i|
        we) (?:root for|support|cheer for) .+
      `,
      'favourite:',
    ],
    [
      'en.want-answers',
      rawLines`
        (?:i|we)(?:'d)?\s+{slow}(?:want|like|need|prefer)\s+(?:(?:you|your (?:answers|replies|responses|explanations|messages|
        code))\s+to\s+(?:be|answer|reply|respond|speak|keep|use|talk|call me|write in|address|explain things)\b(?!.*\b(?:this|
        that|now|today)\b).+|(?:all )?(?:short|brief|concise|detailed|direct|long|honest|blunt|simple|straight|formal|informal|
        casual|bulleted|thorough|technical|plain)(?:[, ]+(?:and )?\p{L}+)? (?:answers|replies|responses|explanations|feedback|
        messages|summaries|language|emails|code)\b.*)
      `,
    ],
    [
      'en.interest',
      rawLines`
        (?:\p{L}+(?: \p{L}+)?|spicy food|loud \p{L}+) (?:makes? me (?:sick|ill|sneeze)|gives? me (?:migraines|hives|heartburn|
        a headache|headaches)|(?:doesn't|don't) agree with me|upsets? my stomach)\b.*
      `,
    ],
  ]),
  ...factRules(ENGLISH_PARTS, 'PLAIN', undefined, [
    [
      'en.habit-before',
      rawLines`
        (?:on (?:\p{L}+days|weekends|weekdays)|every (?:morning|day|night|week|weekend|month|year|summer|winter|spring|autumn|
        fall|christmas|easter|\p{L}+day)|in (?:the )?(?:summer|winter|spring|autumn|fall)|in the (?:mornings|evenings|
        afternoons)|most (?:days|nights|mornings)|at night),? (?:i|we) (?!(?:was|were|had|did|will|would|should|could|can|might|
        have to|need|want|think|feel|wonder|get (?:an|this)|see (?:an|this))\b)\p{L}+(?<!ed|ought|went|sent|spent|took|shook|
        made|gave|came|told|sold|paid|said|saw|got|forgot|did|ran|sat)\b.*
      `,
    ],
    [
      'en.habit',
      rawLines`
        (?:i|we)\s+(?:almost |nearly |pretty much )?(?:always|never|usually|normally|typically|generally|rarely|hardly ever|
        every (?:morning|day|night|week|\p{L}+day))\s+(?!(?:get|have|see|hit|run into) (?:this|that|an?|the|these|those|
        some)? ?(?:\p{L}+ )?(?:error|exception|issue|problem|warning|bug|crash|message|timeout|failure)s?\b)(?!(?:knew|thought|
        said|wanted|told|heard|had|been|did|was|were|got|saw|felt|found|liked|loved|went|made|gave|took|came|asked|meant|
        dreamed|wished|hoped|considered|imagined|believed|could|would|will|should|can|know|wonder|feel|seem|seems|hear|see|
        think|say|said|decided|agreed|\p{L}+ed|go wrong|expected|mind|agree|disagree|manage|learn|win|fail|lose|mess|screw|ruin|
        understood|realized|gonna|going to|ever|again|end up|forget everything)\b)[\p{L}\u00a4].*
      `,
    ],
    [
      'en.habit-after',
      rawLines`
        (?:i|we)\s+(?!(?:was|were|had|did|will|would|should|could|can|might|may|must|have(?! (?:lunch|dinner|breakfast|coffee|
        therapy|class|classes|yoga|drinks|practice|band|choir|training|a (?:call|meeting|class|standup)))|need|want|hope|wish|
        think|know|don't|didn't|get|am|feel|see|hear|keep|forgot|hate)\b)\p{L}+(?<!ed|ought|went|sent|spent|took|shook|made|
        gave|came|told|sold|paid|said|saw|got|forgot|did|ran|sat)\s[^,.;?]{0,60}\b(?:every (?:single )?(?:day|morning|night|
        evening|week|month|year|weekend|afternoon|other day|\p{L}+day)|on (?:\p{L}+days|weekends|weekdays)|once a (?:week|month|
        day|year)|twice a (?:week|month|day|year)|(?:three|four|five|\d+) times a (?:week|month|day)|daily|weekly|
        in the (?:mornings|evenings|afternoons))\b.*
      `,
    ],
    [
      'en.im-always',
      rawLines`
        (?:i'm|i am|we're) (?:always|never|usually|generally|typically) (?:at|in|on|up|online|available|offline|free|home|out|
        away|busy|awake|asleep|working|travel\p{L}+)\b.*
      `,
    ],
  ]),
];
