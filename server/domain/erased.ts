/** What erasures leave to be known: which users may not come back from what was kept before. */
import type { MemoryType } from './memory.ts';

/** An erasure as the erase logs have it. */
export type LoggedErasure = {
  readonly id: string;
  /** The partition of the user by domain/cold-name: those who know the id can tell, nobody else. Stored logs have it by this name. */
  readonly place: string;
  /** Absent: everything. */
  readonly types?: readonly MemoryType[] | undefined;
  /** When it began. */
  readonly atMs: number;
  /** The id of the user's key that it destroyed. Absent where there was none, or where an earlier version erased. */
  readonly keyId?: string | undefined;
};

/** What was erased of a user at or after a time. */
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
