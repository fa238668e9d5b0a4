/** English words that begin clauses. */
import { rawLines } from '../../text/raw-lines.ts';

/** After a conjunction, a clause that begins with one of these is the speaker's own. */
export const CLAUSE_STARTS = rawLines`
  (?:live|work|study|teach)\s+(?:in|at|for|as|with|remotely)\b|(?:i|i'm|im|i've|i'd|i'll|my|we|we're|we've|our|he|she|they|
  you|it|the|always|never|please|remember|from now on|don't|dont|call|let's|can|could|what|how|which|where|who|why|do|does|
  should|would|is|are|maybe|then|not|there's|theres|there (?:is|are|was))\b
`;

/** Words after which a subject continues the clause: relative clauses, reports, conditions, and days or places named first. */
const CONTINUED = rawLines`
  that|what|how|when|where|why|who|which|whom|whose|if|because|cos|cause|since|while|before|after|until|till|unless|whenever|
  wherever|as|than|once|and|but|so|or|though|although|think|thought|know|knew|guess|said|say|says|saying|told|hope|bet|wish|
  wished|swear|sure|mean|feel|all|everything|anything|something|nothing|first|thing|way|times?|ones?|only|also|then|like|nor|hi|
  hey|yes|no|yeah|ok|well|oh|actually|honestly|maybe|lol|btw|anyway|see|mind|reali[sz]e|is|was|n|glad|course|you|known|shared|
  favorite|favourite|(?:the|a|an|every|any|my|our|your|this|that|those|these|some|few|most) \w+|(?:^|[,.;:!?]\s*|\b(?:and|but|so|
  because|cos|that|if|since|when)\s)(?:(?:at|in|on|for|from|of|by|every|each|this|next|last) \w+(?: \w+){0,2}|\w+days?|now)
`;

/** Matches after a clause that has its subject, where a new subject begins another clause. */
const AFTER_A_CLAUSE = rawLines`
  (?<=(?:^|[\s,.;:!?])(?:i|i'm|i've|i'd|my|he|she|we|we're|they|it|it's|its|the|our|is|are|was|were|got|have|has|had|\w+'s)\s
  [^,.;:!?()]{5,}\s+)
`;
const NOT_CONTINUED = rawLines`
  (?<!(?<![\p{L}'])(?:${CONTINUED})\s+)
`;

/** New subjects, requests and asides that nothing announces: "so anyway we moved im in Leeds now can you find me a gym". */
export const CUTS = {
  first:
    "i i'm i've we we're we've he's she's they're it's there's that's my so anyway anyways anyhow btw by long what how " +
    "what's whats hows where which can could would will though although whereas hence well right look listen haha yeah no " +
    'then',
  at: rawLines`
  (?=(?:i'm|i am|i've|i have|we're|we've|he's|she's|they're|it's|there's|that's|i (?:don't|can't|work|live|hate|love|like|prefer|
  need|want|use|do|go|got|was|teach|drive|play|run|eat|never|always|only|just|still|take|swim|grew|come|moved|gave|quit|started|
  clean)|we (?:don't|have|got|live|use|moved|eat|never|always|only|do|need))\s)${NOT_CONTINUED}${AFTER_A_CLAUSE}|
  (?=my\s+\w+(?:\s+\w+)?\s+(?:is|has|was|hates|loves|can't|doesn't|just|got|works|lives|wants|likes|needs|turns|starts)\s)
  (?<!\b(?:for|with|to|and|take|got|have|rang|see|tell|ask|asked|feed|use|walk|visit|half|love|hate|miss|are|about|says|
  day)\s+)${NOT_CONTINUED}${AFTER_A_CLAUSE}|
  (?=so\s+(?:no|any|what|what's|whats|how|hows|how's|which|who|where|when|can|could|is|are|do|does|should|will|would|find|give|
  suggest|make|tell|help|needs?|write|draft|show|recommend|keep|leave|skip|explain|redo|put|pick|plan|remind|check|mind|use|send|
  address|its|ideas|please|nothing)\b)|
  (?=(?:anyway|anyways|anyhow|btw|by the way|long story short)\s+\S+\s+\S)(?<!(?<![\p{L}'])(?:i've|i'm|i|and|but|so|or|it|ok|oh)\s+)|
  (?=(?:what|how|what's|whats|hows)\s+(?:can|could|should|do|does|is|are|would|shall|will|did|else|kind|sort|much|many|long|about)\b|
  (?:where|which)\s+(?:can|could|should|do|does|would|one|else)\b)${AFTER_A_CLAUSE}(?<!\b(?:know|knew|say|said|sure|mean|see|tell|ask|
  asked|me|wonder|wondering|remember|understand|idea|out|explain|on|about|or|that's|matter|figure|with|to|decide|forget|show|learn|see)\s+)|
  (?=(?:can|could|would|will) (?:you|u|i|we)\s)${AFTER_A_CLAUSE}(?<!\b(?:i|we|he|she|they|it|there|kids|people|everyone)\s+)|
  (?=(?:though|although|whereas|which is why|hence)\s)|
  (?=(?:well|right|look|listen|haha|yeah|no) (?:i|i'm|i've|my|we|we're)\s)(?<!\b(?:as|and|oh|but|at)\s+)|
  (?=then (?:i|she|he|they|we)\s)(?<!\b(?:and|if|when|but|since|until|by)\s+)(?<!\bif\b.*)
`,
};

