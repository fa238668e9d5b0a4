/** One tool: what a model reads about it, what goes in and comes out, and what it does. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CallOptions } from '../../client/typed-client.ts';
import type { Memory } from './memory-of.ts';

export type Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> = {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model: what it does and when to call it. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  /** Rejects with a RecordaError where the call fails. */
  run(memory: Memory, input: z.output<Input>, options: CallOptions): Promise<z.input<Output>>;
  /** The text for hosts that do not read structured output; JSON if absent. */
  readonly text?: (output: z.output<Output>) => string;
};

/** Forgets the types of a tool's own schemas once they have been checked against its `run`. */
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
