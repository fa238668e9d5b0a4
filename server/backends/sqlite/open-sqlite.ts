/** The embedded store: one SQLite file, one thread that writes it, a few that read it. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { orAbort } from '../../domain/abort.ts';
import type { UserKey } from '../../domain/accounts.ts';
import { RecordaError } from '../../domain/errors.ts';
import { DISK, READER_THREADS, SQLITE } from '../../policy/backends.ts';
import { MB } from '../../policy/units.ts';
import { QUOTAS, GLOBAL_LIMITS } from '../../policy/limits.ts';
import type { MemoryStore } from '../../ports/stores.ts';
import { CONFIRMATIONS } from '../../policy/facts.ts';
import { OVERWRITE_INTERVAL_MS, RECALL_MS, SWEEP_INTERVAL_MS } from '../../policy/lifecycle.ts';
import { accessBuffer } from '../access-buffer.ts';
import { remote, type BatchChannel } from './engine/batch-channel.ts';
import { freshReaders } from './copying/fresh-readers.ts';
import { heldWrites } from './copying/held-writes.ts';
import type { CellChange, HeldChange, RowImage } from './engine/store-change.ts';
import { confirmationBuffer } from './facts/confirmation-buffer.ts';
import { makeFolder } from './engine/file/make-folder.ts';
import { damaged, damageIn } from './engine/file/damage.ts';
import { followAdds } from './indexes/follow-adds.ts';
import { keepPacks } from './indexes/keep-packs.ts';
import { storeReaders, type StoreReaders } from './engine/store-readers.ts';
import { checkStore } from './engine/file/check-store.ts';
import { adviseOn, isStoreDamaged, storeFailure, type StoreFailure } from './engine/store-failure.ts';
import { commitListeners, sqliteChangeLog, type CommitListeners } from './change-log.ts';
import { sqliteOrderedDocumentStore } from './collections/ordered-store.ts';
import { sqliteCollectionStore } from './collections/store.ts';
import { sqliteAccounts, sqliteAlertLog } from './limits/store.ts';
import { keptSessions } from './context/kept-sessions.ts';
import { factStates, sqliteFactStore } from './facts/store.ts';
import { sqliteContextStore, sqliteResponseCache } from './context/store.ts';
import { sqliteGraphStore, sqliteMemoryStore } from './memories/store.ts';
import { sqliteLocalRecord, sqliteOutbox } from './outbox/store.ts';
import { sqliteBackupStore } from './backups/store.ts';
import { sqliteShippedStore } from './shipping/store.ts';
import { sqliteLifecycleStore } from './lifecycle/store.ts';
import { sqliteUsers } from './users/store.ts';
import { AUDIT_HEAD_FILE } from './engine/file/audit-head.ts';
import { roomWatch } from './engine/room-watch.ts';
import { sqliteAuditFeed } from './audit/feed.ts';
import { sqliteAuditTrail } from './audit/store.ts';
import { pagePasses, type OverwriteGaps } from './engine/page-passes.ts';
import { startThread } from './engine/start-thread.ts';
import { saysLoss } from './engine/wire-error.ts';
import { STORED_TYPES, type StoredType } from './records/stored-types.ts';
import type { WriterApi } from './writer-thread.ts';
import { STORE_FILE } from './migrations/migrations.ts';
import type { SqliteOptions } from './sqlite-options.ts';
import type { EmbeddedStore } from '../../ports/embedded-store.ts';
import type { Leases } from '../../ports/leases.ts';

/** Rejects with an Error whose `code` tells why (open-error.ts) if the folder cannot be used. */
export async function openSqlite(options: SqliteOptions): Promise<EmbeddedStore> {
  const { table, clock, log, recallMs = RECALL_MS, windowPolicy = 'CACHED' } = options;
  const embedderName = table.identity.name;
  const kept = keptSessions();
  const threads = await openThreads(options, kept.forget);
  const { file, headFile, failure, room, writer, readers, followers, toWriter, halt } = threads;
  const counts = countBuffers(writer, log);
  const { accesses, confirmations } = counts;
  const audit = sqliteAuditTrail({
    writer,
    readers,
    headFile,
    failure: failure.why,
    isFull: room.isFull,
    onLoss: (why, count) => log.error({ error: why.message, count }, 'records of the audit log were lost'),
  });
  const flush = () => Promise.all([counts.flush(), audit.flush()]);
  const refuseDamaged = async (): Promise<void> => {
    const why = failure.isDamaged() ? await failure.withAdvice() : undefined;
    if (why !== undefined) throw why;
  };
  const backups = sqliteBackupStore({ file, writer, clock, flush, refuseDamaged });
  const overwriteGaps = pagePasses(writer, () => log.warn({}, TOO_LARGE_TO_OVERWRITE));
  const upkeep = keepUp(options, threads, { counts, overwriteGaps, isBackupReading: backups.isReading });
  threads.onErasedElsewhere(upkeep.overwrite);
  const users = sqliteUsers({ writer, readers, clock, flush, forget: kept.forget, newId: randomUUID, overwriteGaps });
  const store = (type: StoredType): MemoryStore =>
    sqliteMemoryStore(type, writer, readers, clock, accesses, users.ofType(type), upkeep.follower);
  const stores = Object.fromEntries(STORED_TYPES.map((type) => [type, store(type)])) as Record<StoredType, MemoryStore>;
  const close = async (): Promise<void> => {
    upkeep.stop();
    await backups.close();
    await room.close();
    await flush();
    await closeThreads(threads, upkeep.packed());
    await room.makeReserve();
  };
  let closing: Promise<void> | undefined;
  return {
    stores: { ...stores, ENTITY: sqliteGraphStore(stores.ENTITY, readers, clock, accesses) },
    local: sqliteLocalRecord(stores.LONG_TERM, writer, readers, clock, accesses),
    outbox: sqliteOutbox(writer, readers, followers),
    changes: sqliteChangeLog(readers, followers),
    responses: sqliteResponseCache({ writer, readers }),
    context: sqliteContextStore({ writer, readers, clock, recallMs, kept, windowPolicy, embedderName }),
    collections: sqliteCollectionStore(writer, readers),
    ordered: sqliteOrderedDocumentStore(writer, readers),
    accounts: sqliteAccounts(writer, readers),
    alerts: sqliteAlertLog(writer, readers, toWriter.onEvents),
    facts: sqliteFactStore(writer, readers, clock, confirmations, audit),
    factStates: (nowMs, call) => factStates(readers, nowMs, call),
    users,
    lifecycle: sqliteLifecycleStore(writer, readers, clock, flush),
    backups,
    leases: SOLE_SERVER,
    shipped: sqliteShippedStore({ file, writer, flush }),
    audit,
    auditFeed: sqliteAuditFeed({ writer, readers, flush: audit.flush }),
    failure: failure.why,
    isDamaged: failure.isDamaged,
    isFull: room.isFull,
    onFailure: failure.onFailure,
    async check({ signal }) {
      const found = await checkStore(file, headFile, signal);
      if (found === undefined) return;
      halt(found, found.message);
      throw (await failure.withAdvice()) ?? found;
    },
    sweep: upkeep.sweep,
    pack: upkeep.pack,
    reembed: (command) => writer.reembed(command),
    close: () => (closing ??= close()),
  };
}

