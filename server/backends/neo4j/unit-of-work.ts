/**
 * The state of a write's locked users, and its changes: read once for all intents of a call, changed here as each is decided, written at
 * the end. An intent that is refused has changed nothing.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { NOTHING_REPORTED, type ReportedLevels } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Sized, type Usage } from '../../domain/decide/quota.ts';
import type { RequestId } from '../../domain/intents.ts';
import { isJsonPayload, quotaName, type MemoryQuota, type MemoryRecord } from '../../domain/memory.ts';
import { mergeKey } from '../../domain/types/merge-payload.ts';
import { ownerPartition } from '../../domain/owner-partition.ts';
import type { ReadSet } from '../../domain/writes/read-set.ts';
import { byAge } from '../by-age.ts';
import {
  accessesOf,
  toAccount,
  toAccountRow,
  toRequestRow,
  type NewRequest,
  type OwnerAccount,
  type OwnerRow,
  type Remembered,
  type RequestRow,
} from './account-rows.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { ownerKey, requestKey, userKey } from './keys.ts';
import { toProperties, type Content, type KeptRecord } from './record-form.ts';
import type { Name, Put, Rows } from './rows.ts';
import { whole, type Parameters, type Transaction } from './transactions.ts';
import { USER_CYPHER } from './user-cypher.ts';

/** The large properties of a memory, stored beside its small ones. */
export type Written = { readonly content: Content; readonly vector: readonly number[] };

export type Holder = 'USER' | 'OTHER';

type OwnerName = { readonly whose: UserKey; readonly name: MemoryQuota; readonly place: string };
type MemoryRef = { readonly whose: UserKey; readonly id: string };

export type UnitOfWork = Awaited<ReturnType<typeof openUnitOfWork>>;

/** Opens the unit of work for locked users. The reads of the set are made at once, all others on demand. */
export async function openUnitOfWork(
  transaction: Transaction,
  rows: Rows,
  users: readonly UserKey[],
  reads: ReadSet,
  nowMs: number,
) {
  const read = readCache(transaction, rows);
  const changes = pendingChanges();

  const [revisionRows] = await Promise.all([
    transaction.run<{ readonly key: string; readonly revision: number }>(CYPHER.REVISIONS, {
      keys: users.map(userKey),
    }),
    read.accountsOf(
      reads.accounts.map(({ scope, name }) => ({ whose: scope, name, place: ownerPartition(name, scope) })),
    ),
    read.requestsOf(reads.requests),
    read.ids(reads.memories.map(toRef)),
    read.holders(reads.holders.map(toRef)),
    read.names(reads.keys.map(nameOf).filter((name) => name !== undefined)),
  ]);
  const revisions = new Map(revisionRows.map(({ key, revision }) => [key, revision + 1]));

  return {
    /** Runs a read in this transaction, which sees the state before the changes. */
    ask: <Row extends object>(statement: Statement, parameters: Parameters): Promise<readonly Row[]> =>
      transaction.run<Row>(statement, parameters),

    /** Adds a statement that runs after all else is written. */
    besides: (statement: Statement, parameters: Parameters): void =>
      void changes.besides.push({ statement, parameters }),

    ...seen(transaction, rows, read, changes),
    ...decisions(read, changes, rows.type, nowMs),

    /** Writes all changes. */
    write: (): Promise<void> => writeChanges(transaction, rows, changes, { ...read, revisions, nowMs }),
  };
}

