/** Decides which answers may be stored, under which key and for how long, and how a stored answer is returned. */
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

/** The key of an answer; `kind` is undefined if the answer may not come from a store at all. */
export type ResponseKey = {
  readonly kind: ResponseKind | undefined;
  /** The rule that decided. */
  readonly rule: string;
  /** The reason why the answer is not stored, if it is not. */
  readonly refusal: Refusal;
  /** True if the answer is stored only if the caller says that it stays valid: nothing in the question shows it. */
  readonly isCallersWord: boolean;
  /** The question in a form that is equal for all its phrasings. */
  readonly normalised: string;
  /** The question as it was asked; '' for a call. */
  readonly question: string;
};

/** Returns the key of a question's answer. */
export function questionKey(question: string): ResponseKey {
  const { kind, rule, refusal = 'NOT_REPEATABLE', needsCallersWord: isCallersWord = false } = cacheabilityOf(question);
  const wording = normalisedQuestion(question);
  const normalised = `question ${questionIntent(question)?.key ?? wording}`;
  const key: Omit<ResponseKey, 'kind'> = { rule, refusal, isCallersWord, normalised, question };
  if (wording === '' || (kind === 'NEVER' && !isCallersWord)) return { ...key, kind: undefined };
  return { ...key, kind: kind === 'TOOL' ? 'TOOL' : 'FACT' };
}

/** Tells how a question matches one that was stored under the same key. */
export function matchOf({ question }: ResponseKey, stored: string): 'EXACT' | 'SAME_INTENT' {
  return question === stored || normalisedQuestion(question) === normalisedQuestion(stored) ? 'EXACT' : 'SAME_INTENT';
}

/** Returns the key of a tool's answer to a call: the order of the arguments does not matter. */
export function callKey({ name, argumentsJson }: Pick<ToolCall, 'name' | 'argumentsJson'>): ResponseKey {
  const sorted = stringify(JSON.parse(argumentsJson));
  const effect = toolEffect(name);
  const called = { isCallersWord: true, normalised: `call ${name} ${sorted}`, question: '' };
  return effect === undefined
    ? { kind: 'TOOL', rule: 'tool-call', refusal: 'NOT_IDEMPOTENT', ...called }
    : { kind: undefined, rule: effect, refusal: REFUSAL_OF[effect], ...called };
}

/** The reasons for which an answer is not stored. */
export type Refusal = 'NOT_IDEMPOTENT' | 'SIDE_EFFECT' | 'TIME' | 'NOT_REPEATABLE' | 'CACHE_AWAY';

const REFUSAL_OF: Readonly<Record<ToolEffect, Refusal>> = { 'side-effect': 'SIDE_EFFECT', time: 'TIME' };

export function keptMs(kind: ResponseKind): number {
  return kind === 'FACT' ? RESPONSES.factMs : RESPONSES.toolMs;
}

/** Returns the answer marked as stored, in the language of the question. */
export function marked(answer: string, question: string): string {
  const language = guessLanguage(question, fold(question)) ?? 'es';
  return `${MARKS[language]}\n${answer}`;
}

const MARKS = {
  es: '[Respuesta recuperada de conversación anterior]',
  en: '[Answer recovered from an earlier conversation]',
} as const;
