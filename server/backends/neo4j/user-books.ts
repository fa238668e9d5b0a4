/**
 * What a write sees of the users that it locked, and what it makes of it: read once for all intents of a call, changed here as each is
 * decided, written at the end. An intent that is refused has changed nothing.
 */
import { NOTHING_TOLD, type Told } from '../../domain/decide/alerts.ts';
import { NO_USAGE, type Sized, type Usage } from '../../domain/decide/quota.ts';
import { mergeKey } from '../../domain/merge/merge-payload.ts';
import { quotaName, type QuotaName } from '../../domain/memory.ts';
import type { RequestId } from '../../domain/intents.ts';
import { byAge } from '../by-age.ts';
import {
  accessesOf,
  toOwner,
  toOwnerRow,
  toRequestRow,
  type NewRequest,
  type Owner,
  type OwnerRow,
  type Remembered,
  type RequestRow,
} from './book-rows.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { ownerKey, requestKey, userKey, type Whose } from './keys.ts';
import { toProperties, type Content, type KeptRecord } from './record-form.ts';
import type { Name, Put, Rows } from './rows.ts';
import { whole, type Parameters, type Transaction } from './transactions.ts';

/** What is known to be needed; all else is read when it is asked for. */
export type Foreseen = {
  /** All that were locked. */
  readonly users: readonly Whose[];
  readonly owners: readonly Pick<Owner, 'whose' | 'name' | 'place'>[];
  readonly requests: readonly { readonly whose: Whose; readonly id: string }[];
  readonly ids: readonly { readonly whose: Whose; readonly id: string }[];
  readonly names: readonly Name[];
};

/** Of a memory that is written, what is kept beside its small properties. */
export type Written = { readonly content: Content; readonly vector: readonly number[] };

export type UserBooks = Awaited<ReturnType<typeof openBooks>>;

