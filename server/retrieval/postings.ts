/**
 * Which documents a term is in, how often, and where: compressed rows of bytes, all in one array. kernel/assembly/words.ts reads them
 * and says how they are written.
 */
import { POSTING_ROWS } from '../policy/retrieval.ts';
import { grown, nextCapacity } from './growable.ts';
import type { Slices } from './sections.ts';
import {
  findPosting,
  MAX_POSTING_BYTES,
  NO_PLACE,
  writePosting,
  type FoundPosting,
  type PostingFacts,
} from './posting-bytes.ts';

const MAX_COUNT = 255;
/** What is packed between two looks at the clock. */
const ROWS_AT_ONCE = 64;
const POSTINGS_AT_ONCE = 4096;
const BYTES_PER_TERM = 120;

export interface Postings {
  readonly bytes: number;
  /** Another one after each change. */
  readonly revision: number;
  /** The term's id, or undefined if no document ever had it. */
  termId(term: string): number | undefined;
  /** The term's id, a new one if need be. */
  internTerm(term: string): number;
  /** In how many documents it is; 0 for a negative term, which no document has. */
  frequency(term: number): number;
  /** In order of slot; counts are 255 at most. */
  forEach(term: number, look: (posting: FoundPosting) => void): void;
  /** The bytes of a term's row; valid until the next change. */
  row(term: number): Uint8Array;
  /** `coded` are a document's terms as in `Documents.terms`, repeated ones too. The slot has none yet. */
  add(slot: number, coded: ArrayLike<number>): void;
  remove(slot: number, coded: Iterable<number>): void;
  /** The term itself. */
  text(term: number): string;
  /** Ids are below this. */
  readonly termCount: number;
  /** Slots change their numbers, keeping their order. */
  renumber(newSlot: (slot: number) => number): void;
  /** The rows of these terms, with other numbers for the slots where `newSlot` is given. Nothing may change meanwhile. */
  joined(terms: Int32Array, newSlot?: (slot: number) => number): Slices<JoinedPostings>;
  /** Into empty ones: the terms, newly numbered from 0 on, and their rows. */
  restore(texts: readonly string[], joined: JoinedPostings): void;
}

/** Rows one after the other: their bytes, and of each its length, its postings and its last slot. */
export type JoinedPostings = {
  readonly bytes: Uint8Array;
  readonly lengths: Int32Array;
  readonly frequencies: Int32Array;
  readonly lasts: Int32Array;
};

