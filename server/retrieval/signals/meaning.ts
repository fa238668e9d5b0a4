import { AFTER_MIX, BEFORE_MIX } from '../../policy/score-weights.ts';
import type { Address } from '../../kernel/address.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import { record, type RecordOf } from '../../kernel/records.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';
import type { SlotList } from '../../kernel/search-columns.ts';

/** The addresses of columns in the kernel's memory; `scales` are 1 over the length of each vector mixed with its neighbours'. */
export type MeaningColumns = {
  readonly cosines: Address;
  readonly scales: Address;
  readonly out: Address;
};

/** The addresses of neighbours' columns; `spans` are those of the wide window, as retrieval/window-spans.ts defines them. */
export type LinkColumns = Readonly<Record<'before' | 'after' | 'kinds' | 'spans', Address>>;

const scratch = scratchBuffer();
const FLOAT_BYTES = 4;
const NO_LINKS = { before: 0, after: 0, kinds: 0, spans: 0 };

/**
 * Computes the cosine with each memory mixed with its neighbours'. It takes no dot products beyond the memories' own, since the length of
 * the mixed vector is kept. Without `links` no memory has neighbours.
 */
export function meaning(columns: MeaningColumns, links: LinkColumns | undefined, slots: number): void {
  kernelSpace().functions.meaning(mixed(columns, links), slots);
}

/** Computes the same for some slots, equal to the last bit. */
export function meaningAt(columns: MeaningColumns, links: LinkColumns | undefined, slots: SlotList): void {
  kernelSpace().functions.meaningAt(mixed(columns, links), slots.address, slots.count);
}

function mixed(columns: MeaningColumns, links: LinkColumns | undefined): RecordOf<'meaning'> {
  const { before, after, kinds, spans } = links ?? NO_LINKS;
  const { cosines, scales, out } = columns;
  return record('meaning', { cosines, scales, before, after, kinds, spans, mixes: mixes(), out });
}

/** Returns the address of the neighbours' weights. */
function mixes(): Address {
  const numbers = BEFORE_MIX.flatMap((before, kind) => [before, AFTER_MIX[kind] as number]);
  const at = scratch.of(numbers.length * FLOAT_BYTES);
  kernelSpace().floats.set(numbers, at / FLOAT_BYTES);
  return at;
}