/** Returns reads that combine the state before with what has been decided since. */
function seen(
  transaction: Transaction,
  rows: Rows,
  { records, accounts, requests, idsNamed, ...read }: ReadCache,
  { puts, removed }: Changes,
) {
  return {
    prior: (whose: UserKey, requestId: RequestId | undefined): Remembered | undefined =>
      requestId && requests.get(requestKey(whose, requestId.id)),

    async account(whose: UserKey, name: MemoryQuota, place: string): Promise<OwnerAccount> {
      await read.accountsOf([{ whose, name, place }]);
      return accounts.get(ownerKey(whose, name, place))!;
    },

    async find(whose: UserKey, id: string): Promise<KeptRecord | undefined> {
      await read.ids([{ whose, id }]);
      return records.get(id);
    },

    async findAll(whose: UserKey, ids: readonly string[]): Promise<readonly KeptRecord[]> {
      await read.ids(ids.map((id) => ({ whose, id })));
      return ids.map((id) => records.get(id)).filter((record) => record !== undefined);
    },

    async holder(whose: UserKey, id: string): Promise<Holder | undefined> {
      if (puts.has(id)) return 'USER';
      if (removed.has(id)) return undefined;
      await read.holders([{ whose, id }]);
      return read.holderOf(id);
    },

    /** Returns the memories of a name, the oldest first. */
    async named(name: Name): Promise<readonly KeptRecord[]> {
      await read.names([name]);
      const ids = [...(idsNamed.get(nameText(name)) ?? [])];
      return ids
        .map((id) => records.get(id))
        .filter((record) => record !== undefined)
        .toSorted(byAge);
    },

    /** Returns what counts for an owner and is not pinned, the oldest first. */
    async oldest({ whose, name, place }: OwnerAccount): Promise<readonly Sized[]> {
      const before = await rows.oldest(transaction, whose, name, place);
      const left = before.filter(({ id }) => !removed.has(id) && !puts.has(id));
      const changed = [...puts.keys()].map((id) => records.get(id)!);
      const own = changed
        .filter((record) => !record.isPinned && isOwn({ whose, name, place }, record))
        .map(({ id, sizeBytes, createTimeMs }) => ({ id, sizeBytes, createMs: createTimeMs }));
      return [...left, ...own].toSorted((one, other) => one.createMs - other.createMs || (one.id < other.id ? -1 : 1));
    },

    /** Returns the relationships that are deleted together with an entity. */
    async attachedTo(id: string): Promise<readonly Sized[]> {
      const before = (await rows.attachedTo(transaction, [id])).get(id) ?? [];
      const left = before
        .filter((one) => !removed.has(one.id))
        .map((one) => ({ id: one.id, sizeBytes: records.get(one.id)?.sizeBytes ?? one.sizeBytes }));
      const known = new Set(left.map((one) => one.id));
      for (const [newId, { isNew }] of puts) {
        const record = records.get(newId);
        if (!isNew || known.has(newId) || record?.payload.type !== 'ENTITY' || record.payload.node === 'ENTITY')
          continue;
        if (record.payload.fromId === id || record.payload.toId === id) left.push(record);
      }
      return left;
    },
  };
}

/** Records decisions. */
function decisions({ accounts, requests, ...read }: ReadCache, changes: Changes, type: Rows['type'], nowMs: number) {
  const { puts, removed } = changes;
  return {
    /** Returns by how much the number of memories has grown by decisions so far. */
    grown: (name: MemoryQuota): number => changes.grown[name] ?? 0,

    /** Puts a memory; `before` is its earlier version, if there was one. */
    put(record: KeptRecord, written: Written, before: KeptRecord | undefined): void {
      const known = puts.get(record.id);
      const stepsBefore = before?.payload.type === 'EPISODIC' ? before.payload.steps.length : 0;
      puts.set(record.id, {
        isNew: before === undefined || known?.isNew === true,
        knownSteps: known?.knownSteps ?? stepsBefore,
        ...written,
      });
      read.set(record.id, record);
      changes.users.add(userKey(record.scope));
    },

    remove(whose: UserKey, id: string): void {
      if (puts.get(id)?.isNew !== true) removed.add(id);
      puts.delete(id);
      read.set(id, undefined);
      changes.users.add(userKey(whose));
    },

    settle(account: OwnerAccount, usage: Usage, reported: ReportedLevels): void {
      changes.grown[account.name] = (changes.grown[account.name] ?? 0) + usage.count - account.usage.count;
      accounts.set(account.key, { ...account, usage, reported });
      changes.accounts.add(account.key);
    },

    remember(
      whose: UserKey,
      { id, bodyHash }: RequestId,
      memoryId: string,
      outcome: string,
      snapshot: Int8Array | undefined,
    ): void {
      const key = requestKey(whose, id);
      const request = { bodyHash, atMs: nowMs, outcome, snapshot };
      requests.set(key, request);
      changes.requests.set(key, { ...request, user: userKey(whose), type, memoryId });
    },

    /** Notes that a memory that was put back is no longer archived. */
    cameBack({ id, scope }: KeptRecord): void {
      const user = userKey(scope);
      changes.returned.set(user, [...(changes.returned.get(user) ?? []), id]);
    },

    /** Notes the place in the archive of a memory that is removed. */
    archive: (row: Parameters): void => void changes.archived.push(row),
  };
}

