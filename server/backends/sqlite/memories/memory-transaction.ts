/** Answers the asks of domain/writes from SQLite: rows, accounts and the change log, inside the writer's transaction. */
import { NO_USAGE, type Usage } from '../../../domain/decide/quota.ts';
import type { Eviction } from '../../../domain/archived.ts';
import type { MemoryRef, Removed } from '../../../domain/intents.ts';
import {
  isJsonPayload,
  jsonText,
  quotaName,
  type JsonObject,
  type MemoryRecord,
  type Payload,
  type Scope,
} from '../../../domain/memory.ts';
import { ownerPartition } from '../../../domain/owner-partition.ts';
import type { EvictCommand, NewMemory, Transaction } from '../../../domain/writes/asks.ts';
import { storedForm, storedTextNow } from '../../stored-text.ts';
import type { OwnerType } from '../records/stored-types.ts';
import { repeatedAdd, repeatedUpdate, toAddReply, withContent, type StoredMemory } from './answers.ts';
import type { QuotaAccounts, Owner } from '../records/quota-accounts.ts';
import type { KnownThere, StoredAdd, StoredPutBack, StoredRemove, StoredUpdate } from '../records/memory-commands.ts';
import type { AccountLimits } from '../records/context-accounts.ts';
import type { Requests } from '../records/requests.ts';
import type { MemoryTable } from '../records/memory-table.ts';

export type SqliteWrites = {
  /** The user's number. */
  readonly user: number;
  readonly account: Owner;
  readonly add: StoredAdd;
  readonly update: StoredUpdate;
  readonly remove: StoredRemove;
  readonly putBack: StoredPutBack;
  readonly stored: StoredMemory;
};

export type MemoryParts = {
  readonly quotaAccounts: QuotaAccounts;
  readonly rows: MemoryTable;
  readonly remembered: Requests;
  readonly collections: {
    /** Throws SCHEMA_MISMATCH. */
    check(userNo: number, payload: Payload): void;
  };
  readonly limits: AccountLimits & {
    /** Throws QUOTA_EXCEEDED if a change that is not yet written would take more than the server has left. */
    refuseOverLimit(owner: Owner, after: Usage): void;
  };
  readonly outbox: {
    /** Throws if too many changes already wait. */
    refuseIfFull(): void;
  };
  /** Applies what another server has made of a memory. Throws MEMORY_NOT_FOUND if it was removed there. */
  readonly applyRemoteVersion: (known: KnownThere | undefined, memory: MemoryRef, nowMs: number) => void;
  readonly archive: {
    /** Tells whether the object was begun for a user who has not been erased since. */
    isBegun(object: Pick<EvictCommand, 'object' | 'scope'>): boolean;
    /** Notes the place in the archive of a memory that is removed next. */
    enter(
      userNo: number,
      record: MemoryRecord,
      object: Pick<EvictCommand, 'object' | 'nowMs'>,
      eviction: Eviction,
    ): void;
  };
  /** Deletes a memory and logs that. */
  readonly removeRow: (owner: Owner, id: string, nowMs: number) => void;
  /** Must be called when text was overwritten or deleted that the log may still hold. */
  readonly noteTextRemoved: () => void;
  readonly noteExpired: (count: number) => void;
};

