/** The writer's part of the outbox: changes in the log of long-term memory enter it, and leave it once the index shows them. */
import { randomInt } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import { RecordaError } from '../../../domain/errors.ts';
import { OUTBOX } from '../../../policy/backends.ts';
import type { Outbox, Settled } from '../../../ports/outbox.ts';
import type { CallTraits } from '../audit/writes.ts';
import type { NotedChange } from '../records/quota-accounts.ts';

export type OutboxWrites = OutboxOfStore['writes'];

export const OUTBOX_TRAITS: CallTraits<OutboxWrites> = { erasedInIndex: { deletes: true } };

export type OutboxOfStore = ReturnType<typeof outboxOfStore>;

export function outboxOfStore(db: Database) {
  const sql = statements(db);

  let target = sql.selectTarget.get();
  let latest: { readonly id: string; readonly revision: number; readonly isExact: boolean } | undefined;
  let isMirrored = false;
  /** The approximate number of waiting changes that are not dead: exact again with each sweep. */
  let depth = 0;
  const recount = (): void => void (depth = isMirrored ? (sql.count.get() ?? 0) : 0);

  const fillFor = (wanted: string, nowMs: number): void =>
    db
      .transaction(() => {
        db.exec('DELETE FROM outbox; DELETE FROM mirror');
        sql.saveTarget.run({ target: wanted, serverNo: randomInt(OUTBOX.servers) });
        sql.fill.run({ nowMs });
      })
      .immediate();

  /** Has all memories of this store sent again, as they are: a later change of another server in the index stays. Returns their number. */
  const refill = (nowMs: number): number => {
    if (target === undefined) return 0;
    const { changes } = sql.fill.run({ nowMs });
    recount();
    return changes;
  };

  return {
    /**
     * Makes `wanted` mirror the store from now on: a new one gets all of it. Without one, changes are still noted if there once was one,
     * since it may return.
     */
    begin(wanted: string | undefined, nowMs: number): void {
      isMirrored = wanted !== undefined;
      if (wanted !== undefined && wanted !== target) fillFor(wanted, nowMs);
      target = wanted ?? target;
      recount();
    },

    refill,

    writes: {
      settleOutbox({ settled }: { readonly settled: readonly Settled[] }): void {
        for (const one of settled) {
          const { changes } = sql.settleOne[one.as].run(one);
          if (one.as === 'DONE' || one.as === 'DEAD') depth -= changes;
        }
      },

      replayOutbox({ tenant, ids }: Parameters<Outbox['replay']>[0]): number {
        if (ids.length === 0) return sql.replayAll.run({ tenant }).changes;
        return ids.reduce((sum, id) => sum + sql.replayOne.run({ tenant, id }).changes, 0);
      },

      refillOutbox: ({ nowMs }: { readonly nowMs: number }): number => refill(nowMs),

      /** Notes that the index has erased a user. */
      erasedInIndex({ tenant, userId }: UserKey): void {
        sql.endErasure.run({ tenant, userId });
      },
    },

    /** Notes a change of a long-term memory. */
    note({ userNo, id, sequence, nowMs }: NotedChange): void {
      if (target === undefined) return;
      const known = latest?.id === id ? latest : undefined;
      const revision = known?.isExact === true ? known.revision : Math.max(nowMs, (known?.revision ?? -1) + 1);
      latest = undefined;
      sql.put.run({ userNo, id, sequence, revision, nowMs });
      depth += 1;
    },

    /** Makes the next change of the memory come after this one of the index. */
    follow(id: string, revision: number): void {
      latest = { id, revision: Math.floor(revision / OUTBOX.servers), isExact: false };
    },

    /** Makes the next change of the memory count as made then: a later one of another server stays. */
    asOf(id: string, revision: number): void {
      latest = { id, revision, isExact: true };
    },

    /** Throws if too much waits already. */
    refuseIfFull(): void {
      if (!isMirrored || depth < OUTBOX.most) return;
      recount();
      if (depth >= OUTBOX.most) throw outboxFull();
    },

    /** Tells whether its last change here is unseen, and no older than this one of the index. */
    isAhead(id: string, revision: number): boolean {
      const own = sql.selectRevision.get({ id });
      return own !== undefined && own >= revision;
    },

    recount,

    /** Has the index erase all of the user's long-term memories, whoever wrote them, before they are deleted here. */
    eraseUser(userNo: number | undefined, { tenant, userId }: UserKey): void {
      if (target === undefined) return;
      if (userNo !== undefined) sql.removeAll.run({ userNo });
      sql.noteErasure.run({ tenant, userId });
      recount();
    },
  };
}

