/** What a prompt may be made of. */
import type { BlockKind, Degradation, Omission } from './prompt.ts';
import type { Recalled } from './recall-block.ts';
import type { ShownSegment } from './segment.ts';
import type { ToolCall } from './turn.ts';
import type { ShownTurn } from './window-blocks.ts';

/** What the caller brings along that is not always needed. */
export type Extra = {
  readonly kind: Extract<BlockKind, 'TOOL_DESCRIPTION' | 'EXAMPLE' | 'FORMAT'>;
  /** Of a tool, its name. */
  readonly name: string;
  readonly text: string;
};

export type PromptFact = { readonly id: string; readonly domain: string; readonly text: string };

/** The result of a tool that the model has not seen. */
export type ToolResult = { readonly call: ToolCall; readonly content: string };

export type Materials = {
  /** As compiled; '' for none. */
  readonly system: string;
  readonly systemVersion: string;
  readonly segments: readonly ShownSegment[];
  readonly window: readonly ShownTurn[];
  readonly extras: readonly Extra[];
  /** Of the query's domains, what matters most first. */
  readonly facts: readonly PromptFact[];
  /** Best first. */
  readonly recalled: readonly Recalled[];
  /** Of the last answer, on a retry; '' for none. */
  readonly lastError: string;
  /** '' where the window's last user turn is what the model answers. */
  readonly newTurn: string;
  readonly toolResults: readonly ToolResult[];
  /** Facts right after the system prompt, or after all that stays as it is. */
  readonly order: 'STABLE_FIRST' | 'FACTS_FIRST';
  /** Found out before: what is left out, and what could not be had. */
  readonly omitted: readonly Omission[];
  readonly degradations: readonly Degradation[];
};

/** In tokens of the model that is asked. */
export type PromptLimits = {
  readonly tokens: number;
  /** Undefined: what is usual beside the facts and the window. */
  readonly recall: number | undefined;
};
