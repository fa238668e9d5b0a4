/** What is worked out of a document and its neighbours when they change, so that a search need not. */
import {
  AFTER_MIX,
  BEFORE_MIX,
  INFORMATION_DRIFT,
  INFORMATION_SCALE,
  INFORMED_AT_ONCE,
  WIDE_REACH,
} from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';
import { grown, livingSlots, picked } from './growable.ts';
import { sectionReader, sectionWriter, type Parts, type Slices } from './sections.ts';
import { inverseDocumentFrequency, OWN, stretchLength, WIDE, WINDOW, type Stretches } from './signals/lexical.ts';

export interface DerivedColumns {
  readonly bytes: number;
  readonly own: Stretches;
  readonly window: Stretches;
  readonly wide: Stretches;
  /** 1 over the length of a memory's vector mixed with its neighbours'. */
  readonly mixScales: Float32Array;
  /** 0..1: how much a memory says. */
  readonly information: Float32Array;
  /** Call after a document is put in. */
  entered(slot: number): void;
  /** Call before a document is taken out. */
  leaving(slot: number): void;
  /** Works out what has changed: before the next search. */
  settle(): void;
  /** After the documents were compacted. */
  rebuild(): void;
  /** Of the living slots, in order. Nothing may change meanwhile. */
  packing(): Slices<Parts>;
  /** What `packed` gave, after the documents were restored. */
  restore(bytes: Uint8Array<ArrayBuffer>): void;
}

const BYTES_PER_SLOT = 16;

