/** The parts of prompts, in the same order and colours wherever they are shown. */
import type { Answer } from '../contract.ts';
import * as format from '../format.ts';
import type { Part } from '../parts/drawings.tsx';
import { nameOf } from '../texts/text.ts';

type Block = NonNullable<Answer<'ContextService/AssembleContext'>['blocks']>[number];

/** The kinds in the order of their colours. */
const KINDS = [
  'BLOCK_KIND_SYSTEM',
  'BLOCK_KIND_TURN',
  'BLOCK_KIND_FACTS',
  'BLOCK_KIND_RECALL',
  'BLOCK_KIND_SUMMARIES',
  'BLOCK_KIND_NEW_TURN',
  'BLOCK_KIND_EARLIER_SESSIONS',
  'BLOCK_KIND_TOOL_RESULT',
  'BLOCK_KIND_TOOL_DESCRIPTION',
  'BLOCK_KIND_EXAMPLE',
  'BLOCK_KIND_FORMAT',
  'BLOCK_KIND_LAST_ERROR',
];

export const colourOfKind = (kind: string): number => Math.max(0, KINDS.indexOf(kind));

/** Returns the tokens of each kind, summed over its blocks. */
export function partsOf(blocks: readonly Pick<Block, 'kind' | 'tokenCount'>[]): readonly Part[] {
  return KINDS.map((kind, colour) => {
    const tokens = blocks
      .filter((block) => block.kind === kind)
      .reduce((sum, { tokenCount }) => sum + Number(tokenCount ?? 0), 0);
    return { name: nameOf(kind), value: tokens, text: format.number(tokens), colour };
  }).filter(({ value }) => value > 0);
}
