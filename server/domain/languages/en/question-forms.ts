/**
 * English wordings of the same question, in the order in which they are tried. They match folded text without frame, marks and
 * contractions; `my dog's` is `i 's dog 's`, `am` and `are` are `is`, `does` is `do`. Words that no form matches stay as they are, so
 * that questions that differ in them remain different.
 */
import type { Form, Rewordings } from '../question-pack.ts';

const PARTS = {
  // The subject of the question: `i`, `i 's sister`.
  WHO: String.raw`((?:i|we)(?: 's [\p{L}-]+(?: (?!do\b|is\b|have\b|'s)[\p{L}-]+){0,2}?)*?)`,
  // The thing asked about: `i 's dog`, `the staging database`.
  NP: String.raw`((?:(?!(?:what|which|who|where|when|how|why)\b)[\p{L}\p{N}'-]+)(?: (?!(?:what|which|who|where|when|how|why)\b)[\p{L}\p{N}'-]+){0,6}?)`,
  // `color`, `phone number`.
  NOUN: String.raw`((?!(?:kind|type|sort|do|did|can|could|is|was|will|would|should)\b)[\p{L}-]+(?: (?!do\b|is\b|did\b|was\b|of\b|'s|that\b|i\b|we\b)[\p{L}-]+)?)`,
  TOWN: '(?:city|town|place|village)',
  FIRM: '(?:company|firm|employer|place|business)',
  JOB: '(?:job|profession|occupation|trade|line of work)',
  CHOOSE:
    '(?:choose|pick|decide on|decide for|settle on|go with|go for|opt for|select|agree on|land on|(?:decide|agree|choose) (?:to use|to go with)|end up (?:with|choosing|picking|using))',
  COLLEGE: '(?:college|university|uni)',
  CHOSE: '(?:chose|picked|decided on|settled on|went with|went for|opted for|selected|agreed on)',
  // Attributes of a thing: `what size is X` asks for the size of X.
  SIDE: '(?:size|colou?r|height|breed|brand|type|length|make|model|species|genre|flavou?r|material)',
  HAVE: '(?:have|own|use|wear|drive|support|root for|follow|play for)',
  BEST: '(?:best|most|the most|the best)',
} as const;

const ORDERING: readonly Form[] = [
  // Word order.
  ['(.*)\\b(?:e-?mail|mail) address(.*)', '$1email$2'],
  ['(?:is it true )?that (i|we) (.+)', 'do $1 $2'],
  ['(?:in|at|on|for|to|with|from) (?:which|what) (.+)', 'what $1'],
  ['which (.+)', 'what $1'],
  ['what (?:kind|type|sort|brand|make) of (.+)', 'what $1'],
  ['what (?:\\p{L}+al) instrument (.+)', 'what instrument $1'],
  ["((?:i|we) 's .+|the .+) is(?: (?:what|who))?(?: again)?", 'what is $1'],
  ["((?:i|we) 's .+) what(?: is(?: it)?)?", 'what is $1'],
  ["(who|what|where|when) ((?:i|we) 's .+|the .+) (is|was)((?: (?:called|named|born))?)", '$1 $3 $2$4'],
  [
    '(where|who|what(?: {NOUN})?) (i|we) (work|live|use|prefer|like|drive|speak|play|have|own|follow|support)(.*)',
    '$1 do $3 $4$5',
  ],
  ['the {NOUN} of {NP}', 'what is $&'],
  ['((?:.*? )?)(?:the )?{NOUN} of {NP}((?: called)?)', "$1$3 's $2$4"],
  ["what is {NP} 's date", 'when is $1'],
  ["((?:i|we) 's (?:.+ )?(?:address|email|number|birthday|job|profession))", 'what is $1'],
  ['(?:what|how) is (.+) (?:called|named)', "what is $1 's name"],
  ['what (\\p{L}+) is ({NP} \\1)', 'who is $2'],
  // The progressive for a lasting state.
  [
    '((?:what(?: {NOUN})?|where|who)) is {WHO} (work|liv|follow|us|study|driv|play|speak|learn|teach|wear|tak|drink|support|rent)ing(.*)',
    '$1 do $3 $4~$5',
  ],
  ['(what {NOUN}) can (i|we) (speak|play)', '$1 do $3 $4'],
  ['(.+) (?:liv~|reside)((?: in)?)', '$1 live$2'],
  ['(.+) (us|driv|tak)~(.*)', '$1 $2e$3'],
  ['(.+?)~(.*)', '$1$2'],
  ['what way do (.+)', 'how do $1'],
  ['what {TOWN} (do|did|was|will) (.+?)(?: (?:in|at))?', 'where $1 $2'],
  ['what (?:day|date) (is|was|did|do|will) (.+?)(?: on)?', 'when $1 $2'],
  ['what (?:is|was) the {NOUN} (?:that |which )?(i|we) {CHOSE}', 'what $1 did $2 choose'],
  // Relative clauses: `What is the instrument that I play`.
  ['what is the {NOUN} (?:that |which |where )?(i|we) (?!do\\b|is\\b)((?:[\\p{L}-]+ ?)+)', 'what $1 do $2 $3'],
  ['what ({SIDE}) is {NP}', "what is $2 's $1"],
  ['what {NOUN} is used by {NP}', 'what $1 do $2 use'],
];

