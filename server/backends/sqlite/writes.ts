/**
 * All work of the writer inside its transaction: the writes of all subjects. Throws a RecordaError if a decision is a refusal; the engine
 * then undoes whatever this wrote.
 */
import type { Embed } from '../../domain/facts/near-words.ts';
import { lazy } from '../../domain/lazy.ts';
import { staticEncoder } from '../../embedders/static/static-encoder.ts';
import type { StaticTable } from '../../embedders/static/static-table.ts';
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../domain/accounts.ts';
import type { PortableRow } from '../../domain/portable-rows.ts';
import { writesNow } from '../../domain/writes/run.ts';
import type { Quotas, GlobalLimits } from '../../policy/limits.ts';
import type { CapScope } from '../../policy/lifecycle.ts';
import { writePacks } from './indexes/write-packs.ts';
import { embeddersOfStore } from './embedders/embedders-of-store.ts';
import { joined } from './engine/joined.ts';
import type { Savepoints, Work, WorkSource, WriteTraits } from './engine/write-calls.ts';
import { applyRemoteDocument } from './outbox/apply-remote-document.ts';
import { copyingOf, prepareCopying, type PreparedCopying, type Rereading } from './copying/copying.ts';
import type { SharedNotes } from './engine/store-change.ts';
import { refuseCopy } from './copying/copy-position.ts';
import { combinedBuffers, type NoteBuffer } from './records/shared-notes.ts';
import { alertBuffer } from './limits/alert-buffer.ts';
import { SQLITE } from '../../policy/backends.ts';
import { alertRounds } from './limits/alert-rounds.ts';
import { applyContext, CONTEXT_TRAITS } from './context/writes.ts';
import { applyFacts, FACT_TRAITS } from './facts/writes.ts';
import { archiveTable } from './lifecycle/archive-table.ts';
import { auditBuffer, type AuditBuffer } from './audit/audit-buffer.ts';
import { readHead } from './engine/file/audit-head.ts';
import { AUDIT_TRAITS, auditWrites, noteCall, timeOf, type AuditTraits, type CallTraits } from './audit/writes.ts';
import { changeOfEmbedder } from './embedders/writes.ts';
import { contextAccounts } from './records/context-accounts.ts';
import { eraseUsers } from './users/erase-users.ts';
import { LIFECYCLE_TRAITS, lifecycleWrites } from './lifecycle/writes.ts';
import { quotaAccountsOf, type Owner } from './records/quota-accounts.ts';
import { limitsOfStore } from './limits/writes.ts';
import { retentionMetadata } from './lifecycle/retention-metadata.ts';
import { memoryTransaction } from './memories/memory-transaction.ts';
import { MEMORY_TRAITS, memoryWrites } from './memories/writes.ts';
import { OUTBOX_TRAITS, outboxOfStore } from './outbox/writes.ts';
import { poolBy } from './migrations/pool-by.ts';
import { putRowsBack } from './users/put-rows-back.ts';
import { replaceRows } from './backups/writes.ts';
import { requests } from './records/requests.ts';
import { sampler } from './limits/sampler.ts';
import { memoryTable } from './records/memory-table.ts';
import { stagedImports, type StagedImports } from './users/staged-imports.ts';
import { everyonesDue, firstUsersDue } from './records/due-rows.ts';
import {
  afterErasures,
  sessionSweeper,
  sweeper,
  sweepingAll,
  sweepingGone,
  sweepingOne,
  type Swept,
  type SweptAll,
} from './lifecycle/sweeper.ts';
import { totalsOf } from './records/totals.ts';
import { turnFacts } from './facts/turn-facts.ts';
import { prepareShipLog, SHIP_TRAITS, shipWrites } from './shipping/ship-log.ts';
import { USER_TRAITS, userWrites } from './users/writes.ts';
import { COLLECTION_TRAITS, writeCollections } from './collections/writes.ts';
import { ORDERED_TRAITS, orderedWrites } from './collections/ordered-writes.ts';
import { openWriter, type Writer, type WriterOptions } from './engine/writer.ts';

