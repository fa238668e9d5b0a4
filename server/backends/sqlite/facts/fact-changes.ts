/** Changes one fact in all its tables: the fact, its text in the index, its history, the user's quota and the change log. */
import type { Database } from 'better-sqlite3';
import { hasRoom, overQuota } from '../../../domain/decide/quota.ts';
import type { SaidFact } from '../../../domain/facts/fact-intents.ts';
import type { Confidence } from '../../../domain/facts/fact.ts';
import { factWords } from '../../../domain/facts/telling-words.ts';
import type { Scope } from '../../../domain/memory.ts';
import type { ContextAccounts } from '../records/context-accounts.ts';
import type { QuotaAccounts } from '../records/quota-accounts.ts';
import { factEvents } from './fact-events.ts';
import type { FactRow } from './fact-rows.ts';
import { factTable } from './fact-table.ts';

/** Only the index follows these changes. */
const NOWHERE = { agentId: '', sessionId: '', namespace: '' };

type TextOfFact = {
  readonly factNo: number;
  readonly id: string;
  readonly text: string;
  readonly sizeBytes: number;
  readonly namespace: string;
};

export type FactChanges = ReturnType<typeof factChanges>;

export function factChanges(
  db: Database,
  quotaAccounts: QuotaAccounts,
  accounts: ContextAccounts,
  noteTextRemoved: () => void,
) {
  const table = factTable(db);
  const events = factEvents(db);
  const texts = factTexts(db, quotaAccounts, accounts, noteTextRemoved);
  const dropAnswers = answersDropped(db, noteTextRemoved);

  const isRoomFor = (userNo: number, scope: Scope, sizeBytes: number): boolean => {
    const { usage, quota } = accounts.of(userNo, 'FACT', scope);
    return hasRoom(usage, sizeBytes, quota);
  };
  const requireRoom = (userNo: number, scope: Scope, sizeBytes: number): void => {
    const { usage, quota } = accounts.of(userNo, 'FACT', scope);
    if (!isRoomFor(userNo, scope, sizeBytes)) throw overQuota('FACT', scope, usage, sizeBytes, quota);
  };

  return {
    table,
    events,
    isRoomFor,
    takeText: texts.take,

    add(userNo: number, scope: Scope, said: SaidFact, nowMs: number, saidMs = nowMs): void {
      const { id, text } = said;
      const sizeBytes = Buffer.byteLength(text);
      requireRoom(userNo, scope, sizeBytes);
      const { namespace } = scope;
      const factNo = table.insert(userNo, namespace, said, sizeBytes, saidMs);
      texts.put(userNo, scope, { factNo, id, text, sizeBytes, namespace }, nowMs);
      events.note(factNo, 'CREATED', saidMs);
      if (saidMs < nowMs) dropAnswers(userNo);
    },

    supersede(userNo: number, row: FactRow, by: string, nowMs: number): void {
      if (row.closed_ms !== null) return;
      texts.take(userNo, row, nowMs);
      table.close(row.fact_no, { nowMs, by, isForgotten: false });
      events.note(row.fact_no, 'SUPERSEDED', nowMs, by);
    },

    reopen(userNo: number, scope: Scope, row: FactRow, isPinned: boolean, nowMs: number): void {
      const { fact_no: factNo, id, fact: text, size_bytes: sizeBytes, namespace } = row;
      requireRoom(userNo, scope, sizeBytes);
      table.reopen(factNo, nowMs, isPinned);
      texts.put(userNo, scope, { factNo, id, text, sizeBytes, namespace }, nowMs);
      events.note(factNo, 'RESTORED', nowMs);
      dropAnswers(userNo);
    },

    confirm(factNo: number, lastMs: number, count: number): void {
      table.confirm(factNo, lastMs, count);
      events.note(factNo, 'CONFIRMED', lastMs, '', count);
    },

    /** Sets the pin; returns whether that changes anything. */
    setPin(row: FactRow, isPinned: boolean): boolean {
      if ((row.is_pinned === 1) === isPinned) return false;
      table.setPin(row.fact_no, isPinned);
      return true;
    },

    /** Raises the confidence of a doubtful fact that is said again in so many words. Returns whether it was doubtful. */
    raiseConfidence(row: FactRow, confidence: Confidence): boolean {
      const isRaised = row.confidence === 'LOW' && confidence !== 'LOW';
      if (isRaised) table.setConfidence(row.fact_no, confidence);
      return isRaised;
    },

    /** Tells readers that something about the fact beside its text has changed. */
    logUpdate: (userNo: number, id: string, nowMs: number): void =>
      quotaAccounts.log(accounts.of(userNo, 'FACT').owner, 'UPDATE', id, NOWHERE, nowMs),

    /** Deletes all remains of a fact. */
    remove(userNo: number, row: FactRow, nowMs: number): void {
      texts.take(userNo, row, nowMs);
      events.remove(row.fact_no);
      table.remove(row.fact_no);
      noteTextRemoved();
    },
  };
}

/**
 * Makes what deletes a user's answers that depend on all facts. It is for facts that count from a time before now: a reader of answers only
 * compares the times of facts with those of answers.
 */
export function answersDropped(db: Database, noteTextRemoved: () => void): (userNo: number) => void {
  const remove = db.prepare('DELETE FROM responses WHERE user_no = @userNo AND fact_ids IS NULL');
  return (userNo) => {
    if (remove.run({ userNo }).changes > 0) noteTextRemoved();
  };
}

/** Keeps the texts of standing facts, which are found as memories are, and counts them. */
function factTexts(db: Database, quotaAccounts: QuotaAccounts, accounts: ContextAccounts, noteTextRemoved: () => void) {
  const insert = db.prepare(
    `INSERT INTO memories (owner_no, id, create_ms, update_ms, version, size_bytes, stored_bytes, is_compressed, agent_id,
       session_id, namespace, task_id, content)
     VALUES (@ownerNo, @id, @nowMs, @nowMs, 1, @sizeBytes, @sizeBytes, 0, '', '', @namespace, '', @text)`,
  );
  const remove = db.prepare('DELETE FROM memories WHERE id = @id');
  const insertWord = db.prepare('INSERT INTO fact_words (user_no, word, fact_no) VALUES (@userNo, @word, @factNo)');
  const removeWords = db.prepare('DELETE FROM fact_words WHERE fact_no = @factNo');

  return {
    put(userNo: number, scope: Scope, { factNo, id, text, sizeBytes, namespace }: TextOfFact, nowMs: number): void {
      const { owner } = accounts.of(userNo, 'FACT', scope);
      insert.run({ ownerNo: owner.ownerNo, id, nowMs, sizeBytes, namespace, text });
      for (const word of factWords(text)) insertWord.run({ userNo, word, factNo });
      quotaAccounts.log(owner, 'ADD', id, NOWHERE, nowMs);
      accounts.change(userNo, 'FACT', { count: 1, bytes: sizeBytes }, nowMs, { whose: scope });
    },

    /** Removes a text; does nothing for a closed fact, whose text was removed when it was closed. */
    take(userNo: number, row: FactRow, nowMs: number): void {
      const { fact_no: factNo, id, size_bytes: sizeBytes, closed_ms: closedMs } = row;
      if (closedMs !== null) return;
      remove.run({ id });
      removeWords.run({ factNo });
      const { owner } = accounts.change(userNo, 'FACT', { count: -1, bytes: -sizeBytes }, nowMs);
      quotaAccounts.log(owner, 'REMOVE', id, NOWHERE, nowMs);
      noteTextRemoved();
    },
  };
}
