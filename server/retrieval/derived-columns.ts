/** Values derived from a document and its neighbours when they change, so that a search need not compute them. */
import { AFTER_MIX, BEFORE_MIX, WIDE_REACH, type DocumentKind } from '../policy/score-weights.ts';
import type { Documents } from './documents.ts';
import { grown, highest, livingSlots, picked } from './growable.ts';
import { informationColumn } from './information-column.ts';
import { sectionReader, sectionWriter, type Parts, type SlicedWork } from './sections.ts';
import { windowSpan } from './window-spans.ts';
import { OWN, windowLength, WIDE, WINDOW, type Windows } from './signals/lexical.ts';

export interface DerivedColumns {
  readonly bytes: number;
  readonly windows: {
    readonly own: Windows;
    readonly window: Windows;
    readonly wide: Windows;
    /** The neighbours whose words count in the window and in the wide window: see window-spans.ts. */
    readonly windowSpans: Uint8Array;
    readonly wideSpans: Uint8Array;
  };
  readonly mixes: {
    /** 1 over the length of a memory's vector mixed with its neighbours'. */
    readonly scales: Float32Array;
    /** The highest sum of the factors by which a memory's and its neighbours' cosines enter its meaning. */
    readonly most: number;
  };
  /** How much each memory says, 0 to 1, by slot. */
  readonly information: Float32Array;
  /** Must be called after a document is put in. */
  entered(slot: number): void;
  /** Must be called before a document is taken out. */
  leaving(slot: number): void;
  /** Updates the values of what has changed; to be called before the next search. */
  settle(): void;
  /** Computes everything again, after the documents were compacted. */
  rebuild(): void;
  /** Packs the living slots, in order. Nothing may change meanwhile. */
  packing(): SlicedWork<Parts>;
  /** Restores what `packing` gave, after the documents were restored. */
  restore(bytes: Uint8Array<ArrayBuffer>): void;
}

const BYTES_PER_SLOT = 18;

export function derivedColumns(documents: Documents): DerivedColumns {
  const windows = windowColumns(documents);
  const mixes = mixColumns(documents);
  const information = informationColumn(documents);
  /** The slots whose windows, and those whose mix with their neighbours, have changed. */
  const staleWindows = new Set<number>();
  const staleMixes = new Set<number>();

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

  function settleNeighbours(): void {
    const { alive } = documents;
    windows.grow(alive.length);
    mixes.grow(alive.length);
    for (const slot of staleWindows) if (alive[slot] === 1) windows.measure(slot);
    for (const slot of staleMixes) if (alive[slot] === 1) mixes.measure(slot);
    for (const slots of [staleWindows, staleMixes]) slots.clear();
  }

  return {
    get bytes() {
      return windows.capacity * BYTES_PER_SLOT + information.bytes;
    },
    windows,
    mixes,
    get information() {
      return information.values;
    },
    entered(slot) {
      information.entered(slot);
      windows.entered(slot);
      markNear(slot);
    },
    leaving(slot) {
      information.leaving(slot);
      windows.leaving(slot);
      if (slot < mixes.capacity) mixes.set(slot, 0);
      markNear(slot);
    },
    settle() {
      settleNeighbours();
      information.settle();
    },
    rebuild() {
      windows.clear();
      mixes.clearFrom(documents.slots);
      for (const slots of [staleWindows, staleMixes]) slots.clear();
      for (let slot = 0; slot < documents.slots; slot++) markNear(slot);
      settleNeighbours();
      information.rebuild();
    },
    *packing() {
      const living = livingSlots(documents.alive, documents.slots);
      const writer = sectionWriter();
      writer.numbers(windows.totals());
      for (const column of [...windows.lengths(), mixes.scales]) {
        writer.numbers(picked(column, living));
        yield;
      }
      return writer.parts();
    },
    restore(bytes) {
      const reader = sectionReader(bytes);
      settleNeighbours();
      windows.restore(reader.numbers(Float64Array), reader.numbers(Int32Array), reader.numbers(Int32Array));
      for (const [slot, scale] of reader.numbers(Float32Array).entries()) mixes.set(slot, scale);
      information.rebuild();
    },
  };
}