/** Changes that are decided and not written yet. */
type Changes = {
  readonly puts: Map<string, Omit<Put, 'properties' | 'record'> & Written>;
  readonly removed: Set<string>;
  /** The keys of accounts and of users. */
  readonly accounts: Set<string>;
  readonly users: Set<string>;
  readonly requests: Map<string, NewRequest>;
  readonly archived: Parameters[];
  /** The ids that were put back, by user. */
  readonly returned: Map<string, readonly string[]>;
  readonly besides: { readonly statement: Statement; readonly parameters: Parameters }[];
  /** The growth of the number of memories, by the quota that counts them. */
  readonly grown: Partial<Record<MemoryQuota, number>>;
};

function pendingChanges(): Changes {
  return {
    puts: new Map(),
    removed: new Set(),
    accounts: new Set(),
    users: new Set(),
    requests: new Map(),
    archived: [],
    returned: new Map(),
    besides: [],
    grown: {},
  };
}

async function writeChanges(
  transaction: Transaction,
  rows: Rows,
  changes: Changes,
  {
    records,
    accounts,
    revisions,
    nowMs,
  }: {
    readonly records: ReadonlyMap<string, KeptRecord | undefined>;
    readonly accounts: ReadonlyMap<string, OwnerAccount>;
    /** The users' new revisions, by their keys. */
    readonly revisions: ReadonlyMap<string, number>;
    readonly nowMs: number;
  },
): Promise<void> {
  const kept = [...changes.puts].map(([id, { content, vector, ...put }]): Put => {
    const record = records.get(id)!;
    const revision = revisions.get(userKey(record.scope)) ?? 0;
    return {
      ...put,
      record,
      properties: { ...toProperties(record, content, revision, vector), ...(put.isNew && accessesOf(record)) },
    };
  });
  const gone = [...changes.removed];
  const accountRows = [...changes.accounts].map((key) => toAccountRow(accounts.get(key)!));
  const userRows = [...changes.users].map((key) => ({ key, revision: whole(revisions.get(key) ?? 0) }));
  const { cameBack } = rows;
  const returns =
    cameBack === undefined
      ? []
      : [...changes.returned].map(([user, ids]) => [cameBack, { user, ids, nowMs: whole(nowMs) }] as const);
  const requestRows = [...changes.requests].map(([key, request]) => toRequestRow(key, request));
  await Promise.all([
    rows.write(transaction, kept, gone),
    accountRows.length > 0 && transaction.run(CYPHER.PUT_OWNERS, { rows: accountRows }),
    userRows.length > 0 && transaction.run(CYPHER.SET_REVISIONS, { rows: userRows }),
    requestRows.length > 0 && transaction.run(CYPHER.PUT_REQUESTS, { rows: requestRows }),
    changes.archived.length > 0 && transaction.run(USER_CYPHER.PUT_ARCHIVED, { rows: changes.archived }),
    ...returns.map(([statement, parameters]) => transaction.run(statement, parameters)),
    ...changes.besides.map(({ statement, parameters }) => transaction.run(statement, parameters)),
  ]);
}

type ReadCache = ReturnType<typeof readCache>;

