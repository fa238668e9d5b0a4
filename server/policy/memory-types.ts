/** The memory types and their settings, one row each. A payload or a specification of a type without a row does not compile. */
import { KB, MB } from './units.ts';

/** A quota limits the number of memories, or their bytes. */
export const MEASURES = ['COUNT', 'BYTES'] as const;
export type Measure = (typeof MEASURES)[number];

/** The largest number of memories, and of their bytes, that one owner may have. */
export type Quota = {
  readonly count: number;
  readonly bytes: number;
  /** The measures that raise alerts when they are nearly full; if absent, both. */
  readonly alerts?: readonly Measure[] | undefined;
};

export type MemoryTypePolicy = {
  /**
   * The quota of one owner: a user and agent for working, persona and episodic memory, a user and session for
   * short-term, else a user.
   */
  readonly quota: Quota;
  /**
   * The measures of it that raise alerts by default: those whose writes are refused once they are full. A quota that drops the oldest works
   * as intended when it is full.
   */
  readonly raisesAlerts: readonly Measure[];
  /** The latency target of one call in milliseconds, measured by the server from the request's bytes to the answer's. */
  readonly targetMs: number;
  /**
   * The age in days at which memories are archived and then deleted from the store: for episodes since their newest step, for others since
   * they were last written. A tenant may set another age within the bounds. If absent, memories stay, or end with their task or session.
   */
  readonly archived?: {
    readonly afterDays: number;
    readonly leastDays: number;
    readonly mostDays: number;
    /**
     * The latency target of a search in the archive, read from local files, if it reads as much as policy/lifecycle.ts allows. If cold
     * storage is elsewhere, its latency is added.
     */
    readonly targetMs: number;
  };
};

const BOTH: readonly Measure[] = ['COUNT', 'BYTES'];

const MEMORY_TYPE_POLICY = {
  WORKING: { quota: { count: 100, bytes: 10 * KB }, raisesAlerts: ['COUNT'], targetMs: 1 },
  SHORT_TERM: { quota: { count: 100, bytes: 1 * MB }, raisesAlerts: [], targetMs: 10 },
  PERSONA: { quota: { count: 1000, bytes: 1 * MB }, raisesAlerts: BOTH, targetMs: 10 },
  LONG_TERM: {
    quota: { count: 10_000, bytes: 100 * MB },
    raisesAlerts: BOTH,
    targetMs: 100,
    archived: { afterDays: 365, leastDays: 30, mostDays: 3650, targetMs: 1000 },
  },
  EPISODIC: {
    quota: { count: 1000, bytes: 50 * MB },
    raisesAlerts: BOTH,
    targetMs: 100,
    archived: { afterDays: 90, leastDays: 7, mostDays: 3650, targetMs: 1000 },
  },
  STRUCTURED: {
    quota: { count: 5000, bytes: 50 * MB },
    raisesAlerts: BOTH,
    targetMs: 50,
    archived: { afterDays: 180, leastDays: 30, mostDays: 3650, targetMs: 1000 },
  },
  ENTITY: { quota: { count: 5000, bytes: 50 * MB }, raisesAlerts: BOTH, targetMs: 100 },
} as const satisfies Readonly<Record<string, MemoryTypePolicy>>;

type Rows = typeof MEMORY_TYPE_POLICY;

export type MemoryType = keyof Rows;

/** The types whose memories are archived by age. */
export type RetiredType = { [T in MemoryType]: Rows[T] extends { readonly archived: object } ? T : never }[MemoryType];

/** Returns a column of the table, by type. */
export function byType<V>(value: (row: MemoryTypePolicy) => V): Readonly<Record<MemoryType, V>> {
  const rows: readonly (readonly [string, MemoryTypePolicy])[] = Object.entries(MEMORY_TYPE_POLICY);
  return Object.fromEntries(rows.map(([type, row]) => [type, value(row)])) as Record<MemoryType, V>;
}

/** Returns a column of the table for the types that are archived. */
export function byRetiredType<V>(
  value: (row: NonNullable<MemoryTypePolicy['archived']>) => V,
): Readonly<Record<RetiredType, V>> {
  const rows: readonly (readonly [string, MemoryTypePolicy])[] = Object.entries(MEMORY_TYPE_POLICY);
  const archived = rows.flatMap(([type, row]) => (row.archived === undefined ? [] : [[type, value(row.archived)]]));
  return Object.fromEntries(archived) as Record<RetiredType, V>;
}
