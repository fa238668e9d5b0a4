/** The required figures: embedded, durable, one client, as the client sees it. */
import type { MeasuredRow } from './measure-calls.ts';
import { median } from './timings.ts';

/** A p95 with its limit: the median of all rounds, so that neither a lucky nor an unlucky one decides. */
export type Figure = {
  readonly kind: string;
  readonly p95Ms: number;
  /** Times of each round, in their order. */
  readonly roundsMs: readonly number[];
  /** Times of the bare echo in the same rounds, which show how quiet the machine was. */
  readonly echoRoundsMs: readonly number[];
  /** The median of the disk's own p95 in the same rounds; absent if nothing is committed. */
  readonly diskP95Ms: number | undefined;
  /** The required limit, and for a durable write the disk's own append in addition. */
  readonly limitMs: number;
  readonly held: boolean;
};

/** Returns one figure for each call that acceptance names. */
export function acceptanceFigures(rows: readonly MeasuredRow[]): readonly Figure[] {
  return rows.flatMap(({ call: { kind, acceptance }, clients, rounds }) => {
    if (clients !== 1 || acceptance === undefined) return [];
    const roundsMs = rounds.map(({ server }) => server.p95Ms);
    const echoRoundsMs = rounds.map(({ echo }) => echo.p95Ms);
    const disk = rounds.flatMap((round) => round.disk?.p95Ms ?? []);
    const diskP95Ms = disk.length > 0 ? median(disk) : undefined;
    const p95Ms = median(roundsMs);
    const limitMs = acceptance.p95Ms + (diskP95Ms ?? 0);
    return [{ kind, p95Ms, roundsMs, echoRoundsMs, diskP95Ms, limitMs, held: p95Ms < limitMs }];
  });
}