/** Keeps what a transaction has read, and the changes of records since. */
function readCache(transaction: Transaction, rows: Rows) {
  /** The current records; undefined for one that does not exist. */
  const records = new Map<string, KeptRecord | undefined>();
  /** The owners of ids before the transaction. */
  const holders = new Map<string, Holder | undefined>();
  const idsNamed = new Map<string, Set<string>>();
  const accounts = new Map<string, OwnerAccount>();
  const requests = new Map<string, Remembered>();

  const setRecord = (id: string, record: KeptRecord | undefined): void => {
    const before = records.get(id);
    const was = before && nameTextOf(before);
    if (was !== undefined) idsNamed.get(was)?.delete(id);
    records.set(id, record);
    const is = record && nameTextOf(record);
    if (is !== undefined) idsNamed.get(is)?.add(id);
  };
  /** Reads do not overwrite what this transaction has changed. */
  const noteRead = (read: readonly KeptRecord[]): void => {
    for (const record of read) if (!records.has(record.id)) setRecord(record.id, record);
  };
  const readIds = async (asked: readonly MemoryRef[]): Promise<void> => {
    const unread = asked.filter(({ id }) => !records.has(id));
    const found = await Promise.all(ofUsers(unread).map(({ whose, ids }) => rows.find(transaction, whose, ids)));
    noteRead(found.flat());
    for (const { id } of unread) if (!records.has(id)) records.set(id, undefined);
  };
  const readHolders = async (asked: readonly MemoryRef[]): Promise<void> => {
    const unread = asked.filter(({ id }) => !holders.has(id));
    const found = await Promise.all(ofUsers(unread).map(({ whose, ids }) => rows.holders(transaction, whose, ids)));
    for (const { id } of unread) holders.set(id, undefined);
    for (const { id, isOwn } of found.flat()) holders.set(id, isOwn ? 'USER' : 'OTHER');
  };
  const readNames = async (asked: readonly Name[]): Promise<void> => {
    const wanted = new Map(asked.map((name) => [nameText(name), name]));
    const unread = [...wanted].filter(([text]) => !idsNamed.has(text)).map(([, name]) => name);
    if (unread.length === 0) return;
    const read = await rows.named(transaction, unread);
    for (const name of unread) idsNamed.set(nameText(name), new Set());
    for (const record of records.values())
      if (record !== undefined) idsNamed.get(nameTextOf(record) ?? '')?.add(record.id);
    noteRead(read);
  };
  const readAccounts = async (asked: readonly OwnerName[]): Promise<void> => {
    const named = asked.map((owner) => [ownerKey(owner.whose, owner.name, owner.place), owner] as const);
    const unread = new Map(named.filter(([key]) => !accounts.has(key)));
    if (unread.size === 0) return;
    const found = await transaction.run<OwnerRow>(CYPHER.OWNERS, { keys: [...unread.keys()] });
    for (const [key, owner] of unread)
      accounts.set(key, { key, ...owner, usage: NO_USAGE, reported: NOTHING_REPORTED });
    for (const row of found) accounts.set(row.owner.key, toAccount(row, unread.get(row.owner.key)!.whose));
  };
  const readRequests = async (asked: ReadSet['requests']): Promise<void> => {
    if (asked.length === 0) return;
    const keys = asked.map(({ scope, requestId }) => requestKey(scope, requestId.id));
    for (const { request } of await transaction.run<RequestRow>(CYPHER.REQUESTS, { keys })) {
      const { key, bodyHash, atMs, outcome, snapshot } = request;
      requests.set(key, { bodyHash, atMs, outcome, snapshot: snapshot ?? undefined });
    }
  };

  return {
    records,
    idsNamed,
    accounts,
    requests,
    set: setRecord,
    holderOf: (id: string): Holder | undefined => holders.get(id),
    ids: readIds,
    holders: readHolders,
    names: readNames,
    accountsOf: readAccounts,
    requestsOf: readRequests,
  };
}

function nameText({ whose, name, kind, key }: Name): string {
  return JSON.stringify([userKey(whose), name, kind, key]);
}

function nameTextOf(record: KeptRecord): string | undefined {
  const name = nameOf(record);
  return name && nameText(name);
}

/** Returns the fields that distinguish a memory from others of its owner, if any do. */
export function nameOf({ scope, payload }: Pick<MemoryRecord, 'scope' | 'payload'>): Name | undefined {
  const named = isJsonPayload(payload) ? mergeKey(payload) : undefined;
  return named === undefined || named.key === '' ? undefined : { whose: scope, ...named, name: quotaName(payload) };
}

function toRef({ scope, id }: ReadSet['memories'][number]): MemoryRef {
  return { whose: scope, id };
}

/** Groups ids by user, each once. */
function ofUsers(asked: readonly MemoryRef[]): readonly { readonly whose: UserKey; readonly ids: readonly string[] }[] {
  const byUser = new Map<string, { readonly whose: UserKey; readonly ids: Set<string> }>();
  for (const { whose, id } of asked) {
    const key = userKey(whose);
    const ofUser = byUser.get(key) ?? { whose, ids: new Set() };
    ofUser.ids.add(id);
    byUser.set(key, ofUser);
  }
  return [...byUser.values()].map(({ whose, ids }) => ({ whose, ids: [...ids] }));
}

function isOwn({ whose, name, place }: OwnerName, { scope, payload }: KeptRecord): boolean {
  return userKey(scope) === userKey(whose) && quotaName(payload) === name && ownerPartition(name, scope) === place;
}
