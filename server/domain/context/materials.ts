/** The materials that a prompt may be built from. */
import type { WhyFact } from '../facts/fact-intents.ts';
import type { EarlierSession } from './earlier-sessions.ts';
import type { BlockKind, Degradation, Omission } from './prompt.ts';
import type { Recalled } from './recall-block.ts';
import type { ShownSegment } from './segment.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { ToolCall, WindowPolicy } from './turn.ts';
import type { ShownTurn } from './window-blocks.ts';

/** A part that the caller supplies and that not every prompt needs. */
export type Extra = {
  readonly kind: Extract<BlockKind, 'TOOL_DESCRIPTION' | 'EXAMPLE' | 'FORMAT'>;
  /** The name of the tool. */
  readonly name: string;
  readonly text: string;
};

export type PromptFact = {
  readonly id: string;
  readonly domain: string;
  readonly text: string;
  /** The day on which the fact was last confirmed, as its line prints it. */
  readonly day: string;
  readonly why: WhyFact;
  /** True if leaving it out may harm the user: it is about health or diet, and the question's plan touches it. */
  readonly mayHarm?: boolean;
  /** True if the model may be told to ask whether the fact still holds. */
  readonly isDue: boolean;
  /** True if the fact is relevant to the question; otherwise it is left out. */
  readonly isNear: boolean;
  /** True if the user has said something else since; the fact is then left out. */
  readonly isOutdated: boolean;
  /** The turn of this session that stated it; absent if it was stated in another session or by no turn. */
  readonly ownTurn?: number | undefined;
};

/**
 * The relevance of recalled turns to the question: none is relevant; one may be used if nothing else could answer; some may be
 * relevant; some are.
 */
export const RELEVANCES = ['NOTHING', 'GLANCE', 'LITTLE', 'ALL'] as const;
export type Relevance = (typeof RELEVANCES)[number];

/**
 * The place of the blocks about memory. STABLE_FIRST: after everything that stays unchanged, before the question. QUESTION_FIRST:
 * after the question, with which the next prompt begins as well, so that the provider writes it into its cache once and reads it from
 * then on. FACTS_FIRST: facts right after the system prompt, the rest before the question.
 */
export type PartOrder = 'STABLE_FIRST' | 'QUESTION_FIRST' | 'FACTS_FIRST';

/** A tool's result that the model has not seen yet. */
export type ToolResult = { readonly call: ToolCall; readonly content: string };

export type Materials = {
  readonly sessionId: string;
  readonly policy: WindowPolicy;
  /** The provider's prices for input. */
  readonly price: ModelPrice;
  /** The relevance of the recalled turns; each fact has its own `isNear`. */
  readonly relevance: Relevance;
  /** The probability that the recalled turns concern the question, 0 to 1. */
  readonly chance: number;
  /**
   * Tokens of the session's turns that have left the window: the prompt says no more about the session's own past than that many
   * tokens.
   */
  readonly leftTokens: number;
  /** The compiled system prompt; '' for none. */
  readonly system: string;
  readonly systemVersion: string;
  readonly segments: readonly ShownSegment[];
  /** Summaries of the user's last sessions, the newest first. */
  readonly earlierSessions: readonly EarlierSession[];
  readonly window: readonly ShownTurn[];
  readonly extras: readonly Extra[];
  /** Facts of the query's domains, the most important first. */
  readonly facts: readonly PromptFact[];
  /** Recalled turns, best first. If the caller set a limit, they may include turns of the session's own window. */
  readonly recalled: readonly Recalled[];
  /** The ids of recalled turns about health and diet that the question's plan touches. */
  readonly planned: ReadonlySet<string>;
  /** The error of the last answer, when it is retried; '' for none. */
  readonly lastError: string;
  /** '' if the window's last turn of the user is the one to be answered. */
  readonly newTurn: string;
  readonly toolResults: readonly ToolResult[];
  readonly order: PartOrder;
  /** Parts that were left out before the prompt was built, and things that were unavailable. */
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
};

/** Limits in tokens of the model that the prompt is built for. */
export type PromptLimits = {
  readonly tokens: number;
  /** True if the caller set the limit: then all tokens count the same; otherwise each counts by its cost. */
  readonly isAsked: boolean;
  /** Undefined: recall gets the usual room besides the facts or, under a limit that the caller set, whatever it is worth. */
  readonly recall: number | undefined;
};
