/** Passes hits from a reader to the main thread as rows, together with the scores of each. */
import type { StopSignal } from '../../../domain/abort.ts';
import type { Hit, SignalShare } from '../../../ports/stores.ts';
import { inferredOf } from '../../../retrieval/inferred-metadata.ts';
import type { RowOwner } from '../records/rows.ts';
import { recordsOf, type RowValues, type Value } from './memory-rows.ts';
import { isFullSlice, unpacked, type Slices } from '../engine/slices.ts';

export type FoundHits = {
  readonly values: RowValues;
  /** Score and similarity of the first hit, then of the next, …. */
  readonly marks: readonly number[];
  /** The signals, if they were asked for. */
  readonly signals?: readonly (readonly SignalShare[])[];
  readonly expireMs: number | null;
};

export const NO_HITS: FoundHits = { values: [], marks: [], expireMs: null };

/** Gathers hits, in slices. */
export function foundSlices(expireMs: number | null, explain: boolean) {
  const slices: FoundHits[] = [];
  let values: Value[] = [];
  let marks: number[] = [];
  let signals: (readonly SignalShare[])[] = [];
  let bytes = 0;

  const endSlice = (): void => {
    slices.push({ values, marks, expireMs, ...(explain && { signals }) });
    [values, marks, signals, bytes] = [[], [], [], 0];
  };
  return {
    /** Adds a hit; `read` appends its row to a list and returns its bytes. */
    add(hit: Omit<Hit, 'record'>, read: (values: Value[]) => number): void {
      bytes += read(values);
      marks.push(hit.score, hit.similarity);
      if (explain) signals.push(hit.signals);
      if (isFullSlice(marks.length / 2, bytes)) endSlice();
    },
    all(): readonly FoundHits[] {
      if (marks.length > 0 || slices.length === 0) endSlice();
      return slices;
    },
  };
}

/** Returns the hits in the form of the port, read in turns of the event loop. */
export function readHits(
  found: Slices<FoundHits>,
  owner: Omit<RowOwner, 'expireMs'>,
  signal: StopSignal,
): Promise<readonly Hit[]> {
  return unpacked(found, signal, (slice) => toHits(slice, owner));
}

function toHits({ values, marks, signals, expireMs }: FoundHits, owner: Omit<RowOwner, 'expireMs'>): Hit[] {
  return recordsOf(values, { expireMs, ...owner }).map((record, index) => ({
    record,
    score: marks[2 * index] as number,
    similarity: marks[2 * index + 1] as number,
    signals: signals?.[index] ?? [],
    ...(signals !== undefined && { inferred: inferredOf(record) }),
  }));
}
