/** The figures that must hold: embedded, durable, one client, as the client sees it. */
import type { MeasuredRow } from './measure-calls.ts';

/** A p95 beside what it may be. */
export type Figure = {
  readonly kind: string;
  readonly p95Ms: number;
  /** What is asked, and for a durable write the disk's own commit besides. */
  readonly limitMs: number;
  readonly held: boolean;
};

/** `commitP95Ms` is the disk's own, measured in the same run. */
export function acceptanceFigures(rows: readonly MeasuredRow[], commitP95Ms: number): readonly Figure[] {
  return rows.flatMap(({ call: { kind, acceptance }, clients, server: { p95Ms } }) => {
    if (clients !== 1 || acceptance === undefined) return [];
    const limitMs = acceptance.p95Ms + (acceptance.durable ? commitP95Ms : 0);
    return [{ kind, p95Ms, limitMs, held: p95Ms < limitMs }];
  });
}