export function postings(): Postings {
  const ids = new Map<string, number>();
  const texts: string[] = [];
  let data = new Uint8Array(POSTING_ROWS.leastBytes);
  let used = 0;
  let wasted = 0;
  /** By term. */
  let starts = new Int32Array(0);
  let lengths = new Int32Array(0);
  let rooms = new Int32Array(0);
  let frequencies = new Int32Array(0);
  let lasts = new Int32Array(0);
  /** Room for two postings. */
  const patch = new Uint8Array(2 * MAX_POSTING_BYTES);
  /** By term, slots that are to be cut out of its row: all at once, when it is next read. A row is long where a term is common. */
  const leaving = new Map<number, number[]>();
  /** How often a document has each term; zero between calls. */
  let termCounts = new Uint8Array(0);

  function reserve(terms: number): void {
    if (terms <= starts.length) return;
    const capacity = nextCapacity(starts.length, terms);
    starts = grown(starts, capacity);
    lengths = grown(lengths, capacity);
    rooms = grown(rooms, capacity);
    frequencies = grown(frequencies, capacity);
    termCounts = grown(termCounts, capacity);
    lasts = grown(lasts, capacity);
  }

  /** Makes a row able to grow by so many bytes. */
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
    for (let term = 0; term < texts.length; term++) {
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
    cutOut(term);
    const start = starts[term] ?? 0;
    return data.subarray(start, start + (lengths[term] ?? 0));
  }

  /** Puts so many bytes of `patch` in place of those from `from` to `to` of a row. */
  function splice(term: number, from: number, to: number, count: number): void {
    makeRoom(term, count);
    const start = starts[term] as number;
    const length = lengths[term] as number;
    data.copyWithin(start + from + count, start + to, start + length);
    for (let at = 0; at < count; at++) data[start + from + at] = patch[at] as number;
    lengths[term] = length + count - (to - from);
  }

  function append(term: number, slot: number, facts: PostingFacts): void {
    const last = frequencies[term] === 0 ? -1 : (lasts[term] as number);
    makeRoom(term, MAX_POSTING_BYTES);
    const start = starts[term] as number;
    lengths[term] = writePosting(data, start + (lengths[term] as number), slot - last, facts) - start;
    frequencies[term] = (frequencies[term] as number) + 1;
    lasts[term] = slot;
  }

  function insert(term: number, slot: number, facts: PostingFacts): void {
    const next = findPosting(row(term), slot);
    const middle = writePosting(patch, 0, slot - next.previous, facts);
    const end = writePosting(patch, middle, next.slot - slot, next);
    splice(term, next.start, next.end, end);
    frequencies[term] = (frequencies[term] as number) + 1;
  }

  function removeOne(term: number, slot: number): void {
    const gone = leaving.get(term);
    if (gone === undefined) leaving.set(term, [slot]);
    else gone.push(slot);
    frequencies[term] = (frequencies[term] as number) - 1;
  }

  /** One pass over the row: what stays moves up, and the posting after a gap is written anew, which takes no more room. */
  function cutOut(term: number): void {
    const gone = leaving.get(term)?.sort((left, right) => left - right);
    if (gone === undefined) return;
    leaving.delete(term);
    const start = starts[term] as number;
    const bytes = data.subarray(start, start + (lengths[term] as number));
    // Up to `at` the row is read, up to `to` it is written; `last` is the slot before `at`, `kept` the last that stays.
    let [at, to, last, kept] = [0, 0, -1, -1];
    for (const slot of gone) {
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
    if (next.slot < 0) lasts[term] = kept;
    else {
      to = writePosting(bytes, to, next.slot - kept, next);
      bytes.copyWithin(to, next.end);
      to += bytes.length - next.end;
    }
    lengths[term] = to;
  }

  function forEach(term: number, look: (posting: FoundPosting) => void): void {
    const bytes = row(term);
    for (let found = findPosting(bytes, 0); found.slot >= 0; found = findPosting(bytes, 0, found.end, found.slot)) {
      look(found);
    }
  }

  let revision = 0;

  return {
    get bytes() {
      return data.byteLength + texts.length * BYTES_PER_TERM;
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
    get revision() {
      return revision;
    },
    get termCount() {
      return texts.length;
    },
    frequency: (term) => frequencies[term] ?? 0,
    forEach,
    row,
    add(slot, coded) {
      revision += 1;
      for (let place = 0; place < coded.length; place++) {
        const term = (coded[place] as number) >> 1;
        if ((termCounts[term] as number) < MAX_COUNT) termCounts[term] = (termCounts[term] as number) + 1;
      }
      for (let place = 0; place < coded.length; place++) {
        const term = (coded[place] as number) >> 1;
        const count = termCounts[term] as number;
        if (count === 0) continue;
        termCounts[term] = 0;
        cutOut(term);
        const facts = { count, place: count === 1 ? Math.min(place, NO_PLACE) : NO_PLACE };
        if (frequencies[term] === 0 || slot > (lasts[term] as number)) append(term, slot, facts);
        else insert(term, slot, facts);
      }
    },
    remove(slot, coded) {
      revision += 1;
      for (const term of new Set(Array.from(coded, (code) => code >> 1))) removeOne(term, slot);
    },
    *joined(terms, newSlot) {
      for (const [place, term] of terms.entries()) {
        cutOut(term);
        if (place % ROWS_AT_ONCE === 0) yield;
      }
      const counts = terms.map((term) => lengths[term] as number);
      const bytes = new Uint8Array(counts.reduce((sum, count) => sum + count, 0));
      const ends = terms.map((term) => lasts[term] as number);
      let at = 0;
      let written = 0;
      for (const [place, term] of terms.entries()) {
        const start = at;
        const old = row(term);
        if (newSlot === undefined) {
          bytes.set(old, at);
          at += old.length;
        } else {
          let last = -1;
          // Slots come no further apart, so rows grow no longer.
          for (let found = findPosting(old, 0); found.slot >= 0; found = findPosting(old, 0, found.end, found.slot)) {
            const slot = newSlot(found.slot);
            at = writePosting(bytes, at, slot - last, found);
            last = slot;
            written += 1;
            if (written % POSTINGS_AT_ONCE === 0) yield;
          }
          [counts[place], ends[place]] = [at - start, last];
        }
        if (place % ROWS_AT_ONCE === 0) yield;
      }
      const frequent = terms.map((term) => frequencies[term] as number);
      return { bytes: bytes.slice(0, at), lengths: counts, frequencies: frequent, lasts: ends };
    },
    restore(list, joined) {
      revision += 1;
      for (const text of list) ids.set(text, texts.push(text) - 1);
      reserve(list.length);
      lengths.set(joined.lengths);
      rooms.set(joined.lengths);
      frequencies.set(joined.frequencies);
      lasts.set(joined.lasts);
      data = joined.bytes.slice();
      used = 0;
      for (let term = 0; term < list.length; term++) {
        starts[term] = used;
        used += lengths[term] as number;
      }
    },
    renumber(newSlot) {
      revision += 1;
      for (let term = 0; term < texts.length; term++) {
        const list: FoundPosting[] = [];
        forEach(term, (posting) => list.push(posting));
        lengths[term] = frequencies[term] = 0;
        for (const posting of list) append(term, newSlot(posting.slot), posting);
      }
    },
  };
}
