/** What a prompt may be made of. */
import type { WhyFact } from '../facts/fact-intents.ts';
import type { EarlierSession } from './earlier-sessions.ts';
import type { BlockKind, Degradation, Omission } from './prompt.ts';
import type { Recalled } from './recall-block.ts';
import type { ShownSegment } from './segment.ts';
import type { ModelPrice } from '../../policy/model-prices.ts';
import type { ToolCall, WindowPolicy } from './turn.ts';
import type { ShownTurn } from './window-blocks.ts';

/** What the caller brings along that is not always needed. */
export type Extra = {
  readonly kind: Extract<BlockKind, 'TOOL_DESCRIPTION' | 'EXAMPLE' | 'FORMAT'>;
  /** The tool's name. */
  readonly name: string;
  readonly text: string;
};

export type PromptFact = {
  readonly id: string;
  readonly domain: string;
  readonly text: string;
  /** When it was last confirmed, as its line says it. */
  readonly day: string;
  readonly why: WhyFact;
  /** Whether the prompt may have the model ask if it still holds. */
  readonly isDue: boolean;
  /** Whether it has to do with the question: else it is left out. */
  readonly isNear: boolean;
  /** Whether the user has said something else since: then it gives way. */
  readonly isOutdated: boolean;
  /** The turn of this session that said it; absent where another session did, or nobody. */
  readonly ownTurn?: number | undefined;
};

/** How near recalled turns come to the question: none does, one may where nothing else could, some may, some do. */
export const RELEVANCES = ['NOTHING', 'GLANCE', 'LITTLE', 'ALL'] as const;
export type Relevance = (typeof RELEVANCES)[number];

/**
 * Where what is told of memory stands. STABLE_FIRST: after all that stays as it is, before the question. QUESTION_FIRST: after the question,
 * with which the next prompt begins as well: so the provider writes it into its cache once, and reads it from then on. FACTS_FIRST: facts
 * right after the system prompt, the rest before the question.
 */
export type PartOrder = 'STABLE_FIRST' | 'QUESTION_FIRST' | 'FACTS_FIRST';

/** The result of a tool that the model has not seen. */
export type ToolResult = { readonly call: ToolCall; readonly content: string };

export type Materials = {
  readonly sessionId: string;
  readonly policy: WindowPolicy;
  /** What the provider takes for input. */
  readonly price: ModelPrice;
  /** How relevant recalled turns are; facts say it themselves. */
  readonly relevance: Relevance;
  /** Tokens of the session's turns that have left the window: of its own past a prompt tells no more than that. */
  readonly leftTokens: number;
  /** As compiled; '' for none. */
  readonly system: string;
  readonly systemVersion: string;
  readonly segments: readonly ShownSegment[];
  /** What the user's last sessions came to, the newest first. */
  readonly earlierSessions: readonly EarlierSession[];
  readonly window: readonly ShownTurn[];
  readonly extras: readonly Extra[];
  /** Facts of the query's domains, what matters most first. */
  readonly facts: readonly PromptFact[];
  /** Best first; turns of the session's own window among them where the limit was asked for. */
  readonly recalled: readonly Recalled[];
  /** The error of the last answer, on a retry; '' for none. */
  readonly lastError: string;
  /** '' where the window's last user turn is what the model answers. */
  readonly newTurn: string;
  readonly toolResults: readonly ToolResult[];
  readonly order: PartOrder;
  /** Found out before: what is left out, and what could not be had. */
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
};

/** In tokens of the model that is asked. */
export type PromptLimits = {
  readonly tokens: number;
  /** Whether somebody asked for that limit: then every token counts alike, else each by what it costs. */
  readonly isAsked: boolean;
  /** Undefined: what is usual beside the facts, or, under a limit that was asked for, what it is worth. */
  readonly recall: number | undefined;
};
