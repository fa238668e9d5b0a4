import { AFTER_MIX, BEFORE_MIX } from '../../policy/score-weights.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';
import type { SlotList } from '../../kernel/search-columns.ts';

/** The addresses of columns in the kernel's memory; `scales` are 1 over the length of each vector mixed with its neighbours'. */
export type MeaningColumns = {
  readonly cosines: number;
  readonly scales: number;
  readonly out: number;
};

/** The addresses of neighbours' columns; `spans` are those of the wide window, as retrieval/window-spans.ts defines them. */
export type LinkColumns = Readonly<Record<'before' | 'after' | 'kinds' | 'spans', number>>;

const scratch = scratchBuffer();
const STEP = 4;
const FLOAT_BYTES = 4;

/**
 * Computes the cosine with each memory mixed with its neighbours'. It takes no dot products beyond the memories' own, since the length of
 * the mixed vector is kept. Without `links` no memory has neighbours.
 */
export function meaning({ cosines, scales, out }: MeaningColumns, links: LinkColumns | undefined, slots: number): void {
  const { functions } = kernelSpace();
  if (links === undefined) {
    functions.meaningAlone(cosines, scales, Math.ceil(slots / STEP) * STEP, out);
    return;
  }
  const { before, after, kinds, spans } = links;
  functions.meaningInChain(cosines, scales, before, after, kinds, spans, mixes(), slots, out);
}

/** Computes the same for some slots, equal to the last bit. */
export function meaningAt(
  { cosines, scales, out }: MeaningColumns,
  links: LinkColumns | undefined,
  slots: SlotList,
): void {
  const { functions } = kernelSpace();
  const { before = 0, after = 0, kinds = 0 } = links ?? {};
  const weights = links === undefined ? 0 : mixes();
  functions.meaningAt(slots.address, slots.count, cosines, scales, before, after, kinds, weights, out);
}

/** Returns the address of the neighbours' weights. */
function mixes(): number {
  const numbers = BEFORE_MIX.flatMap((before, kind) => [before, AFTER_MIX[kind] as number]);
  const at = scratch.of(numbers.length * FLOAT_BYTES);
  kernelSpace().floats.set(numbers, at / FLOAT_BYTES);
  return at;
}
