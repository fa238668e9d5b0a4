/**
 * The writer: the only connection that writes. It commits gathered calls in one transaction, with a savepoint for each intent.
 *
 * After a failed commit the content of the disk is unknown, so it writes no more: a retried fsync may report success for lost pages. A
 * full disk is another matter (store-room.ts): SQLite reports it before anything is committed.
 */
import { join } from 'node:path';
import type { Database, Statement } from 'better-sqlite3';
import { Sqlite } from './sqlite.ts';
import type { AuditHead } from '../../../domain/audit.ts';
import { RecordaError } from '../../../domain/errors.ts';
import { diskFull } from '../../../domain/store-errors.ts';
import { DISK, SQLITE } from '../../../policy/backends.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import { AUDIT_HEAD_FILE, headWriter, readHead } from './file/audit-head.ts';
import { answer, EVENTS, type Api, type QueuedCall, type Reply } from './batch-channel.ts';
import { damaged, damageIn, watchFiles } from './file/damage.ts';
import { lockFolder } from './file/lock-folder.ts';
import { openWhole } from './file/open-whole.ts';
import { pageGaps, type GapsOverwritten, type PageGaps } from './file/page-gaps.ts';
import { saysFull, storeRoom } from './store-room.ts';
import { STORE_FILE } from '../migrations/migrations.ts';
import type { WireOutcome } from './wire-error.ts';
import { lossToWire, toWire } from './wire-error.ts';
import type { HeldChange, Position, StoreChange, Trials } from './store-change.ts';
import type { Savepoints, Work, WorkSource, WriteTraits } from './write-calls.ts';

export type WriterOptions = {
  readonly dataDir: string;
  /** The embedder of the vectors that adds bring; if absent, the store's own. */
  readonly embedder?: EmbedderIdentity | undefined;
  /** The file for the audit log's head; one of the data folder's by default. */
  readonly auditHead?: string | undefined;
  /** The bytes on the disk that are reserved for deletions; if absent, none. */
  readonly reserveBytes?: number | undefined;
  /**
   * True if the store is a copy, whose writes are tried out. Whoever holds the data answers for it, so a copy that has lost its last commits,
   * or its audit head, is no damage.
   */
  readonly isCopy?: boolean | undefined;
};

/** The answers to calls that were tried out, and what they would change. */
export type TriedOut = {
  readonly replies: readonly Reply[];
  readonly change: StoreChange;
  /** The position that the copy had reached; absent if it never had one. */
  readonly position: Position | undefined;
};

/** The calls about the file itself, whatever the writer writes. */
export type WriterControls<W extends Api = Api> = {
  /** Empties the log if anything was deleted or overwritten since it last was; returns true unless readers kept it from doing so. */
  scrub(): boolean;
  /** Returns whether text was removed since the last whole pass over the gaps of pages began. */
  mayHaveTraces(): boolean;
  /**
   * Overwrites the gaps of some pages from this one on, counted from 0, and returns the page to go on with, if there is one; BUSY if
   * readers kept the log from being emptied before, so that nothing was done.
   */
  overwriteGaps(argument: { readonly from: number }): GapsOverwritten | 'BUSY';
  /** Checks the room; `isWhole`: the reserve is there again. Returns whether calls wait for room, and whether the reserve is missing. */
  room(argument: { readonly isWhole: boolean }): { readonly isFull: boolean; readonly isTight: boolean };
  /** Throws if the files of the store are no longer those that were opened, or the store is lost already. */
  look(): void;
  /** Stops all writing, since another thread has found this damage. */
  halt(argument: { readonly what: string }): void;
  /** Runs calls as one transaction, which is undone; returns their answers, and what they would change. Only for a store that is copied. */
  tryOut(argument: { readonly calls: readonly QueuedCall<W>[] }): TriedOut;
  /** Commits changes that were tried out, here or in another copy of the store. Returns whether there are events to publish. */
  apply(argument: { readonly changes: readonly HeldChange[] }): boolean;
  /** Returns the position that a copy has reached. */
  position(): Position | undefined;
  close(): void;
};