function statements(db: Database) {
  const THIS = `WHERE id = @id AND sequence = @sequence AND revision = CAST(@revision AS INTEGER) / ${OUTBOX.servers}`;
  const REPLAYED = `SET state = 'WAITING', attempts = 0, at_ms = 0, reason = NULL WHERE state = 'DEAD'`;
  const OF_TENANT = 'AND user_no IN (SELECT user_no FROM users WHERE tenant = @tenant)';

  return {
    selectTarget: db.prepare<[], string>('SELECT target FROM mirror').pluck(),
    saveTarget: db.prepare('INSERT INTO mirror (target, server_no) VALUES (@target, @serverNo)'),
    fill: db.prepare(
      `INSERT INTO outbox (id, user_no, sequence, revision, state, attempts, changed_ms, at_ms)
     SELECT m.id, o.user_no, coalesce((SELECT max(sequence) FROM changes), 0), m.update_ms, 'WAITING', 0, @nowMs, 0
     FROM memories m JOIN owners o USING (owner_no) WHERE o.type = 'LONG_TERM'
     ON CONFLICT (id) DO UPDATE SET revision = revision + 1, state = 'WAITING', attempts = 0, at_ms = 0, seen_ms = NULL,
       reason = NULL`,
    ),
    count: db.prepare<[], number>(`SELECT count(*) FROM outbox WHERE state <> 'DEAD'`).pluck(),
    put: db.prepare(
      `INSERT INTO outbox (id, user_no, sequence, revision, state, attempts, changed_ms, at_ms)
     VALUES (@id, @userNo, @sequence, @revision, 'WAITING', 0, @nowMs, 0)
     ON CONFLICT (id) DO UPDATE SET sequence = @sequence, revision = max(revision + 1, @revision), state = 'WAITING', attempts = 0,
       changed_ms = iif(state = 'WAITING', changed_ms, @nowMs), at_ms = 0, seen_ms = NULL, reason = NULL`,
    ),
    selectRevision: db
      .prepare<[object], number>(
        `SELECT revision * ${OUTBOX.servers} + (SELECT server_no FROM mirror) FROM outbox WHERE id = @id`,
      )
      .pluck(),
    settleOne: {
      SENT: db.prepare(`UPDATE outbox SET state = 'SENT', at_ms = @atMs, seen_ms = NULL ${THIS}`),
      SEEN: db.prepare(`UPDATE outbox SET seen_ms = @atMs ${THIS}`),
      REFUSED: db.prepare(`UPDATE outbox SET at_ms = @dueMs, attempts = attempts + 1 ${THIS}`),
      DEAD: db.prepare(
        `UPDATE outbox SET state = 'DEAD', attempts = attempts + 1, at_ms = @atMs, reason = @reason ${THIS}`,
      ),
      DONE: db.prepare(`DELETE FROM outbox ${THIS}`),
    } as const,
    replayAll: db.prepare(`UPDATE outbox ${REPLAYED} ${OF_TENANT}`),
    replayOne: db.prepare(`UPDATE outbox ${REPLAYED} AND id = @id ${OF_TENANT}`),
    removeAll: db.prepare('DELETE FROM outbox WHERE user_no = @userNo'),
    noteErasure: db.prepare('INSERT OR IGNORE INTO index_erasures (tenant, user_id) VALUES (@tenant, @userId)'),
    endErasure: db.prepare('DELETE FROM index_erasures WHERE tenant = @tenant AND user_id = @userId'),
  };
}

function outboxFull(): RecordaError {
  return new RecordaError(
    'BACKEND_UNAVAILABLE',
    `The index of long-term memory has not taken the last ${OUTBOX.most.toLocaleString('en-US')} changes, so no more are accepted. Check the index, and repeat the call later.`,
    { retryAfterMs: OUTBOX.fullRetryMs },
  );
}