const TOO_LARGE_TO_OVERWRITE =
  'the embedded store has 128 GB or more, so traces of deleted rows in its pages are not overwritten';

/** The folder is locked: no other server has the store. */
const SOLE_SERVER: Leases = { hold: async (_, { signal }) => orAbort(Promise.resolve(true), signal) };

type Threads = Awaited<ReturnType<typeof openThreads>>;

/** Opens the thread that writes, those that read, and the watches of the file beneath them. `forget` drops what this thread has of a user. */
async function openThreads(options: SqliteOptions, forget: (whose: UserKey) => void) {
  const { dataDir, table, embedderIdentity, clock, log, quotas = QUOTAS, limits = GLOBAL_LIMITS } = options;
  const {
    isBrief = false,
    warmsUp = !isBrief,
    auditHead,
    mirror,
    capScope,
    isShipping = false,
    holder,
    onApplied: onForeign = () => undefined,
    reserveBytes = DISK.reserveMb * MB,
  } = options;
  const { restoreAdvice = async () => '' } = options;
  const size = isBrief ? 1 : READER_THREADS;
  makeFolder(dataDir);
  const file = join(dataDir, STORE_FILE);
  const headFile = auditHead ?? join(dataDir, AUDIT_HEAD_FILE);
  const failure = storeFailure(log, restoreAdvice);
  /** Stops all writing from now on. */
  const halt = (found: RecordaError, what: string): void => {
    failure.note(found);
    void thread.calls.halt({ what }).catch(() => undefined);
  };
  const onReaderError = (error: Error): Error => {
    const what = damageIn(error);
    if (what === undefined) return error;
    halt(damaged(file, headFile, what), what);
    return failure.why() ?? error;
  };

  const thread = startThread<WriterApi>(new URL('./writer-thread.bundle.cjs', import.meta.url), failure.note);
  const followers = commitListeners();
  const room = roomWatch({ dataDir, reserveBytes, isBrief, writer: thread.calls, log });
  const opened: StoreReaders[] = [];
  const ofErasures: (() => void)[] = [];
  const onApplied = async (changes: readonly HeldChange[]): Promise<void> => {
    const cells = changes.flatMap(({ change }) => change.cells);
    const all = opened.flatMap((pool) => pool.all());
    // Confirmations are not in the log by which indexes are updated.
    const ofOthers = changes.flatMap(({ change, isOwn }) => (isOwn === true ? [] : change.cells));
    for (const { tenant, userId } of ofOthers.filter(({ rows }) => rows.some(isChangedFact)))
      await Promise.all(all.map(({ calls }) => calls.forgetFacts({ tenant, userId })));
    for (const { tenant, userId } of cells.filter(isErasure)) {
      forget({ tenant, userId });
      await Promise.all(all.map(({ calls }) => calls.forgetUser({ tenant, userId })));
      // The user's remaining rows must not hinder anybody who gets the same ids elsewhere.
      while ((await thread.calls.eraseStep({ nowMs: clock.now() })) > 0);
    }
    if (ofOthers.some(isErasure)) for (const listener of ofErasures) listener();
    for (const { change, isOwn } of changes) if (isOwn !== true) onForeign(change);
    // A change of the store as a whole may concern anybody.
    followers.committed(cells.some(({ tenant }) => tenant === '') ? undefined : cells);
  };
  const held = holder && heldWrites(thread.channel, holder, { onApplied, fail: failure.note });
  const channel = held?.channel ?? thread.channel;
  const toWriter = watched(channel, failure, room.noteFull, followers);
  const writer = remote<WriterApi>(toWriter.call);
  const readers = await orStop(thread, () => {
    const isCopy = holder !== undefined;
    const ofWriter = { table, quotas, limits, mirror, auditHead, capScope, isShipping, isCopy, reserveBytes };
    const written = writer
      .open({ dataDir, embedder: embedderIdentity, ...ofWriter })
      .then(() => held && holder.open(held.copy));
    const indexBytes = Math.min(SQLITE.readerIndexBytes, Math.floor(SQLITE.indexBytes / size));
    const ofReaders = { file, table, indexBytes, warmsUp };
    const onCrash = (cause: Error): void =>
      log.error({ error: cause.message }, 'a reader thread of the embedded store ended and is replaced');
    return storeReaders(size, ofReaders, written, onCrash, { onError: onReaderError });
  }).catch(async (error: unknown) => {
    // Another try may open the same folder, which this one must not write to meanwhile.
    await room.close();
    throw isStoreDamaged(error) ? await adviseOn(error, restoreAdvice) : error;
  });
  opened.push(readers);
  const asked = holder === undefined ? readers : freshReaders(readers, holder.catchUpForRead);
  /** The listener is called when the copy has applied an erasure of another server. */
  const onErasedElsewhere = (listener: () => void): void => void ofErasures.push(listener);
  const ofFile = { file, headFile, failure, halt, room };
  return { ...ofFile, thread, followers, toWriter, writer, readers: asked, onErasedElsewhere };
}

