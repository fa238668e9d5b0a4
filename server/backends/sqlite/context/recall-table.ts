/** The writer's part of turns that left their session's window: they are rows of `memories`, so that the same index finds them. */
import type { Database } from 'better-sqlite3';
import { NO_USAGE, withAdded, withRemoved, type Sized, type Usage } from '../../../domain/decide/quota.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { Quota } from '../../../policy/memory-types.ts';
import { oldestOver, type ContextAccounts } from '../records/context-accounts.ts';
import type { QuotaAccounts, Owner } from '../records/quota-accounts.ts';
import type { ChooseDue } from '../records/due-rows.ts';

type DueRow = { readonly id: string; readonly owner_no: number; readonly size_bytes: number };

type TurnOwner = Owner<'RECALL'>;
/** Additions and removals, by the agent that wrote them. */
type Changes = Map<string, Usage>;

/** Only the index follows these changes. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

/** Returns the use that one call gets down to: the quota or, from far above it, what is left after the most that it may remove. */
function reachable(quota: Quota, before: Usage): Quota {
  const left = Math.max(0, 1 - SQLITE.recallRemovedRows / Math.max(before.count, 1));
  const bytes = Math.max(quota.bytes, Math.floor(before.bytes * left));
  return { ...quota, count: Math.max(quota.count, Math.floor(before.count * left)), bytes };
}

export function recallTable(db: Database, quotaAccounts: QuotaAccounts, accounts: ContextAccounts) {
  const move = db
    .prepare<[object], string>(
      `INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
       session_id, namespace, task_id, role, said_ms, speaker, event_ms, turn, content, recall_ms)
     SELECT @ownerNo, t.id, t.create_ms, t.create_ms, 1, t.size_bytes, t.stored_bytes, t.is_compressed, t.agent_id,
       s.session_id, t.namespace, '', t.role, t.said_ms, t.speaker, t.said_ms, t.turn, t.content, t.create_ms
     FROM turns t JOIN sessions s USING (session_no) WHERE t.session_no = @sessionNo AND t.turn = @turn
     ON CONFLICT (id) DO NOTHING RETURNING agent_id`,
    )
    .pluck();
  const selectOfSession = db.prepare<[object], Sized>(
    `SELECT m.id, m.size_bytes AS sizeBytes FROM turns t JOIN memories m USING (id)
     WHERE t.session_no = @sessionNo AND m.owner_no = @ownerNo`,
  );
  const selectOldest = db.prepare<[object], Sized>(
    `SELECT id, size_bytes AS sizeBytes FROM memories WHERE owner_no = @ownerNo ORDER BY create_ms, id LIMIT @limit + 0`,
  );
  const remove = db.prepare<[object], string>('DELETE FROM memories WHERE id = @id RETURNING agent_id').pluck();
  const selectDue = db.prepare<[object], DueRow>(
    `SELECT id, owner_no, size_bytes FROM memories WHERE recall_ms < @oldestMs ORDER BY recall_ms LIMIT @limit + 0`,
  );

  const removeAll = (owner: TurnOwner, due: readonly Sized[], changes: Changes, nowMs: number): void => {
    for (const { id, sizeBytes } of due) {
      const agentId = remove.get({ id }) ?? '';
      quotaAccounts.log(owner, 'REMOVE', id, NOWHERE, nowMs);
      changes.set(agentId, withRemoved(changes.get(agentId) ?? NO_USAGE, sizeBytes));
    }
  };
  const settle = (userNo: number, changes: Changes, nowMs: number): void => {
    for (const [agentId, usage] of changes) accounts.change(userNo, 'RECALL', usage, nowMs, { agentId });
  };
  return {
    /**
     * Makes turns of a session's window findable that are not yet; the user's oldest make room. Returns the number removed for room. If
     * an import or a smaller tier has left far more than the quota, each call removes a part of it, since writers wait for the call.
     */
    put(
      userNo: number,
      sessionNo: number,
      turns: readonly { readonly turn: number; readonly id: string; readonly sizeBytes: number }[],
      nowMs: number,
    ): number {
      const { owner, quota, ...account } = accounts.of(userNo, 'RECALL');
      const changes: Changes = new Map();
      let { usage } = account;
      for (const { turn, id, sizeBytes } of turns) {
        const agentId = move.get({ ownerNo: owner.ownerNo, sessionNo, turn });
        if (agentId === undefined) continue;
        quotaAccounts.log(owner, 'ADD', id, NOWHERE, nowMs);
        changes.set(agentId, withAdded(changes.get(agentId) ?? NO_USAGE, sizeBytes));
        usage = withAdded(usage, sizeBytes);
      }
      const { ownerNo } = owner;
      const room = { usage, quota: reachable(quota, account.usage) };
      const due = oldestOver(room, (limit) => selectOldest.all({ ownerNo, limit }));
      removeAll(owner, due, changes, nowMs);
      settle(userNo, changes, nowMs);
      return due.length;
    },

    /** Makes a session's window unfindable again: its turns are to be deleted once they leave it. */
    removeWindow(userNo: number, sessionNo: number, nowMs: number): void {
      const { owner } = accounts.of(userNo, 'RECALL');
      const due = selectOfSession.all({ ownerNo: owner.ownerNo, sessionNo });
      const changes: Changes = new Map();
      removeAll(owner, due, changes, nowMs);
      settle(userNo, changes, nowMs);
    },

    /** Deletes expired turns, at most `limit`, and returns their number. */
    sweep(oldestMs: number, nowMs: number, limit: number, choose: ChooseDue): number {
      const due = choose(selectDue.all({ oldestMs, limit }), (row) => row.owner_no);
      for (const { id, owner_no: ownerNo, size_bytes: sizeBytes } of due) {
        const owner = quotaAccounts.recallOwner(ownerNo);
        if (owner === undefined) continue;
        const changes: Changes = new Map();
        removeAll(owner, [{ id, sizeBytes }], changes, nowMs);
        settle(owner.userNo, changes, nowMs);
      }
      return due.length;
    },
  };
}