export type WriterData = WriterOptions & {
  /** The built-in embedder's table; without it, only slots and rules say which facts a statement replaces. */
  readonly table?: StaticTable | undefined;
  /** The quotas of users without quotas of their own. */
  readonly quotas: Quotas;
  readonly limits: GlobalLimits;
  /** The index that mirrors long-term memories, as one text that identifies it; absent if there is none. */
  readonly mirror?: string | undefined;
  /** Which long-term memories share a cap; if absent, it stays as it is. */
  readonly capScope?: CapScope | undefined;
  /** True if changes are noted for a standby. */
  readonly isShipping?: boolean | undefined;
};

export type StoreWrites = ReturnType<typeof subjectWrites>['writes'];

const CALLS: CallTraits<StoreWrites> = {
  ...MEMORY_TRAITS,
  ...COLLECTION_TRAITS,
  ...ORDERED_TRAITS,
  ...CONTEXT_TRAITS,
  ...FACT_TRAITS,
  ...OUTBOX_TRAITS,
  ...LIFECYCLE_TRAITS,
  ...USER_TRAITS,
  ...AUDIT_TRAITS,
  ...SHIP_TRAITS,
  sweep: { deletes: true, why: 'EXPIRY' },
  sweepOwn: { deletes: true },
};

/** Makes the work of a store's writer. */
export function storeWrites({
  table,
  quotas,
  limits,
  mirror,
  capScope,
  isShipping = false,
  isCopy = false,
}: WriterData): WorkSource<StoreWrites> {
  /** Staged imports outlast a batch that was undone. */
  const imports = stagedImports();
  let copying: PreparedCopying | undefined;
  return {
    prepare(db) {
      if (!isCopy) refuseCopy(db);
      // The ship log must see every write.
      prepareShipLog(db, isShipping);
      if (capScope !== undefined) poolBy(db, capScope);
      writePacks(db).abandon();
      if (!isCopy) return;
      copying = prepareCopying(db);
      // A copy may lose commits when the machine fails: they are applied to it again.
      db.pragma('synchronous = NORMAL');
    },
    start(db, headFile, savepoints) {
      const audit = auditBuffer(db, isCopy ? 'NOT_CHECKED' : readHead(headFile));
      const { outbox, ...subjects } = subjectWrites(
        db,
        { table, quotas, limits, isShipping },
        { audit, imports, savepoints, copying },
      );
      outbox.begin(mirror, Date.now());
      return withAudit(subjects, audit);
    },
  };
}

export type StoreWriter = Writer<StoreWrites>;

/** Opens a store's writer in this thread. */
export function openStoreWriter(data: WriterData): StoreWriter {
  return openWriter(data, storeWrites(data));
}

/** Returns an embedder that is made when it is first needed: many writers state no facts. */
function embedLater(table: StaticTable): Embed {
  const encoder = lazy(() => staticEncoder(table));
  return (text) => encoder().embed(text);
}

/** Makes the same work record each call in the audit log. */
function withAudit(subjects: Omit<ReturnType<typeof subjectWrites>, 'outbox'>, audit: AuditBuffer): Work<StoreWrites> {
  const traits = CALLS as Readonly<Record<string, (WriteTraits & AuditTraits) | undefined>>;
  return {
    ...subjects,
    traits,
    begin: (method, argument, origin) => audit.begin(origin, method, timeOf(argument), traits[method]?.why),
    end(method, argument, result) {
      // The note counts only if the intent holds, which it does by now.
      noteCall(audit, traits[method], argument, result);
      audit.keep();
    },
    head: audit.head,
  };
}

type Parts = {
  readonly audit: AuditBuffer;
  readonly imports: StagedImports;
  readonly savepoints: Savepoints;
  /** If the store is a copy. */
  readonly copying?: PreparedCopying | undefined;
};