function isChangedFact({ table, isNew }: RowImage): boolean {
  return table === 'facts' && !isNew;
}

/** Tells whether a user, or all of one type, was erased. */
function isErasure({ rows }: CellChange): boolean {
  return rows.some(({ table, rows: left }) => left.length === 0 && (table === 'users' || table === 'owners'));
}

/** Closes the threads, after packing changed indexes as far as there is time. */
async function closeThreads({ thread, toWriter, readers, failure }: Threads, packed: Promise<void>): Promise<void> {
  const why = new RecordaError(
    'SHUTTING_DOWN',
    'The store is closed. Open it again, or call the server that has it open.',
  );
  const last = remote<WriterApi>(toWriter.refuse(why));
  // The writer is closed first: the last connection to close would copy the log into a file that is damaged.
  if (failure.isDamaged()) await last.close({}).catch(() => undefined);
  const startMs = performance.now();
  await packed;
  const isInTime = (): boolean => performance.now() - startMs < SQLITE.packOnCloseMs;
  await keepPacks(readers.all(), last, true, isInTime).catch(() => undefined);
  // The readers are closed first: the last connection to close copies the log into the file and removes it.
  await readers.close(why);
  await last.close({}).catch(() => undefined);
  await thread.stop(why);
}

/** Makes the buffers of counts that are written a little later, many together. */
function countBuffers(writer: Threads['writer'], log: SqliteOptions['log']) {
  const accesses = accessBuffer({
    write: (counted) => writer.touch({ accesses: counted }),
    onLoss: (why) => log.warn({ error: why.message }, 'counts of accesses were lost'),
    size: SQLITE.bufferedAccesses,
    atOnce: SQLITE.touchedAtOnce,
  });
  const confirmations = confirmationBuffer(
    (waiting) => writer.confirmFacts({ confirmations: waiting }),
    (why) =>
      log.warn({ error: why.message }, 'confirmations of facts could not be written; the next write includes them'),
  );
  const flush = () => Promise.all([accesses.flush(), confirmations.flush()]);
  return { accesses, confirmations, flush };
}

