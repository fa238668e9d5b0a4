/** Questions apart from how they are put: greetings, politeness and punctuation say nothing of what is asked. */
import { rawLines } from '../text/raw-lines.ts';
import { foldInPlace } from '../speech/read-turn.ts';
import { MASK } from '../speech/mask-foreign.ts';

/** Two questions in one. */
const ASKS_MORE = new RegExp(
  rawLines`
      ,? (?:y|e|pero|and|but|then) (?:(?:a|de|en|con|por|para|at|in|on) )?(?:que|cual(?:es)?|como|cuando|donde|cuant[oa]s?|
      quien(?:es)?|what|what's|when|where|who|how|why|which|is|are|do|does|did|can|will|should)(?![\p{L}'])
    `,
  'u',
);

/** Ways to ask that ask nothing themselves. */
const FRAME = new RegExp(
  rawLines`
      ^(?:(?:hola|buenas|buen dia|buenos dias|buenas tardes|buenas noches|che|oye|oi|mira|bueno|ok|okay|dale|a ver|perdon|
      disculpa|por favor|porfa|gracias|y|pero|una pregunta|pregunta|consulta|duda|ah|eh|entonces|hey|hi|hello|so|well|please|
      pls|and|but|sorry|thanks|quick question|question|just checking|just curious|remind me again|again|um+|btw|by the way|
      por cierto|amigo|bro|wey|tio)(?![\p{L}'])[\s,:.!\u2014-]*|(?:(?:me )?(?:podes|puedes|podrias|puede|
      podria) (?:decir(?:me)?|recordar(?:me)?|confirmar(?:me)?)|(?:ya )?te (?:dije|conte|comente|mencione|habia dicho)|
      what did i (?:say|tell you)(?= (?:my|our|the name))|did i (?:ever |already )?(?:tell you|mention)|have i (?:ever |
      already )?(?:told you|mentioned)|(?:(?:vos|tu|usted) )?(?:me |te )?(?:decis|dices|recordas|recuerdas|acordas|acuerdas|
      sabes|sabias|confirmas)|decime|dime|digame|recordame|recuerdame|recuerdeme|confirmame|quiero saber|quisiera saber|
      necesito saber|me gustaria saber|no me acuerdo|no recuerdo|me olvide|(?:(?:can|could|would|
      will) you )?(?:please )?(?:tell me|remind me(?: of)?|confirm)|(?:can|do) you (?:still )?(?:remember|know|recall|tell me)|
      do you happen to (?:remember|know)|you remember|i want to know|i need to know|i'd like to know|i forgot|i can't remember|
      i don't remember|any idea|what was it again,?)(?![\p{L}'])(?: (?:otra vez|again|del?(?! (?:que|cuant|donde|cual|quien))|
      por favor|please|exactly)(?![\p{L}]))*[\s,:.]*(?:(?:(?:si|if|whether|that)(?= (?:soy|tengo|vivo|trabajo|prefiero|me|como|
      tomo|i|i'm|my|we|mi)\b)|de que(?= (?:soy|tengo|prefiero|me|mi)\b))\s*)?)
    `,
  'u',
);

const CLOSING = new RegExp(
  rawLines`
      [\s,.?!\u2014-]+(?:por favor|porfa|please|pls|plz|gracias|thanks|thank you|otra vez|again|te acordas|te acuerdas|recordas|
      recuerdas|sabes|sabias|do you remember|do you know|remember|che|exactly|exactamente|eh|entonces|then|btw|vos|wey|bro|
      according to (?:my|our) (?:notes|records|memory)|lo tenes anotado|lo tienes anotado)?[\s,.?!]*$
    `,
  'u',
);

/** "Qué es lo que prefiero" asks what "qué prefiero" asks. */
const CLEFT =
  /^(que|quien|cual|donde|cuando|como) (?:es|era|fue) (?:(?:lo|el|la|los|las) )?(?:que|donde|cuando|como) (?=\p{L})/u;

export type Question = {
  readonly core: string;
  /** A mark or a frame says that it is a question. */
  readonly isAsked: boolean;
};

/** The one question of a folded text without its frame; undefined where there is none, or more. */
export function questionCore(folded: string): Question | undefined {
  if (folded.includes(MASK) || folded.trim().includes('\n')) return undefined;
  const core = withoutFrame(folded);
  // A second sentence may change what is asked.
  if (core === '' || ASKS_MORE.test(core) || /[.?!;]\s*\S/u.test(core.replaceAll(/\d[.,]\d/g, '0'))) return undefined;
  return { core: core.replace(CLEFT, '$1 '), isAsked: /[?\u00bf]/.test(folded) || FRAME.test(bareOf(folded)) };
}

/** The same for all ways to write and frame one question; its order and every word that tells stay. */
export function normalisedQuestion(question: string): string {
  const folded = foldInPlace(question.normalize('NFKC'));
  const bare = withoutFrame(folded) || folded;
  return spelledOut(bare)
    .replaceAll(/[^\p{L}\p{N}\s.,:/+#%-]/gu, ' ')
    .replaceAll(/[.,:](?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** `What's` as `what is`. */
export function spelledOut(folded: string): string {
  return CONTRACTIONS.reduce((text, [from, to]) => text.replaceAll(from, to), ` ${folded} `);
}

function withoutFrame(folded: string): string {
  let core = bareOf(folded);
  for (;;) {
    const shorter = core.replace(FRAME, '').replace(CLOSING, '').trim();
    if (shorter === core || shorter === '') return core;
    core = shorter;
  }
}

function bareOf(folded: string): string {
  return folded.replaceAll(/[\u00bf\u00a1"()]|\p{Emoji_Presentation}/gu, ' ').trim();
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(what|who|where|when|how|which|it|that|there)'?s\b(?=\s)/g, '$1 is'],
  [/\bi'm\b|\bim\b/g, 'i am'],
  [/\b(i|we|you|they)'ve\b/g, '$1 have'],
  [/\b(i|we|you|they)'d\b/g, '$1 would'],
  [/\b(we|you|they)'re\b/g, '$1 are'],
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b/g, 'cannot'],
  [/n't\b/g, ' not'],
  [/\bfavourite/g, 'favorite'],
  [/\bxq\b|\bporq\b/g, 'por que'],
  [/\bq\b/g, 'que'],
];
