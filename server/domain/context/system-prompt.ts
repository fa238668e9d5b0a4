/** An agent's system prompt: four blocks, compiled into one text that is the same in every request. */
import { createHash } from 'node:crypto';
import { SYSTEM_BLOCK_TOKENS } from '../../policy/context.ts';
import type { FieldViolation } from '../errors.ts';
import type { Count } from './turn-digest.ts';

export const SYSTEM_BLOCKS = ['identity', 'capabilities', 'rules', 'format'] as const;
export type SystemBlocks = Readonly<Record<(typeof SYSTEM_BLOCKS)[number], string>>;

/** Joins the blocks with blank lines between them and leaves out those without text. */
export function compileSystem(blocks: SystemBlocks): string {
  return SYSTEM_BLOCKS.map((name) => blocks[name].trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

export function systemVersion(compiled: string): string {
  return createHash('sha256').update(compiled).digest('base64url');
}

/** Returns a violation for each block that exceeds its tokens. */
export function systemFaults(blocks: SystemBlocks, count: Count): readonly FieldViolation[] {
  return SYSTEM_BLOCKS.flatMap((name) => {
    const tokens = count(blocks[name].trim());
    const most = SYSTEM_BLOCK_TOKENS[name];
    if (tokens <= most) return [];
    return [{ field: `system_prompt.${name}`, description: `is ${tokens} tokens; at most ${most} are allowed` }];
  });
}
