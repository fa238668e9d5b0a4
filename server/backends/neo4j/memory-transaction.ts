/** Answers the requests of domain/writes from Neo4j: what a unit of work has read of the users that it locked, and has decided for them. */
import type { UserKey } from '../../domain/accounts.ts';
import type { Raised } from '../../domain/accounts.ts';
import type { StopSignal } from '../../domain/abort.ts';
import { archivedHead } from '../../domain/archived.ts';
import { decideAlerts } from '../../domain/decide/alerts.ts';
import { globalGrowth, globalRoom, overGlobalLimit } from '../../domain/decide/global-limits.ts';
import type { RemoveIntent, UpdateIntent } from '../../domain/intents.ts';
import { quotaName, type MemoryQuota, type MemoryRecord } from '../../domain/memory.ts';
import { ownerPartition } from '../../domain/owner-partition.ts';
import { searchText } from '../../domain/search-text.ts';
import type { AwaitedTransaction } from '../../domain/writes/asks.ts';
import type { ReadSet } from '../../domain/writes/read-set.ts';
import { newRecord, type RestoredRecord, type SizedIntent } from '../../domain/writes/records.ts';
import { awaitedWrites, type AwaitedWrites } from '../../domain/writes/run.ts';
import type { Quotas, GlobalLimits } from '../../policy/limits.ts';
import { WITHOUT_LOG } from '../unasked.ts';
import type { OwnerAccount } from './account-rows.ts';
import { rememberAdd, rememberRemove, rememberUpdate, repeatedAdd, repeatedRemove, repeatedUpdate } from './answers.ts';
import { CYPHER } from './cypher.ts';
import { userKey } from './keys.ts';
import { toKeep, type KeptRecord } from './record-form.ts';
import type { Rows } from './rows.ts';
import { whole, type Transaction, type Transactions } from './transactions.ts';
import { nameOf, openUnitOfWork, type UnitOfWork } from './unit-of-work.ts';
import { USER_CYPHER } from './user-cypher.ts';

/** The quotas and limits of all users. */
export type Bounds = {
  /** Returns the quotas of one user, from the overrides. */
  readonly quotasOf: (whose: UserKey) => Promise<Quotas>;
  readonly limits: GlobalLimits;
  /** Called with quotas that became nearly full. */
  readonly onAlerts: (raised: readonly Raised[], nowMs: number) => void;
};

export type WriteOptions = Bounds & {
  readonly transactions: Transactions;
  readonly rows: Rows;
  readonly embed: (text: string) => Float32Array;
};

export type Neo4jWrites = {
  readonly user: UserKey;
  readonly account: OwnerAccount;
  readonly add: SizedIntent;
  readonly update: UpdateIntent;
  readonly remove: RemoveIntent;
  readonly putBack: RestoredRecord;
  readonly stored: MemoryRecord;
};

/** Runs writes in one transaction that has locked their users. */
export type InTransaction = <T>(
  users: readonly UserKey[],
  reads: ReadSet,
  nowMs: number,
  signal: StopSignal,
  /** Reads and changes the users under the lock. If it throws, nothing is written. */
  work: (writes: AwaitedWrites<Neo4jWrites>) => Promise<T>,
) => Promise<T>;

export function inTransaction(options: WriteOptions): InTransaction {
  const { transactions, rows, quotasOf, onAlerts } = options;
  return async (users, reads, nowMs, signal, work) => {
    const known = await Promise.all(users.map(async (whose) => [userKey(whose), await quotasOf(whose)] as const));
    const quotas = new Map(known);
    const names = new Set(reads.accounts.map(({ name }) => name));
    const { answer, raised } = await transactions.write(
      users,
      nowMs,
      async (transaction) => {
        const [unit, totals] = await Promise.all([
          openUnitOfWork(transaction, rows, users, reads, nowMs),
          countAll(transaction, names),
        ]);
        const alerts: Raised[] = [];
        const quotasNow = (whose: UserKey): Quotas => quotas.get(userKey(whose))!;
        const parts = { ...options, unit, quotas: quotasNow, totals, raise: (one: Raised) => void alerts.push(one) };
        const answered = await work(awaitedWrites(memoryTransaction(parts)));
        await unit.write();
        return { answer: answered, raised: alerts };
      },
      signal,
    );
    if (raised.length > 0) onAlerts(raised, nowMs);
    return answer;
  };
}

type Totals = Readonly<Partial<Record<MemoryQuota, number>>>;
type Count = { readonly count: number };

/** The parts of one transaction. */
type Parts = Pick<WriteOptions, 'embed' | 'limits'> & {
  readonly unit: UnitOfWork;
  readonly quotas: (whose: UserKey) => Quotas;
  readonly totals: Totals;
  readonly raise: (raised: Raised) => void;
};

