/**
 * English: by its shape alone. The simple present of a verb that is none of the mind, of speech or of what is done at a machine just
 * now tells a habit or a state, whichever the verb; what is had tells a possession, whichever the noun. All folded.
 */
import { rawLines } from '../text/raw-lines.ts';
import { factRules, type Parts } from './fact-rule.ts';
import { ENGLISH_HERE, ENGLISH_MATTER, ENGLISH_NOW } from './matter-in-hand.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

const PARTS: Parts = {
  ...ENGLISH_PARTS,
  here: ENGLISH_HERE,
  now: ENGLISH_NOW,
  matter: ENGLISH_MATTER,
  often: rawLines`
    (?:(?:also|mostly|mainly|usually|normally|typically|generally|often|sometimes|only|always|never|still|regularly|
    occasionally|really|actually|kinda|both|just|now|rarely|seldom|hardly|ever|tend to|like to|(?!rely|apply|supply|multiply|
    reply|fly)\p{L}+ly)\s+)*
  `,
  did: String.raw`(?:i|we)\s*(?:'ve|'d| have)?\s*(?:(?:just|finally|recently|already|actually|officially|also|now|both|all)\s+)*`,
  mental: rawLines`
    (?!rely|apply|supply|multiply|reply|fly)\p{L}+ly|last|first|been|admire|dream|cherish|aim|picked|also|mostly|mainly|usually|
    normally|typically|generally|often|sometimes|only|always|never|still|regularly|occasionally|really|actually|kinda|both|just|
    now|rarely|seldom|hardly|already|tend|currently|personally|very|quite|think|guess|believe|suppose|assume|feel|hope|wish|
    wonder|doubt|know|mean|understand|see|hear|need|want|agree|disagree|remember|forget|recall|promise|swear|apologi[sz]e|
    appreciate|thank|say|tell|ask|suggest|propose|recommend|give|try|keep|find|notice|reali[sz]e|imagine|expect|plan|intend|
    seem|look|sound|smell|taste|can|could|would|will|should|might|may|must|shall|do|don't|does|am|was|were|are|have|has|had|
    like|love|hate|prefer|enjoy|dislike|miss|mind|care|bet|vote|dare|insist|admit|confess|declare|accept|refuse|request|demand|
    beg|claim|argue|object|second|owe|deserve|depend|trust|regret|fear|worry|consider|figure|reckon|stand|sit|wait|come|leave|
    arrive|happen|exist|matter|fail|succeed|manage|struggle|end|finish|begin|start|stop|continue|quit|lose|win|die|fall|suck|
    got|get|go|put|make|take|did|decide|gonna|wanna|gotta|even|no|not|too|as|in|on|at|to|for|of|with|from|by|up|out|and|or|but|
    if|so|then|there|here|all|who|what|that|this|which|when|where|how|why|cannot|\p{L}+n't|click|press|tap|type|enter|open|
    close|execute|call|pass|install|uninstall|add|remove|change|set|select|choose|pick|scroll|upload|download|submit|log|debug|
    compile|restart|reboot|save|load|refresh|reload|copy|paste|return|print|send|receive|check|hit|delete|edit|update|switch|
    turn|move|drag|drop|plug|unplug|define|merge|commit|push|pull|rebase|query|parse|render|multiply|divide|subtract|resize|
    crop|navigate|once|ever|literally|totally|absolutely|probably|maybe|perhaps|simply|barely|finally|recently|honestly|live|
    used|come|talk|speak|live|let|use|totally|fully|almost|nearly|completely|sincerely|truly|strongly|highly|sort|kind|too|
    better|bring|show|follow|point|attach|cry|laugh|beat|burn|cost|cut|hurt|quit|shut|spread|read
  `,
  pasts: rawLines`
    \p{L}+ed|\p{L}*(?:ought|aught)|went|sent|spent|took|shook|made|gave|came|told|sold|paid|said|saw|got|forgot|did|ran|sat|ate|
    drank|drove|wrote|rode|spoke|broke|chose|froze|stole|wore|tore|swore|woke|knew|grew|threw|flew|drew|blew|found|felt|fell|
    held|kept|left|lost|met|slept|won|swam|sang|began|rang|sank|stood|understood|became|heard|meant|led|fed|had|built|lent|bent|
    dealt|hid|hung|shot|stuck|struck|dug
  `,
  passing: rawLines`
    (?:pictures?|pics?|photos?|videos?|clips?|paintings?|recipes?|poems?|quotes?|setup|tutorials?|advice|memories|memory|blast|
    chance|opportunity|goal in|feet|hands|questions?|problems?|issues?|errors?|bugs?|doubts?|ideas?|options?|choices?|point|
    points|feeling|hunch|suspicion|plan|plans|theory|look|meetings?|calls?|appointments?|interviews?|exams?|tests?|finals|
    flights?|trips?|dates?|parties|party|dinner|lunch|breakfast|events?|games?|matches|deadlines?|deliver\p{L}+|homework|
    assignments?|reports?|presentations?|tasks?|tickets?|files?|tabs?|windows?|columns?|rows?|lists?|arrays?|tables?|functions?|
    class(?:es)? (?:that|with|called)|lines?|scripts?|strings?|variables?|numbers?|servers?|pages?|drafts?|paragraphs?|essays?|
    texts?|messages?|emails?|cold|flu|fever|cough|headache|hangover|hunger|time|patience|luck|fun|hope|faith|access|permission|
    right|reason|need|trouble|difficult\p{L}+|hard|good|bad|great|nice|terrible|horrible|awful|weird|strange|long|big|little|
    lot|bit|couple|few|ton|bunch|million|thing|things|something|nothing|everything|anything|no|yet|never|been|to|it|this|that|
    these|those|seen|done|had|gone|two minutes|minute|moment|second|sec|day|days|week|weeks|weekend|morning|night|mind|clue|
    favou?r|request|suggestions?|comments?|feedback|tip|story|joke|package|guests?|visitors?|company (?:over|coming)|eggs|milk|
    leftovers|ingredients|symptoms?|mess|crisis|dilemma|situation|case|example|version|dream|nightmare|crush|blast|breakdown|
    life|one|ones|enough|more|less|another|other|same|all|some|any|every|appointments?|assignments?|requirements?|statements?|
    comments?|arguments?|deployments?|documents?|\p{L}+(?:tion|sion|ance|ence))
  `,
  kin: rawLines`
    (?:wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?|(?:younger |older |eldest |youngest |oldest |middle |little |
    big |twin )?(?:sons?|daughters?|kids?|child|children|girls?|boys?|twins)|mum|mom|mother|dad|father|parents|gran|nan|grandma|
    grandpa|grandmother|grandfather)(?: \p{Lu}?(?!(?:is|has|was|goes|go|and|will|wants|said|says|told|just|can|keeps|
    got)\b)\p{L}+)?
  `,
  dated: rawLines`
    \b(?:in (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d|spring|
    summer|autumn|the fall|winter|lockdown)|last (?:month|year|spring|summer|autumn|fall|winter|january|february|march|april|
    may|june|july|august|september|october|november|december)|(?:\d+|a|two|three|four|five|six|seven|eight|nine|ten|a few|
    a couple of|several) (?:months?|years?|weeks?) (?:ago|back)|this (?:year|spring|summer|autumn|fall|winter))\b
  `,
};

