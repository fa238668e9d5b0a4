/** The writes of retention, the sleep cycle and the archive. */
import type { UserKey } from '../../../domain/accounts.ts';
import { userScope } from '../../../domain/scope.ts';
import type { EvictCommand } from '../../../domain/writes/asks.ts';
import type { WritesNow } from '../../../domain/writes/run.ts';
import type { RetiredType } from '../../../policy/memory-types.ts';
import type { PastRun } from '../../../ports/lifecycle.ts';
import { textsOf, type PackedTexts } from '../engine/slices.ts';
import type { ArchiveTable } from './archive-table.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { RetentionMetadata } from './retention-metadata.ts';
import type { SqliteWrites } from '../memories/memory-transaction.ts';

type UserEvictCommand = Omit<EvictCommand, 'scope'> & { readonly whose: UserKey };

type Retention = { readonly tenant: string; readonly type: RetiredType; readonly days: number | undefined };

export type LifecycleWrites = ReturnType<typeof lifecycleWrites>;

export function lifecycleWrites(
  memories: WritesNow<SqliteWrites>,
  archive: ArchiveTable,
  retentionMetadata: RetentionMetadata,
) {
  return {
    beginArchive: ({ object, whose }: { readonly object: string; readonly whose: UserKey }) =>
      archive.begin(object, whose),
    /** Returns the ids of evicted memories. */
    evict: ({ whose, ...command }: UserEvictCommand) => memories.evict({ ...command, scope: userScope(whose) }),
    completeArchive: ({ object }: { readonly object: string }) => archive.complete(object),
    forgetObject: ({ object }: { readonly object: string }) => archive.forget(object),
    /** Returns the number of lines that were stored. */
    putArchiveBack: ({ whose, lines }: { readonly whose: UserKey; readonly lines: PackedTexts }) =>
      archive.putArchiveBack(whose, textsOf(lines)),
    setRetention: ({ tenant, type, days }: Retention) => archive.setRetention(tenant, type, days),
    noteRun: ({ job, atMs }: { readonly job: string; readonly atMs: number }) => archive.noteRun(job, atMs),
    keepRun: (run: PastRun) => archive.keepRun(run),
    setImportance: retentionMetadata.setImportance,
    noteCompared: retentionMetadata.noteCompared,
  };
}

export const LIFECYCLE_TRAITS: CallTraits<LifecycleWrites> = { forgetObject: { deletes: true } };
