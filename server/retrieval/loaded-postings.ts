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
  const rows = new Map<number, Uint8Array>();
  let allBytes = 0;
  let rowBytes = 0;
  for (const term of terms) {
    const count = postings.frequency(term);
    if (count === 0 || rows.has(term)) continue;
    const row = postings.row(term);
    rows.set(term, row);
    allBytes += unpackedBytes(count);
    rowBytes += row.length;
  }
  const start = room.of(allBytes + rowBytes);
  const { floats, functions } = kernelSpace();
  const bytes = new Uint8Array(floats.buffer);
  const loaded = new Map<number, LoadedPostings>();
  let to = start;
  let from = start + allBytes;
  for (const [term, row] of rows) {
    bytes.set(row, from);
    const count = postings.frequency(term);
    functions.unpack(from, from + row.length, to, to + count * POSTING_BYTES);
    loaded.set(term, { address: to, count });
    to += unpackedBytes(count);
    from += row.length;
  }
  return (term) => loaded.get(term) ?? NONE;
}
