/**
 * The writer: the only connection that writes. It commits what has gathered in one transaction, a savepoint for each intent.
 *
 * After a failed commit nobody knows what the disk holds, so it writes no more: a retried fsync may report success for lost pages.
 */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { Sqlite } from '../sqlite.ts';
import { RecordaError } from '../../../domain/errors.ts';
import { SQLITE } from '../../../policy/sqlite.ts';
import { auditBook } from './audit-book.ts';
import { AUDIT_HEAD_FILE, headWriter, readHead } from './audit-head.ts';
import { eventsIn, noteCall, noteErasure, timeOf } from './audited-calls.ts';
import { applyIntents } from './apply-intents.ts';
import { NEWS, type QueuedCall, type Reply } from '../threads/batch-channel.ts';
import { isLoss } from './is-loss.ts';
import { lockFolder } from '../file/lock-folder.ts';
import { openForWriting } from '../file/open-file.ts';
import { STORE_FILE } from '../migrations/schema.ts';
import type { WireOutcome, WriterApi, WriterData } from '../threads/thread-api.ts';
import { lossToWire, toWire } from '../threads/wire-error.ts';
import { writePacks } from '../indexes/write-packs.ts';

type Call = QueuedCall<WriterApi>;

export type Writer = ReturnType<typeof openWriter>;