export const ENGLISH_PLAIN = [
  ...factRules(PARTS, 'CHANGE', undefined, [
    [
      'en.milestone',
      rawLines`
        {did}(?:got (?!the idea|it\b)|quit|left|joined|started|opened|closed|sold|bought|adopted|lost|finished|graduated|
        launched|released|signed|dropped|cancelled|canceled|called off|shut|changed|switched|broke|came off|came out|gave up|
        separated|moved|retired|inherited|founded|published|enrolled|married|divorced|qualified|settled|converted|emigrated|
        immigrated|registered|stopped|became|took up|took over|came to live){b}(?!.*{matter}).{0,60}{dated}.*
      `,
    ],
    [
      'en.dropped-out',
      rawLines`
        {did}(?:dropped out(?: of)?|gone|went|turned|became|become) (?!(?:to|on|out|back|for|home|there|through|over|in|by|with|
        into|up|down|off|around|bad|well|wrong|great|crazy|nuts|insane|red|pale|blank|viral|silent|quiet|mad|it|the|a|an|away|
        ahead|shopping|swimming|\p{L}+ing|too|so)\b)\p{L}{3,}.*|{did}changed (?:suppliers|providers|banks|schools|doctors|
        careers|insurers|majors|names?|phones?|cars|gyms)\b.*|(?:my|our) {kin} (?:(?:just|recently|finally|
        sadly) )?(?:passed(?: away)?|died|got (?:married|divorced|engaged)|retired|graduated|moved (?:in|out|to|away)|
        started (?:uni\p{L}*|school|college|nursery|kindergarten|high school|secondary)|left home)\b.*
      `,
    ],
  ]),
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'en.does',
      rawLines`
        (?:i|we)\s+{often}{now}(?!(?:{mental}|{pasts}){b})\p{L}{3,}{b}(?: (?:and|or) \p{L}{3,})?(?: (?:up|out|after|on|at|in|by|
        for|to|with|about|from|down|over|around|through|under))?\s+(?!{here})(?!the (?!(?:piano|guitar|drums|violin|cello|flute|
        bus|train|tube|subway|metro|gym|news|elderly|poor|books|bass|dishes|cooking|laundry|school|kids)\b))[\p{L}\p{N}\u00a4].*
      `,
    ],
    [
      'en.go-do',
      rawLines`
        (?:i|we)\s+{often}{now}(?:go (?:\p{L}+ing|\p{L}+ \p{L}+ing)(?<!going|sleeping|nothing|missing)|get (?:(?:really |very |
        so )?(?:\p{L}+sick|seasick|migraines?|hay fever|heartburn|panic attacks|nosebleeds|sunburnt?|dizzy (?:in|on|when)|
        anxious (?:in|on|around|before|when)|nervous (?:in|on|around|before|when)|paid|up at|home at|off (?:work )?at)|(?:my|
        our) (?:groceries|meat|news|coffee|vegetables|eggs|bread) (?:from|at))|take (?:\p{L}+ )?(?:pills|tablets|medication|
        meds|insulin|vitamins|supplements|statins|antidepressants|lessons|classes|the (?:bus|train|tube|subway|metro|stairs))|
        make (?!(?:an?|the|sure|sense|mistakes|it|this|that|you|a (?:mistake|mess|fool|decision|change|note|list))\b)(?:(?:my|
        our) own )?\p{L}+|put \p{L}+ (?:in|on) (?:my|everything)|do (?:the |all the |most of the )?(?:books|cooking|cleaning|
        laundry|shopping|accounts|gardening|ironing|school run)|run (?:\p{L}+ )?(?:marathons?|ultras?|half marathons?|races|
        10ks?|5ks?)|read (?!(?:it|this|that|the|your|you|about|in|on|somewhere)\b)(?:a lot|mostly|mainly|only|\p{L}+s\b|
        \p{L}+ (?:novels|fiction|books|comics|manga)))\b.*|(?:i|we) {often}(?:rent|smoke|vape|swim|surf|ski|cycle|climb|hike|
        knit|crochet|paint|sing|busk|garden|bake|commute|snore|freelance|meditate|stream|skate|box|fence|sew|tutor|babysit|
        volunteer)(?: (?:too|as well|now|here|a lot))?\s*$
      `,
    ],
    [
      'en.has-such',
      rawLines`
        (?:i|we)(?:'ve got| have got|'ve| have| own| also have| still have)\s+{now}(?:(?:a|an|two|three|four|five|six|\d+|
        several|my own|my|our own)\s+)(?:(?:new|old|small|large|huge|beautiful|lovely|little|big|rescue|pet|second|third|first|
        used)\s+)*(?!(?:{passing}){b})(?![\p{L}-]+ (?:{passing}){b})[\p{L}-]{3,}.*|(?:i|we) (?:have|hold|'ve got) (?:dual|
        double|\p{L}+(?:ish|ese|ian|an)) (?:citizenship|nationality)\b.*
      `,
    ],
    [
      'en.am-in',
      rawLines`
        {am} (?:(?:also|both|now|currently) )?(?:in (?!(?:a|an|the|my|this|your|our|that|love|trouble|pain|bed|shock|hurry|line|
        need|doubt|luck|debt|tears|favou?r|agreement|touch|front|between|over|deep|too|here|there|class|traffic|transit|
        meetings?|awe|position|control|order|time|danger|panic|stitches|no|desperate|total|complete|full|serious|big|good|
        bad)\b)\p{L}+(?: (?:and )?\p{L}+)?\s*$|one of (?:{number} )(?:siblings|brothers|sisters|kids|children|founders|partners|
        owners)\b.*|(?:four|five|six|seven) f(?:oo|ee)t\b.*|with (?!(?:you|him|her|them|it|this|that|my|the|a|an|someone|
        friends|people)\b)\p{L}+ (?:bank|now|these days|for (?:my|our) (?:energy|internet|phone|insurance|broadband))\b.*)
      `,
    ],
    [
      'en.kin-does',
      rawLines`
        (?:my|our) {kin} {now}(?:(?<!(?:wife|husband|spouse|partner|girlfriend|boyfriend|fiancee?) )lives? (?:in|with|near|on|
        by) (?!{here})|(?:go|goes) to (?!(?:bed|sleep|hell|work|the (?:shop|store|toilet|park|beach))\b)|(?:attends?|studies|
        study|plays?|speaks?|sings?|learns?|takes?|needs?|uses?|can't|cannot|doesn't|don't) (?!{here})(?!(?:know|want|like me|
        care|understand|get it|listen|think|believe|agree)\b)|(?:is|are|'s) in (?:\p{L}+ )?(?:class|grade|year|kindergarten|
        preschool|nursery|college|uni|university|school|primary|secondary|high school|the (?:army|navy|police|military))\b ?|
        (?:has|have|'s got) (?!{here})(?!(?:{passing}){b}|(?:a|an|the) (?:{passing}){b}))(?:$|[\p{L}\p{N}].*)
      `,
    ],
    [
      'en.my-called',
      rawLines`
        (?:my|our) (?!(?:{matter}))(?:\p{L}+ ){0,2}\p{L}+(?:'s| is| are) (?:called|named) (?!(?:by|from|in|on|for|when|twice|
        once|again)\b)\p{L}.*|(?:my|our) (?:\p{L}+ )?(?:shifts?|class(?:es)?|lessons?|school|day|workday|practice|
        training) (?:starts?|begins?|ends?|finish(?:es)?|runs?) {now}(?:at|around|from|on|by) .+
      `,
    ],
  ]),
];
