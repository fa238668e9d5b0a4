/**
 * Everything that the writer does inside its transaction, one intent at a time. Throws a RecordaError where a decision is a refusal;
 * the caller then undoes whatever this wrote.
 */
import type { Database } from 'better-sqlite3';
import type { AuditBook } from './audit-book.ts';
import { alertRounds } from './alert-rounds.ts';
import { contextAccounts } from './context-accounts.ts';
import { archiveShelf } from './archive-shelf.ts';
import { applyContext } from './apply-context.ts';
import { applyFacts } from './apply-facts.ts';
import { applyMemories } from './apply-memories.ts';
import { changeOfEmbedder } from './change-of-embedder.ts';
import { eraseUsers } from './erase-users.ts';
import { embeddersOfStore } from '../rows/embedders-of-store.ts';
import { adoptDocument } from './adopt-document.ts';
import { keepingWrites } from './keeping-writes.ts';
import { ledger, type Owner } from './ledger.ts';
import { lives } from './lives.ts';
import { limitsOfStore } from './limits-of-store.ts';
import { outboxOfStore } from './outbox-of-store.ts';
import { putRowsBack } from './put-rows-back.ts';
import { replaceRows } from './replace-rows.ts';
import { requests } from './requests.ts';
import { sampler } from './sampler.ts';
import { shelf } from './shelf.ts';
import { afterErasures, sweeper, sweepingAll } from './sweeper.ts';
import { tally } from './tally.ts';
import { turnFacts } from './turn-facts.ts';
import type { SweptAll, WriterApi, WriterData } from '../threads/thread-api.ts';
import type { PutBackOrder } from '../threads/thread-api-of-users.ts';
import { writeCollections } from './write-collections.ts';

export function applyIntents(
  db: Database,
  data: Pick<WriterData, 'quotas' | 'limits'>,
  sweepPacks: (limit: number) => number,
  audit: AuditBook,
) {
  const sums = tally(db);
  const outbox = outboxOfStore(db);
  const books = ledger(db, sums, outbox.note, audit.noteLogged);
  const embedders = embeddersOfStore(db);
  // An index of another machine has vectors, too.
  const change = changeOfEmbedder(db, embedders, () => void outbox.refill(Date.now()));
  const lived = lives(db);
  const rows = shelf(db, embedders, sums, lived);
  const limits = limitsOfStore(db, data, books, sums);
  const accounts = contextAccounts(books, sums, limits);
  const remembered = requests(db, accounts);
  const collections = writeCollections(db, books);
  /** Whether text was deleted or overwritten that the log may still hold; an earlier process may have done so. */
  let textRemoved = true;
  /** Messages, since the last sweep. */
  let expired = 0;
  const noteExpired = (count: number): void => void (expired += count);

  const removeRow = (owner: Owner, id: string, nowMs: number): void => {
    const place = rows.remove(owner, id);
    books.log(owner, 'REMOVE', id, place, nowMs);
    textRemoved = true;
  };
  const noteTextRemoved = (): void => void (textRemoved = true);
  const facts = applyFacts(db, books, accounts, remembered, noteTextRemoved);
  const context = applyContext(
    db,
    data.limits,
    limits,
    books,
    accounts,
    remembered,
    turnFacts(db, facts),
    noteTextRemoved,
  );
  const clearVectors = (): number => {
    const cleared = change.clear();
    textRemoved ||= cleared > 0;
    return cleared;
  };
  const chores = [sampler(db), alertRounds(db, limits)];
  const erasing = eraseUsers(db, books, sums, remembered, limits.forgetPlans, outbox);
  const eraseStep = (nowMs: number): number => {
    const rowCount = erasing.step(nowMs);
    textRemoved ||= rowCount > 0;
    if (rowCount > 0) context.forgetStates();
    return rowCount;
  };
  const sweep = sweeper(db, books, rows, removeRow, remembered.sweep, sweepPacks, clearVectors, noteExpired, chores);

  const adopt = adoptDocument(books, rows, outbox);
  const sweepAll = sweepingAll(afterErasures(eraseStep, sweep), context.sweep, facts.sweep, noteTextRemoved);
  const memories = applyMemories({
    ...{ books, rows, remembered, collections, limits, outbox, adopt, removeRow, noteTextRemoved, noteExpired },
  });

  const putBack = putRowsBack(db, books, accounts, limits.forgetPlans);
  const putRowBack: typeof putBack = (...given) => {
    context.forgetStates();
    return putBack(...given);
  };
  const archive = archiveShelf(db, { books, rows, lives: lived, limits, outbox, removeRow });

  return {
    ...memories,

    putBack(order: PutBackOrder): boolean {
      const isTaken = memories.putBack(order);
      if (isTaken) archive.cameBack(order);
      return isTaken;
    },
    keeping: keepingWrites(archive, lived),

    putCollection: collections.put,
    removeCollection: collections.remove,

    touch: rows.touch,

    erasing,
    eraseStep,
    /** It named the user. */
    endErasure(id: string): void {
      erasing.end(id);
      textRemoved = true;
    },
    putRowBack,
    putRowsBack({
      whose,
      rows: back,
      nowMs,
      withinQuotas,
    }: Parameters<WriterApi['putRowsBack']>[0]): readonly boolean[] {
      const refuseOver = withinQuotas ? accounts.refuseOver(books.user({ ...NO_SCOPE, ...whose }), whose) : undefined;
      const taken = back.map((row) => putRowBack(whose, row, nowMs));
      refuseOver?.();
      return taken;
    },
    replaceRows: replaceRows(db, books, accounts, putRowBack, () => {
      context.forgetStates();
      noteTextRemoved();
    }),
    outbox,
    sweep({ nowMs, oldestTurnMs }: Parameters<WriterApi['sweep']>[0]): SweptAll {
      outbox.recount();
      const swept = { ...sweepAll(nowMs, oldestTurnMs), expired };
      expired = 0;
      return swept;
    },
    context,
    facts,
    reembed: change.step,
    limits,
    /** After each intent: whether what it changed holds. */
    settled(holds: boolean): void {
      for (const book of [sums, audit]) {
        if (holds) book.keep();
        else book.drop();
      }
      if (!holds) context.forgetStates();
    },
    /** Before the commit. */
    writeTotals(): void {
      sums.write();
      audit.write();
    },

    hasRemovedText: (): boolean => textRemoved,
    textIsScrubbed(): void {
      textRemoved = false;
    },
  };
}

const NO_SCOPE = { agentId: '', sessionId: '', namespace: '', taskId: '' };
