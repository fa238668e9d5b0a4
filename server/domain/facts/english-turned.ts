/** English: statements that are not put subject first: fronted, without a verb, done to one by others, with the taste as subject. All folded. */
import { rawLines } from '../text/raw-lines.ts';
import { ENGLISH_PARTS } from './english-parts.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { ENGLISH_HERE, ENGLISH_MATTER, ENGLISH_NOW } from './matter-in-hand.ts';

const PARTS: Parts = {
  ...ENGLISH_PARTS,
  here: ENGLISH_HERE,
  matter: ENGLISH_MATTER,
  now: ENGLISH_NOW,
  /** When or where what follows is usual. */
  usual: rawLines`
    (?:at (?:home|work|school|uni|church|the office|night|weekends|lunch|my (?:job|school|company|office|church))|in (?:my|
    our) (?:family|house|household|company|team|job|culture|country|religion|neighbou?rhood|office|department|spare time|
    free time)|(?:after|before) (?:work|school|dinner|lunch|breakfast|class|bed|church|uni)|during (?:the )?(?:week|summer|
    winter|term|ramadan|lent|\p{L}+days?)|on (?:weekends|weekdays|\p{L}+days)|in the (?:mornings?|evenings?|afternoons?|
    summers?|winters?)|since (?:(?:19|20)\d\d|childhood|college|birth))
  `,
  style: rawLines`
    (?:emojis?|jargon|bullet points?|bullets|tables?|bold|brackets|parentheses|exclamation (?:marks|points)|caps|small talk|
    fluff|filler|apolog(?:ies|ising|izing)|disclaimers|hedging|jokes|slang|metaphors|markdown|links|spoilers|swearing|buzzwords|
    cliches|long (?:answers|paragraphs|intros))
  `,
  answers: rawLines`
    (?:answers|replies|explanations|summaries|responses|messages|paragraphs|sentences|prices|dates|measurements|units|examples|
    everything|all (?:prices|dates|amounts|answers))
  `,
  brief: String.raw`(?:short|brief|long|direct|simple|detailed|concise|plain|one-line|two-line|blunt|formal|informal|casual)`,
};

