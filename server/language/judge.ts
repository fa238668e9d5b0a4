/** The reader as judge of what rules have found. */
import type { FactJudge } from '../domain/facts/fact-judge.ts';
import type { JudgedSentence, Reader } from './reader.ts';

/**
 * A span is judged twice, as the likeliest of the sentences it stands in and by its own text alone, and the logits are averaged: the
 * sentence knows what is said around it, the text alone is not led astray by a question in the same breath.
 */
export function judgeOf({ read }: Pick<Reader, 'read'>): FactJudge {
  // Facts of one turn are asked for one after another.
  let last: { readonly turn: string; readonly sentences: readonly JudgedSentence[] } | undefined;
  return ({ turn, from, to, text }) => {
    if (last?.turn !== turn) last = { turn, sentences: read(turn) };
    const within = likeliest(last.sentences.filter((sentence) => sentence.from < to && sentence.to > from));
    const alone = likeliest(read(text));
    return logistic((logit(within) + logit(alone)) / 2);
  };
}

function likeliest(sentences: readonly JudgedSentence[]): number {
  return Math.max(0, ...sentences.map(({ probability }) => probability));
}

/** What is all but sure one way is not quite. */
const SURE = 1e-6;
const logit = (probability: number): number => {
  const bounded = Math.min(1 - SURE, Math.max(SURE, probability));
  return Math.log(bounded / (1 - bounded));
};
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
