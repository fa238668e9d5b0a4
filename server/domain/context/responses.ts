/** What answers may be stored, under which key and for how long, and how one is given again. */
import stringify from 'safe-stable-stringify';
import { RESPONSES } from '../../policy/context.ts';
import { cacheabilityOf } from '../conversation/cacheability.ts';
import { questionIntent } from '../conversation/question-intent.ts';
import { normalisedQuestion } from '../conversation/question.ts';
import { toolEffect, type ToolEffect } from '../conversation/tool-effect.ts';
import { fold } from '../text/fold.ts';
import { guessLanguage } from '../text/language.ts';
import type { ToolCall } from './turn.ts';

export type ResponseKind = 'FACT' | 'TOOL';

/** What an answer is stored under; `kind` undefined where it may not be answered from a store at all. */
export type ResponseKey = {
  readonly kind: ResponseKind | undefined;
  /** Why. */
  readonly rule: string;
  /** Why its answer is not stored, where it is not. */
  readonly refusal: Refusal;
  /** Whether it is stored only where the caller says that its answer stays: nothing in the question says so. */
  readonly isCallersWord: boolean;
  /** The same for all ways to put it. */
  readonly normalised: string;
  /** As it was put; '' of a call. */
  readonly question: string;
};

/** The key of a question's answer. */
export function questionKey(question: string): ResponseKey {
  const { kind, rule, refusal = 'NOT_REPEATABLE', isUntold: isCallersWord = false } = cacheabilityOf(question);
  const wording = normalisedQuestion(question);
  const normalised = `question ${questionIntent(question)?.key ?? wording}`;
  const key: Omit<ResponseKey, 'kind'> = { rule, refusal, isCallersWord, normalised, question };
  if (wording === '' || (kind === 'NEVER' && !isCallersWord)) return { ...key, kind: undefined };
  return { ...key, kind: kind === 'TOOL' ? 'TOOL' : 'FACT' };
}

/** How an answer is found that was stored under the same key. */
export function matchOf({ question }: ResponseKey, stored: string): 'EXACT' | 'SAME_INTENT' {
  return question === stored || normalisedQuestion(question) === normalisedQuestion(stored) ? 'EXACT' : 'SAME_INTENT';
}

/** The key of a tool's answer to a call: the order of its arguments does not count. */
export function callKey({ name, argumentsJson }: Pick<ToolCall, 'name' | 'argumentsJson'>): ResponseKey {
  const sorted = stringify(JSON.parse(argumentsJson));
  const effect = toolEffect(name);
  const called = { isCallersWord: true, normalised: `call ${name} ${sorted}`, question: '' };
  return effect === undefined
    ? { kind: 'TOOL', rule: 'tool-call', refusal: 'NOT_IDEMPOTENT', ...called }
    : { kind: undefined, rule: effect, refusal: REFUSAL_OF[effect], ...called };
}

/** Why an answer is not stored. */
export type Refusal = 'NOT_IDEMPOTENT' | 'SIDE_EFFECT' | 'TIME' | 'NOT_REPEATABLE' | 'CACHE_AWAY';

const REFUSAL_OF: Readonly<Record<ToolEffect, Refusal>> = { 'side-effect': 'SIDE_EFFECT', time: 'TIME' };

export function keptMs(kind: ResponseKind): number {
  return kind === 'FACT' ? RESPONSES.factMs : RESPONSES.toolMs;
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
