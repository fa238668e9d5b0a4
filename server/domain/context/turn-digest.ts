/**
 * What a turn lends to the summary of its segment, read when it comes: the words of its first telling sentence, of a decision,
 * of a question, and what it is about. Each word with its tokens, so that a summary is composed without counting.
 */
import { rawLines } from '../text/raw-lines.ts';
import { DIGEST } from '../../policy/context.ts';
import { fold } from '../text/fold.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { foldedWords } from '../text/words.ts';
import type { CountedWords, TurnDigest } from './turn.ts';

/** Tokens of a text. */
export type Count = (text: string) => number;

/** Folded, at the start of a clause: somebody settles something, in Spanish or English. */
const DECIDES = new RegExp(rawLines`
      \b(?:decid(?:i|imos|ieron|io|ed)|(?:hemos|he|have|has) (?:decidido|decided|agreed)|acordamos|quedamos en|
      queda(?:mos)? decidido|vamos (?:con|a usar)|nos quedamos con|elegimos|elegi|opt(?:amos|e) por|we (?:will|'ll) (?:go|use|
      stick)|let's (?:go|use|stick)|we(?:'re| are) going (?:with|to use)|i(?:'ll| will) (?:go|stick) with|we (?:agreed|chose|
      settled)|i (?:chose|went with)|the (?:decision|plan) is|la decision es)\b
    `);
const NOT_DECIDED =
  /\b(?:no|not|never|nunca|n't|todavia|yet|aun|si|if|maybe|tal vez|quizas?)\b[^.]{0,12}\b(?:decid|acord|eleg|agree|chose)/;

export function turnDigest(text: string, count: Count): TurnDigest {
  const sentences = sentencesOf(text);
  const folded = sentences.map(fold);
  const decides = (sentence: string): boolean =>
    DECIDES.test(sentence) && !NOT_DECIDED.test(sentence) && !sentence.includes('?');
  const decision = sentences.find((_, at) => decides(folded[at]!));
  const last = sentences.at(-1);
  const question = last?.endsWith('?') === true ? last : undefined;
  const gist = sentences.find((sentence, at) => isTelling(folded[at]!) && sentence !== question) ?? sentences[0] ?? '';
  return {
    topics: counted(topicsOf(folded), count),
    gist: countedText(gist, count),
    ...(decision !== undefined && { decision: countedText(decision, count) }),
    ...(question !== undefined && { question: countedText(question, count) }),
  };
}

/** On one line, without the blanks around. */
function sentencesOf(text: string): string[] {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? [] : line.split(/(?<=[.!?…])\s+(?=[\p{Lu}¿¡\d"'(*-])/u);
}

/** Whether a sentence has words of its own: "Ok, thanks!" has not. */
function isTelling(folded: string): boolean {
  return contentWords(folded).length >= DIGEST.topics;
}

function contentWords(folded: string): string[] {
  return foldedWords(folded).filter((word) => !STOP_WORDS.en.has(word) && !STOP_WORDS.es.has(word));
}

/** The words that it says most often, longer ones first, in the order in which they are said. */
function topicsOf(folded: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const word of folded.flatMap(contentWords))
    if (word.length >= DIGEST.shortestTopic) times.set(word, (times.get(word) ?? 0) + 1);
  const chosen = [...times].toSorted(([a, m], [b, n]) => n - m || b.length - a.length).slice(0, DIGEST.topics);
  return chosen.map(([word]) => word);
}

function countedText(text: string, count: Count): CountedWords {
  return counted(text.split(' ').slice(0, DIGEST.words), count);
}

/** Each with the blank before it. */
function counted(words: readonly string[], count: Count): CountedWords {
  return { words, tokens: words.map((word) => count(` ${word}`)) };
}