export interface Writer<W extends Api> {
  readonly controls: WriterControls<W>;
  /** Returns the traits of a call's method. */
  traitsOf(method: PropertyKey): WriteTraits | undefined;
  /** Answers a call that does not use the file. */
  aside(call: QueuedCall<W>): Reply;
  /** Commits the calls together and returns their replies; none is sent before the commit is on disk. */
  commit(calls: readonly QueuedCall<W>[]): readonly Reply[];
  /** Copies the log into the file once it is long; sooner if nobody waits. */
  checkpoint(isIdle: boolean): void;
  /** Writes which page of the audit log is the last: after the answers, since nobody waits for it. */
  writeHead(): void;
}

export function openWriter<W extends Api>(options: WriterOptions, source: WorkSource<W>): Writer<W> {
  const { dataDir, embedder, auditHead, isCopy = false } = options;
  const unlock = lockFolder(dataDir);
  const file = join(dataDir, STORE_FILE);
  const headFile = auditHead ?? join(dataDir, AUDIT_HEAD_FILE);
  const head = isCopy ? undefined : readHead(headFile);
  const db = orElse(() => openWhole(file, headFile, head, embedder), unlock);
  const heads = headWriter(headFile);
  const room = storeRoom(db, dataDir, options.reserveBytes ?? 0);
  const gaps = pageGaps(file, db.pragma('page_size', { simple: true }) as number);
  const close = (): void => {
    db.close();
    gaps.close();
    unlock();
  };
  orElse(() => source.prepare(db), close);
  const pagesInLog = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  const health = storeHealth(file, headFile, room);
  const batches = orElse(() => batchesOf({ db, headFile, room, health, source }), close);
  const removed = removedRows({ db, gaps, health, work: batches.work });
  let written: number | undefined;
  const writeNewHead = (): void => {
    const head = batches.head();
    if (head.pageNo === written) return;
    heads.write(head);
    written = head.pageNo;
  };
  writeNewHead();
  const writeHead = (): void => {
    try {
      writeNewHead();
    } catch {
      // The log itself is written; a head that lags behind says less, and nothing wrong.
    }
  };

  return {
    traitsOf: batches.traitsOf,
    aside: (call) => answer(batches.work().writes, call),
    commit(calls) {
      try {
        return batches.withReserve(calls);
      } catch (error) {
        const why = lossToWire(health.lose(error));
        rollBack(db);
        return calls.map(({ number }) => ({ number, error: why }));
      }
    },
    checkpoint(isIdle) {
      health.orLose(() => {
        const { log, checkpointed } = pagesInLog.get() ?? { log: 0, checkpointed: 0 };
        const { checkpointIdlePages: idle, checkpointBusyPages: busy } = SQLITE;
        if (log - checkpointed < (room.isTight() ? DISK.checkpointPages : isIdle ? idle : busy)) return;
        db.pragma('wal_checkpoint(PASSIVE)');
      });
    },
    writeHead,
    controls: {
      ...removed,
      room: ({ isWhole }) => ({ isFull: room.look(isWhole), isTight: room.isTight() }),
      look() {
        health.refuseLost();
        health.refuseDamaged();
      },
      halt: ({ what }) => health.halt(what),
      tryOut: ({ calls }) => batches.tryOut(calls),
      apply: ({ changes }) => batches.apply(changes),
      position: () => batches.work().trials?.position(),
      close() {
        writeHead();
        heads.close();
        close();
      },
    },
  };
}

const LOSSES = ['SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_READONLY', 'SQLITE_CANTOPEN'];

/** Tells whether the file's state is unknown after an error, or can no longer be changed. */
function isLoss(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && LOSSES.some((code) => error.code.startsWith(code));
}

type Room = ReturnType<typeof storeRoom>;
type Health = ReturnType<typeof storeHealth>;

