/**
 * English: the simple present of a verb that does something tells a habit, whichever the verb: `I collect vinyl`. What is left out
 * says nothing of habits: verbs of thinking and speaking, those that tell what is done on a screen just now, and forms of the past.
 * All folded.
 */
import { factRules, type Parts } from './fact-rule.ts';
import { ENGLISH_PARTS } from './english-parts.ts';

const PARTS: Parts = {
  ...ENGLISH_PARTS,
  /** Of the mind, of speech, of wanting; and what only helps another verb. */
  mental: String.raw`think|guess|believe|suppose|assume|feel|hope|wish|wonder|doubt|know|mean|understand|see|hear|get|need|want|agree|disagree|remember|forget|recall|promise|swear|apologi[sz]e|appreciate|thank|say|tell|ask|suggest|propose|recommend|give|try|keep|find|notice|reali[sz]e|imagine|expect|plan|intend|seem|look|sound|smell|taste|can|could|would|will|should|might|may|must|shall|do|does|am|was|were|are|have|has|like|love|hate|prefer|enjoy|dislike|miss|mind|care|bet|vote|dare|insist|admit|confess|declare|accept|refuse|request|demand|beg|claim|argue|object|second|owe|deserve|belong|depend|trust|regret|fear|worry|consider|figure|reckon|stand|sit|wait|come|go|leave|arrive|happen|exist|matter|fail|succeed|manage|struggle|end|finish|begin|start|stop|continue|quit|lose|win|die|fall|suck|got|gonna|wanna|gotta|literally|kind|sort|even|no|not|never|too|as|in|on|at|to|for|of|with|from|by|up|out|and|or|but|if|so|then|there|here|all|both|who|what|that|this|which|when|where|how|why|yeah|cannot`,
  /** Words of degree and time, which no verb is. */
  adverb: String.raw`also|mostly|mainly|usually|normally|typically|generally|often|sometimes|only|always|still|regularly|occasionally|currently|really|actually|kinda|just|now|already|nearly|almost|once|ever|honestly|literally|totally|absolutely|probably|maybe|perhaps|simply|barely|hardly|rarely|seldom|finally|recently|\p{L}+n't|\p{L}+n’t|live|work|decide|wish|used|study`,
  /** What one does to a machine, told as it is done. */
  operate: String.raw`click|press|tap|type|enter|open|close|run|execute|call|pass|import|export|install|uninstall|add|remove|change|set|select|choose|pick|scroll|upload|download|submit|log|debug|compile|build|restart|reboot|save|load|refresh|reload|copy|paste|return|print|send|receive|check|test|put|hit|delete|edit|update|use|switch|turn|move|drag|drop|plug|unplug|connect|declare|define|initialize|initialise|merge|commit|push|pull|rebase|deploy|query|fetch|parse|render|loop|break|fix|solve|ping|point|attach|insert|replace|multiply|divide|subtract|square|round|include|exclude|resize|crop|navigate|browse|search|sign|register`,
  past: String.raw`\p{L}+ed|\p{L}+ought|\p{L}+aught|went|sent|spent|took|shook|made|gave|came|told|sold|paid|said|saw|got|forgot|did|ran|sat|cut|let|shut|hurt|cost|beat|bet|split|spread|lost|left|felt|kept|slept|met|led|fed|had|held|heard|found|built|bent|lent|meant|dealt|stood|understood|broke|spoke|woke|wrote|drove|rode|rose|chose|froze|stole|tore|wore|swore|threw|grew|knew|flew|blew|drew|fell|ate|drank|sang|swam|began|rang|sank|hung|stuck|struck|dug|won|put|set|hit|read|quit|was|were|became|overheard|woke`,
  object: String.raw`(?!(?:it|it's|the|this|that|these|those|your|you|him|her|them|myself|if|so|when|how|what|whether|not|any|anything|nothing|everything|something|someone|one of|another|more|most|each|every|here|there|now|then|and|or|but|because|who|why|where|well|back|like|as|to|too|an? (?:lot|bit|mistake|way|problem|question|issue|error|bug|point|feeling|look|minute|second|moment|while|hand|break|guess|chance|joke|difference|few|couple|good|bad|new|different|random|simple|quick|similar|given|value|function|variable|string|file|script|command|button|loop|list|array|number|error|exception|warning|message)|my (?:code|script|app|test|tests|file|query|function|hands|head|eyes|mind|best|point|question|words|breath|message|answer|request|way|case|ass|luck|turn|fingers|phone|password|laptop|computer|browser|account)|me)\b)`,
  fleeting: String.raw`(?!.*\b(?:errors?|bugs?|fails?|failed|failing|crash\p{L}*|exception|traceback|nothing happens|does(?:n't| not) work|not working|broken|blows up|today|tonight|tomorrow|yesterday|right now|just now|at the moment|this (?:time|morning|afternoon|evening|week|one|way)|in this|in that|for this|for that|for you|your|yet|somehow|again and again)\b)`,
};