const TELLING: readonly Form[] = [
  // Names.
  ["(?:what is )?{NP} 's (?:full )?names?", "what is $1 's name"],
  ['what did (?:i|we) (?:name|call) {NP}', "what is $1 's name"],
  ['(?:who|what (?:author|writer)) wrote {NP}', "what is $1 's author 's name"],
  ['(?:by )?whom was {NP} written(?: by)?|who was {NP} written by', "what is $1$2 's author 's name"],
  ['who do {WHO} report to', "what is $1 's boss 's name"],
  [
    'what (dentist|doctor|therapist|gym|bank|hairdresser|vet|school|church) do {WHO} (?:go to|see|use|have|attend)',
    "what is $2 's $1 's name",
  ],
  // Home and place of work.
  ["where is i 's (?:home|house)", 'where do i live'],
  ["what is {WHO} 's place of residence", 'where do $1 live'],
  ['what {FIRM} do {WHO} work(?: (?:for|at|in))?', 'where do $1 work'],
  ['who do {WHO} work for', 'where do $1 work'],
  ["(?:who|what) is {WHO} 's (?:employer|workplace|place of work)", 'where do $1 work'],
  // Occupation, allergies, hobbies.
  ["what is {WHO} 's {JOB}", 'what do $1 do for a living'],
  ['what do {WHO} (?:work as|do for work|do professionally)', 'what do $1 do for a living'],
  ["what is {WHO} 's (?:food )?allerg(?:y|ies)", 'what is $1 allergic to'],
  ['what (?:food )?allergies do {WHO} have', 'what is $1 allergic to'],
  ['do {WHO} have any (?:food )?allergies', 'what is $1 allergic to'],
  ['is {WHO} allergic to (?:anything|any foods?)', 'what is $1 allergic to'],
  ['what foods? is {WHO} allergic to', 'what is $1 allergic to'],
  ["what do {WHO} do (?:for fun|in (?:i|we) 's (?:free|spare) time)", "what is $1 's hobbies"],
  // Favourites and preferences.
  ["what is {WHO} 's preferred {NOUN}", "what is $1 's favorite $2"],
  ['what {NOUN} do {WHO} (?:(?:like|love|enjoy) {BEST}|prefer)', "what is $2 's favorite $1"],
  ['what do {WHO} prefer ({NP} or {NP})', 'do $1 prefer $2'],
  ['is it ({NP} or {NP}) (?:that )?{WHO} prefers?', 'do $4 prefer $1'],
  ['do {WHO} like ({NP} or {NP}) (?:better|more|best|most)', 'do $1 prefer $2'],
  // Numbers, dates and places of birth and marriage.
  ['how many (?:sons and daughters|daughters and sons) (.+)', 'how many children $1'],
  ['how many (?:brothers and sisters|sisters and brothers) (.+)', 'how many siblings $1'],
  ["what is (i|we) 's ([\\p{L}-]+s|children) 's number", 'how many $2 do $1 have'],
  ['how many {NOUN} have {WHO} got', 'how many $1 do $2 have'],
  [
    "what is the number of {NOUN} (?:that )?{WHO} have|what is {NOUN} {WHO} have 's number",
    'how many $1$3 do $2$4 have',
  ],
  ["when is {WHO} 's birthday|when was {WHO} born", "what is $1$2 's birthday"],
  ["when (?:is|was) {WHO} 's wedding|what is {WHO} 's wedding(?: 's)? date", 'when did $1$2 get married'],
  ["what is {WHO} 's (?:birth date|birthdate)|what is {WHO} 's birth 's date", "what is $1$2 's birthday"],
  ['where was {WHO} raised', 'where did $1 grow up'],
  [
    "what is {WHO} 's (?:birthplace|birth place)|what is {WHO} 's birth 's place|what is birth 's {WHO} 's place",
    'where was $1$2$3 born',
  ],
  // Decisions, studies, possessions.
  ['what {NOUN} did (i|we) {CHOOSE}', 'what $1 did $2 choose'],
  ["what did (i|we) {CHOOSE} (?:as|for) (?:(?:i|we) 's |the |an? )?{NOUN}", 'what $2 did $1 choose'],
  [
    "what (?:subject|degree|major) do {WHO} (?:study|do)|what is {WHO} 's (?:major|degree course)",
    'what do $1$2 study',
  ],
  ['what {COLLEGE} did {WHO} (?:attend|go to|study at|graduate from)', 'where did $1 go to college'],
  ['where did {WHO} (?:study|attend {COLLEGE}|go to {COLLEGE})', 'where did $1 go to college'],
  ['what car do {WHO} drive', "what is $1 's car"],
  ["what is {WHO} 's (?:e-mail|mail)", "what is $1 's email"],
  ["what is {WHO} 's phone 's number|what is (i|we) 's number", "what is $1$2 's phone number"],
  ['what diet do {WHO} (?:follow|have)', "what is $1 's diet"],
];

