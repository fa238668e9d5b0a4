/**
 * The documents that each term is in, how often, and where: compressed rows of bytes, all in one array. kernel/assembly/words.ts reads
 * them and describes the format.
 */
import { POSTING_ROWS } from '../policy/retrieval.ts';
import { grown, nextCapacity } from './growable.ts';
import type { SlicedWork } from './sections.ts';
import {
  findPosting,
  MAX_POSTING_BYTES,
  NO_POSITION,
  writePosting,
  type FoundPosting,
  type PostingFacts,
} from './posting-bytes.ts';

const MAX_COUNT = 255;
/** The number of rows packed between two yields. */
const ROWS_AT_ONCE = 64;
const POSTINGS_AT_ONCE = 4096;
const BYTES_PER_TERM = 120;

export interface Postings {
  readonly bytes: number;
  /** Returns the term's id, or undefined if no document ever had it. */
  termId(term: string): number | undefined;
  /** Returns the term's id, a new one if need be. */
  internTerm(term: string): number;
  /** Returns the number of documents with the term; 0 for a negative term, which no document has. */
  frequency(term: number): number;
  /** Visits the postings of a term in order of slot; counts are 255 at most. */
  forEach(term: number, look: (posting: FoundPosting) => void): void;
  /** Returns the bytes of a term's row; valid until the next change. */
  row(term: number): Uint8Array;
  /** Adds a document; `coded` are its terms in the form of `Documents.terms`, with repeats. The slot has no postings yet. */
  add(slot: number, coded: ArrayLike<number>): void;
  remove(slot: number, coded: Iterable<number>): void;
  /** Returns the text of a term. */
  text(term: number): string;
  /** All ids are below this. */
  readonly termCount: number;
  /** Renumbers the slots, keeping their order. */
  renumber(newSlot: (slot: number) => number): void;
  /** Joins the rows of these terms, with renumbered slots if `newSlot` is given. Nothing may change meanwhile. */
  joined(terms: Int32Array, newSlot?: (slot: number) => number): SlicedWork<JoinedPostings>;
  /** Restores the terms, numbered from 0 on, and their rows; there must be none yet. */
  restore(texts: readonly string[], joined: JoinedPostings): void;
}

/** Rows one after the other: their bytes, and for each its length, its number of postings and its last slot. */
export type JoinedPostings = {
  readonly bytes: Uint8Array;
  readonly lengths: Int32Array;
  readonly frequencies: Int32Array;
  readonly lasts: Int32Array;
};

export function postings(): Postings {
  const ids = new Map<string, number>();
  const texts: string[] = [];
  const rows = postingRows();
  /** The number of times a document has each term; zero between calls. */
  let termCounts = new Uint8Array(0);

  function reserve(terms: number): void {
    const capacity = rows.reserve(terms);
    if (capacity > termCounts.length) termCounts = grown(termCounts, capacity);
  }

  return {
    get bytes() {
      return rows.bytes + texts.length * BYTES_PER_TERM;
    },
    termId: (term) => ids.get(term),
    internTerm(term) {
      let id = ids.get(term);
      if (id === undefined) {
        id = texts.length;
        ids.set(term, id);
        texts.push(term);
        reserve(texts.length);
      }
      return id;
    },
    text: (term) => texts[term] as string,
    get termCount() {
      return texts.length;
    },
    frequency: rows.frequency,
    forEach: (term, look) => forEachIn(rows.row(term), look),
    row: rows.row,
    add(slot, coded) {
      for (let at = 0; at < coded.length; at++) {
        const term = (coded[at] as number) >> 1;
        if ((termCounts[term] as number) < MAX_COUNT) termCounts[term] = (termCounts[term] as number) + 1;
      }
      for (let at = 0; at < coded.length; at++) {
        const term = (coded[at] as number) >> 1;
        const count = termCounts[term] as number;
        if (count === 0) continue;
        termCounts[term] = 0;
        rows.put(term, slot, { count, position: count === 1 ? Math.min(at, NO_POSITION) : NO_POSITION });
      }
    },
    remove(slot, coded) {
      for (const term of new Set(Array.from(coded, (code) => code >> 1))) rows.remove(term, slot);
    },
    joined: rows.joined,
    restore(list, joined) {
      for (const text of list) ids.set(text, texts.push(text) - 1);
      reserve(list.length);
      rows.restore(joined);
    },
    renumber(newSlot) {
      for (let term = 0; term < texts.length; term++) rows.renumber(term, newSlot);
    },
  };
}

