/** The writer's hold on turns that left their session's window: rows of `memories`, so that the same index finds them. */
import type { Database } from 'better-sqlite3';
import { withAdded, withRemoved, type Sized } from '../../../domain/decide/quota.ts';
import { RECALL } from '../../../policy/context.ts';
import type { Ledger, Owner } from './ledger.ts';

type DueRow = { readonly id: string; readonly owner_no: number; readonly size_bytes: number };

type TurnOwner = Owner<'RECALL'>;

/** Nobody watches these changes but the index. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

export function recallShelf(db: Database, books: Ledger) {
  const move = db.prepare(
    `INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
       session_id, namespace, task_id, role, said_ms, speaker, event_ms, turn, content, recall_ms)
     SELECT @ownerNo, t.id, t.create_ms, t.create_ms, 1, t.size_bytes, t.stored_bytes, t.is_compressed, t.agent_id,
       s.session_id, t.namespace, '', t.role, t.said_ms, t.speaker, t.said_ms, t.turn, t.content, t.create_ms
     FROM turns t JOIN sessions s USING (session_no) WHERE t.session_no = @sessionNo AND t.turn = @turn`,
  );
  const selectOldest = db.prepare<[object], Sized>(
    `SELECT id, size_bytes AS sizeBytes FROM memories WHERE owner_no = @ownerNo ORDER BY create_ms, id LIMIT @limit + 0`,
  );
  const remove = db.prepare('DELETE FROM memories WHERE id = @id');
  const selectDue = db.prepare<[object], DueRow>(
    `SELECT id, owner_no, size_bytes FROM memories WHERE recall_ms < @oldestMs ORDER BY recall_ms LIMIT @limit + 0`,
  );

  const removeAll = (owner: TurnOwner, due: readonly Sized[], nowMs: number): TurnOwner => {
    let { usage } = owner;
    for (const { id, sizeBytes } of due) {
      remove.run({ id });
      books.log(owner, 'REMOVE', id, NOWHERE, nowMs);
      usage = withRemoved(usage, sizeBytes);
    }
    return { ...owner, usage };
  };

  return {
    /** Makes turns of a session findable; the user's oldest make room. True if any had to. */
    put(
      userNo: number,
      sessionNo: number,
      turns: readonly { readonly turn: number; readonly id: string; readonly sizeBytes: number }[],
      nowMs: number,
    ): boolean {
      let owner = books.owner(userNo, 'RECALL', '', null);
      for (const { turn, id, sizeBytes } of turns) {
        move.run({ ownerNo: owner.ownerNo, sessionNo, turn });
        books.log(owner, 'ADD', id, NOWHERE, nowMs);
        owner = { ...owner, usage: withAdded(owner.usage, sizeBytes) };
      }
      const over = owner.usage.count - RECALL.turns;
      const due = over > 0 ? selectOldest.all({ ownerNo: owner.ownerNo, limit: over }) : [];
      owner = removeAll(owner, due, nowMs);
      books.save(owner, owner.usage, null);
      return due.length > 0;
    },

    /** Deletes what has expired, so many rows at most, and says how many. */
    sweep(oldestMs: number, nowMs: number, limit: number): number {
      const due = selectDue.all({ oldestMs, limit });
      for (const { id, owner_no: ownerNo, size_bytes: sizeBytes } of due) {
        const owner = books.recallOwner(ownerNo);
        if (owner === undefined) continue;
        const { usage } = removeAll(owner, [{ id, sizeBytes }], nowMs);
        books.save(owner, usage, null);
      }
      return due.length;
    },
  };
}