/** Keeps whether the store may still be written, and why not. */
function storeHealth(file: string, headFile: string, room: Room) {
  const watch = watchFiles(file);
  let lost: RecordaError | undefined;

  const lose = (cause: unknown): RecordaError => {
    const damage = damageIn(cause);
    if (damage !== undefined) return (lost ??= damaged(file, headFile, damage));
    const code = cause instanceof Sqlite.SqliteError ? ` (${cause.code})` : '';
    lost ??= new RecordaError(
      'BACKEND_UNAVAILABLE',
      `The store stopped writing after its disk failed${code}. Reads continue. Check the disk and its free space, then restart Recorda.`,
    );
    return lost;
  };
  /** Throws if the files of the store have been replaced. */
  const refuseDamaged = (): void => {
    const fault = watch.fault();
    if (fault !== undefined) throw (lost ??= damaged(file, headFile, fault));
  };

  return {
    lose,
    refuseDamaged,
    refuseLost(): void {
      if (lost !== undefined) throw lost;
    },
    halt: (what: string): void => void (lost ??= damaged(file, headFile, what)),
    noteWritten: watch.noteWritten,
    /** Tells whether the error ends the whole batch, not only its own call. */
    endsBatch: (error: unknown): boolean => error === lost || saysFull(error),
    /** Runs work on the file that nobody waits for; does nothing once the store is lost. */
    orLose<T>(task: () => T): T | undefined {
      if (lost !== undefined) return undefined;
      try {
        refuseDamaged();
        const done = task();
        watch.noteWritten();
        return done;
      } catch (error) {
        watch.noteWritten();
        if (saysFull(error)) room.wasFull();
        else lose(error);
        return undefined;
      }
    },
  };
}

/** Applies one intent, and undoes its writes if it throws. `settled` is called with whether the intent was applied. */
function savepointsOf(db: Database, health: Health, settled: (holds: boolean) => void): Savepoints {
  const savepoint = db.prepare('SAVEPOINT one');
  const release = db.prepare('RELEASE one');
  const undo = db.prepare('ROLLBACK TO one');

  const one = <T>(apply: () => T): T => {
    savepoint.run();
    try {
      const result = apply();
      release.run();
      settled(true);
      return result;
    } catch (error) {
      if (saysFull(error)) throw error;
      // SQLite itself rolls everything back after some errors; then the whole batch has failed.
      if (isLoss(error) || !db.inTransaction) throw health.lose(error);
      undo.run();
      release.run();
      settled(false);
      throw error;
    }
  };
  const asOutcome = <T>(apply: () => T): WireOutcome<T> => {
    try {
      return { ok: true, value: one(apply) };
    } catch (error) {
      if (health.endsBatch(error)) throw error;
      return { ok: false, error: toWire(error) };
    }
  };
  return { one, asOutcome };
}

type RemovedRowsParts = {
  readonly db: Database;
  readonly gaps: PageGaps;
  readonly health: Health;
  readonly work: () => Pick<Work<Api>, 'hasRemovedText' | 'textIsScrubbed'>;
};

/** Removes what is left of rows that were deleted or overwritten: in the log, and in the gaps of pages. */
function removedRows({
  db,
  gaps,
  health,
  work,
}: RemovedRowsParts): Pick<WriterControls, 'scrub' | 'mayHaveTraces' | 'overwriteGaps'> {
  /** An earlier process may have left traces. */
  let mayHaveTraces = true;
  /** Tells whether text was removed since the pass under way began: the pages that it has passed may have traces again. */
  let isRemovedMeanwhile = false;
  /** Returns true unless readers kept it from being emptied. */
  const emptyLog = (): boolean => {
    const results = health.orLose(() => db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }]);
    return results !== undefined && results[0].busy === 0;
  };

  return {
    scrub() {
      if (!work().hasRemovedText()) return true;
      if (!emptyLog()) return false;
      work().textIsScrubbed();
      mayHaveTraces = true;
      isRemovedMeanwhile = true;
      return true;
    },

    mayHaveTraces: () => mayHaveTraces,

    overwriteGaps({ from }) {
      health.refuseLost();
      if (!emptyLog()) return 'BUSY';
      if (from === 0) isRemovedMeanwhile = false;
      const done = health.orLose(() => {
        db.exec('BEGIN IMMEDIATE');
        try {
          return gaps.overwrite(from, SQLITE.gapPagesAtOnce);
        } finally {
          db.exec('COMMIT');
          // The cached pages have the gaps as they were, and would be written with them.
          db.pragma('shrink_memory');
        }
      });
      health.refuseLost();
      // A pass that is broken off leaves the mark, so that the next one is made.
      if (typeof done === 'object' && done.next === undefined) mayHaveTraces = isRemovedMeanwhile;
      return done ?? 'BUSY';
    },
  };
}