/** Words and phrases before a clause that add no meaning. */
export const OPENINGS = rawLines`
  ah+|oh+|uh+|um+|hm+|mm+|ha(?:ha)+|lol|lmao|xd|right so|i meant to say(?: that)?|what i meant (?:was|is)(?: that)?|
  long story short|yeh|yea|nah|cos|cus|n|
  hey|hi(?:ya)?|hello|hi there|hey there|bit of background|oh sure|yo|so|well|ok|okay|yeah|yep|sure|thanks|thank you|great|
  cool|perfect|awesome|nice|also|and|but|plus|because|cuz|though|although|since(?= i\b| we\b)|by the way|for context|
  for what it's worth|fwiw|imo|just so you know|jsyk|just fyi|heads up|quick (?:note|update|fyi|correction)|note(?! that| down)|actually|honestly|tbh|to be (?:honest|fair|clear)|in fact|as a matter of fact|personally|basically|(?:the|
  here's the) (?:thing|deal|problem|issue|catch)(?: is(?: that)?)?|truth is|look|listen|anyway|anyways|anywho|oh and|
  one (?:more )?thing|another thing|important|sorry|right|now|currently|these days|nowadays|lately|at the moment|(?:besides|
  apart from|aside from|on top of) [\p{L}' ]{2,24}?,?(?= (?:i|we)\b)|fun fact|random fact|a bit about me|about me|
  some context|background|as i (?:said|mentioned)|like i said|(?:i )?(?:already )?told you(?: that)?|
  i (?:already )?mentioned(?: that)?|you should know(?: that)?|i should (?:mention|add|say|note|point out)(?: that)?|
  (?:it's )?worth (?:mentioning|noting|knowing|adding)(?: that)?|did i mention(?: that)?|i forgot to (?:mention|say|tell you|
  add)(?: that)?|what you should know is(?: that)?|(?:just )?(?:letting you know|wanted (?:to let you know|
  you to know))(?: that)?|i (?:just )?(?:want|wanted) you to know(?: that)?|after (?:a lot of|much|long|some|careful|
  years of) (?:thought|thinking|deliberation|consideration|debate|research|discussion),?|in the end|finally|eventually|(?:a|
  an|one|two|three|four|five|six|\d+|a few|a couple of|several|many|some) (?:days?|weeks?|months?|years?) ago|yesterday|
  last (?:night|week|month|year)|today|this (?:week|morning|month|year)|recently|as of (?:last|this) \w+|in general|generally|
  usually|normally|turns out(?: that)?|update|good (?:morning|evening|afternoon)|fyi
`;
