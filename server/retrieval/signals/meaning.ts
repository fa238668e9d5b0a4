import { AFTER_MIX, BEFORE_MIX } from '../../policy/score-weights.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';
import type { SlotList } from '../../kernel/search-columns.ts';

/** Addresses of columns in the kernel's memory; `scales` are 1 over the length of each vector mixed with its neighbours'. */
export type MeaningColumns = {
  readonly cosines: number;
  readonly scales: number;
  readonly out: number;
};

/** Where documents have neighbours; `spans` are those of the wide window, as retrieval/window-spans.ts says. */
export type LinkColumns = Readonly<Record<'before' | 'after' | 'kinds' | 'spans', number>>;

const scratch = scratchBuffer();
const STEP = 4;
const FLOAT_BYTES = 4;

/**
 * The cosine with a memory mixed with its neighbours': no dot product more than the memories' own, since the length of the
 * mixed vector is kept. Without `links` none has neighbours.
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

/** The same, to the last bit, of some slots. */
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

/** Where the kernel finds the neighbours' weights. */
function mixes(): number {
  const numbers = BEFORE_MIX.flatMap((before, kind) => [before, AFTER_MIX[kind] as number]);
  const at = scratch.of(numbers.length * FLOAT_BYTES);
  kernelSpace().floats.set(numbers, at / FLOAT_BYTES);
  return at;
}
