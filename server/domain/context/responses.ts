/** Which stored answer may be given again: of the same question, or of one that means the same. */
import stringify from 'safe-stable-stringify';
import { RESPONSES } from '../../policy/context.ts';
import { cacheabilityOf } from '../conversation/cacheability.ts';
import { normalisedQuestion } from '../conversation/question.ts';
import { calibratedSimilarity } from '../calibrate.ts';
import { meaningDifference } from '../same-meaning.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage } from '../text/language.ts';
import type { ToolCall } from './turn.ts';

export type ResponseKind = 'FACT' | 'TOOL';

/** What an answer is stored under; `kind` undefined where it may not be answered from a store at all. */
export type ResponseKey = {
  readonly kind: ResponseKind | undefined;
  /** Why. */
  readonly rule: string;
  /** The same for all ways to put it. */
  readonly normalised: string;
  /** As it was put; '' of a call. */
  readonly question: string;
};

/** Of a question. */
export function questionKey(question: string): ResponseKey {
  const { kind, rule } = cacheabilityOf(question);
  const normalised = normalisedQuestion(question);
  if (kind === 'NEVER' || normalised === '') return { kind: undefined, rule, normalised, question };
  return { kind: kind === 'TOOL' ? 'TOOL' : 'FACT', rule, normalised: `question ${normalised}`, question };
}

/** Of a tool's call: the order of its arguments does not count. */
export function callKey({ name, argumentsJson }: Pick<ToolCall, 'name' | 'argumentsJson'>): ResponseKey {
  const sorted = stringify(JSON.parse(argumentsJson));
  return { kind: 'TOOL', rule: 'tool-call', normalised: `call ${name} ${sorted}`, question: '' };
}

export function keptMs(kind: ResponseKind): number {
  return kind === 'FACT' ? RESPONSES.factMs : RESPONSES.toolMs;
}

/** A question that was answered. */
export type Candidate = { readonly question: string; readonly vector: Float32Array };

/** Whether a question's vector is near enough to one's for their words to be compared. */
export function isNear(one: Float32Array, other: Float32Array, embedderName: string): boolean {
  return calibratedSimilarity(embedderName, dot(one, other)) >= RESPONSES.sameIntent;
}

/** The nearest candidate that means the same; undefined where none is near enough, or all differ in something that tells. */
export function sameIntent<T extends Candidate>(
  question: string,
  vector: Float32Array,
  candidates: readonly T[],
  embedderName: string,
): { readonly candidate: T; readonly similarity: number } | undefined {
  return candidates
    .map((candidate) => ({ candidate, similarity: calibratedSimilarity(embedderName, dot(vector, candidate.vector)) }))
    .filter(({ similarity }) => similarity >= RESPONSES.sameIntent)
    .toSorted((one, other) => other.similarity - one.similarity)
    .find(({ candidate }) => meaningDifference(question, candidate.question) === undefined);
}

/** The answer under the system's own mark, in the question's language. */
export function marked(answer: string, question: string): string {
  const language = guessLanguage(question, fold(question)) ?? 'es';
  return `${MARKS[language]}\n${answer}`;
}

const MARKS = {
  es: '[Respuesta recuperada de conversación anterior]',
  en: '[Answer recovered from an earlier conversation]',
} as const;

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += one[at]! * (other[at] ?? 0);
  return sum;
}