export function subjectWrites(
  db: Database,
  data: Pick<WriterData, 'table' | 'quotas' | 'limits' | 'isShipping'>,
  { audit, imports, savepoints, copying }: Parts,
) {
  const tables = tablesOf(db, data, audit);
  const { sums, alerts, outbox, quotaAccounts, accounts, remembered, limits, rows, collections, packs } = tables;
  const buffers = combinedBuffers<SharedNotes>({ sums, alerts, audit });
  const text = removedText();
  const expired = expiredMessages();

  const removeRow = rowRemover(tables, text);
  const embed = data.table && embedLater(data.table);
  const facts = applyFacts(db, quotaAccounts, accounts, remembered, text.note, { savepoints, embed });
  const context = applyContext(
    db,
    data.limits,
    limits,
    quotaAccounts,
    accounts,
    remembered,
    turnFacts(db, facts.writes),
    text.note,
  );
  const archive = archiveTable(db, { quotaAccounts, retentionMetadata: tables.lived, outbox });
  const memories = writesNow(
    memoryTransaction({
      quotaAccounts,
      rows,
      remembered,
      collections,
      limits,
      outbox,
      applyRemoteVersion: applyRemoteDocument(quotaAccounts, rows, outbox),
      archive,
      removeRow,
      noteTextRemoved: text.note,
      noteExpired: expired.note,
    }),
  );
  const sweeping = { removeRow, expired, context, facts, text, isCopy: copying !== undefined };
  const { erasing, eraseStep, sweep, sweepOwn } = sweepsOf(db, tables, sweeping);

  const putPortableRow = putRowsBack(db, quotaAccounts, accounts, limits.forgetPlans, text.note);
  const putRowBack = (whose: UserKey, row: PortableRow, nowMs: number): boolean => {
    context.forgetStates();
    return putPortableRow(whose, row, nowMs);
  };
  const memory = memoryWrites(memories, rows, archive, savepoints);
  const user = { quotaAccounts, accounts, audit, erasing, eraseStep, imports, putBack: memory.putBack, putRowBack };
  const replacing = replaceRows(db, quotaAccounts, accounts, putRowBack, () => {
    context.forgetStates();
    text.note();
  });
  return {
    writes: joined(
      memory,
      collections.writes,
      orderedWrites(db, quotaAccounts, accounts, remembered, text.note),
      context.writes,
      facts.writes,
      limits.writes,
      outbox.writes,
      lifecycleWrites(memories, archive, tables.lived),
      userWrites({ ...user, noteTextRemoved: text.note }),
      auditWrites(db, audit),
      tables.change.writes,
      packs.writes,
      replacing,
      shipWrites(db, data.isShipping ?? false, text.note),
      { sweep, sweepOwn },
    ),
    outbox,
    putRowBack,
    ...noting(buffers, [context.forgetStates, limits.readPlansAgain]),
    takeEvents: alerts.takeEvents,
    hasRemovedText: text.isThere,
    textIsScrubbed: text.scrubbed,
    trials: copying && copyingOf(db, copying, buffers, erasing, rereading(audit, tables, context, text)),
  };
}

function rowRemover({ rows, quotaAccounts }: ReturnType<typeof tablesOf>, text: Sweeping['text']) {
  return (owner: Owner, id: string, nowMs: number): void => {
    const address = rows.remove(owner, id);
    quotaAccounts.log(owner, 'REMOVE', id, address, nowMs);
    text.note();
  };
}

/** Says what is to be read again where rows change without the parts that have read them. */
function rereading(
  audit: AuditBuffer,
  { limits, outbox }: ReturnType<typeof tablesOf>,
  context: Sweeping['context'],
  text: Sweeping['text'],
): Rereading {
  return {
    users: audit.forgetRead,
    plans: limits.forgetPlans,
    sessions: context.forgetStates,
    outbox: outbox.recount,
    textRemoved: text.note,
  };
}

/** Writes what a transaction noted for shared tables: kept with its savepoint, written with the commit. */
function noting(buffers: NoteBuffer<SharedNotes>, onUndone: readonly (() => void)[]) {
  return {
    settled(holds: boolean): void {
      if (holds) return buffers.keep();
      buffers.drop();
      for (const forget of onUndone) forget();
    },
    beforeCommit: buffers.write,
  };
}

/** Makes the tables in which writes of all subjects count, log and remember. */
function tablesOf(db: Database, data: Pick<WriterData, 'quotas' | 'limits'>, audit: AuditBuffer) {
  const packs = writePacks(db);
  const sums = totalsOf(db);
  const outbox = outboxOfStore(db);
  const quotaAccounts = quotaAccountsOf(db, sums, outbox.note, audit.noteLogged);
  const embedders = embeddersOfStore(db);
  // The remote index holds vectors, too, so everything is sent again.
  const change = changeOfEmbedder(db, embedders, () => void outbox.refill(Date.now()));
  const lived = retentionMetadata(db);
  const rows = memoryTable(db, embedders, sums, lived);
  const alerts = alertBuffer(db);
  const limits = limitsOfStore(db, data, quotaAccounts, sums, alerts);
  const accounts = contextAccounts(quotaAccounts, sums, limits);
  const remembered = requests(db, accounts);
  const collections = writeCollections(db, quotaAccounts);
  return { packs, sums, alerts, outbox, quotaAccounts, change, lived, rows, limits, accounts, remembered, collections };
}