export async function openBooks(transaction: Transaction, rows: Rows, foreseen: Foreseen, nowMs: number) {
  /** As they are now; undefined: there is none. */
  const records = new Map<string, KeptRecord | undefined>();
  const idsNamed = new Map<string, Set<string>>();
  const owners = new Map<string, Owner>();
  const requests = new Map<string, Remembered>();
  const puts = new Map<string, Omit<Put, 'properties' | 'record'> & Written>();
  const removed = new Set<string>();
  const changedOwners = new Set<string>();
  const newRequests = new Map<string, NewRequest>();
  const changedUsers = new Set<string>();
  const besides: { readonly statement: Statement; readonly parameters: Parameters }[] = [];
  const grown: Partial<Record<QuotaName, number>> = {};

  const nameText = ({ whose, name, kind, key }: Name): string => JSON.stringify([userKey(whose), name, kind, key]);
  const nameOf = (record: KeptRecord): string | undefined => {
    const named = mergeKey(record.payload);
    return named && nameText({ whose: record.scope, name: quotaName(record.payload), ...named });
  };
  const setRecord = (id: string, record: KeptRecord | undefined): void => {
    const before = records.get(id);
    const was = before && nameOf(before);
    if (was !== undefined) idsNamed.get(was)?.delete(id);
    records.set(id, record);
    const is = record && nameOf(record);
    if (is !== undefined) idsNamed.get(is)?.add(id);
  };
  /** What this transaction has already changed stays so. */
  const noteRead = (read: readonly KeptRecord[]): void => {
    for (const record of read) if (!records.has(record.id)) setRecord(record.id, record);
  };
  const readIds = async (asked: Foreseen['ids']): Promise<void> => {
    const seen = new Set<string>();
    const byUser = new Map<string, { readonly whose: Whose; readonly ids: string[] }>();
    for (const { whose, id } of asked) {
      if (records.has(id) || seen.has(id)) continue;
      seen.add(id);
      const key = userKey(whose);
      const known = byUser.get(key);
      if (known === undefined) byUser.set(key, { whose, ids: [id] });
      else known.ids.push(id);
    }
    const found = await Promise.all([...byUser.values()].map(({ whose, ids }) => rows.find(transaction, whose, ids)));
    noteRead(found.flat());
    for (const { id } of asked) if (!records.has(id)) records.set(id, undefined);
  };
  const readNames = async (asked: readonly Name[]): Promise<void> => {
    const wanted = new Map(asked.map((name) => [nameText(name), name]));
    const news = [...wanted].filter(([text]) => !idsNamed.has(text)).map(([, name]) => name);
    if (news.length === 0) return;
    const read = await rows.named(transaction, news);
    for (const name of news) idsNamed.set(nameText(name), new Set());
    for (const record of records.values()) if (record !== undefined) idsNamed.get(nameOf(record) ?? '')?.add(record.id);
    noteRead(read);
  };
  const readOwners = async (asked: Foreseen['owners']): Promise<void> => {
    const news = asked.filter(({ whose, name, place }) => !owners.has(ownerKey(whose, name, place)));
    if (news.length === 0) return;
    const keys = news.map(({ whose, name, place }) => ownerKey(whose, name, place));
    const found = await transaction.run<OwnerRow>(CYPHER.OWNERS, { keys });
    const rowsByKey = new Map(found.map((row) => [row.owner.key, row]));
    for (const [at, { whose, name, place }] of news.entries()) {
      const key = keys[at]!;
      const row = rowsByKey.get(key);
      const none = { key, whose, name, place, usage: NO_USAGE, told: NOTHING_TOLD };
      owners.set(key, row === undefined ? none : toOwner(row, whose));
    }
  };
  const readRequests = async (asked: Foreseen['requests']): Promise<void> => {
    if (asked.length === 0) return;
    const keys = asked.map(({ whose, id }) => requestKey(whose, id));
    for (const { request } of await transaction.run<RequestRow>(CYPHER.REQUESTS, { keys })) {
      const { key, bodyHash, atMs, outcome, snapshot } = request;
      requests.set(key, { bodyHash, atMs, outcome, snapshot: snapshot ?? undefined });
    }
  };

  const readRevisions = () =>
    transaction.run<{ readonly key: string; readonly revision: number }>(CYPHER.REVISIONS, {
      keys: foreseen.users.map(userKey),
    });

  const [revisionRows] = await Promise.all([
    readRevisions(),
    readOwners(foreseen.owners),
    readRequests(foreseen.requests),
    readIds(foreseen.ids),
    readNames(foreseen.names),
  ]);

  const revisions = new Map(revisionRows.map(({ key, revision }) => [key, revision + 1]));

  return {
    /** What else this transaction sees, as it was before. */
    ask: <Row extends object>(statement: Statement, parameters: Parameters): Promise<readonly Row[]> =>
      transaction.run<Row>(statement, parameters),

    /** Done after all else is written. */
    besides: (statement: Statement, parameters: Parameters): void => void besides.push({ statement, parameters }),

    prior: (whose: Whose, requestId: RequestId | undefined): Remembered | undefined =>
      requestId && requests.get(requestKey(whose, requestId.id)),

    async owner(whose: Whose, name: QuotaName, place: string): Promise<Owner> {
      await readOwners([{ whose, name, place }]);
      return owners.get(ownerKey(whose, name, place))!;
    },

    async find(whose: Whose, id: string): Promise<KeptRecord | undefined> {
      await readIds([{ whose, id }]);
      return records.get(id);
    },

    /** The oldest first. */
    async named(name: Name): Promise<readonly KeptRecord[]> {
      await readNames([name]);
      const ids = [...(idsNamed.get(nameText(name)) ?? [])];
      return ids
        .map((id) => records.get(id))
        .filter((record) => record !== undefined)
        .toSorted(byAge);
    },

    /** What counts for an owner and is not pinned, the oldest first. */
    async oldest({ whose, name, place }: Owner): Promise<readonly Sized[]> {
      const before = await rows.oldest(transaction, whose, name, place);
      const left = before.filter(({ id }) => !removed.has(id) && !puts.has(id));
      const changed = [...puts.keys()].map((id) => records.get(id)!);
      const own = changed
        .filter(({ scope, payload, isPinned }) => !isPinned && isOwn({ whose, name, place }, scope, payload))
        .map(({ id, sizeBytes, createTimeMs }) => ({ id, sizeBytes, createMs: createTimeMs }));
      return [...left, ...own].toSorted((one, other) => one.createMs - other.createMs || (one.id < other.id ? -1 : 1));
    },

    /** The relationships that go with an entity. */
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

    /** How many more of these there are by what was decided so far. */
    grown: (name: QuotaName): number => grown[name] ?? 0,

    /** `before` is what it was, if it was. */
    put(record: KeptRecord, written: Written, before: KeptRecord | undefined): void {
      const known = puts.get(record.id);
      const stepsBefore = before?.payload.type === 'EPISODIC' ? before.payload.steps.length : 0;
      puts.set(record.id, {
        isNew: before === undefined || known?.isNew === true,
        knownSteps: known?.knownSteps ?? stepsBefore,
        ...written,
      });
      setRecord(record.id, record);
      changedUsers.add(userKey(record.scope));
    },

    remove(whose: Whose, id: string): void {
      if (puts.get(id)?.isNew !== true) removed.add(id);
      puts.delete(id);
      setRecord(id, undefined);
      changedUsers.add(userKey(whose));
    },

    settle(owner: Owner, usage: Usage, told: Told): void {
      grown[owner.name] = (grown[owner.name] ?? 0) + usage.count - owner.usage.count;
      owners.set(owner.key, { ...owner, usage, told });
      changedOwners.add(owner.key);
    },

    remember(
      whose: Whose,
      { id, bodyHash }: RequestId,
      memoryId: string,
      outcome: string,
      snapshot: Int8Array | undefined,
    ): void {
      const key = requestKey(whose, id);
      const request = { bodyHash, atMs: nowMs, outcome, snapshot };
      requests.set(key, request);
      newRequests.set(key, { ...request, user: userKey(whose), type: rows.type, memoryId });
    },

    /** Writes all of it. */
    async write(): Promise<void> {
      const kept = [...puts].map(([id, { content, vector, ...put }]): Put => {
        const record = records.get(id)!;
        const revision = revisions.get(userKey(record.scope)) ?? 0;
        return {
          ...put,
          record,
          properties: { ...toProperties(record, content, revision, vector), ...(put.isNew && accessesOf(record)) },
        };
      });
      const gone = [...removed];
      const ownerRows = [...changedOwners].map((key) => toOwnerRow(owners.get(key)!));
      const userRows = [...changedUsers].map((key) => ({ key, revision: whole(revisions.get(key) ?? 0) }));
      const requestRows = [...newRequests].map(([key, request]) => toRequestRow(key, request));
      await Promise.all([
        rows.write(transaction, kept, gone),
        ownerRows.length > 0 && transaction.run(CYPHER.PUT_OWNERS, { rows: ownerRows }),
        userRows.length > 0 && transaction.run(CYPHER.SET_REVISIONS, { rows: userRows }),
        requestRows.length > 0 && transaction.run(CYPHER.PUT_REQUESTS, { rows: requestRows }),
        ...besides.map(({ statement, parameters }) => transaction.run(statement, parameters)),
      ]);
    },
  };
}

function isOwn(
  { whose, name, place }: Pick<Owner, 'whose' | 'name' | 'place'>,
  scope: KeptRecord['scope'],
  payload: KeptRecord['payload'],
): boolean {
  if (userKey(scope) !== userKey(whose)) return false;
  return payload.type === 'EPISODIC' ? scope.agentId === place : payload.node === name;
}
