/** Writes the rows of `facts`. */
import type { Database } from 'better-sqlite3';
import type { SaidFact } from '../../../domain/facts/fact-intents.ts';
import type { Confidence } from '../../../domain/facts/fact.ts';
import type { Scope } from '../../../domain/memory.ts';
import { FACT_COLUMNS, type FactRow } from './fact-rows.ts';

/** A fact and its user's number. */
export type DueFact = FactRow & { readonly user_no: number };

type Closing = { readonly nowMs: number; readonly by: string; readonly isForgotten: boolean };

export function factTable(db: Database) {
  const insert = db.prepare(
    `INSERT INTO facts (user_no, id, domain, also_domain, fact, confidence, source, slot, rule, namespace, agent_id, session_id, turn,
       create_ms, confirm_ms, confirmations, size_bytes, superseded_by, closed_ms, is_forgotten, is_pinned)
     VALUES (@userNo, @id, @domain, @alsoDomain, @text, @confidence, @source, @slot, @rule, @namespace, @agentId, @sessionId, @turn,
       @saidMs, @saidMs, 0, @sizeBytes, '', NULL, 0, @isPinned)`,
  );
  const find = db.prepare<[object], FactRow>(
    `SELECT ${FACT_COLUMNS} FROM facts f JOIN users u USING (user_no)
     WHERE f.id = @id AND u.tenant = @tenant AND u.user_id = @userId AND (@namespace = '' OR f.namespace = @namespace)`,
  );
  const findById = db.prepare<[object], FactRow>(`SELECT ${FACT_COLUMNS} FROM facts f WHERE f.id = @id`);
  const selectDue = db.prepare<[object], DueFact>(
    `SELECT ${FACT_COLUMNS}, f.user_no FROM facts f WHERE f.confirm_ms < @beforeMs AND f.is_pinned = 0 ORDER BY f.confirm_ms LIMIT @limit + 0`,
  );
  const close = db.prepare(
    `UPDATE facts SET closed_ms = @nowMs, superseded_by = @by, is_forgotten = @isForgotten, is_pinned = 0,
       fact = CASE @isForgotten WHEN 1 THEN '' ELSE fact END, slot = CASE @isForgotten WHEN 1 THEN '' ELSE slot END
     WHERE fact_no = @factNo`,
  );
  const reopen = db.prepare(
    `UPDATE facts SET closed_ms = NULL, superseded_by = '', confirm_ms = max(confirm_ms, @nowMs), is_pinned = @isPinned
     WHERE fact_no = @factNo`,
  );
  // A buffered confirmation may be older than one that was written meanwhile.
  const confirm = db.prepare(
    `UPDATE facts SET confirm_ms = max(confirm_ms, @lastMs), confirmations = confirmations + @count WHERE fact_no = @factNo`,
  );
  const setConfidence = db.prepare('UPDATE facts SET confidence = @confidence WHERE fact_no = @factNo');
  const setPin = db.prepare('UPDATE facts SET is_pinned = @isPinned WHERE fact_no = @factNo');
  const remove = db.prepare('DELETE FROM facts WHERE fact_no = @factNo');

  return {
    /** Returns a fact of the user, whatever its state; of any namespace if the scope has none. */
    find: (
      { tenant, userId, namespace }: Pick<Scope, 'tenant' | 'userId' | 'namespace'>,
      id: string,
    ): FactRow | undefined => find.get({ tenant, userId, namespace, id }),
    findById: (id: string): FactRow | undefined => findById.get({ id }),
    /** Reads the facts that were last confirmed before `beforeMs`, the oldest first. */
    due: (beforeMs: number, limit: number): readonly DueFact[] => selectDue.all({ beforeMs, limit }),

    /** Returns the fact's number. */
    insert(userNo: number, namespace: string, said: SaidFact, sizeBytes: number, saidMs: number): number {
      const { id, domain, alsoDomain = null, text, confidence, source, slot = '', rule, provenance } = said;
      const isPinned = said.isPinned ? 1 : 0;
      const of = { userNo, namespace, ...provenance, saidMs, sizeBytes, isPinned };
      const row = { id, domain, alsoDomain, text, confidence, source, slot, rule, ...of };
      return Number(insert.run(row).lastInsertRowid);
    },

    close: (factNo: number, { nowMs, by, isForgotten }: Closing): void =>
      void close.run({ factNo, nowMs, by, isForgotten: isForgotten ? 1 : 0 }),
    reopen: (factNo: number, nowMs: number, isPinned: boolean): void =>
      void reopen.run({ factNo, nowMs, isPinned: isPinned ? 1 : 0 }),
    confirm: (factNo: number, lastMs: number, count: number): void => void confirm.run({ factNo, lastMs, count }),
    setConfidence: (factNo: number, confidence: Confidence): void => void setConfidence.run({ factNo, confidence }),
    setPin: (factNo: number, isPinned: boolean): void => void setPin.run({ factNo, isPinned: isPinned ? 1 : 0 }),
    remove: (factNo: number): void => void remove.run({ factNo }),
  };
}
