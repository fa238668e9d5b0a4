/** What is worked out of a document and its neighbours when they change, so that a search need not. */
import { AFTER_MIX, BEFORE_MIX, WIDE_REACH } from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';
import { grown, highest, livingSlots, picked } from './growable.ts';
import { informationColumn } from './information-column.ts';
import { sectionReader, sectionWriter, type Parts, type Slices } from './sections.ts';
import { windowSpan } from './window-spans.ts';
import { OWN, windowLength, WIDE, WINDOW, type Windows } from './signals/lexical.ts';

export interface DerivedColumns {
  readonly bytes: number;
  readonly own: Windows;
  readonly window: Windows;
  readonly wide: Windows;
  /** Which neighbours lend their words to the window and to the wide window: see window-spans.ts. */
  readonly windowSpans: Uint8Array;
  readonly wideSpans: Uint8Array;
  /** 1 over the length of a memory's vector mixed with its neighbours'. */
  readonly mixScales: Float32Array;
  /** So much of a memory's and its neighbours' cosines is in its meaning together, at most. */
  readonly mostMixed: number;
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
  /** Packs the living slots, in order. Nothing may change meanwhile. */
  packing(): Slices<Parts>;
  /** What `packed` gave, after the documents were restored. */
  restore(bytes: Uint8Array<ArrayBuffer>): void;
}

const BYTES_PER_SLOT = 18;

export function derivedColumns(documents: Documents): DerivedColumns {
  let windowLengths = new Int32Array(0);
  let wideLengths = new Int32Array(0);
  let windowSpans = new Uint8Array(0);
  let wideSpans = new Uint8Array(0);
  let mixScales = new Float32Array(0);
  /** So much of them, by slot. */
  let mixed = new Float32Array(0);
  const mostMixed = highest();
  const information = informationColumn(documents);
  let ownTotal = 0;
  let windowTotal = 0;
  let wideTotal = 0;
  /** Slots whose windows, and whose mix with their neighbours, have changed. */
  const staleWindows = new Set<number>();
  const staleMixes = new Set<number>();

  function windows(reach: Windows['reach'], lengths: Int32Array, total: number): Windows {
    return { reach, lengths, meanLength: total / Math.max(1, documents.count) };
  }

  function markNear(slot: number): void {
    staleWindows.add(slot);
    staleMixes.add(slot);
    markAlong(documents.chains.before, slot);
    markAlong(documents.chains.after, slot);
  }

  function markAlong(links: Int32Array, slot: number): void {
    for (let step = 0, at = links[slot] as number; at >= 0 && step < WIDE_REACH; step++) {
      staleWindows.add(at);
      if (step === 0) staleMixes.add(at);
      at = links[at] as number;
    }
  }

  function measure(slot: number): void {
    const links = { before: documents.chains.before, after: documents.chains.after, spoken: documents.spoken };
    windowTotal -= windowLengths[slot] as number;
    wideTotal -= wideLengths[slot] as number;
    windowLengths[slot] = windowLength(slot, links, WINDOW, documents.lengths);
    wideLengths[slot] = windowLength(slot, links, WIDE, documents.lengths);
    windowTotal += windowLengths[slot];
    wideTotal += wideLengths[slot];
    span(slot);
  }

  function span(slot: number): void {
    const links = { before: documents.chains.before, after: documents.chains.after, spoken: documents.spoken };
    windowSpans[slot] = windowSpan(slot, links, WINDOW);
    wideSpans[slot] = windowSpan(slot, links, WIDE);
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

  function setMixScale(slot: number, scale: number): void {
    mixScales[slot] = scale;
    const { before, after } = documents.chains;
    const kind = documents.spoken[slot] === 1 ? 1 : 0;
    const left = (before[slot] as number) < 0 ? 0 : BEFORE_MIX[kind];
    const right = (after[slot] as number) < 0 ? 0 : AFTER_MIX[kind];
    const now = scale * (1 + left + right);
    mostMixed.changed(mixed[slot] as number, now);
    mixed[slot] = now;
  }

  function forEachAlive(slots: ReadonlySet<number>, work: (slot: number) => void): void {
    for (const slot of slots) if (documents.alive[slot] === 1) work(slot);
  }

  function settleNeighbours(): void {
    const capacity = documents.alive.length;
    windowLengths = grown(windowLengths, capacity);
    wideLengths = grown(wideLengths, capacity);
    windowSpans = grown(windowSpans, capacity);
    wideSpans = grown(wideSpans, capacity);
    mixScales = grown(mixScales, capacity);
    mixed = grown(mixed, capacity);
    forEachAlive(staleWindows, measure);
    forEachAlive(staleMixes, (slot) => setMixScale(slot, mixScale(slot)));
    for (const slots of [staleWindows, staleMixes]) slots.clear();
  }

  return {
    get bytes() {
      return windowLengths.length * BYTES_PER_SLOT + information.bytes;
    },
    get own() {
      return windows(OWN, documents.lengths, ownTotal);
    },
    get window() {
      return windows(WINDOW, windowLengths, windowTotal);
    },
    get wide() {
      return windows(WIDE, wideLengths, wideTotal);
    },
    get windowSpans() {
      return windowSpans;
    },
    get wideSpans() {
      return wideSpans;
    },
    get mixScales() {
      return mixScales;
    },
    get mostMixed() {
      return mostMixed.of(mixed);
    },
    get information() {
      return information.values;
    },
    entered(slot) {
      information.entered(slot);
      ownTotal += documents.lengths[slot] as number;
      markNear(slot);
    },
    leaving(slot) {
      information.leaving(slot);
      ownTotal -= documents.lengths[slot] as number;
      markNear(slot);
      if (slot >= windowLengths.length) return;
      windowTotal -= windowLengths[slot] as number;
      wideTotal -= wideLengths[slot] as number;
      windowLengths[slot] = wideLengths[slot] = 0;
      setMixScale(slot, 0);
      windowSpans[slot] = wideSpans[slot] = 0;
    },
    settle() {
      settleNeighbours();
      information.settle();
    },
    rebuild() {
      windowTotal = wideTotal = 0;
      windowLengths.fill(0);
      wideLengths.fill(0);
      for (const slots of [staleWindows, staleMixes]) slots.clear();
      for (let slot = documents.slots; slot < mixed.length; slot++) setMixScale(slot, 0);
      for (let slot = 0; slot < documents.slots; slot++) markNear(slot);
      settleNeighbours();
      information.rebuild();
    },

    *packing() {
      const living = livingSlots(documents.alive, documents.slots);
      const writer = sectionWriter();
      writer.numbers(Float64Array.of(ownTotal, windowTotal, wideTotal));
      for (const column of [windowLengths, wideLengths, mixScales]) {
        writer.numbers(picked(column, living));
        yield;
      }
      return writer.parts();
    },
    restore(bytes) {
      const reader = sectionReader(bytes);
      settleNeighbours();
      [ownTotal, windowTotal, wideTotal] = reader.numbers(Float64Array) as unknown as [number, number, number];
      windowLengths.set(reader.numbers(Int32Array));
      wideLengths.set(reader.numbers(Int32Array));
      for (const [slot, scale] of reader.numbers(Float32Array).entries()) setMixScale(slot, scale);
      information.rebuild();
      for (let slot = 0; slot < documents.slots; slot++) span(slot);
    },
  };
}