/** Keeps the number of words in windows, and the windows' reach, by slot. */
function windowColumns(documents: Documents) {
  let windowLengths = new Int32Array(0);
  let wideLengths = new Int32Array(0);
  let windowSpans = new Uint8Array(0);
  let wideSpans = new Uint8Array(0);
  let ownTotal = 0;
  let windowTotal = 0;
  let wideTotal = 0;

  const windowsOf = (reach: Windows['reach'], lengths: Int32Array, total: number): Windows => ({
    reach,
    lengths,
    meanLength: total / Math.max(1, documents.count),
  });
  const linksOf = ({ chains, kinds }: Documents) => ({ before: chains.before, after: chains.after, kinds });

  function span(slot: number): void {
    const links = linksOf(documents);
    windowSpans[slot] = windowSpan(slot, links, WINDOW);
    wideSpans[slot] = windowSpan(slot, links, WIDE);
  }

  return {
    get capacity() {
      return windowLengths.length;
    },
    get own() {
      return windowsOf(OWN, documents.lengths, ownTotal);
    },
    get window() {
      return windowsOf(WINDOW, windowLengths, windowTotal);
    },
    get wide() {
      return windowsOf(WIDE, wideLengths, wideTotal);
    },
    get windowSpans() {
      return windowSpans;
    },
    get wideSpans() {
      return wideSpans;
    },
    grow(capacity: number): void {
      windowLengths = grown(windowLengths, capacity);
      wideLengths = grown(wideLengths, capacity);
      windowSpans = grown(windowSpans, capacity);
      wideSpans = grown(wideSpans, capacity);
    },
    entered(slot: number): void {
      ownTotal += documents.lengths[slot] as number;
    },
    leaving(slot: number): void {
      ownTotal -= documents.lengths[slot] as number;
      if (slot >= windowLengths.length) return;
      windowTotal -= windowLengths[slot] as number;
      wideTotal -= wideLengths[slot] as number;
      windowLengths[slot] = wideLengths[slot] = 0;
      windowSpans[slot] = wideSpans[slot] = 0;
    },
    measure(slot: number): void {
      const links = linksOf(documents);
      windowTotal -= windowLengths[slot] as number;
      wideTotal -= wideLengths[slot] as number;
      windowLengths[slot] = windowLength(slot, links, WINDOW, documents.lengths);
      wideLengths[slot] = windowLength(slot, links, WIDE, documents.lengths);
      windowTotal += windowLengths[slot];
      wideTotal += wideLengths[slot];
      span(slot);
    },
    /** Clears the totals before all windows are measured again. */
    clear(): void {
      windowTotal = wideTotal = 0;
      windowLengths.fill(0);
      wideLengths.fill(0);
    },
    totals: (): Float64Array => Float64Array.of(ownTotal, windowTotal, wideTotal),
    lengths: (): readonly [Int32Array, Int32Array] => [windowLengths, wideLengths],
    /** Restores what `totals` and `lengths` gave; the columns must have the room. */
    restore(totals: Float64Array, ofWindows: Int32Array, ofWide: Int32Array): void {
      [ownTotal, windowTotal, wideTotal] = totals as unknown as [number, number, number];
      windowLengths.set(ofWindows);
      wideLengths.set(ofWide);
      for (let slot = 0; slot < documents.slots; slot++) span(slot);
    },
  };
}

/** Keeps the scale that mixing a memory's vector with its neighbours' requires, by slot. */
function mixColumns(documents: Documents) {
  let scales = new Float32Array(0);
  /** The sum of the factors by which a memory's and its neighbours' cosines enter its meaning. */
  let mixed = new Float32Array(0);
  const most = highest();

  function scaleOf(slot: number): number {
    const { vectors, chains } = documents;
    const left = chains.before[slot] as number;
    const right = chains.after[slot] as number;
    const dot = vectors.between;
    const kind = documents.kinds[slot] as DocumentKind;
    const before = BEFORE_MIX[kind];
    const after = AFTER_MIX[kind];
    const squares =
      dot(slot, slot) +
      before ** 2 * dot(left, left) +
      after ** 2 * dot(right, right) +
      2 * (before * dot(slot, left) + after * dot(slot, right) + before * after * dot(left, right));
    return squares > 0 ? 1 / Math.sqrt(squares) : 0;
  }

  function set(slot: number, scale: number): void {
    scales[slot] = scale;
    const { before, after } = documents.chains;
    const kind = documents.kinds[slot] as DocumentKind;
    const left = (before[slot] as number) < 0 ? 0 : BEFORE_MIX[kind];
    const right = (after[slot] as number) < 0 ? 0 : AFTER_MIX[kind];
    const now = scale * (1 + left + right);
    most.changed(mixed[slot] as number, now);
    mixed[slot] = now;
  }

  return {
    get capacity() {
      return scales.length;
    },
    get scales() {
      return scales;
    },
    get most() {
      return most.of(mixed);
    },
    grow(capacity: number): void {
      scales = grown(scales, capacity);
      mixed = grown(mixed, capacity);
    },
    set,
    measure: (slot: number): void => set(slot, scaleOf(slot)),
    clearFrom(slots: number): void {
      for (let slot = slots; slot < mixed.length; slot++) set(slot, 0);
    },
  };
}