export function derivedColumns(documents: Documents): DerivedColumns {
  let windowLengths = new Int32Array(0);
  let wideLengths = new Int32Array(0);
  let mixScales = new Float32Array(0);
  let information = new Float32Array(0);
  let seen = new Int32Array(0);
  let sightings = 0;
  let ownTotal = 0;
  let windowTotal = 0;
  let wideTotal = 0;
  /** Since the last pass over all began; and those that are not settled yet. */
  let changes = 0;
  let unsettled = 0;
  /** The slot that a pass over what all say has come to, while there is one, and how many more it should have come to by now. */
  let passAt: number | undefined;
  let owed = 0;
  /** Slots whose stretches, whose mix with their neighbours, and whose own words have changed. */
  const staleStretches = new Set<number>();
  const staleMixes = new Set<number>();
  const unread = new Set<number>();

  function stretches(reach: Stretches['reach'], lengths: Int32Array, total: number): Stretches {
    return { reach, lengths, meanLength: total / Math.max(1, documents.count) };
  }

  function markNear(slot: number): void {
    staleStretches.add(slot);
    staleMixes.add(slot);
    markAlong(documents.chains.before, slot);
    markAlong(documents.chains.after, slot);
  }

  function markAlong(links: Int32Array, slot: number): void {
    for (let step = 0, at = links[slot] as number; at >= 0 && step < WIDE_REACH; step++) {
      staleStretches.add(at);
      if (step === 0) staleMixes.add(at);
      at = links[at] as number;
    }
  }

  function measure(slot: number): void {
    const links = { before: documents.chains.before, after: documents.chains.after, spoken: documents.spoken };
    windowTotal -= windowLengths[slot] as number;
    wideTotal -= wideLengths[slot] as number;
    windowLengths[slot] = stretchLength(slot, links, WINDOW, documents.lengths);
    wideLengths[slot] = stretchLength(slot, links, WIDE, documents.lengths);
    windowTotal += windowLengths[slot];
    wideTotal += wideLengths[slot];
  }

  function mixScale(slot: number): number {
    const { vectors, chains } = documents;
    const left = chains.before[slot] as number;
    const right = chains.after[slot] as number;
    const dot = vectors.between;
    const kind = documents.spoken[slot] === 1 ? 1 : 0;
    const before = BEFORE_MIX[kind];
    const after = AFTER_MIX[kind];
    const squares =
      dot(slot, slot) +
      before ** 2 * dot(left, left) +
      after ** 2 * dot(right, right) +
      2 * (before * dot(slot, left) + after * dot(slot, right) + before * after * dot(left, right));
    return squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }

  function inform(slot: number): void {
    const { terms, postings, count } = documents;
    let sum = 0;
    sightings++;
    for (let at = terms.start(slot); at < terms.end(slot) && sum < INFORMATION_SCALE; at++) {
      const term = (terms.values[at] as number) >> 1;
      if (term >= seen.length) seen = grown(seen, 2 * term + 1);
      if (seen[term] === sightings) continue;
      seen[term] = sightings;
      sum += inverseDocumentFrequency(count, postings.frequency(term));
    }
    information[slot] = Math.min(1, sum / INFORMATION_SCALE);
  }

  function forEachAlive(slots: ReadonlySet<number>, work: (slot: number) => void): void {
    for (const slot of slots) if (documents.alive[slot] === 1) work(slot);
  }

  /**
   * What a memory says drifts as others come and go. A pass over all works it out again, twice as fast as it drifts: at once would
   * hold up a search of 100,000 for 80 ms. Whether it went over all in one go.
   */
  function informMore(): boolean {
    changes += unsettled;
    if (passAt === undefined && changes > INFORMATION_DRIFT * documents.count) {
      passAt = 0;
      changes = owed = 0;
    }
    owed += Math.ceil((2 * unsettled) / INFORMATION_DRIFT);
    unsettled = 0;
    if (passAt === undefined) return false;
    const from = passAt;
    const end = Math.min(documents.slots, from + Math.min(owed, INFORMED_AT_ONCE));
    for (let slot = from; slot < end; slot++) if (documents.alive[slot] === 1) inform(slot);
    owed -= end - from;
    passAt = end < documents.slots ? end : undefined;
    return from === 0 && passAt === undefined;
  }

  function settle(): void {
    const capacity = documents.alive.length;
    windowLengths = grown(windowLengths, capacity);
    wideLengths = grown(wideLengths, capacity);
    mixScales = grown(mixScales, capacity);
    information = grown(information, capacity);
    forEachAlive(staleStretches, measure);
    forEachAlive(staleMixes, (slot) => (mixScales[slot] = mixScale(slot)));
    if (!informMore()) forEachAlive(unread, inform);
    for (const slots of [staleStretches, staleMixes, unread]) slots.clear();
  }

  return {
    get bytes() {
      return windowLengths.length * BYTES_PER_SLOT + seen.byteLength;
    },
    get own() {
      return stretches(OWN, documents.lengths, ownTotal);
    },
    get window() {
      return stretches(WINDOW, windowLengths, windowTotal);
    },
    get wide() {
      return stretches(WIDE, wideLengths, wideTotal);
    },
    get mixScales() {
      return mixScales;
    },
    get information() {
      return information;
    },
    entered(slot) {
      unsettled++;
      unread.add(slot);
      ownTotal += documents.lengths[slot] as number;
      markNear(slot);
    },
    leaving(slot) {
      unsettled++;
      ownTotal -= documents.lengths[slot] as number;
      markNear(slot);
      if (slot >= windowLengths.length) return;
      windowTotal -= windowLengths[slot] as number;
      wideTotal -= wideLengths[slot] as number;
      windowLengths[slot] = wideLengths[slot] = mixScales[slot] = information[slot] = 0;
    },
    settle,
    rebuild() {
      windowTotal = wideTotal = 0;
      changes = unsettled = 0;
      passAt = undefined;
      windowLengths.fill(0);
      wideLengths.fill(0);
      for (const slots of [staleStretches, staleMixes, unread]) slots.clear();
      for (let slot = 0; slot < documents.slots; slot++) {
        markNear(slot);
        unread.add(slot);
      }
      settle();
    },

    *packing() {
      const living = livingSlots(documents.alive, documents.slots);
      const writer = sectionWriter();
      // A pass under way begins anew where this is restored.
      writer.numbers(Float64Array.of(ownTotal, windowTotal, wideTotal, passAt === undefined ? changes : Infinity));
      for (const column of [windowLengths, wideLengths, mixScales, information]) {
        writer.numbers(picked(column, living));
        yield;
      }
      return writer.parts();
    },
    restore(bytes) {
      const reader = sectionReader(bytes);
      settle();
      [ownTotal, windowTotal, wideTotal, changes] = reader.numbers(Float64Array) as unknown as [
        number,
        number,
        number,
        number,
      ];
      windowLengths.set(reader.numbers(Int32Array));
      wideLengths.set(reader.numbers(Int32Array));
      mixScales.set(reader.numbers(Float32Array));
      information.set(reader.numbers(Float32Array));
    },
  };
}
