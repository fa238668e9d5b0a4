/** Turns of a conversation: as they come, as they are read, and as the window holds them. */

import { SLIDING_WINDOW } from '../../policy/context.ts';
import { UNKNOWN_MODEL_PRICE, type ModelPrice } from '../../policy/model-prices.ts';
import type { SaidFact } from '../facts/fact-intents.ts';
import type { ForgetRequest } from '../facts/forget-facts.ts';
import type { TurnEdges } from '../conversation/topic-cut.ts';

export const TURN_ROLES = ['USER', 'ASSISTANT', 'TOOL'] as const;
export type TurnRole = (typeof TURN_ROLES)[number];

/** A tool that the assistant asks for. */
export type ToolCall = { readonly id: string; readonly name: string; readonly argumentsJson: string };

export type Turn = {
  readonly role: TurnRole;
  readonly content: string;
  /** Whose words; '' where nobody said. */
  readonly speaker: string;
  /** When it was said. */
  readonly timeMs: number;
  /** Calls that the assistant makes. */
  readonly toolCalls: readonly ToolCall[];
  /** The call that a tool's turn answers; '' elsewhere. */
  readonly toolCallId: string;
};

/** Words with what each costs, so that a text can be cut anywhere without counting again. */
export type CountedWords = { readonly words: readonly string[]; readonly tokens: readonly number[] };

/** What a sentence does: settles something, leaves something open, asks, or tells. */
export const POINT_KINDS = ['DECISION', 'OPEN', 'QUESTION', 'TELLING'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** A sentence of a turn, or the best part of it. */
export type Point = CountedWords & { readonly kind: PointKind; readonly worth: number };

/** What a turn lends to the summary of its segment. */
export type TurnDigest = {
  readonly topics: CountedWords;
  /** What is worth most first. */
  readonly points: readonly Point[];
};

/** What a turn's words say of the conversation itself. */
export type TopicSign = {
  /** The rule that fired, for example `es.otra-cosa`. */
  readonly rule: string;
  /** The words that it fired on, in UTF-16 units of the turn. */
  readonly from: number;
  readonly to: number;
  /** Whether the window is to be flushed: "cambiemos de tema". */
  readonly flushes: boolean;
};

/** A turn that was read: counted, embedded, digested. */
export type ReadTurn = Turn & {
  /** `tn_` and a UUID. */
  readonly id: string;
  /** Counted with o200k_base, with what its message costs. */
  readonly tokens: number;
  /** Normalised; absent for a tool's turn, which is not compared. */
  readonly vector?: Float32Array | undefined;
  /** Stems of its words but stop words. */
  readonly stems: readonly string[];
  /** Absent for a tool's turn and for one without words; sure to be there only of the last that has a vector. */
  readonly edges?: TurnEdges | undefined;
  readonly digest: TurnDigest;
  /** What it is about (code, planning, …); '' where that is not clear. */
  readonly domain: string;
  readonly sign?: TopicSign | undefined;
  /** What the user says of themselves. */
  readonly facts: readonly SaidFact[];
  /** What the user asks to be forgotten. */
  readonly forget?: ForgetRequest | undefined;
};

/** DOMAIN is of answers that earlier versions remember. */
export type ShiftRule = 'SIMILARITY' | 'PHRASE' | 'DOMAIN';

/** That a turn begins another topic, and why. */
export type Shift = {
  readonly rule: ShiftRule;
  /** The rule of the table that matched a phrase; '' for what was learnt. */
  readonly detail: string;
  readonly flushes: boolean;
};

/** A turn in the window. */
export type WindowTurn = ReadTurn & {
  /** Its number in the session, from 1. */
  readonly turn: number;
  /** Calibrated, 0 to 1, with the turns before; absent for the first and for tools'. */
  readonly continuity?: number | undefined;
  readonly createMs: number;
  /** Whether it begins another topic. */
  readonly startsTopic: boolean;
};

/** How a window is cut: as provider caches want it, rarely and deep, or turn by turn. policy/context.ts says how. */
export const WINDOW_POLICIES = ['CACHED', 'SLIDING'] as const;
export type WindowPolicy = (typeof WINDOW_POLICIES)[number];

/** What the model that a session's prompts were last asked for takes for input: by it the window is cut. */
export type PromptPricing = Pick<ModelPrice, 'read' | 'write' | 'leastPrefix' | 'lifeMs'> & {
  /** Its tokens to one of o200k_base. */
  readonly tokenFactor: number;
  /** Tokens of the system prompt, counted with o200k_base. */
  readonly systemTokens: number;
};

/** Before any prompt was asked for. */
export const UNKNOWN_PRICING = pricingOf(UNKNOWN_MODEL_PRICE, 1, 0);

export function pricingOf(price: ModelPrice, tokenFactor: number, systemTokens: number): PromptPricing {
  const { read, write, leastPrefix, lifeMs } = price;
  return { read, write, leastPrefix, lifeMs, tokenFactor, systemTokens };
}

export function isSamePricing(one: PromptPricing, other: PromptPricing): boolean {
  return (Object.keys(one) as (keyof PromptPricing)[]).every((name) => one[name] === other[name]);
}

/** What a window's sizes are decided by. */
export type SessionState = {
  readonly nextTurn: number;
  readonly nextSegment: number;
  readonly policy: WindowPolicy;
  /** How many turns a sliding window may hold now. */
  readonly target: number;
  /** The last turn that a segment stands for, 0 for none. The window may hold it still. */
  readonly sealedTurn: number;
  /** The last turn of what the user asked to leave ("cambiemos de tema"), 0 for none: the session's prompts show no summary of it. */
  readonly closedTurn: number;
  /**
   * What prompts since the last cut paid for reading more than a cut leaves, in tokens of uncached input; a cached
   * window's alone.
   */
  readonly paidTokens: number;
  readonly pricing: PromptPricing;
  /** What the conversation was last about; '' where that never was clear. */
  readonly domain: string;
  /** Turns since the last topic began. */
  readonly topicTurns: number;
  readonly window: readonly WindowTurn[];
};

/** A session without turns. */
export function newSession(policy: WindowPolicy): SessionState {
  return { ...NEW_SESSION, policy };
}

const NEW_SESSION: Omit<SessionState, 'policy'> = {
  nextTurn: 1,
  nextSegment: 1,
  target: SLIDING_WINDOW.turns,
  sealedTurn: 0,
  closedTurn: 0,
  paidTokens: 0,
  pricing: UNKNOWN_PRICING,
  domain: '',
  topicTurns: 0,
  window: [],
};