export const ENGLISH_HABITS = [
  ...factRules(PARTS, 'PLAIN', undefined, [
    [
      'en.does',
      String.raw`(?:i|we)\s+(?:(?:also|mostly|mainly|usually|normally|typically|generally|often|sometimes|only|always|still|regularly|occasionally|currently|really|actually|kinda|both|just|now)\s+)*(?!(?:{mental}|{operate}|{past}|{adverb}){b})\p{L}{3,}(?:\s+(?:and|or)\s+\p{L}{3,})?(?:\s+(?:up|out|after|on|at|in|by|for|to|with|about|from|down|over))?\s+{object}{fleeting}[\p{L}\p{N}\u00a4].*`,
    ],
    [
      'en.know-how',
      String.raw`(?:i|we) (?:also |already )?know (?:sign language|(?:some |a (?:bit|little) (?:of )?)?\p{L}+(?:ish|ese|ian|ench|erman|ic)\b|how to (?:swim|drive|code|sew|knit|cook|sail|dance|read music|play)|(?:python|javascript|typescript|rust|java|sql|excel|latex|braille|shorthand|photoshop))\b(?! (?:what|how|that)).*|my (?:back|knees?|hips?|shoulders?|neck|eyesight|hearing|heart|lungs) (?:is|are) (?:wrecked|bad|shot|messed up|screwed|weak|terrible|damaged|fused|gone)\b.*`,
    ],
    [
      'en.we-use',
      String.raw`(?:here )?(?:at|in) (?:my|our|the) (?:(?<=here (?:at|in) (?:my|our|the) )\p{L}+|company|work|job|office|team|startup|firm|school|lab|department|place|shop),? (?:i|we) (?!(?:can|could|will|would|need|should|had|did|was|were|got|have to|want)\b)\p{L}+(?<!ed)\s.+`,
    ],
    [
      'en.daily',
      String.raw`(?:i|we) (?:(?:usually|always|normally|generally|often) )?(?:(?:start|finish|clock (?:in|out|off)|knock off|get (?:off|up|home|in)|wake up|leave for|begin|end)(?: work| school| class| my (?:day|shift))?(?: at| around| by)+ (?:\d|noon|midnight|six|seven|eight|nine|ten|five|four)|get paid|hit the (?:gym|pool|trails|slopes)|(?:mostly|mainly|only|exclusively) (?:read|watch|listen|eat|drink|play|buy|cook|wear|use|shop|date)|don't (?:sleep|eat|exercise|cook|read|travel|drink|smoke|drive|socialize|date|go out)(?: (?:much|well|a lot|often|enough|out|very \p{L}+|at all))|(?:don't|dont|do not) (?:watch|own|do|believe in|have) (?!(?:it|this|that|the|your|any (?:idea|clue|more)|an? (?:idea|clue)|idea|time|to|access|permission|know|enough|what|much)\b)\p{L})\b.*`,
    ],
    [
      'en.do-activity',
      String.raw`(?:i|we) (?:also |usually |mostly |mainly )?do (?:(?!(?:not|it|this|that|the|so|want|need|know|think|like|have|my|your|a|an|agree|believe|love|understand|see|feel|hope|appreciate|remember|mean|care|get|really|some|nothing|everything|things|something)\b)[\p{L}-]+ ){0,2}?(?:\p{L}+ing|\p{L}+s|yoga|judo|karate|crossfit|pilates|ballet|stand-?up|research|outreach|agile|scrum|kanban|triathlons)\b(?! (?:this|that|it|mean|happen)).*`,
    ],
  ]),
];
