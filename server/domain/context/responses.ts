/** What answers may be stored, under which key and for how long, and how one is given again. */
import stringify from 'safe-stable-stringify';
import { RESPONSES } from '../../policy/context.ts';
import { cacheabilityOf } from '../conversation/cacheability.ts';
import { normalisedQuestion } from '../conversation/question.ts';
import { toolEffect } from '../conversation/tool-effect.ts';
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
  const effect = toolEffect(name);
  const kind = effect === undefined ? 'TOOL' : undefined;
  return { kind, rule: effect ?? 'tool-call', normalised: `call ${name} ${sorted}`, question: '' };
}

/** Why an answer is not stored. */
export type Refusal = 'NOT_IDEMPOTENT' | 'SIDE_EFFECT' | 'TIME' | 'NOT_REPEATABLE' | 'CACHE_AWAY';

/** By the rule that decided. */
export function refusalOf(rule: string): Refusal {
  return REFUSALS[rule] ?? 'NOT_REPEATABLE';
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'side-effect': 'SIDE_EFFECT',
  time: 'TIME',
  'not-idempotent': 'NOT_IDEMPOTENT',
  'cache-away': 'CACHE_AWAY',
};

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
