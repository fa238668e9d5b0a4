/**
 * The writer's part of the archive: its objects in cold storage, and which memory is in which. A memory leaves the store and is noted
 * here in one transaction, and returns in one, so that it is always in exactly one place.
 */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { archivedHead, type Eviction } from '../../../domain/archived.ts';
import { typeOfId, type MemoryRecord } from '../../../domain/memory.ts';
import { userScope } from '../../../domain/scope.ts';
import type { EvictCommand } from '../../../domain/writes/asks.ts';
import { KEPT_RUNS } from '../../../policy/lifecycle.ts';
import type { RetiredType } from '../../../policy/memory-types.ts';
import type { PastRun } from '../../../ports/lifecycle.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import type { RetentionMetadata } from './retention-metadata.ts';
import { putArchived } from './put-archived.ts';
import type { StoredPutBack } from '../records/memory-commands.ts';

export type ArchiveParts = {
  readonly quotaAccounts: QuotaAccounts;
  readonly retentionMetadata: RetentionMetadata;
  readonly outbox: {
    /** Gives the memory's next change in the outbox this revision. */
    asOf(id: string, revision: number): void;
  };
};

export type ArchiveTable = ReturnType<typeof archiveTable>;

export function archiveTable(db: Database, { quotaAccounts, retentionMetadata, outbox }: ArchiveParts) {
  const begin = db.prepare('INSERT INTO archive_objects (object, user_no, is_complete) VALUES (@object, @userNo, 0)');
  const isBegun = db
    .prepare<[object], number>('SELECT 1 FROM archive_objects WHERE object = @object AND user_no = @userNo')
    .pluck();
  const complete = db.prepare('UPDATE archive_objects SET is_complete = 1 WHERE object = @object');
  const forget = db.prepare('DELETE FROM archive_objects WHERE object = @object');
  const insert = db.prepare(
    `INSERT INTO archived (user_no, id, type, object, line, reason, archive_ms, head, agent_id, namespace, size_bytes, merged_into)
     VALUES (@userNo, @id, @type, @object, @line, @reason, @nowMs, @head, @agentId, @namespace, @sizeBytes,
       @mergedInto)`,
  );
  const remove = db
    .prepare<[object], string>('DELETE FROM archived WHERE user_no = @userNo AND id = @id RETURNING reason')
    .pluck();
  const setRetention = db.prepare(
    'INSERT OR REPLACE INTO retention (tenant, type, days) VALUES (@tenant, @type, @days)',
  );
  const clearRetention = db.prepare('DELETE FROM retention WHERE tenant = @tenant AND type = @type');
  const selectRuns = db.prepare<[object], string | null>('SELECT runs FROM job_runs WHERE job = @kind').pluck();
  const keepRuns = db.prepare('INSERT OR REPLACE INTO job_runs (job, at_ms, runs) VALUES (@kind, @startMs, @runs)');
  const noteRun = db.prepare('INSERT OR REPLACE INTO job_runs (job, at_ms) VALUES (@job, @atMs)');

  const putBack = putArchived(db);

  return {
    /** Begins an object; does nothing for a user who does not exist. */
    begin(object: string, whose: UserKey): void {
      const userNo = quotaAccounts.findUser(whose);
      if (userNo !== undefined) begin.run({ object, userNo });
    },

    /** Tells whether the object was begun for a user who has not been erased since. */
    isBegun({ object, scope }: Pick<EvictCommand, 'object' | 'scope'>): boolean {
      const userNo = quotaAccounts.findUser(scope);
      return userNo !== undefined && isBegun.get({ object, userNo }) !== undefined;
    },

    /** Notes the place in the archive of a memory that is removed next. */
    enter(
      userNo: number,
      record: MemoryRecord,
      { object, nowMs }: Pick<EvictCommand, 'object' | 'nowMs'>,
      { line, reason, mergedInto }: Eviction,
    ): void {
      const { id, scope, updateTimeMs, sizeBytes } = record;
      // A later version by another server is not archived, and stays in the index that they share.
      outbox.asOf(id, updateTimeMs + 1);
      const { agentId, namespace } = scope;
      const head = JSON.stringify(archivedHead(record));
      const lies = { object, line, reason, nowMs, mergedInto: mergedInto ?? null };
      insert.run({ userNo, id, type: typeOfId(id), ...lies, head, agentId, namespace, sizeBytes });
    },

    complete: (object: string): void => void complete.run({ object }),
    forget: (object: string): void => void forget.run({ object }),

    /** Notes that a memory was put back: it is no longer archived, and its age starts again. */
    cameBack({ id, scope, nowMs }: Pick<StoredPutBack, 'id' | 'scope' | 'nowMs'>): void {
      const userNo = quotaAccounts.findUser(scope);
      const reason = userNo === undefined ? undefined : remove.get({ userNo, id });
      if (reason !== undefined) retentionMetadata.begunAnew(id, nowMs, reason === 'DUPLICATE');
    },

    putArchiveBack: (whose: UserKey, lines: Iterable<string>): number =>
      putBack(quotaAccounts.user(userScope(whose)), lines),

    setRetention(tenant: string, type: RetiredType, days: number | undefined): void {
      if (days === undefined) clearRetention.run({ tenant, type });
      else setRetention.run({ tenant, type, days });
    },

    /** Keeps the last runs of a kind in one row, whose name no scheduled job has. */
    keepRun(run: PastRun): void {
      const { kind, startMs } = run;
      const before = JSON.parse(selectRuns.get({ kind }) ?? '[]') as readonly PastRun[];
      keepRuns.run({ kind, startMs, runs: JSON.stringify([run, ...before].slice(0, KEPT_RUNS)) });
    },
    noteRun: (job: string, atMs: number): void => void noteRun.run({ job, atMs }),
  };
}