/** Keeps rows of postings, a row for each term, with its number of documents and its last slot. */
function postingRows() {
  const bytes = byteRows();
  let frequencies = new Int32Array(0);
  let lasts = new Int32Array(0);
  /** Slots to remove from a row: all at once, when it is next read, since the row of a common term is long. */
  const leaving = new Map<number, number[]>();
  /** Has room for two postings. */
  const patch = new Uint8Array(2 * MAX_POSTING_BYTES);

  function row(term: number): Uint8Array {
    cutOut(term);
    return bytes.row(term);
  }

  function cutOut(term: number): void {
    const gone = leaving.get(term);
    if (gone === undefined) return;
    leaving.delete(term);
    gone.sort((left, right) => left - right);
    const { length, last } = withoutSlots(bytes.row(term), gone);
    bytes.shorten(term, length);
    if (last !== undefined) lasts[term] = last;
  }

  /** Adds a posting to its row, which has none of this slot yet. */
  function put(term: number, slot: number, facts: PostingFacts): void {
    cutOut(term);
    const count = frequencies[term] as number;
    const last = count === 0 ? -1 : (lasts[term] as number);
    if (slot > last) {
      bytes.append(term, slot - last, facts);
      lasts[term] = slot;
    } else insert(term, slot, facts);
    frequencies[term] = count + 1;
  }

  /** Inserts a posting before the last one. */
  function insert(term: number, slot: number, facts: PostingFacts): void {
    const next = findPosting(bytes.row(term), slot);
    const middle = writePosting(patch, 0, slot - next.previous, facts);
    const end = writePosting(patch, middle, next.slot - slot, next);
    bytes.splice(term, next.start, next.end, patch, end);
  }

  return {
    get bytes() {
      return bytes.capacity;
    },
    /** Makes rows for terms below this. Returns the number of terms with room. */
    reserve(terms: number): number {
      const capacity = bytes.reserve(terms);
      if (capacity > frequencies.length) {
        frequencies = grown(frequencies, capacity);
        lasts = grown(lasts, capacity);
      }
      return capacity;
    },
    frequency: (term: number): number => frequencies[term] ?? 0,
    row,
    put,
    remove(term: number, slot: number): void {
      const gone = leaving.get(term);
      if (gone === undefined) leaving.set(term, [slot]);
      else gone.push(slot);
      frequencies[term] = (frequencies[term] as number) - 1;
    },
    renumber(term: number, newSlot: (slot: number) => number): void {
      const list: FoundPosting[] = [];
      forEachIn(row(term), (posting) => list.push(posting));
      bytes.shorten(term, 0);
      frequencies[term] = 0;
      for (const posting of list) put(term, newSlot(posting.slot), posting);
    },
    *joined(terms: Int32Array, newSlot?: (slot: number) => number): SlicedWork<JoinedPostings> {
      for (const [index, term] of terms.entries()) {
        cutOut(term);
        if (index % ROWS_AT_ONCE === 0) yield;
      }
      const joined = yield* joinRows(Array.from(terms, bytes.row), newSlot);
      const picked = (column: Int32Array): Int32Array => terms.map((term) => column[term] as number);
      return { ...joined, frequencies: picked(frequencies), lasts: joined.lasts ?? picked(lasts) };
    },
    restore(joined: JoinedPostings): void {
      frequencies.set(joined.frequencies);
      lasts.set(joined.lasts);
      bytes.restore(joined);
    },
  };
}

