/** What erasures leave to be known: which users may not come back from what was kept before. */
import type { MemoryType } from './memory.ts';

/** An erasure as the erase logs have it. */
export type LoggedErasure = {
  readonly id: string;
  /** domain/cold-name's of the user: those who know the id can tell, nobody else. */
  readonly place: string;
  /** Absent: everything. */
  readonly types?: readonly MemoryType[] | undefined;
  /** When it began. */
  readonly atMs: number;
  /** The id of the user's key that it destroyed. Absent where there was none, or where an earlier version erased. */
  readonly keyId?: string | undefined;
};

/** What was erased of a user at or after a time. */
export type ErasedSince = (place: string, sinceMs: number) => 'ALL' | ReadonlySet<MemoryType>;

export function erasedSince(erasures: readonly LoggedErasure[]): ErasedSince {
  const byPartition = new Map<string, LoggedErasure[]>();
  for (const erasure of erasures) {
    const ofPartition = byPartition.get(erasure.place);
    if (ofPartition === undefined) byPartition.set(erasure.place, [erasure]);
    else ofPartition.push(erasure);
  }
  return (place, sinceMs) => {
    const since = (byPartition.get(place) ?? []).filter(({ atMs }) => atMs >= sinceMs);
    if (since.some(({ types }) => types === undefined)) return 'ALL';
    return new Set(since.flatMap(({ types }) => types ?? []));
  };
}