/** Keeps whether text was deleted or overwritten that the log may still hold; an earlier process may have done so. */
function removedText() {
  let isThere = true;
  return {
    note: (): void => void (isThere = true),
    isThere: (): boolean => isThere,
    scrubbed: (): void => void (isThere = false),
  };
}

/** Counts the messages that have expired since the last sweep. */
function expiredMessages() {
  let count = 0;
  return {
    note: (more: number): void => void (count += more),
    take(): number {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}

type Sweeping = {
  readonly removeRow: (owner: Owner, id: string, nowMs: number) => void;
  readonly expired: ReturnType<typeof expiredMessages>;
  readonly context: ReturnType<typeof applyContext>;
  readonly facts: ReturnType<typeof applyFacts>;
  readonly text: ReturnType<typeof removedText>;
  readonly isCopy: boolean;
};

/** Makes the sweeps of erased users, expired data, and vectors of an embedder that is no longer used. */
function sweepsOf(
  db: Database,
  { quotaAccounts, sums, alerts, remembered, limits, outbox, change, rows, packs }: ReturnType<typeof tablesOf>,
  { removeRow, expired, context, facts, text, isCopy }: Sweeping,
) {
  const clearVectors = (): number => {
    const cleared = change.clear();
    if (cleared > 0) text.note();
    return cleared;
  };
  const forgetAlerts = ({ tenant, userId }: UserKey): void => alerts.note({ does: 'FORGET', tenant, userId });
  const erasing = eraseUsers(db, quotaAccounts, sums, remembered, limits.readPlansAgain, outbox, forgetAlerts, isCopy);
  const eraseStep = (nowMs: number): number => {
    const rowCount = erasing.step(nowMs);
    if (rowCount > 0) {
      text.note();
      context.forgetStates();
    }
    return rowCount;
  };
  const sweepGone = sweepingGone(db);
  /** Deletes rows that each copy of a store has of its own: of erased users, of packs, and vectors. */
  const sweepOwn = ({ nowMs }: { readonly nowMs: number }): Swept => {
    const erased = eraseStep(nowMs);
    const rowCount = erased || packs.sweep(SQLITE.sweepChunkPieces) || clearVectors() || sweepGone(nowMs);
    return { rows: rowCount, more: rowCount > 0 };
  };
  const sweepSession = sessionSweeper(quotaAccounts, rows, removeRow, expired.note);
  const sweepAll = isCopy
    ? sweepingOne(db, {
        quotaAccounts,
        sweepSession,
        chores: [sampler(db), alertRounds(db, limits, alerts, 1)],
        sweepRequests: (nowMs, limit) => remembered.sweep(nowMs, limit, firstUsersDue),
        sweepFacts: (nowMs, limit) => facts.sweep(nowMs, limit, firstUsersDue),
        sweepContext: context.sweepOne,
        noteTextRemoved: text.note,
      })
    : sweepingAll(
        afterErasures(
          eraseStep,
          sweeper(
            db,
            quotaAccounts,
            sweepSession,
            (nowMs, limit) => remembered.sweep(nowMs, limit, everyonesDue),
            packs.sweep,
            clearVectors,
            [sampler(db), alertRounds(db, limits, alerts)],
          ),
        ),
        context.sweep,
        (nowMs, limit) => facts.sweep(nowMs, limit, everyonesDue),
        text.note,
      );
  /** Deletes a few expired rows, among them turns that left their window and arrived before `oldestTurnMs`. */
  const sweep = ({ nowMs, oldestTurnMs }: { readonly nowMs: number; readonly oldestTurnMs: number }): SweptAll => {
    outbox.recount();
    return { ...sweepAll(nowMs, oldestTurnMs), expired: expired.take() };
  };
  return { erasing, eraseStep, sweep, sweepOwn };
}
