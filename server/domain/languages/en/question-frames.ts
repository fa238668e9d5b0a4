/** English wording around a question. */
import { rawLines } from '../../text/raw-lines.ts';
import type { QuestionFrames } from '../question-pack.ts';

export const FRAMES: QuestionFrames = {
  openings: rawLines`
    ok|okay|ah|eh|hey|hi|hello|so|well|please|pls|and|but|sorry|thanks|quick question|question|just checking|just curious|
    remind me again|again|um+|btw|by the way|bro
  `,
  asking: rawLines`
    what did i (?:say|tell you)(?= (?:my|our|the name))|did i (?:ever |already )?(?:tell you|mention)|have i (?:ever |
    already )?(?:told you|mentioned)|(?:(?:can|could|would|will) you )?(?:please )?(?:tell me|remind me(?: of)?|confirm)|(?:can|
    do) you (?:still )?(?:remember|know|recall|tell me)|do you happen to (?:remember|know)|you remember|i want to know|
    i need to know|i'd like to know|i forgot|i can't remember|i don't remember|any idea|what was it again,?
  `,
  fillers: 'again|please|exactly',
  joins: 'if|whether|that',
  selves: "i|i'm|my|we",
  closings: rawLines`
    please|pls|plz|thanks|thank you|again|do you remember|do you know|remember|exactly|then|btw|bro|according to (?:my|
    our) (?:notes|records|memory)
  `,
  and: 'and|but|then',
  prepositions: 'at|in|on',
  asks: "what|what's|when|where|who|how|why|which|is|are|do|does|did|can|will|should",
  contractions: [
    [String.raw`\b(what|who|where|when|how|which|it|that|there)'?s\b(?=\s)`, '$1 is'],
    [String.raw`\bi'm\b|\bim\b`, 'i am'],
    [String.raw`\b(i|we|you|they)'ve\b`, '$1 have'],
    [String.raw`\b(i|we|you|they)'d\b`, '$1 would'],
    [String.raw`\b(we|you|they)'re\b`, '$1 are'],
    [String.raw`\bwon't\b`, 'will not'],
    [String.raw`\bcan't\b`, 'cannot'],
    [String.raw`n't\b`, ' not'],
    [String.raw`\bfavourite`, 'favorite'],
  ],
};
