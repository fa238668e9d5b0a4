import { addressAt, type Address } from '../kernel/address.ts';
import { scratchBuffer } from '../kernel/scratch-buffer.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import type { Postings } from './postings.ts';

/** The postings of a term, unpacked in the kernel's memory: four bytes each, then their positions, a byte each. */
export type UnpackedPostings = { readonly address: Address; readonly count: number };

const POSTING_BYTES = 4;
const POSITION_BYTES = 1;

/** The bytes of `count` postings, rounded up to where the next ones may start. */
const unpackedBytes = (count: number): number =>
  Math.ceil((count * (POSTING_BYTES + POSITION_BYTES)) / POSTING_BYTES) * POSTING_BYTES;

const NONE: UnpackedPostings = { address: 0 as Address, count: 0 };
/** Holds unpacked postings, one term's after another's, and packed rows on their way in. */
const scratch = scratchBuffer();
const rows = scratchBuffer();

/** Unpacks the postings of these terms; valid until the next call on this thread. */
export function unpackPostings(postings: Postings, terms: Iterable<number>): (term: number) => UnpackedPostings {
  const wanted = [...new Set(terms)].filter((term) => postings.frequency(term) > 0);
  let address = scratch.of(wanted.reduce((sum, term) => sum + unpackedBytes(postings.frequency(term)), 0));
  const unpacked = new Map<number, UnpackedPostings>();
  for (const term of wanted) {
    const count = postings.frequency(term);
    unpack(postings.row(term), address, count);
    unpacked.set(term, { address, count });
    address = addressAt(address, unpackedBytes(count));
  }
  return (term) => unpacked.get(term) ?? NONE;
}

function unpack(row: Uint8Array, address: Address, count: number): void {
  const from = rows.of(row.length);
  const { floats, functions } = kernelSpace();
  new Uint8Array(floats.buffer, from, row.length).set(row);
  functions.unpack(from, addressAt(from, row.length), address, addressAt(address, count * POSTING_BYTES));
}
