/**
 * The writer's hold on the archive: which objects of cold storage there are, and which memory lies where. A memory leaves the store
 * and is noted here in one transaction, and comes back in one, so that it is never in both nor in none.
 */
import type { Database } from 'better-sqlite3';
import { archivedHead } from '../../../domain/archived.ts';
import { withRemoved } from '../../../domain/decide/quota.ts';
import { typeOfId } from '../../../domain/memory.ts';
import type { Whose } from '../../../domain/accounts.ts';
import type { RetiredType } from '../../../policy/retention.ts';
import type { Eviction } from '../../../ports/keeping.ts';
import type { Ledger, Owner } from './ledger.ts';
import type { LimitsOfStore } from './limits-of-store.ts';
import type { OutboxOfStore } from './outbox-of-store.ts';
import type { Lives } from './lives.ts';
import { putArchived } from './put-archived.ts';
import type { Shelf } from './shelf.ts';
import type { PutBackOrder } from './memory-orders.ts';

export type EvictOrder = {
  readonly object: string;
  readonly whose: Whose;
  readonly evictions: readonly Eviction[];
  readonly nowMs: number;
};

export type ArchiveParts = {
  readonly books: Ledger;
  readonly rows: Shelf;
  readonly lives: Lives;
  readonly limits: LimitsOfStore;
  readonly outbox: Pick<OutboxOfStore, 'asOf'>;
  readonly removeRow: (owner: Owner, id: string, nowMs: number) => void;
};

const NOWHERE = { agentId: '', sessionId: '', namespace: '', taskId: '' };

export type ArchiveShelf = ReturnType<typeof archiveShelf>;

export function archiveShelf(db: Database, { books, rows, lives, limits, outbox, removeRow }: ArchiveParts) {
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
  const noteRun = db.prepare('INSERT OR REPLACE INTO job_runs (job, at_ms) VALUES (@job, @atMs)');

  const putBack = putArchived(db);

  const evictOne = (
    order: EvictOrder,
    userNo: number,
    { id, version, line, reason, mergedInto }: Eviction,
  ): boolean => {
    const { object, whose, nowMs } = order;
    const scope = { ...NOWHERE, ...whose };
    const found = rows.find(id, scope, nowMs);
    if (found === undefined || found.record.version !== version) return false;
    const owner = books.findOwner(found.userNo, found.ownerType, found.ownerSessionId);
    if (owner === undefined) return false;
    const { record } = found;
    const { agentId, namespace } = record.scope;
    const head = JSON.stringify(archivedHead(record));
    const { sizeBytes } = record;
    // What another server made of it since is not archived, and stays in the index that they share.
    outbox.asOf(id, record.updateTimeMs + 1);
    removeRow(owner, id, nowMs);
    limits.settle(owner, record.scope, found.ownerSessionId, withRemoved(owner.usage, sizeBytes), nowMs);
    insert.run({
      userNo,
      id,
      type: typeOfId(id),
      object,
      line,
      reason,
      nowMs,
      head,
      agentId,
      namespace,
      sizeBytes,
      mergedInto: mergedInto ?? null,
    });
    return true;
  };

  return {
    /** Of a user who is there. */
    begin(object: string, whose: Whose): void {
      const userNo = books.findUser(whose);
      if (userNo !== undefined) begin.run({ object, userNo });
    },

    /** Nothing goes for an object that nobody began, or whose user was erased meanwhile. */
    evict(order: EvictOrder): readonly string[] {
      const userNo = books.findUser(order.whose);
      if (userNo === undefined || isBegun.get({ object: order.object, userNo }) === undefined) return [];
      return order.evictions.filter((eviction) => evictOne(order, userNo, eviction)).map(({ id }) => id);
    },

    complete: (object: string): void => void complete.run({ object }),
    forget: (object: string): void => void forget.run({ object }),

    /** A memory was put back: it is archived no more, and its age counts anew. */
    cameBack({ id, scope, nowMs }: Pick<PutBackOrder, 'id' | 'scope' | 'nowMs'>): void {
      const userNo = books.findUser(scope);
      const reason = userNo === undefined ? undefined : remove.get({ userNo, id });
      if (reason !== undefined) lives.begunAnew(id, nowMs, reason === 'DUPLICATE');
    },

    putArchiveBack: (whose: Whose, lines: Iterable<string>): number =>
      putBack(books.user({ ...NOWHERE, ...whose }), lines),

    setRetention(tenant: string, type: RetiredType, days: number | undefined): void {
      if (days === undefined) clearRetention.run({ tenant, type });
      else setRetention.run({ tenant, type, days });
    },

    noteRun: (job: string, atMs: number): void => void noteRun.run({ job, atMs }),
  };
}
