/** Turns of a conversation: as they are appended, as they are read, and as the window holds them. */

import { SLIDING_WINDOW } from '../../policy/context.ts';
import { UNKNOWN_MODEL_PRICE, type ModelPrice } from '../../policy/model-prices.ts';
import type { SaidFact } from '../facts/fact-intents.ts';
import type { ForgetRequest } from '../facts/forget-facts.ts';
import type { TurnEdges } from '../conversation/topic-cut.ts';

export const TURN_ROLES = ['USER', 'ASSISTANT', 'TOOL'] as const;
export type TurnRole = (typeof TURN_ROLES)[number];

/** The assistant's call of a tool. */
export type ToolCall = { readonly id: string; readonly name: string; readonly argumentsJson: string };

export type Turn = {
  readonly role: TurnRole;
  readonly content: string;
  /** The name of the speaker; '' if the caller gave none. */
  readonly speaker: string;
  /** The time at which it was said, in milliseconds since 1970. */
  readonly timeMs: number;
  /** The calls that an assistant's turn makes. */
  readonly toolCalls: readonly ToolCall[];
  /** The call that a tool's turn answers; '' for other roles. */
  readonly toolCallId: string;
};

/** Words with the tokens of each, so that a text can be cut anywhere without counting again. */
export type CountedWords = { readonly words: readonly string[]; readonly tokens: readonly number[] };

/** The kinds of points: a decision, something left open, a question, a statement. */
export const POINT_KINDS = ['DECISION', 'OPEN', 'QUESTION', 'TELLING'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** A sentence of a turn, or the best part of it. */
export type Point = CountedWords & { readonly kind: PointKind; readonly worth: number };

/** A turn's contribution to the summary of its segment. */
export type TurnDigest = {
  readonly topics: CountedWords;
  /** Points, the one with the most worth first. */
  readonly points: readonly Point[];
};

/** A remark of a turn about the conversation itself. */
export type TopicSign = {
  /** The rule that matched, for example `es.otra-cosa`. */
  readonly rule: string;
  /** The range of the words that it matched, in UTF-16 units of the turn. */
  readonly from: number;
  readonly to: number;
  /** True if the window is to be flushed: "cambiemos de tema". */
  readonly flushes: boolean;
};

/** A turn that was read: counted, embedded, digested. */
export type ReadTurn = Turn & {
  /** `tn_` and a UUID. */
  readonly id: string;
  /** Tokens counted with o200k_base, with the overhead of the message. */
  readonly tokens: number;
  /** The normalised embedding; absent for a tool's turn, which is not compared. */
  readonly vector?: Float32Array | undefined;
  /** Stems of its words, without stop words. */
  readonly stems: readonly string[];
  /** Absent for a tool's turn and for one without words; certain to be present only in the last turn that has a vector. */
  readonly edges?: TurnEdges | undefined;
  readonly digest: TurnDigest;
  /** The domain of the turn (code, planning, …); '' if that is unclear. */
  readonly domain: string;
  readonly sign?: TopicSign | undefined;
  /** Facts that the user states about themselves. */
  readonly facts: readonly SaidFact[];
  /** The user's request to forget something. */
  readonly forget?: ForgetRequest | undefined;
};

/** DOMAIN occurs only in remembered answers of earlier versions. */
export type ShiftRule = 'SIMILARITY' | 'PHRASE' | 'DOMAIN';

/** The beginning of another topic, and its reason. */
export type Shift = {
  readonly rule: ShiftRule;
  /** The rule of the table that matched a phrase; '' if the learnt model decided. */
  readonly detail: string;
  readonly flushes: boolean;
};

/** A turn in the window. */
export type WindowTurn = ReadTurn & {
  /** Its number in the session, from 1. */
  readonly turn: number;
  /** Its calibrated similarity to the turns before, 0 to 1; absent for the first turn and for turns of tools. */
  readonly continuity?: number | undefined;
  readonly createMs: number;
  /** True if it begins another topic. */
  readonly startsTopic: boolean;
};

/**
 * The ways to cut a window: CACHED cuts seldom and deep, to suit the caches of providers, SLIDING turn by turn. policy/context.ts
 * explains both.
 */
export const WINDOW_POLICIES = ['CACHED', 'SLIDING'] as const;
export type WindowPolicy = (typeof WINDOW_POLICIES)[number];

/** The prices of the model that the session's prompts were last built for; they decide when the window is cut. */
export type PromptPricing = Pick<ModelPrice, 'read' | 'write' | 'leastPrefix' | 'lifeMs'> & {
  /** The ratio of the model's tokens to those of o200k_base. */
  readonly tokenFactor: number;
  /** Tokens of the system prompt, counted with o200k_base. */
  readonly systemTokens: number;
};

/** The pricing before any prompt was built. */
export const UNKNOWN_PRICING = pricingOf(UNKNOWN_MODEL_PRICE, 1, 0);

export function pricingOf(price: ModelPrice, tokenFactor: number, systemTokens: number): PromptPricing {
  const { read, write, leastPrefix, lifeMs } = price;
  return { read, write, leastPrefix, lifeMs, tokenFactor, systemTokens };
}

export function isSamePricing(one: PromptPricing, other: PromptPricing): boolean {
  return (Object.keys(one) as (keyof PromptPricing)[]).every((name) => one[name] === other[name]);
}

/** The state from which the size of a window is decided. */
export type SessionState = {
  readonly nextTurn: number;
  readonly nextSegment: number;
  readonly policy: WindowPolicy;
  /** The number of turns that a sliding window may hold now. */
  readonly target: number;
  /** The last turn that a segment covers, 0 for none. The window may still hold it. */
  readonly sealedTurn: number;
  /**
   * The last turn of the topic that the user asked to leave ("cambiemos de tema"), 0 for none: the session's prompts show no summary
   * up to it.
   */
  readonly closedTurn: number;
  /**
   * The surplus that prompts since the last cut paid for reading more than a cut leaves, in tokens of uncached input; counted for a
   * cached window alone.
   */
  readonly paidTokens: number;
  readonly pricing: PromptPricing;
  /** The last clear domain of the conversation; '' if there was none. */
  readonly domain: string;
  /** The number of turns since the last topic began. */
  readonly topicTurns: number;
  readonly window: readonly WindowTurn[];
};

/** Returns the state of a session without turns. */
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