type UpkeepParts = {
  readonly counts: ReturnType<typeof countBuffers>;
  readonly overwriteGaps: OverwriteGaps;
  readonly isBackupReading: () => boolean;
};

/** Starts the store's own tasks: it sweeps, packs indexes, writes counts and checks its files. */
function keepUp(
  { clock, log, onExpired, isBrief = false, recallMs = RECALL_MS, holder }: SqliteOptions,
  { writer, readers, failure }: Threads,
  { counts, overwriteGaps, isBackupReading }: UpkeepParts,
) {
  let isStopped = false;
  let packing: Promise<void> = Promise.resolve();
  /** Readers pack one after the other, each one index at a time. */
  const pack = (): Promise<void> => {
    const packed = packing.then(() => keepPacks(readers.all(), writer, false, () => !isStopped));
    packing = packed.catch(() => undefined);
    return packed;
  };
  const sweep = async (): Promise<number> => {
    await counts.flush();
    let rows = 0;
    for (let more = true; more;) {
      const nowMs = clock.now();
      const swept = await writer.sweep({ nowMs, oldestTurnMs: nowMs - recallMs });
      rows += swept.rows;
      if (swept.expired > 0) onExpired?.(swept.expired);
      more = swept.more;
    }
    // A backup under way explains it: the next sweep tries again.
    if (!(await writer.scrub({})) && !isBackupReading()) {
      log.warn(
        {},
        'the log of the embedded store could not be emptied because readers were using it; the next sweep tries again',
      );
    }
    return rows;
  };
  const sweepByItself = (): void => {
    if (failure.why() !== undefined || isStopped) return;
    sweep()
      .then(pack)
      .catch((error: Error) => log.error({ error: error.message }, 'a sweep failed'));
  };
  const overwriteTraces = async (): Promise<void> => {
    if (failure.why() !== undefined || isStopped || !(await writer.mayHaveTraces({}))) return;
    await overwriteGaps();
  };
  const overwriteByItself = (): void => {
    overwriteTraces().catch((error: Error) =>
      log.warn({ error: error.message }, 'traces of deleted rows were not overwritten; the next pass tries again'),
    );
  };
  const lookAtFiles = (): void => {
    if (failure.why() === undefined) writer.look({}).catch(() => undefined);
  };
  const every = (ms: number, work: () => void): NodeJS.Timeout => setInterval(work, ms).unref();
  // Data that a brief opening leaves is swept by the next one.
  const ofLong = isBrief
    ? []
    : [
        every(SWEEP_INTERVAL_MS, sweepByItself),
        every(OVERWRITE_INTERVAL_MS, overwriteByItself),
        every(DISK.watchMs, lookAtFiles),
      ];
  const ofCopies = holder?.isShared === true ? [every(SQLITE.sharedCountsMs, () => void counts.flush())] : [];
  const timers = [...ofLong, ...ofCopies, every(CONFIRMATIONS.flushMs, () => void counts.confirmations.flush())];
  const follower = followAdds(readers, clock, pack);
  return {
    sweep,
    pack,
    /** Resolves once nothing is being packed. */
    packed: () => packing,
    follower,
    /** Overwrites what is left of deleted rows in the file, if there may be any. */
    overwrite: overwriteByItself,
    stop(): void {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      follower.stop();
    },
  };
}

/** Watches the writer: failed calls say that it has stopped, or has no room, and answered ones that their changes are committed. */
function watched(
  channel: BatchChannel<WriterApi>,
  failure: StoreFailure,
  noteFull: () => void,
  followers: CommitListeners,
): BatchChannel<WriterApi> {
  return {
    ...channel,
    async call(method, argument, signal, origin) {
      if (failure.isDamaged()) throw (await failure.withAdvice()) as Error;
      try {
        const result = await channel.call(method, argument, signal, origin);
        followers.answered(method, argument);
        return result;
      } catch (error) {
        followers.failed(method);
        if (saysLoss(error)) failure.note(error as Error);
        if (failure.isDamaged()) throw (await failure.withAdvice()) as Error;
        if (error instanceof RecordaError && error.reason === 'DISK_FULL') noteFull();
        throw error;
      }
    },
  };
}

async function orStop<T>(thread: { stop(why: Error): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await thread.stop(error as Error);
    throw error;
  }
}
