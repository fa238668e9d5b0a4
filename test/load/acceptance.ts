/** The figures that must hold: embedded, durable, one client, as the client sees it. */
import type { MeasuredRow } from './measure-calls.ts';

/** A p95 beside what it may be. */
export type Figure = {
  readonly kind: string;
  readonly p95Ms: number;
  readonly diskP95Ms: number | undefined;
  /** What is asked, and for a durable write the disk's own append besides. */
  readonly limitMs: number;
  readonly held: boolean;
};

/** One for each call that acceptance names. */
export function acceptanceFigures(rows: readonly MeasuredRow[]): readonly Figure[] {
  return rows.flatMap(({ call: { kind, acceptance }, clients, server: { p95Ms }, diskP95Ms }) => {
    if (clients !== 1 || acceptance === undefined) return [];
    const limitMs = acceptance.p95Ms + (diskP95Ms ?? 0);
    return [{ kind, p95Ms, diskP95Ms, limitMs, held: p95Ms < limitMs }];
  });
}