export function memoryTransaction(parts: MemoryParts): Transaction<SqliteWrites> {
  const { quotaAccounts, rows, remembered, collections, limits, outbox, applyRemoteVersion, archive, noteTextRemoved } =
    parts;
  return {
    user: quotaAccounts.user,
    openAccount: (userNo, memory, expireMs) => openAccount(parts, userNo, memory, expireMs),
    account: (userNo, name, scope) => quotaAccounts.owner(userNo, name as OwnerType, ownerPartition(name, scope), null),
    quota: (owner, scope) => limits.quota(scope, owner),
    refuseOverLimit: limits.refuseOverLimit,
    settle: (owner, scope, usage, nowMs) =>
      limits.settle(owner, scope, ownerPartition(owner.type, scope), usage, nowMs),
    log: quotaAccounts.log,

    repeatedAdd: ({ scope, requestId, nowMs }) =>
      repeatedAdd(remembered.find(quotaAccounts.findUser(scope), requestId, nowMs)),
    repeatedUpdate: (command) =>
      repeatedUpdate(command, remembered.find(quotaAccounts.findUser(command.scope), command.requestId, command.nowMs)),
    repeatedRemove: ({ scope, requestId, nowMs }) =>
      remembered.find<Removed>(quotaAccounts.findUser(scope), requestId, nowMs)?.outcome,
    rememberAdd(userNo, { id, payload, requestId, nowMs }, answer) {
      const { merged, ...reply } = toAddReply(answer);
      const content = merged ?? (isJsonPayload(payload) ? payload : undefined);
      remembered.remember(userNo, requestId, nowMs, merged?.id ?? id, reply, content && JSON.stringify(content));
    },
    rememberUpdate(userNo, { id, patch, requestId, nowMs }, { record, remaining }) {
      // The repeat of an update brings the content that the update brought.
      const snapshot = JSON.stringify(patch.content === undefined ? record : withContent(record, ''));
      remembered.remember(userNo, requestId, nowMs, id, { remaining }, snapshot);
    },
    rememberRemove: (userNo, { id, requestId, nowMs }, answer) =>
      remembered.remember(userNo, requestId, nowMs, id, answer),

    refuseBacklog: outbox.refuseIfFull,
    applyRemoteVersion: (command) => applyRemoteVersion(command.known, command, command.nowMs),
    refuseUnfit: collections.check,
    isArchiving: archive.isBegun,
    archive: archive.enter,

    find: (scope, id, nowMs) => rows.find(id, scope, nowMs)?.record,
    holderOf: (scope, id, nowMs) => holderOf(rows, scope, id, nowMs),
    ofKey: (owner, { payload, scope: { tenant, userId } }) =>
      isJsonPayload(payload) ? rows.ofKey(owner, payload, { tenant, userId, expireMs: owner.expireMs }) : [],
    firstToGo: rows.oldest,
    relationshipsAt: (_, id) => rows.relationshipsAt(id),
    ofOwner: () => [],
    metadataOf: ({ metadataJson }) =>
      metadataJson === undefined ? undefined : (JSON.parse(metadataJson) as JsonObject),

    insert(owner, command) {
      rows.insert(owner, command);
      return { command, owner };
    },
    restore(owner, command) {
      rows.insert(owner, { ...command, nowMs: command.createTimeMs });
      rows.putBack(command);
    },
    replace(owner, before, after, command) {
      noteTextRemoved();
      return replace(rows, owner, before, after, command);
    },
    remove(owner, id) {
      noteTextRemoved();
      return rows.remove(owner, id);
    },
  };
}

/** Opens an account; a session that has expired and was not yet swept starts empty. */
function openAccount(
  { quotaAccounts, rows, removeRow, noteExpired }: MemoryParts,
  userNo: number,
  { payload, scope, nowMs }: NewMemory,
  expireMs: number | undefined,
): Owner {
  const type = quotaName(payload) as OwnerType;
  const owner = quotaAccounts.owner(userNo, type, ownerPartition(type, scope), expireMs ?? null);
  if (expireMs === undefined) return owner;
  // Two appends need not arrive in the order of their clocks.
  if (owner.expireMs === null || owner.expireMs > nowMs) {
    return { ...owner, expireMs: Math.max(owner.expireMs ?? 0, expireMs) };
  }
  // It is read to the end first: a connection cannot write while it iterates.
  const gone = Array.from(rows.oldest(owner));
  for (const { id } of gone) removeRow(owner, id, nowMs);
  noteExpired(gone.length);
  return { ...owner, usage: NO_USAGE, expireMs };
}

function holderOf(rows: MemoryTable, scope: Scope, id: string, nowMs: number): 'USER' | 'OTHER' | undefined {
  if (!rows.isTaken(id)) return undefined;
  if (rows.find(id, scope, nowMs) !== undefined) return 'USER';
  const expired = rows.find(id, scope, 0)?.record;
  if (expired === undefined) return 'OTHER';
  // An expired memory of the same session is deleted when that session is opened again.
  return expired.scope.sessionId === scope.sessionId ? undefined : 'USER';
}

/** Replaces a memory. JSON is written here, since its content was decided here; an update brings texts in stored form. */
function replace(
  rows: MemoryTable,
  owner: Owner,
  before: MemoryRecord,
  after: MemoryRecord,
  command: StoredUpdate | undefined,
): MemoryRecord {
  const text = isJsonPayload(after.payload) ? storedTextNow(jsonText(after.payload)) : command?.text;
  const written = text === undefined ? after : { ...after, ...storedForm(text) };
  rows.replace(owner, written, after.sizeBytes - before.sizeBytes, text, command ?? {});
  return written;
}
