/** English questions about the user that are recognised by their form alone, and questions about instructions and rules. */
import { rawLines } from '../../text/raw-lines.ts';
import type { QuestionRow } from '../question-pack.ts';

/** Words for things that change by themselves, that nobody can tell, or that are being worked on. */
const FLEETING = rawLines`
  (?:horoscope|passwords?|pin|otp|secret|eta|bmi|iq|net|fortune|lucky|blood sugar|blood pressure|cholesterol|bandwidth|usage|
  mileage|gate|flight|terminal|wait|footprint|subscription|renewal|expiry|homework|gpa|bills?|tax(?:es)?|refund|delivery|
  arrival|departure|country's|city's|town's|state's|nation's|coverage|signal|record|personal best|commute|weather|forecast|wifi|
  data|competition|future|destiny|fate|luck|purpose|problems?|mistakes?|errors?|faults?|worth|value|ip|speed|location|position|
  chances?|odds|risks?|options?|doubts?|point|answers?|results?|situation|progress|level|scores?|grades?|average|weight|age|
  turn|opponent|replacement|life|mind|head|soul|heart|body|day|night|code|text|file|function|document|paragraph|script|essay|
  letter|resume|cv|next|last|latest|current|best|worst|first step|step|order|package|purchase|list|task|tasks|message|call|
  connection|internet|screen|luggage|keys?|glasses|wallet|remote|flaw|virtue|talent|potential|reason|motive|pulse|pressure|rate|
  state|mood|plans?|agenda|schedule|debt|balance|credit|limit|installment|spending|date|queue|love|crush|enem\p{L}+|soulmate|
  ride|driver|guests?|match|odds|biggest|strengths?|weaknesses?|problem|issue|bug|status|rank|ranking|streak|temperature|view|
  opinion|thoughts?|outfit|look|chance|move|excuse|priority|priorities|focus|bottleneck|blocker)
`;

const NOUNS = rawLines`
  (?!(?:${FLEETING})(?![\p{L}]))[\p{L}-]{2,}(?:'s)?(?: (?!(?:${FLEETING}|doing|going|to|in|at|on|for|if|when|because|that|
  like|right|about|with|worth|good|bad|today|up|off|down|broken|not|so|too)(?![\p{L}]))[\p{L}-]+(?:'s)?){0,3}
`;
const KIND = rawLines`
  (?:illness|disease|condition|allergy|intolerance|business|shop|store|company|degree|profession|trade|car|bike|pet|dog|cat|
  nationality|citizenship|passport|insurance|instrument|religion|disability|diagnosis|tattoo|nickname|job|position|diet|house|
  home|phone|laptop|contract|studio)
`;

/** Questions about instructions and rules: even if they mention times and prices, the answers stay the same. */
export const TOLD: readonly QuestionRow[] = [
  {
    rule: 'told-so',
    when: [
      rawLines`
        ^(?:what|which|how|where|in what|in which)(?: [\p{L}-]+){0,4} did (?:i|we) (?:ask|tell|want) you to (?!(?:do|buy|send|
        book|remind|call|order|check)(?!\p{L})).{2,60}$
      `,
      rawLines`
        ^(?:what|which)(?:'s| is| are) (?:my|our) (?:rules?|polic(?:y|ies)|conventions?|standards?|agreements?|
        decisions?) (?:about|on|for|of|regarding|with)(?!\p{L}).{2,60}$
      `,
      String.raw`^what did (?:i|we) (?:decide|agree|settle) (?:on |about |for |with |regarding ).{2,60}$`,
      String.raw`^(?:what|which) \p{L}+ do (?:i|we) (?:prefer|like) (?:in|for|on) .{2,40}$`,
    ],
  },
];

/** Words that tie a question about an instruction or a rule to the present moment. */
export const OF_NOW = rawLines`
  today|tonight|now|yesterday|this (?:week|morning|month|year)|last|latest|next|recently|just|earlier|before|ago
`;

/** Questions about anything that the user calls theirs, which stays as it was told, unless it changes by itself, is felt or is guessed. */
export const PLAIN_QUESTIONS: readonly QuestionRow[] = [
  {
    rule: 'my-own',
    when: [
      String.raw`^(?:what|who|which|whats|what's|who's)(?: is| are| was| were)? (?:my|our) ${NOUNS}(?: (?:called|named))?$`,
      String.raw`^(?:what|who)(?:'s| is| are| was) the (?:names?|surname|breed|birthday|address|title|colou?r) of (?:my|our) ${NOUNS}$`,
    ],
  },
  {
    rule: 'was-settled',
    when: [
      rawLines`
        ^(?:what|which|where|who|when|how)(?: (?!(?:should|can|could)(?![\p{L}]))[\p{L}-]+){0,4} did (?:i|we) (?:decide|choose|
        pick|agree|settle|opt|go with|land)(?![\p{L}])(?!.*(?<!\p{L})(?:yesterday|today|just|last|latest)(?!\p{L})).{0,60}$
      `,
    ],
  },
  {
    rule: 'my-kind',
    when: [
      rawLines`
        ^(?:what|which)(?: (?:kind|type|sort|brand|model|make|breed) of)?(?: (?!(?:next|new|other|
        best)(?![\p{L}]))[\p{L}-]+)? ${KIND}s? (?:do|did) (?:i|we) (?:have|own|run|drive|play|practi[cs]e|suffer from)$
      `,
      String.raw`^what do (?:i|we) (?:sell|teach|make|do) (?:at|in) (?:my|our) (?:job|work|shop|store|stall|company|business)$`,
      rawLines`
        ^(?:which|what) (?:foods?|things|drinks|medicines?|medications?) (?:i|we) (?:can't|cannot|can not|don't) (?:eat|drink|
        have|take|tolerate)$
      `,
    ],
  },
  {
    rule: 'my-state',
    ifAsked: true,
    when: [
      String.raw`^(?:the )?(?:names?|surname|address|birthday|breed|colou?r) of (?:the \p{L}+ of )?(?:my|our) ${NOUNS}$`,
      String.raw`^(?:my|our) ${NOUNS} (?:is|was|are|were)$`,
      rawLines`
        ^how (?:big|large|small) (?:is |are )?(?:my|our) (?:team|family|company|house|flat|apartment|office|business|garden|class|
        band)(?: is| are)?$
      `,
      rawLines`
        ^(?:am|are) (?:i|we) (?:a |an )?(?:coeliac|celiac|vegan|vegetarian|diabetic|allergic|intolerant|left|right|married|single|
        colou?r)[\p{L}-]*(?: (?:to|or) [\p{L} -]+)?$
      `,
    ],
  },
];