export const ENGLISH_TURNED = [
  ...factRules(PARTS, 'INSTRUCTION', 'PREFERENCES', [
    [
      'en.style-please',
      rawLines`
        (?:no|zero|skip the|without|less|fewer) (?:more )?{style}(?: and no \p{L}+)?,? (?:please|pls|ever|with me|thanks|at all|
        for me)\b.*|{brief} {answers},? (?:please|pls|always|for me|thanks)\b.*|{answers} in [\p{L} ]{3,20},? (?:please|pls|
        always)\b.*|(?:please )?(?:avoid|skip|drop|cut|ditch|lose|go easy on|cut out)(?: using)? (?:the |all )?{style}\b.*|
        (?:there's )?no need to (?:apologi[sz]e|explain|greet|thank|repeat|ask|sugarcoat|summari[sz]e)\b.{0,30}(?:ever|always|
        so much|every time|with me|each time).*|(?:better|rather|preferably) (?:talk|speak|reply|answer|write|
        respond) .{2,40}\b(?:from now on|going forward|always|from today)\b.*|i'd (?:prefer|rather|
        like)(?: it)?(?: if)? you (?:didn't|did not|never|always|stopped|avoided) \p{L}.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'en.was-done',
      rawLines`
        (?:i|we) (?:was|were|got|have been|'ve been|'ve just been|just got)(?: just| recently| finally)? (?:awarded|accepted|
        admitted|discharged|hired|promoted|transferred|relocated|nominated|elected|appointed|selected|adopted|widowed|deported|
        naturali[sz]ed|certified|licensed|evicted|furloughed|demoted|suspended|expelled|drafted|knighted|baptised|baptized|
        ordained|diagnosed|vaccinated|approved for|granted|offered (?:a|the) (?:job|place|position|scholarship|promotion)|
        put on (?:\p{L}+ )?(?:medication|antidepressants|statins|leave|probation))\b(?! (?:the (?:cookies|terms|pr|pull)|
        an? error)).*|(?:they|my (?:boss|company|landlord|school|university|employer)|the (?:company|school|university|bank|
        council|landlord)) (?:just |finally |recently )?(?:renewed|extended|terminated|approved|rejected|accepted|cancelled|
        raised|cut|doubled) (?:my|our) (?!(?:{matter}|flights?|order|pull|pr|tickets?|call|meeting|reservation|appointment|
        package|subscription|train|booking))\p{L}+.*|my (?:\p{L}+ )?(?:transfer|visa|scholarship|adoption|divorce|mortgage|
        residency|citizenship|loan|promotion|pension)(?: to \p{L}+)? (?:came through|was (?:approved|granted|rejected|denied)|
        is final|got (?:approved|rejected|denied)|went through)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'en.usual-first',
      rawLines`
        {usual} (?:(?:i|we) {now}(?:always |never |usually |mostly |normally |often )?(?!(?:was|were|had|did|will|would|should|
        could|can|might|have to|need|want|think|feel|wonder|get (?:an|this)|see (?:an|this)|\p{L}+ed|went|sent|spent|took|made|
        gave|came|told|said|saw|got|found|met)\b)\p{L}+\b(?!\s+{here})|(?:i'm|we're|i've|we've) ).*
      `,
    ],
    [
      'en.nameless',
      rawLines`
        (?!(?:that|this|the|a|my|your|you|i|he|she|it|what|who)\b)(?:[\p{L}-]+ ){0,3}(?:lover|fan|fanatic|enthusiast|addict|
        buff|nerd|hater|geek|junkie|drinker|eater)(?: here)?\s*(?:$|,).*|(?:proud |single |busy |full-time )?(?:mum|mom|mother|
        dad|father|parent|grandma|grandpa|grandmother|grandfather|aunt|uncle|owner) (?:of|to) (?:{number}|twins|triplets)\b.*|
        (?:vegan|vegetarian|pescatarian|coeliac|celiac|diabetic|sober|married|single|divorced|widowed|retired|self-employed|
        freelance|teetotal) (?:since|for)\b(?! (?:now|this|that)).*|(?:[\p{L}-]+ ){1,3}by (?:trade|profession|training|birth|
        day)\b.*|(?<name>\p{L}{3,})(?= here,? (?:an? |the |from |your |dev|\p{L}+ (?:at|in|from)\b)).*
      `,
    ],
    [
      'en.taste-first',
      rawLines`
        (?!(?:the (?:{matter}|idea|answer|proposal|other|first|second|thing)|this|that|these|those|it|he|she|they|what|who|
        which|something|nothing|everything|you|your|my (?:head|back|stomach))\b)(?:[\p{L}-]+ ){1,3}(?:(?:don't|doesn't|do not|
        does not|never|really|always) )?(?:interests?|bores?|scares?|stress(?:es)?|exhausts?|drains?|relax(?:es)?|disgusts?|
        terrif(?:y|ies)|fascinates?|calms?|repulses?|triggers?) me\b(?! (?:when|that|because|right now)).*|what i (?:like|love|
        enjoy|hate|dislike|prefer|value|fear|miss)(?: doing)?(?: the)? (?:most|least|best|more than anything)(?: (?:of all|
        about \p{L}+|in \p{L}+))? (?:is|are) (?!(?:the (?:{matter}|title|way|first|second|last)|this|that|your|how)\b).+|
        what i do (?:for (?:a living|work|fun)) is .+|(?:the )?(?:project|app|company|startup|product|team|band|dog|cat|puppy|
        kitten|baby|girl|boy|shop|store|business|channel|podcast|blog)(?:'s| is| will be) (?:called|named) (?!(?:in|by|from|
        when|on)\b)\p{L}.*
      `,
    ],
    [
      'en.as-such',
      rawLines`
        (?:i|we) (?:identify|sign|publish|perform|trade|practi[cs]e|write|go by|file) (?:my \p{L}+ )?as (?!(?:if|though|well|
        soon|a test)\b)\p{L}.*|i (?:make|earn|bill|charge|bring in|clear|take home) (?:about |around |roughly |over |
        just )?[$\u20ac\u00a3]? ?\d.*|i (?:see|treat|counsel|coach|tutor|teach|train) (?:private )?(?:patients|clients|kids|
        students|couples|teenagers|adults|children|athletes|beginners)\b.*|i (?:take|wear) (?:an? )?(?:size \p{L}*\d*|\d+)\b.*|
        (?:my|our) (?!(?:{matter}|idea|guess|bet|point|plan|advice|suggestion|proposal|estimate|concern|conclusion|hunch|
        intention|next|last|latest|current))(?:[\p{L}'-]+ ){1,3}(?:is|are) (?:(?<=\b(?:number|password|passcode|pin|code|id|
        plate|size|budget|extension|address|account|height|salary|rent|limit|type|licen[cs]e|locker|username|handle|goal|target|
        wifi) (?:is|are) )\p{L}*\d[\p{L}\d -]*|to (?!(?:be (?:fair|honest)|blame)\b)\p{L}+ .{2,60})\s*$|my (?:birthday|
        anniversary|due date|payday|name day) (?:falls|is|lands|comes) (?:in|on) .+|(?:we|i) (?:keep|host|store|track|manage|
        run) (?:the|our|my|all our) (?!{matter} (?:and|but))\p{L}+ (?:on|in|with|at) (?!(?:this|that|it|mind|place|track|
        the (?:loop|table))\b)\p{L}.*
      `,
    ],
    [
      'en.in-train',
      rawLines`
        (?:i'm|i am|we're|we are) (?:still |currently |also )?(?:paying off|doing (?:keto|paleo|whole30|intermittent fasting|
        weight watchers|therapy|physio|rehab|yoga|crossfit|chemo|ivf|jury duty|my (?:military )?service)|on (?:holiday|vacation|
        leave|sabbatical|exchange|assignment|placement) (?:until|till|in|from)|giving up|quitting|cutting (?:out|down|back)|
        trying for a baby|bringing up|looking after|planning (?:a|my|our) (?:wedding|move|trip to)|co-?parenting)\b(?! (?:this|
        that|it|on (?:this|that|it))).*|i (?:really )?(?:want|would like|hope|need|plan|intend|am trying|'m trying) to (?:quit|
        stop|give up|cut) (?:smoking|drinking|vaping|sugar|coffee|caffeine|alcohol|meat|gluten|dairy|social media|gambling|
        down on \p{L}+|my (?:job|hours))\b.*|i(?:'m| am) (?:(?:very|quite|pretty|really|a bit|super|extremely|rather|fairly|so|
        naturally|incredibly) )(?:shy|introverted|extroverted|messy|forgetful|clumsy|punctual|impatient|organi[sz]ed|
        competitive|superstitious|religious|spiritual|frugal|claustrophobic|ticklish|short-?sighted|long-?sighted|near-?sighted|
        tall|short|outdoorsy|sporty|artsy|private|sociable|squeamish|fussy|picky|stubborn|sensitive to (?!(?:this|that|
        it)\b)\p{L}+)\b.*|i feel the (?:cold|heat)\b.*|i(?:'m| am) all about (?!(?:this|that|it)\b)\p{L}.+
      `,
    ],
  ]),
];
