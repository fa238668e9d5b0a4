/** What a prompt is made of, before it takes a provider's form. */
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

/** How long a block stays as it is: for good; until something is sealed; from request to request; not at all. */
export type Stability = 'STABLE' | 'SEALED' | 'WINDOW' | 'CHANGING';

export type PromptBlock = {
  readonly kind: BlockKind;
  readonly role: 'SYSTEM' | 'USER' | 'ASSISTANT' | 'TOOL';
  readonly text: string;
  /** Calls of the assistant; each has its result in the next TOOL blocks. */
  readonly toolCalls: readonly ToolCall[];
  /** The call that a tool's result answers. */
  readonly answers?: Pick<ToolCall, 'id' | 'name'> | undefined;
  /** Counted for the model that is asked, with what the message costs. */
  readonly tokens: number;
  /** What it was made of, for example `turn:12`, `segment:3`, `fact:fa_…`. */
  readonly sources: readonly string[];
  /** What was chosen by its worth: each of the sources, where there was a choice. */
  readonly items?: readonly PromptItem[] | undefined;
  /** Whether the provider is told to cache the prompt up to the end of this block. */
  readonly isMarked?: boolean | undefined;
  readonly stability: Stability;
};

/** Why something is in a prompt. */
export const INCLUDE_REASONS = ['REQUIRED', 'NEWEST', 'CACHED', 'WORTH', 'PINNED', 'PLANNED', 'NEAR'] as const;
export type IncludeReason = (typeof INCLUDE_REASONS)[number];

/** Something that was chosen among others. */
export type PromptItem = {
  readonly source: string;
  /** What it takes by itself. */
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

/** Something that the prompt could have had, or a part of it. */
export type Omission = {
  readonly kind: BlockKind;
  readonly source: string;
  readonly reason: OmitReason;
  /** What is missing takes so many, or at least so many where it was left out uncounted. */
  readonly tokens?: number | undefined;
};

/** What was done to a prompt that would have been too large, or could not be as it should. In the order in which it is done. */
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
  /** The fact of which it has the model ask whether it still holds. */
  readonly confirms?: string | undefined;
  readonly blocks: readonly PromptBlock[];
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
  /** The tokens of everything, never over the limit. */
  readonly tokens: number;
  /** Where the window was narrowed: turns up to this one are to be sealed. */
  readonly sealUpTo?: number | undefined;
};
