/** The parts of a prompt, before it is rendered for a provider. */
import type { ToolCall } from './turn.ts';

export const BLOCK_KINDS = [
  'SYSTEM',
  'SUMMARIES',
  'TURN',
  'TOOL_DESCRIPTION',
  'EXAMPLE',
  'FORMAT',
  'FACTS',
  'RECALL',
  'LAST_ERROR',
  'NEW_TURN',
  'TOOL_RESULT',
  'EARLIER_SESSIONS',
] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/**
 * The time for which a block stays unchanged: for good; until the next segment is sealed; while the window is not cut; not even until
 * the next request.
 */
export type Stability = 'STABLE' | 'SEALED' | 'WINDOW' | 'CHANGING';

export type PromptBlock = {
  readonly kind: BlockKind;
  readonly role: 'SYSTEM' | 'USER' | 'ASSISTANT' | 'TOOL';
  readonly text: string;
  /** The assistant's calls; the TOOL blocks that follow hold their results. */
  readonly toolCalls: readonly ToolCall[];
  /** The call that a tool's result answers. */
  readonly answers?: Pick<ToolCall, 'id' | 'name'> | undefined;
  /** Tokens counted for the model of the prompt, with the overhead of the message. */
  readonly tokens: number;
  /** The sources of the block, for example `turn:12`, `segment:3`, `fact:fa_…`. */
  readonly sources: readonly string[];
  /** One item for each source, if the block's content was chosen by worth. */
  readonly items?: readonly PromptItem[] | undefined;
  /** True if the provider is told to cache the prompt up to the end of this block. */
  readonly isMarked?: boolean | undefined;
  readonly stability: Stability;
};

/** The reasons for which something is in a prompt. */
export const INCLUDE_REASONS = ['REQUIRED', 'NEWEST', 'CACHED', 'WORTH', 'PINNED', 'PLANNED', 'NEAR'] as const;
export type IncludeReason = (typeof INCLUDE_REASONS)[number];

/** Something that was chosen among several candidates. */
export type PromptItem = {
  readonly source: string;
  /** The tokens that it takes by itself. */
  readonly tokens: number;
  /** The probability that the answer needs it, 0 to 1. */
  readonly worth: number;
  readonly why: IncludeReason;
};

export const OMIT_REASONS = [
  'OVER_BUDGET',
  'OVER_CEILING',
  'NOT_NEEDED_AGAIN',
  'SAID_RECENTLY',
  'CALL_WITHOUT_RESULT',
  'RESULT_WITHOUT_CALL',
  'CLIPPED',
  'NOT_NEAR',
  'OUTDATED',
  'NOT_WORTH_COST',
] as const;
export type OmitReason = (typeof OMIT_REASONS)[number];

/** Something that the prompt could have contained, or a part of it. */
export type Omission = {
  readonly kind: BlockKind;
  readonly source: string;
  readonly reason: OmitReason;
  /** The tokens of what is missing, or at least so many if it was left out before it was counted. */
  readonly tokens?: number | undefined;
};

/** The ways in which a prompt was reduced, or could not be complete, in the order in which they happen. */
export const DEGRADATIONS = [
  'FACTS_UNAVAILABLE',
  'WINDOW_NARROWED',
  'RECALL_REDUCED',
  'TOOL_RESULTS_CLIPPED',
  'EXTRAS_DROPPED',
  'SUMMARIES_DROPPED',
  'WINDOW_SHRUNK',
  'TURNS_CLIPPED',
  'FACTS_DROPPED',
  'LAST_ERROR_CLIPPED',
] as const;
export type Degradation = (typeof DEGRADATIONS)[number];

export type Prompt = {
  /** The id of the fact that the prompt tells the model to ask about. */
  readonly confirms?: string | undefined;
  readonly blocks: readonly PromptBlock[];
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
  /** The tokens of the whole prompt, never over the limit. */
  readonly tokens: number;
  /** Set if the window was narrowed: turns up to this one are to be sealed. */
  readonly sealUpTo?: number | undefined;
};