type BatchParts<W extends Api> = {
  readonly db: Database;
  readonly headFile: string;
  readonly room: Room;
  readonly health: Health;
  readonly source: WorkSource<W>;
};

/** The work, and what is known of the last batch. */
type BatchState<W> = {
  work: Work<W>;
  /** The work's cached state may come from a batch that was undone. */
  isStale: boolean;
  /** The audit head as of the last commit: the work's own may belong to a batch that failed. */
  head: AuditHead;
};

/** Runs calls together in one transaction. */
function batchesOf<W extends Api>({ db, headFile, room, health, source }: BatchParts<W>) {
  type Call = QueuedCall<W>;
  const savepoints = savepointsOf(db, health, (holds) => state.work.settled(holds));
  const startWork = (): Work<W> => source.start(db, headFile, savepoints);
  const first = startWork();
  const state: BatchState<W> = { work: first, isStale: false, head: first.head() };
  const { begin, commit, undoForRoom } = transactionsOf({ db, room, health, state, startWork });

  const traitsOf = (method: PropertyKey): WriteTraits | undefined => state.work.traits[method as string];
  const deletes = ({ method, argument }: Call): boolean => {
    const trait = traitsOf(method)?.deletes ?? false;
    return typeof trait === 'function' ? trait(argument as never) : trait;
  };
  const answerTo = (call: Call): Reply => reply(state.work, call, savepoints, health);
  const attempt = (calls: readonly Call[]): readonly Reply[] => {
    health.refuseLost();
    const waiting = calls.filter((call) => room.refuses(deletes(call)));
    const taken = waiting.length === 0 ? calls : calls.filter((call) => !waiting.includes(call));
    const refused = waiting.length === 0 ? [] : refusedBy(waiting, diskFull(DISK.retryAfterMs));
    if (taken.length === 0) return refused;
    const locked = begin();
    if (locked !== undefined) return [...refused, ...refusedBy(taken, locked)];
    const replies = taken.map(answerTo);
    commit();
    return [...refused, ...replies, ...(state.work.takeEvents() ? [EVENTS] : [])];
  };
  const failed = (error: unknown): unknown => {
    if (saysFull(error)) {
      undoForRoom();
      return diskFull(DISK.retryAfterMs);
    }
    const why = health.lose(error);
    state.isStale = true;
    rollBack(db);
    return why;
  };

  return {
    work: (): Work<W> => state.work,
    head: () => state.head,
    traitsOf,

    ...trialsOf<W>({ db, health, state, begin, commit, answerTo, failed }),

    /** Tries again once if there was no room: deletions may then use the reserve's, or that of the log. */
    withReserve(calls: readonly Call[]): readonly Reply[] {
      try {
        return attempt(calls);
      } catch (error) {
        if (!saysFull(error)) throw error;
        undoForRoom();
      }
      try {
        return attempt(calls);
      } catch (error) {
        if (!saysFull(error)) throw error;
        undoForRoom();
        health.refuseLost();
        return refusedBy(calls, diskFull(DISK.retryAfterMs));
      }
    },
  };
}

type TransactionParts<W> = Pick<BatchParts<Api>, 'db' | 'room' | 'health'> & {
  readonly state: BatchState<W>;
  readonly startWork: () => Work<W>;
};