export function openWriter({ dataDir, embedder, quotas, limits, auditHead, mirror }: WriterData) {
  const unlock = lockFolder(dataDir);
  const db = orElse(() => openForWriting(join(dataDir, STORE_FILE), embedder), unlock);
  const packs = writePacks(db);
  packs.abandon();
  const headFile = auditHead ?? join(dataDir, AUDIT_HEAD_FILE);
  const audit = orElse(() => auditBook(db, readHead(headFile)), unlock);
  const heads = headWriter(headFile);
  let written: number | undefined;
  const writeHead = (): void => {
    const head = audit.head();
    if (head.pageNo === written) return;
    heads.write(head);
    written = head.pageNo;
  };
  writeHead();
  const intents = applyIntents(db, { quotas, limits }, packs.sweep, audit);
  intents.outbox.begin(mirror, Date.now());
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const savepoint = db.prepare('SAVEPOINT one');
  const release = db.prepare('RELEASE one');
  const undo = db.prepare('ROLLBACK TO one');
  const pagesInLog = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  let lost: RecordaError | undefined;

  /** Applies one intent; what it wrote is undone if it throws. */
  const one = <T>(apply: () => T): T => {
    savepoint.run();
    try {
      const result = apply();
      release.run();
      intents.settled(true);
      return result;
    } catch (error) {
      // SQLite itself rolls everything back after some errors; then the whole batch has failed.
      if (isLoss(error) || !db.inTransaction) throw lose(error);
      undo.run();
      release.run();
      intents.settled(false);
      throw error;
    }
  };
  const lose = (cause: unknown): RecordaError => {
    const code = cause instanceof Sqlite.SqliteError ? ` (${cause.code})` : '';
    lost ??= new RecordaError(
      'BACKEND_UNAVAILABLE',
      `The store stopped writing after its disk failed${code}. Reading goes on. See to the disk's health and room, then restart Recorda.`,
    );
    return lost;
  };
  /** Work on the file that nobody waits for; does nothing once the store is lost. */
  const orLose = <T>(work: () => T): T | undefined => {
    if (lost !== undefined) return undefined;
    try {
      return work();
    } catch (error) {
      lose(error);
      return undefined;
    }
  };
  /** Another program may hold the file's lock: nothing has been tried then, so nothing is lost. */
  const beginOrLocked = (): RecordaError | undefined => {
    try {
      begin.run();
      return undefined;
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
      return new RecordaError(
        'OVERLOADED',
        'Another program holds the lock of the store, so nothing was written. End it, or wait and repeat the call.',
        { retryAfterMs: SQLITE.lockedRetryMs },
      );
    }
  };
  const asOutcome = <T>(apply: () => T): WireOutcome<T> => {
    try {
      return { ok: true, value: one(apply) };
    } catch (error) {
      if (error === lost) throw error;
      return { ok: false, error: toWire(error) };
    }
  };
  const run = (call: Call): unknown => {
    audit.begin(call.origin, call.method, timeOf(call.argument));
    const result = apply(call);
    // Like the rest, it counts if the intent holds; it does by now.
    noteCall(audit, call, result);
    audit.keep();
    return result;
  };
  const apply = (call: Call): unknown => {
    switch (call.method) {
      case 'add':
        return call.argument.map((order) => asOutcome(() => intents.add(order)));
      case 'update':
        return one(() => intents.update(call.argument));
      case 'remove':
        return one(() => intents.remove(call.argument));
      case 'touch':
        return one(() => intents.touch(call.argument.accesses));
      case 'putBack':
        return one(() => call.argument.map((order) => intents.putBack(order)));
      case 'putRowsBack': {
        const { whose, rows, nowMs } = call.argument;
        return one(() => rows.map((row) => intents.putRowBack(whose, row, nowMs)));
      }
      case 'noteErased':
        return one(() => intents.erasing.noteErased(call.argument));
      case 'beginErasure':
        return one(() => intents.erasing.begin(call.argument));
      case 'endErasure':
        return one(() => intents.endErasure(call.argument.id));
      case 'beginArchive':
        return one(() => intents.keeping.beginArchive(call.argument));
      case 'evict':
        return one(() => intents.keeping.evict(call.argument));
      case 'completeArchive':
        return one(() => intents.keeping.completeArchive(call.argument));
      case 'forgetObject':
        return one(() => intents.keeping.forgetObject(call.argument));
      case 'replaceRows':
        return one(() => intents.replaceRows(call.argument));
      case 'putArchiveBack':
        return one(() => intents.keeping.putArchiveBack(call.argument));
      case 'setRetention':
        return one(() => intents.keeping.setRetention(call.argument));
      case 'noteRun':
        return one(() => intents.keeping.noteRun(call.argument));
      case 'weigh':
        return one(() => intents.keeping.weigh(call.argument));
      case 'noteCompared':
        return one(() => intents.keeping.noteCompared(call.argument));
      case 'detachUser':
        return one(() => {
          const counts = intents.erasing.detach(call.argument);
          noteErasure(audit, call.argument, counts);
          return counts;
        });
      case 'recordAudit':
        return one(() => audit.record(call.argument.events));
      case 'recordNotes':
        return one(() => audit.record(eventsIn(call.argument.lines)));
      case 'eraseStep':
        return one(() => intents.eraseStep(call.argument.nowMs));
      case 'putCollection':
        return one(() => intents.putCollection(call.argument));
      case 'removeCollection':
        return one(() => intents.removeCollection(call.argument));
      case 'sweep':
        return one(() => intents.sweep(call.argument));
      case 'appendTurns':
        return one(() => intents.context.append(call.argument));
      case 'flushSession':
        return one(() => intents.context.flush(call.argument));
      case 'putSystemPrompt':
        return one(() => intents.context.putSystemPrompt(call.argument));
      case 'storeResponse':
        return one(() => intents.context.storeResponse(call.argument));
      case 'reportOutput':
        return one(() => intents.context.reportOutput(call.argument));
      case 'addUsage':
        return one(() => intents.context.addUsage(call.argument));
      case 'learnFactor':
        return one(() => intents.context.learnFactor(call.argument));
      case 'sayFacts':
        return one(() => intents.facts.say(call.argument));
      case 'replaceFact':
        return one(() => intents.facts.replace(call.argument));
      case 'forgetFact':
        return one(() => intents.facts.forget(call.argument));
      case 'confirmFacts':
        return one(() => intents.facts.confirm(call.argument.confirmations));
      case 'reembed':
        return one(() => intents.reembed(call.argument));
      case 'setPlan':
        return one(() => intents.limits.setPlan(call.argument.change, call.argument.nowMs));
      case 'raiseAlerts':
        return one(() => intents.limits.raiseAlerts(call.argument));
      case 'alertsDelivered':
        return one(() => intents.limits.delivered(call.argument));
      case 'settleOutbox':
        return one(() => intents.outbox.settle(call.argument.settled));
      case 'refillOutbox':
        return one(() => intents.outbox.refill(call.argument.nowMs));
      case 'erasedInIndex':
        return one(() => intents.outbox.erased(call.argument));
      case 'replayOutbox':
        return one(() => intents.outbox.replay(call.argument));
      case 'beginPack':
        return one(() => packs.begin(call.argument));
      case 'addPiece':
        return one(() => packs.add(call.argument));
      case 'endPack':
        return one(() => packs.end(call.argument.packNo));
      case 'open':
      case 'scrub':
      case 'close':
        throw new Error(`${call.method} is no intent`);
    }
  };
  const reply = (call: Call): Reply => {
    try {
      return { number: call.number, result: run(call) };
    } catch (error) {
      if (error === lost) throw error;
      return { number: call.number, error: toWire(error) };
    }
  };

  return {
    /** Commits the calls together and answers them; none is answered before the commit is on disk. */
    commit(calls: readonly Call[]): readonly Reply[] {
      try {
        if (lost !== undefined) throw lost;
        const locked = beginOrLocked();
        if (locked !== undefined) return calls.map(({ number }) => ({ number, error: toWire(locked) }));
        const replies = calls.map(reply);
        intents.writeTotals();
        commit.run();
        return intents.limits.takeNews() ? [...replies, NEWS] : replies;
      } catch (error) {
        const why = lossToWire(lose(error));
        rollBack(db);
        return calls.map(({ number }) => ({ number, error: why }));
      }
    },

    /** Copies the log into the file once it is long; sooner where nobody waits. */
    checkpoint(isIdle: boolean): void {
      orLose(() => {
        const { log, checkpointed } = pagesInLog.get() ?? { log: 0, checkpointed: 0 };
        if (log - checkpointed < (isIdle ? SQLITE.checkpointIdlePages : SQLITE.checkpointBusyPages)) return;
        db.pragma('wal_checkpoint(PASSIVE)');
      });
    },

    /** True unless readers kept the log from being emptied. */
    scrub(): boolean {
      if (!intents.hasRemovedText()) return true;
      const results = orLose(() => db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]);
      if (results?.[0].busy === 1) return false;
      intents.textIsScrubbed();
      return true;
    },

    /** Says which page of the audit log is the last: after the answers, since nobody waits for it. */
    writeHead(): void {
      try {
        writeHead();
      } catch {
        // The log itself is written; a head that lags behind says less, and nothing wrong.
      }
    },

    close(): void {
      this.writeHead();
      heads.close();
      db.close();
      unlock();
    },
  };
}

function rollBack(db: Database): void {
  try {
    if (db.inTransaction) db.exec('ROLLBACK');
  } catch {
    // Nothing more is written through this connection; what was not committed goes with it.
  }
}

function orElse<T>(work: () => T, release: () => void): T {
  try {
    return work();
  } catch (error) {
    release();
    throw error;
  }
}
