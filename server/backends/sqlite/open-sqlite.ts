/** The embedded store: one SQLite file, one thread that writes it, a few that read it. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RecordaError } from '../../domain/errors.ts';
import type { ReembedOrder, ReembedStep } from '../../embedders/reembed.ts';
import type { StaticTable } from '../../embedders/static/static-table.ts';
import { QUOTAS } from '../../policy/limits.ts';
import { GLOBAL_LIMITS } from '../../policy/tiers.ts';
import type { ContextStore, FactStore, ResponseCache } from '../../ports/context.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import type { Accounts, AlertLog } from '../../ports/limits.ts';
import type { LocalRecord, Outbox } from '../../ports/outbox.ts';
import type {
  ChangeLog,
  Clock,
  CollectionStore,
  EmbedderIdentity,
  GraphStore,
  MemoryStore,
} from '../../ports/stores.ts';
import { CONFIRMATIONS } from '../../policy/facts.ts';
import { RECALL_MS, SWEEP_INTERVAL_MS } from '../../policy/retention.ts';
import { READER_THREADS, SQLITE } from '../../policy/sqlite.ts';
import { accessTally } from '../access-tally.ts';
import type { BatchChannel } from './batch-channel.ts';
import { confirmationTally } from './confirmation-tally.ts';
import { makeFolder } from './make-folder.ts';
import { followAdds } from './follow-adds.ts';
import { keepPacks } from './keep-packs.ts';
import { readerPool } from './reader-pool.ts';
import { commitListeners, sqliteChangeLog, telling } from './sqlite-change-log.ts';
import { sqliteCollectionStore } from './sqlite-collection-store.ts';
import { sqliteAccounts, sqliteAlertLog } from './sqlite-accounts.ts';
import { sqliteFactStore } from './sqlite-fact-store.ts';
import { sqliteContextStore, sqliteResponseCache } from './sqlite-context-store.ts';
import { sqliteGraphStore, sqliteMemoryStore } from './sqlite-memory-store.ts';
import { sqliteLocalRecord, sqliteOutbox } from './sqlite-outbox.ts';
import type { KeepingStore } from '../../ports/keeping.ts';
import type { BackupStore } from '../../ports/backups.ts';
import { sqliteBackupStore } from './sqlite-backup-store.ts';
import { sqliteKeepingStore } from './sqlite-keeping-store.ts';
import { sqliteUsers, type SqliteUsers } from './sqlite-users.ts';
import { AUDIT_HEAD_FILE } from './audit-head.ts';
import { sqliteAuditTrail } from './sqlite-audit-trail.ts';
import { startThread } from './start-thread.ts';
import { saysLoss } from './wire-error.ts';
import type { StoredType, WriterApi, WriterData } from './thread-api.ts';
import { STORE_FILE } from './schema.ts';

export type SqliteOptions = {
  /** Made if it is missing. One process at a time. */
  readonly dataDir: string;
  readonly quotas?: WriterData['quotas'] | undefined;
  readonly limits?: WriterData['limits'] | undefined;
  /** For one job, with one reader: opens sooner, and the first searches take longer. */
  readonly isBrief?: boolean | undefined;
  readonly table: StaticTable;
  /** Of the vectors that adds bring. */
  readonly embedderIdentity: EmbedderIdentity;
  /** How long turns that left their window stay findable; 90 days. */
  readonly recallMs?: number | undefined;
  /** The file of the audit log's head; `audit.head` of the folder. */
  readonly auditHead?: string | undefined;
  /** The index of another machine that mirrors long-term memories, as one text that is no other's; absent: none. */
  readonly mirror?: string | undefined;
  /** Hears of messages whose session was over, when they are swept. */
  readonly onExpired?: ((count: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: SqliteLog;
};

/** Pino's, as far as this needs it. Nothing of a memory is ever passed. */
export interface SqliteLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface SqliteStores {
  readonly changes: ChangeLog;
  readonly context: ContextStore;
  readonly responses: ResponseCache;
  readonly facts: FactStore;
  readonly stores: Readonly<Record<Exclude<StoredType, 'ENTITY'>, MemoryStore>> & { readonly ENTITY: GraphStore };
  readonly collections: CollectionStore;
  /** Long-term memories under an index, and what it does not show yet. Asked only where there is a mirror. */
  readonly local: LocalRecord;
  readonly outbox: Outbox;
  readonly accounts: Accounts;
  readonly alerts: AlertLog;
  /** All of one user, memories and whatever else. */
  readonly users: SqliteUsers;
  readonly keeping: KeepingStore;
  readonly backups: BackupStore;
  readonly audit: AuditTrail;
  /** Undefined while it writes; else why it stopped, for good. Reading goes on. */
  failure(): Error | undefined;
  /** Runs once, when it stops writing. */
  onFailure(listener: (why: Error) => void): void;
  /** Deletes what has expired and empties the log of deleted text. Runs by itself every minute; resolves to the rows deleted. */
  sweep(): Promise<number>;
  /** Keeps what indexes have read that have not changed since the last time. Runs by itself after a sweep. */
  pack(): Promise<void>;
  /** Takes a change to another embedder one step further, among other writes. */
  reembed(order: ReembedOrder): Promise<ReembedStep>;
  /** Finishes the writes that wait, then lets go of the file and the folder. */
  close(): Promise<void>;
}

/** Rejects with an Error whose `code` says why (open-error.ts) where the folder cannot be used. */
export async function openSqlite(options: SqliteOptions): Promise<SqliteStores> {
  const {
    dataDir,
    table,
    embedderIdentity,
    clock,
    log,
    quotas = QUOTAS,
    limits = GLOBAL_LIMITS,
    isBrief = false,
    recallMs = RECALL_MS,
    auditHead,
    mirror,
    onExpired,
  } = options;
  const size = isBrief ? 1 : READER_THREADS;
  makeFolder(dataDir);
  let failure: Error | undefined;
  const listeners: ((why: Error) => void)[] = [];
  const fail = (why: Error): void => {
    if (failure !== undefined) return;
    failure = why;
    log.error({ error: why.message }, 'the embedded store stopped writing');
    for (const listener of listeners) listener(why);
  };

  const thread = startThread<WriterApi>(new URL('./writer-thread.js', import.meta.url), fail);
  const followers = commitListeners();
  const writer = telling(watched(thread.channel, fail), followers);
  const readers = await orStop(thread, () => {
    const written = writer.call('open', { dataDir, embedder: embedderIdentity, quotas, limits, mirror, auditHead });
    const indexBytes = Math.min(SQLITE.readerIndexBytes, Math.floor(SQLITE.indexBytes / size));
    const data = { file: join(dataDir, STORE_FILE), table, indexBytes, isBrief };
    return readerPool(size, data, written, (cause) => {
      log.error({ error: cause.message }, 'a reader of the embedded store ended and is replaced');
    });
  });

  const tally = accessTally({
    write: (accesses) => writer.call('touch', { accesses }),
    onLoss: (why) => log.warn({ error: why.message }, 'counts of accesses were lost'),
    size: SQLITE.talliedAccesses,
    atOnce: SQLITE.touchedAtOnce,
  });
  const confirmations = confirmationTally(
    (waiting) => writer.call('confirmFacts', { confirmations: waiting }),
    (why) => log.warn({ error: why.message }, 'confirmations of facts wait for the next time'),
  );
  const flushTimer = setInterval(() => void confirmations.flush(), CONFIRMATIONS.flushMs).unref();
  const sweep = async (): Promise<number> => {
    await tally.flush();
    await confirmations.flush();
    let rows = 0;
    for (let more = true; more;) {
      const nowMs = clock.now();
      const swept = await writer.call('sweep', { nowMs, oldestTurnMs: nowMs - recallMs });
      rows += swept.rows;
      if (swept.expired > 0) onExpired?.(swept.expired);
      more = swept.more;
    }
    // A backup under way is no news: the next sweep tries again.
    if (!(await writer.call('scrub', {})) && !backups.isReading()) {
      log.warn({}, 'readers kept the log of the embedded store from being emptied; the next sweep tries again');
    }
    return rows;
  };
  let closing: Promise<void> | undefined;
  let packing: Promise<void> = Promise.resolve();
  /** One after the other: a reader packs one index at a time. */
  const pack = (): Promise<void> => {
    const packed = packing.then(() => keepPacks(readers.all(), writer.call, false, () => closing === undefined));
    packing = packed.catch(() => undefined);
    return packed;
  };
  const follower = followAdds(readers, clock, pack);
  const timer = setInterval(() => {
    if (failure === undefined && closing === undefined)
      sweep()
        .then(pack)
        .catch((error: Error) => log.error({ error: error.message }, 'a sweep failed'));
  }, SWEEP_INTERVAL_MS).unref();

  const close = async (): Promise<void> => {
    await backups.close();
    clearInterval(timer);
    clearInterval(flushTimer);
    await tally.flush();
    await confirmations.flush();
    await audit.flush();
    follower.stop();
    const why = new RecordaError(
      'SHUTTING_DOWN',
      'The store is closed. Open it again, or call the server that has it open.',
    );
    const stillCall = writer.refuse(why);
    const startMs = performance.now();
    await packing;
    const isInTime = (): boolean => performance.now() - startMs < SQLITE.packOnCloseMs;
    await keepPacks(readers.all(), stillCall, true, isInTime).catch(() => undefined);
    // The readers first: the last connection to close copies the log into the file and removes it.
    await readers.close(why);
    await stillCall('close', {}).catch(() => undefined);
    await thread.stop(why);
  };
  const audit = sqliteAuditTrail({
    writer,
    readers,
    headFile: auditHead ?? join(dataDir, AUDIT_HEAD_FILE),
    failure: () => failure,
    onLoss: (why, count) => log.error({ error: why.message, count }, 'records of the audit log were lost'),
  });
  const flush = () => Promise.all([tally.flush(), confirmations.flush(), audit.flush()]);
  const backups = sqliteBackupStore(dataDir, writer, clock, flush);
  const users = sqliteUsers({ writer, readers, clock, flush, newId: randomUUID });
  const store = (type: StoredType): MemoryStore =>
    sqliteMemoryStore(type, writer, readers, clock, tally, users.ofType(type), follower);
  const longTerm = store('LONG_TERM');
  return {
    stores: {
      SHORT_TERM: store('SHORT_TERM'),
      PERSONA: store('PERSONA'),
      STRUCTURED: store('STRUCTURED'),
      LONG_TERM: longTerm,
      EPISODIC: store('EPISODIC'),
      ENTITY: sqliteGraphStore(store('ENTITY'), readers, clock, tally),
    },
    local: sqliteLocalRecord(longTerm, writer, readers, clock, tally),
    outbox: sqliteOutbox(writer, readers, followers),
    changes: sqliteChangeLog(readers, followers),
    responses: sqliteResponseCache({ writer, readers }),
    context: sqliteContextStore({ writer, readers, clock, recallMs, embedderName: table.identity.name }),
    collections: sqliteCollectionStore(writer, readers),
    accounts: sqliteAccounts(writer, readers),
    alerts: sqliteAlertLog(writer, readers),
    facts: sqliteFactStore(writer, readers, clock, confirmations, audit),
    users,
    keeping: sqliteKeepingStore(writer, readers, clock, flush),
    backups,
    audit,
    failure: () => failure,
    onFailure: (listener) => void listeners.push(listener),
    sweep,
    pack,
    reembed: (order) => writer.call('reembed', order),
    close: () => (closing ??= close()),
  };
}

/** The writer says that it has stopped by failing what it is asked. */
function watched(channel: BatchChannel<WriterApi>, fail: (why: Error) => void): BatchChannel<WriterApi> {
  return {
    ...channel,
    async call(method, argument, signal, origin) {
      try {
        return await channel.call(method, argument, signal, origin);
      } catch (error) {
        if (saysLoss(error)) fail(error as Error);
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