function transactionsOf<W>({ db, room, health, state, startWork }: TransactionParts<W>) {
  const [commit, begin] = [db.prepare('COMMIT'), db.prepare('BEGIN IMMEDIATE')];
  return {
    /** Begins one, or returns an error if another program holds the file's lock. */
    begin(): RecordaError | undefined {
      health.refuseDamaged();
      if (state.isStale) state.work = startWork();
      state.isStale = false;
      return beginOrLocked(begin);
    },

    commit(): void {
      state.work.beforeCommit();
      commit.run();
      // A write into a file that was replaced is not acknowledged.
      health.refuseDamaged();
      health.noteWritten();
      state.head = state.work.head();
      room.committed();
    },

    /** Rolls the batch back, of which nothing is on disk. */
    undoForRoom(): void {
      state.isStale = true;
      rollBack(db);
      if (db.inTransaction) return void health.lose(undefined);
      room.wasFull();
      // Once the log is copied into the file, its own room can be written again.
      health.orLose(() => db.pragma('wal_checkpoint(TRUNCATE)'));
    },
  };
}

type TrialParts<W extends Api> = Pick<BatchParts<W>, 'db' | 'health'> & {
  readonly state: BatchState<W>;
  begin(): RecordaError | undefined;
  commit(): void;
  answerTo(call: QueuedCall<W>): Reply;
  /** Undoes what failed, and returns the error to throw. */
  failed(error: unknown): unknown;
};

/** Tries calls out, and applies what was tried out. */
function trialsOf<W extends Api>({ db, health, state, begin, commit, answerTo, failed }: TrialParts<W>) {
  const begun = (): Trials => {
    health.refuseLost();
    const locked = begin();
    if (locked !== undefined) throw locked;
    if (state.work.trials !== undefined) return state.work.trials;
    rollBack(db);
    throw new Error('The store is not copied.');
  };
  return {
    tryOut(calls: readonly QueuedCall<W>[]): TriedOut {
      const trials = begun();
      let change: StoreChange | undefined;
      try {
        trials.begin();
        const replies = calls.map(answerTo);
        change = trials.take();
        rollBack(db);
        return { replies, change, position: trials.position() };
      } catch (error) {
        throw failed(error);
      } finally {
        trials.undone(change);
      }
    },

    apply(changes: readonly HeldChange[]): boolean {
      const trials = begun();
      try {
        for (const change of changes) {
          trials.apply(change);
          // The audit records of each change are a page of their own in every copy, however many are applied at once.
          state.work.beforeCommit();
        }
        commit();
      } catch (error) {
        // While the whole of the data is loaded, a row that does not fit its table is undone, and whoever holds the data decides.
        if (changes.some(({ position }) => position !== undefined) || saysFull(error) || isLoss(error))
          throw failed(error);
        state.isStale = true;
        rollBack(db);
        throw error;
      }
      return state.work.takeEvents();
    },
  };
}

function reply<W extends Api>(
  work: Work<W>,
  { number, method, argument, origin }: QueuedCall<W>,
  { one }: Savepoints,
  health: Health,
): Reply {
  try {
    const write = work.writes[method] as ((argument: unknown) => unknown) | undefined;
    if (write === undefined) throw new Error(`The writer has no ${String(method)}.`);
    const apply = (): unknown => write(argument);
    work.begin(String(method), argument, origin);
    const result = work.traits[method as string]?.hasOwnSavepoints ? apply() : one(apply);
    work.end(String(method), argument, result);
    return { number, result };
  } catch (error) {
    if (health.endsBatch(error)) throw error;
    return { number, error: toWire(error) };
  }
}

/** Begins, or returns an error if another program holds the file's lock: nothing has been tried then, so nothing is lost. */
function beginOrLocked(begin: Statement): RecordaError | undefined {
  try {
    begin.run();
    return undefined;
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    return new RecordaError(
      'OVERLOADED',
      'Another program has locked the store, so nothing was written. End that program, or wait and repeat the call.',
      { retryAfterMs: SQLITE.lockedRetryMs },
    );
  }
}

function refusedBy(calls: readonly { readonly number: number }[], why: RecordaError): readonly Reply[] {
  return calls.map(({ number }) => ({ number, error: toWire(why) }));
}

function rollBack(db: Database): void {
  try {
    if (db.inTransaction) db.exec('ROLLBACK');
  } catch {
    // Nothing more is written through this connection; what was not committed is lost.
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
