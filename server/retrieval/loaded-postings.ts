import { kernelRoom } from '../kernel/kernel-room.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import type { Postings } from './postings.ts';

/** The postings of a term, unpacked in the kernel's memory: four bytes each, then their places, a byte each. */
export type LoadedPostings = { readonly address: number; readonly count: number };

const POSTING_BYTES = 4;
const PLACE_BYTES = 1;

/** Bytes of so many, up to where the next ones may start. */
const unpackedBytes = (count: number): number =>
  Math.ceil((count * (POSTING_BYTES + PLACE_BYTES)) / POSTING_BYTES) * POSTING_BYTES;

const NONE: LoadedPostings = { address: 0, count: 0 };
const room = kernelRoom();

/** Unpacks the postings of these terms; valid until the next call on this thread. */
export function loadPostings(postings: Postings, terms: Iterable<number>): (term: number) => LoadedPostings {
  const distinct = [...new Set(terms)].filter((term) => postings.frequency(term) > 0);
  const rows = distinct.map(postings.row);
  const counts = distinct.map(postings.frequency);
  const allBytes = sum(counts.map(unpackedBytes));
  const start = room.of(allBytes + sum(rows.map(({ length }) => length)));
  const { floats, functions } = kernelSpace();
  const bytes = new Uint8Array(floats.buffer);
  const loaded = new Map<number, LoadedPostings>();
  let to = start;
  let from = start + allBytes;
  for (const [place, row] of rows.entries()) {
    bytes.set(row, from);
    const count = counts[place] as number;
    functions.unpack(from, from + row.length, to, to + count * POSTING_BYTES);
    loaded.set(distinct[place] as number, { address: to, count });
    to += unpackedBytes(count);
    from += row.length;
  }
  return (term) => loaded.get(term) ?? NONE;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
