import { scratchBuffer } from '../kernel/scratch-buffer.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { LOADED_POSTINGS_BYTES } from '../policy/retrieval.ts';
import type { Postings } from './postings.ts';

/** The postings of a term, unpacked in the kernel's memory: four bytes each, then their places, a byte each. */
export type LoadedPostings = { readonly address: number; readonly count: number };

const POSTING_BYTES = 4;
const PLACE_BYTES = 1;

/** Bytes of so many, up to where the next ones may start. */
const unpackedBytes = (count: number): number =>
  Math.ceil((count * (POSTING_BYTES + PLACE_BYTES)) / POSTING_BYTES) * POSTING_BYTES;

const NONE: LoadedPostings = { address: 0, count: 0 };
/** Unpacked postings, of an index as it was, one term's after another's; and rows on their way in. */
const scratch = scratchBuffer();
const rows = scratchBuffer();
const loaded = new Map<number, LoadedPostings>();
/** Not held: the words of an index that is let go of go with it. */
let source: { readonly postings: WeakRef<Postings>; readonly revision: number } | undefined;
let used = 0;

/**
 * Unpacks the postings of these terms; valid until the next call on this thread. Those that earlier calls unpacked are there still,
 * while the index has not changed and they have room: questions share their frequent words, which have the long rows.
 */
export function loadPostings(postings: Postings, terms: Iterable<number>): (term: number) => LoadedPostings {
  const wanted = new Set<number>();
  for (const term of terms) if (postings.frequency(term) > 0) wanted.add(term);
  if (source?.postings.deref() !== postings || source.revision !== postings.revision) {
    forget();
    source = { postings: new WeakRef(postings), revision: postings.revision };
  }
  if (used + bytesOf(postings, missing(wanted)) > LOADED_POSTINGS_BYTES) forget();
  const more = missing(wanted);
  const start = scratch.of(Math.max(LOADED_POSTINGS_BYTES, used + bytesOf(postings, more)));
  for (const term of more) {
    const count = postings.frequency(term);
    const address = start + used;
    unpack(postings.row(term), address, count);
    loaded.set(term, { address, count });
    used += unpackedBytes(count);
  }
  return (term) => loaded.get(term) ?? NONE;
}

function forget(): void {
  loaded.clear();
  used = 0;
}

function missing(terms: Iterable<number>): readonly number[] {
  return Array.from(terms).filter((term) => !loaded.has(term));
}

function bytesOf(postings: Postings, terms: readonly number[]): number {
  return terms.reduce((sum, term) => sum + unpackedBytes(postings.frequency(term)), 0);
}

function unpack(row: Uint8Array, address: number, count: number): void {
  const from = rows.of(row.length);
  const { floats, functions } = kernelSpace();
  new Uint8Array(floats.buffer, from, row.length).set(row);
  functions.unpack(from, from + row.length, address, address + count * POSTING_BYTES);
}
