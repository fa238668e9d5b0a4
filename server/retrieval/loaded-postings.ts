import { kernelRoom } from './kernel/kernel-room.ts';
import { kernelSpace } from './kernel/kernel-memory.ts';
import type { Postings } from './postings.ts';

/** The postings of a term, unpacked in the kernel's memory. */
export type LoadedPostings = { readonly address: number; readonly count: number };

const POSTING_BYTES = 4;
const NONE: LoadedPostings = { address: 0, count: 0 };
const room = kernelRoom();

/** Unpacks the postings of these terms; valid until the next call on this thread. */
export function loadPostings(postings: Postings, terms: Iterable<number>): (term: number) => LoadedPostings {
  const distinct = [...new Set(terms)].filter((term) => postings.frequency(term) > 0);
  const rows = distinct.map(postings.row);
  const counts = distinct.map(postings.frequency);
  const unpackedBytes = sum(counts) * POSTING_BYTES;
  const start = room.of(unpackedBytes + sum(rows.map(({ length }) => length)));
  const { floats, functions } = kernelSpace();
  const bytes = new Uint8Array(floats.buffer);
  const loaded = new Map<number, LoadedPostings>();
  let to = start;
  let from = start + unpackedBytes;
  for (const [place, row] of rows.entries()) {
    bytes.set(row, from);
    const count = functions.unpack(from, from + row.length, to);
    loaded.set(distinct[place] as number, { address: to, count });
    to += count * POSTING_BYTES;
    from += row.length;
  }
  return (term) => loaded.get(term) ?? NONE;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
