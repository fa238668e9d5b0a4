import { addressAt, type Address } from '../../kernel/address.ts';
import { wholeBlocks } from '../../kernel/search-columns.ts';
import { scratchBuffer } from '../../kernel/scratch-buffer.ts';
import type { RecordOf } from '../../kernel/records.ts';
import { kernelSpace } from '../../kernel/kernel-memory.ts';
import type { UnpackedPostings } from '../unpacked-postings.ts';

/** Returns the highest score of a word found in so many windows, and its idf. */
export type Weigh = (holders: number) => { readonly top: number; readonly idf: number };

const NUMBER_BYTES = 4;
/** The numbers that the kernel reads for a term: the address of its row, its highest score, its idf. */
const TERM_NUMBERS = 3;

const terms = scratchBuffer();
const rows = scratchBuffer();
let zeroBytes = 0;

/** Returns room for rows, zero between calls. */
function emptyRows(bytes: number): Address {
  const address = rows.of(bytes);
  if (bytes > zeroBytes) new Uint8Array(kernelSpace().floats.buffer, address, bytes).fill(0);
  zeroBytes = Math.max(zeroBytes, bytes);
  return address;
}

/**
 * Makes `scores` and `covered` the contribution of words that are only in windows of adjacent slots, as `spans` says; returns the other
 * words. kernel/assembly/windows.ts describes the method.
 */
export function spreadWindows(
  lists: readonly UnpackedPostings[],
  spans: Address,
  slots: number,
  weigh: Weigh,
  bm25: RecordOf<'bm25'>,
): readonly UnpackedPostings[] {
  const rowBytes = wholeBlocks(slots);
  const start = emptyRows(lists.length * rowBytes);
  const termsAt = terms.of(lists.length * TERM_NUMBERS * NUMBER_BYTES);
  const { functions, floats } = kernelSpace();
  const addresses = new Uint32Array(floats.buffer);
  const others: UnpackedPostings[] = [];
  let words = 0;
  for (const list of lists) {
    const row = addressAt(start, words * rowBytes);
    const holders = functions.spread(list.address, list.count, spans, row);
    if (holders < 0) {
      others.push(list);
      continue;
    }
    const { top, idf } = weigh(holders);
    const at = termsAt / NUMBER_BYTES + TERM_NUMBERS * words++;
    addresses[at] = row;
    floats[at + 1] = top;
    floats[at + 2] = idf;
  }
  functions.addSpread(termsAt, words, rowBytes, bm25);
  return others;
}
