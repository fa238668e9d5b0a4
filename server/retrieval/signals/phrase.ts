import { PHRASE_SCALE } from '../../policy/score-weights.ts';
import type { RaggedRows } from '../growable.ts';
import type { Address } from '../../kernel/address.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import type { UnpackedPostings } from '../unpacked-postings.ts';
import { inverseDocumentFrequency } from './lexical.ts';

const NUMBER_BYTES = 4;

/** The addresses of columns in the kernel's memory: `row` is zero before and after, `out` before, and `found` is overwritten. */
export type PairColumns = Readonly<Record<'row' | 'found' | 'out', Address>>;

/**
 * Adds up, for each document that has two adjacent query terms adjacent too, the idf of the pair; at most `top` in all. Returns whether
 * there is any.
 */
export function phrases(
  queryTerms: readonly number[],
  listOf: (term: number) => UnpackedPostings,
  terms: RaggedRows,
  { count, top }: { readonly count: number; readonly top: number },
  { row, found, out }: PairColumns,
): boolean {
  const { functions, floats } = kernelSpace();
  let any = false;
  for (let at = 1; at < queryTerms.length; at++) {
    if (isRepeated(queryTerms, at)) continue;
    const [first, second] = [queryTerms[at - 1] as number, queryTerms[at] as number];
    const [left, right] = [listOf(first), listOf(second)];
    if (left.count === 0 || right.count === 0) continue;
    const pairs = functions.sideBySide(left.address, left.count, right.address, right.count, row, found);
    if (pairs === 0) continue;
    const holders = withPair(terms, floats.buffer, found, pairs, first, second);
    if (holders.length === 0) continue;
    any = true;
    const weight = (top * inverseDocumentFrequency(count, holders.length)) / PHRASE_SCALE;
    const start = out / NUMBER_BYTES;
    for (let index = 0; index < holders.length; index++) {
      const at = start + (holders[index] as number);
      floats[at] = Math.min(top, (floats[at] as number) + weight);
    }
  }
  return any;
}

/** Tells whether the term at this index follows the same term as earlier in the query. */
function isRepeated(queryTerms: readonly number[], index: number): boolean {
  for (let at = 1; at < index; at++) {
    if (queryTerms[at] === queryTerms[index] && queryTerms[at - 1] === queryTerms[index - 1]) return true;
  }
  return false;
}

/** Returns the slots listed at this address whose documents do have the pair. */
function withPair(
  terms: RaggedRows,
  buffer: ArrayBufferLike,
  address: number,
  count: number,
  first: number,
  second: number,
): Int32Array {
  const slots = new Int32Array(buffer, address, count);
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    if (slot >= 0) slots[kept++] = slot;
    else if (hasPair(terms, -1 - slot, first, second)) slots[kept++] = -1 - slot;
  }
  return slots.subarray(0, kept);
}

function hasPair({ values, starts, lengths }: RaggedRows, slot: number, first: number, second: number): boolean {
  const start = starts[slot] as number;
  const end = start + (lengths[slot] as number);
  for (let at = start + 1; at < end; at++) {
    if ((values[at] as number) >> 1 === second && (values[at - 1] as number) >> 1 === first) return true;
  }
  return false;
}
