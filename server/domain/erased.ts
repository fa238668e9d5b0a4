/** The record of erasures: which users must not return from older backups. */
import type { MemoryType } from './memory.ts';

/** An erasure as recorded in the erase logs. */
export type LoggedErasure = {
  readonly id: string;
  /** The partition of the user by domain/cold-name: only those who know the user's id can recognise it. Stored logs use this name. */
  readonly place: string;
  /** Absent: all types were erased. */
  readonly types?: readonly MemoryType[] | undefined;
  /** The time at which it began, in milliseconds since 1970. */
  readonly atMs: number;
  /** The id of the user's key that it destroyed. Absent if there was none, or if an earlier version erased. */
  readonly keyId?: string | undefined;
};

/** Returns what was erased of a user at or after a time. */
export type ErasedSince = (partition: string, sinceMs: number) => 'ALL' | ReadonlySet<MemoryType>;

export function erasedSince(erasures: readonly LoggedErasure[]): ErasedSince {
  const byPartition = new Map<string, LoggedErasure[]>();
  for (const erasure of erasures) {
    const ofPartition = byPartition.get(erasure.place);
    if (ofPartition === undefined) byPartition.set(erasure.place, [erasure]);
    else ofPartition.push(erasure);
  }
  return (partition, sinceMs) => {
    const since = (byPartition.get(partition) ?? []).filter(({ atMs }) => atMs >= sinceMs);
    if (since.some(({ types }) => types === undefined)) return 'ALL';
    return new Set(since.flatMap(({ types }) => types ?? []));
  };
}