function memoryTransaction({ unit, embed, limits, quotas, totals, raise }: Parts): AwaitedTransaction<Neo4jWrites> {
  const accountOf = (whose: UserKey, name: MemoryQuota, scope: MemoryRecord['scope']): Promise<OwnerAccount> =>
    unit.account(whose, name, ownerPartition(name, scope));
  /** Returns the memory as it will be read. */
  const keep = async (decided: MemoryRecord, before: MemoryRecord | undefined): Promise<KeptRecord> => {
    const { record, content } = await toKeep(decided as KeptRecord);
    const vector = Array.from(embed(await searchTextOf(unit, record)));
    unit.put(record, { content, vector }, before as KeptRecord | undefined);
    return record;
  };
  return {
    ...WITHOUT_LOG,
    user: (scope) => scope,
    openAccount: (user, { payload, scope }) => accountOf(user, quotaName(payload), scope),
    account: accountOf,
    quota: ({ name }, scope) => quotas(scope)[name],
    refuseOverLimit({ name, usage }, after) {
      const growth = globalGrowth(name, usage, after);
      if (growth <= 0) return;
      const count = (totals[name] ?? 0) + unit.grown(name);
      if (globalRoom(name, { count: count + growth, bytes: 0 }, limits) >= 0) return;
      throw overGlobalLimit(name, { count, bytes: 0 }, limits, growth);
    },
    settle(account, { tenant, userId }, usage) {
      const { whose, name, place } = account;
      const { reported, crossings } = decideAlerts(account.reported, usage, quotas(whose)[name]);
      for (const crossing of crossings) raise({ tenant, userId, place, name, ...crossing });
      unit.settle(account, usage, reported);
    },

    repeatedAdd: (write) => repeatedAdd(unit, write),
    repeatedUpdate: (write) => repeatedUpdate(unit, write),
    repeatedRemove: (write) => repeatedRemove(unit, write),
    rememberAdd: (_, write, answer) => rememberAdd(unit, write, answer),
    rememberUpdate: (_, write, answer) => rememberUpdate(unit, write, answer),
    rememberRemove: (_, write, answer) => rememberRemove(unit, write, answer),

    find: unit.find,
    holderOf: unit.holder,
    ofKey(_, memory) {
      const name = nameOf(memory);
      return name === undefined ? [] : unit.named(name);
    },
    firstToGo: unit.oldest,
    relationshipsAt: (_, id) => unit.attachedTo(id),
    ofOwner: () => [],
    metadataOf: ({ metadata }) => metadata,

    insert: (_, write) => keep(newRecord(write), undefined),
    async restore(_, { record }) {
      unit.cameBack(await keep(record, undefined));
    },
    replace: (_, before, after) => keep(after, before),
    remove({ whose }, id) {
      unit.remove(whose, id);
      return undefined;
    },

    async isArchiving({ object, scope }) {
      const user = userKey(scope);
      const begun = await unit.ask(USER_CYPHER.IS_BEGUN, { object, user });
      // The lock must not leave a user behind who was erased meanwhile.
      if (begun.length === 0) unit.besides(USER_CYPHER.ERASE_USER, { user });
      return begun.length > 0;
    },
    archive(user, record, { object, nowMs }, { line, reason }) {
      const lies = { object, line: whole(line), reason, archiveMs: whole(nowMs) };
      const head = JSON.stringify(archivedHead(record));
      unit.archive({ user: userKey(user), id: record.id, ...lies, head });
    },
  };
}

/** Returns the search text; that of a relationship includes both its ends. */
async function searchTextOf(unit: UnitOfWork, { payload, scope }: KeptRecord): Promise<string> {
  if (payload.type === 'EPISODIC' || payload.node === 'ENTITY') return searchText(payload);
  const ends = await unit.findAll(scope, [payload.fromId, payload.toId]);
  return searchText(payload, (id) => {
    const end = ends.find((record) => record.id === id)?.payload;
    return end?.type === 'ENTITY' && end.node === 'ENTITY' ? end.name : undefined;
  });
}

/** Counts the memories of all users; what has no limit is not counted. */
async function countAll(transaction: Transaction, names: ReadonlySet<MemoryQuota>): Promise<Totals> {
  const [entities, relationships] = await Promise.all([
    names.has('ENTITY') ? transaction.run<Count>(CYPHER.COUNT_ENTITIES) : [],
    names.has('RELATIONSHIP') ? transaction.run<Count>(CYPHER.COUNT_RELATIONSHIPS) : [],
  ]);
  return { ENTITY: entities[0]?.count ?? 0, RELATIONSHIP: relationships[0]?.count ?? 0 };
}
