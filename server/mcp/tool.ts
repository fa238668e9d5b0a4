/** One tool: its description for models, its input and output, and what it does. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CallOptions } from '../../client/typed-client.ts';
import type { Memory } from './memory-of.ts';

export type Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  /** The title for people. */
  readonly title: string;
  /** The description for the model: what the tool does and when to call it. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  /** Rejects with a RecordaError if the call fails. */
  run(memory: Memory, input: z.output<Input>, options: CallOptions): Promise<z.input<Output>>;
  /** Returns the text for hosts that do not read structured output; if absent, that is JSON. */
  readonly text?: (output: z.output<Output>) => string;
};

/** Removes the types of a tool's own schemas once they have been checked against its `run`. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(it: Tool<Input, Output>): Tool {
  return it;
}

/** Annotations of tools: reads change nothing; a repeated write may add again; nothing leaves the user's own memory. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
export const CHANGES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};
