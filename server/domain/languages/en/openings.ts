/** English words that begin clauses. */
import { rawLines } from '../../text/raw-lines.ts';

/** After a conjunction, a clause that begins with one of these is the speaker's own. */
export const CLAUSE_STARTS = rawLines`
  (?:live|work|study|teach)\s+(?:in|at|for|as|with|remotely)\b|(?:i|i'm|im|i've|i'd|i'll|my|we|we're|we've|our|he|she|they|
  you|it|the|always|never|please|remember|from now on|don't|dont|call|let's|can|could|what|how|which|where|who|why|do|does|
  should|would|is|are|maybe|then|not)\b
`;

/** Words and phrases before a clause that add no meaning. */
export const OPENINGS = rawLines`
  ah+|oh+|uh+|um+|hm+|mm+|ha(?:ha)+|lol|lmao|xd|
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