const JOINING: readonly Form[] = [
  ['what {NOUN} do {WHO} {HAVE}', "what is $2 's $1"],
  ['what size {NOUN} do {WHO} (?:wear|take)', "what is $2 's $1 size"],
  ['what {NOUN} is (i|we)', "what is $2 's $1"],
  ['what {NOUN} is {WHO} (?:a )?(?:fan|supporter|member) of', "what is $2 's $1"],
  [
    "what is (i|we) 's (gym|school|university|college|bank|dentist|doctor|therapist|boss|company)",
    "what is $1 's $2 's name",
  ],
  ["what do {NP} mean|{NP} 's meaning", "what is $1$2 's meaning"],
  ['what {NOUN} do {NP} (?:use|have)', "what is $2 's $1"],
  // Attributes of a person or thing.
  ['what (?:city|town|person|thing) is {NP}', 'what is $1'],
  ['(?:how (?:can|could|should|would|do) (?:i|you|we|one)|how to|what is the (?:best )?way to) (.+)', 'how do i $1'],
  ['who is (?!(?:i|you|it|that|this|he|she|we|they)$){NP}', "what is $1 's name"],
];

export const REWORDINGS: Rewordings = {
  spelled: [
    [String.raw`'s\b|(?<=s)'(?=\s)`, " 's"],
    [String.raw`\bmy\b`, "i 's"],
    [String.raw`\bour\b`, "we 's"],
    [String.raw`\b(?:am|are)\b`, 'is'],
    [String.raw`\bwere\b`, 'was'],
    [String.raw`\bdoes\b`, 'do'],
  ],
  written: [
    [String.raw`\bdo (?!(?:i|we)\b(?! 's)|for\b)`, 'does '],
    [String.raw`\bis i\b(?! 's)`, 'am i'],
    [String.raw`\bis we\b(?! 's)`, 'are we'],
    ["i 's", 'my'],
    ["we 's", 'our'],
    [" 's", "'s"],
  ],
  parts: PARTS,
  ordering: ORDERING,
  telling: TELLING,
  joining: JOINING,
  articles: "the|an?|'s",
  sameWords:
    'mother mom mum mommy mama;father dad daddy;children kids;child kid;grandmother grandma granny;grandfather grandpa;' +
    'boss manager supervisor;color colour;favorite favourite;doctor physician;car auto automobile;movie film;' +
    'movies films;wife spouse;apartment flat;phone cellphone mobile telephone;use uses utilize;shoe shoes;job jobs',
  choice: { verbs: 'prefer', or: 'or' },
};