/** Keeps rows in one array of bytes. A row grows in place as long as it has room, and moves to the array's end after that. */
function byteRows() {
  let data = new Uint8Array(POSTING_ROWS.leastBytes);
  let used = 0;
  let wasted = 0;
  let rows = 0;
  /** The start of each row, by term. */
  let starts = new Int32Array(0);
  let lengths = new Int32Array(0);
  let rooms = new Int32Array(0);

  /** Makes room for a row to grow by `more` bytes. */
  function makeRoom(term: number, more: number): void {
    const length = lengths[term] as number;
    if (length + more <= (rooms[term] as number)) return;
    if (wasted > POSTING_ROWS.leastBytes && wasted > used >> 1) closeGaps();
    const room = Math.max(POSTING_ROWS.leastRowBytes, length + more + (length >> 1));
    if (used + room > data.length) data = grown(data, nextCapacity(data.length, used + room));
    data.copyWithin(used, starts[term] as number, (starts[term] as number) + length);
    wasted += rooms[term] as number;
    starts[term] = used;
    rooms[term] = room;
    used += room;
  }

  function closeGaps(): void {
    const packed = new Uint8Array(data.length);
    used = 0;
    for (let term = 0; term < rows; term++) {
      const start = starts[term] as number;
      const length = lengths[term] as number;
      packed.set(data.subarray(start, start + length), used);
      starts[term] = used;
      used += rooms[term] = length;
    }
    data = packed;
    wasted = 0;
  }

  function row(term: number): Uint8Array {
    const start = starts[term] ?? 0;
    return data.subarray(start, start + (lengths[term] ?? 0));
  }

  return {
    get capacity() {
      return data.byteLength;
    },
    /** Makes rows for terms below this. Returns the number of terms with room. */
    reserve(terms: number): number {
      rows = terms;
      if (terms > starts.length) {
        const capacity = nextCapacity(starts.length, terms);
        starts = grown(starts, capacity);
        lengths = grown(lengths, capacity);
        rooms = grown(rooms, capacity);
      }
      return starts.length;
    },
    row,
    shorten: (term: number, length: number): void => void (lengths[term] = length),
    /** Appends a posting, `distance` slots after the last one. */
    append(term: number, distance: number, facts: PostingFacts): void {
      makeRoom(term, MAX_POSTING_BYTES);
      const start = starts[term] as number;
      lengths[term] = writePosting(data, start + (lengths[term] as number), distance, facts) - start;
    },
    /** Replaces the bytes from `from` to `to` of a row by the first `count` bytes of `patch`. */
    splice(term: number, from: number, to: number, patch: Uint8Array, count: number): void {
      makeRoom(term, count);
      const start = starts[term] as number;
      const length = lengths[term] as number;
      data.copyWithin(start + from + count, start + to, start + length);
      for (let at = 0; at < count; at++) data[start + from + at] = patch[at] as number;
      lengths[term] = length + count - (to - from);
    },
    restore(joined: Pick<JoinedPostings, 'bytes' | 'lengths'>): void {
      lengths.set(joined.lengths);
      rooms.set(joined.lengths);
      data = joined.bytes.slice();
      used = 0;
      for (let term = 0; term < rows; term++) {
        starts[term] = used;
        used += lengths[term] as number;
      }
    },
  };
}

/**
 * Removes slots in one pass over a row: what stays moves up, and the posting after a gap is written again, which takes no more room.
 * Returns the row's new length, and its last slot if that has changed.
 */
function withoutSlots(
  bytes: Uint8Array,
  slots: readonly number[],
): { readonly length: number; readonly last: number | undefined } {
  // The row is read up to `at` and written up to `to`; `last` is the slot before `at`, `kept` the last one that stays.
  let [at, to, last, kept] = [0, 0, -1, -1];
  for (const slot of slots) {
    if (kept !== last) {
      const next = findPosting(bytes, 0, at, last);
      if (next.slot !== slot) {
        to = writePosting(bytes, to, next.slot - kept, next);
        [at, last, kept] = [next.end, next.slot, next.slot];
      }
    }
    const found = findPosting(bytes, slot, at, last);
    bytes.copyWithin(to, at, found.start);
    to += found.start - at;
    if (found.start > at) kept = found.previous;
    [at, last] = [found.end, slot];
  }
  const next = findPosting(bytes, 0, at, last);
  if (next.slot < 0) return { length: to, last: kept };
  to = writePosting(bytes, to, next.slot - kept, next);
  bytes.copyWithin(to, next.end);
  return { length: to + bytes.length - next.end, last: undefined };
}

function forEachIn(bytes: Uint8Array, look: (posting: FoundPosting) => void): void {
  for (let found = findPosting(bytes, 0); found.slot >= 0; found = findPosting(bytes, 0, found.end, found.slot)) {
    look(found);
  }
}

/** Joins rows one after the other, with renumbered slots if `newSlot` is given; only then do last slots change. */
function* joinRows(
  rows: readonly Uint8Array[],
  newSlot: ((slot: number) => number) | undefined,
): SlicedWork<Pick<JoinedPostings, 'bytes' | 'lengths'> & { readonly lasts: Int32Array | undefined }> {
  const bytes = new Uint8Array(rows.reduce((sum, row) => sum + row.length, 0));
  const lengths = new Int32Array(rows.length);
  const lasts = new Int32Array(rows.length);
  let end = 0;
  let written = 0;
  for (const [index, row] of rows.entries()) {
    const start = end;
    if (newSlot === undefined) {
      bytes.set(row, end);
      end += row.length;
    } else {
      let last = -1;
      // Renumbering moves slots no farther apart, so rows grow no longer.
      for (let found = findPosting(row, 0); found.slot >= 0; found = findPosting(row, 0, found.end, found.slot)) {
        const slot = newSlot(found.slot);
        end = writePosting(bytes, end, slot - last, found);
        last = slot;
        written += 1;
        if (written % POSTINGS_AT_ONCE === 0) yield;
      }
      lasts[index] = last;
    }
    lengths[index] = end - start;
    if (index % ROWS_AT_ONCE === 0) yield;
  }
  return { bytes: bytes.slice(0, end), lengths, lasts: newSlot && lasts };
}
