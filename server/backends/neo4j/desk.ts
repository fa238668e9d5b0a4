/** Where a write is decided: what it sees of the users that it has locked, and what may become of that. */
import type { Raised } from '../../domain/accounts.ts';
import type { StopSignal } from '../../domain/abort.ts';
import { decideAlerts } from '../../domain/decide/alerts.ts';
import { globalGrowth, globalRoom, overGlobalLimit } from '../../domain/decide/global-limits.ts';
import { placeChanged } from '../../domain/decide/merge.ts';
import { withRemoved, type Usage } from '../../domain/decide/quota.ts';
import { placeTaken } from '../../domain/decide/stated.ts';
import { mergeKey, mergesInto } from '../../domain/merge/merge-payload.ts';
import { quotaName, type QuotaName } from '../../domain/memory.ts';
import { searchText } from '../../domain/search-text.ts';
import type { Quotas } from '../../policy/limits.ts';
import type { GlobalLimits } from '../../policy/tiers.ts';
import type { Owner } from './book-rows.ts';
import { CYPHER } from './cypher.ts';
import { userKey, type Whose } from './keys.ts';
import { toKeep, type KeptPayload, type KeptRecord } from './record-form.ts';
import type { Name, Rows } from './rows.ts';
import type { Transaction, Transactions } from './transactions.ts';
import { openBooks, type Foreseen, type UserBooks } from './user-books.ts';

/** What everybody's quotas and limits are. */
export type Bounds = {
  /** Of one user, by what was set for it. */
  readonly quotasOf: (whose: Whose) => Promise<Quotas>;
  readonly limits: GlobalLimits;
  /** Quotas that came to be nearly full. */
  readonly onAlerts: (raised: readonly Raised[], nowMs: number) => void;
};

export type WriteOptions = Bounds & {
  readonly transactions: Transactions;
  readonly rows: Rows;
  readonly embed: (text: string) => Float32Array;
};

type Totals = Readonly<Partial<Record<QuotaName, number>>>;
type Count = { readonly count: number };

/** Of one transaction. */
export interface Desk {
  readonly books: UserBooks;
  quotas(whose: Whose): Quotas;
  /** Throws where the server has no room for what an owner would have then. Nothing has changed yet. */
  refuseOverLimit(owner: Owner, after: Usage): void;
  /** Sets what an owner has, and tells what that crosses. */
  settle(owner: Owner, usage: Usage): void;
  /** Puts a memory as it was decided; answers with it as it will read. */
  keep(decided: KeptRecord, before: KeptRecord | undefined): Promise<KeptRecord>;
  /** Those that an add of this payload goes into. */
  sameKey(added: Pick<KeptRecord, 'payload' | 'scope'>): Promise<readonly KeptRecord[]>;
  /** Throws where a change would take another's name, or a relationship's time. */
  refuseTaken(before: KeptRecord, after: KeptRecord): Promise<void>;
  /** A relationship does not outlast its ends. Says how many went. */
  removeAttached(whose: Whose, entityId: string): Promise<number>;
}

export type Write = <T>(
  users: readonly Whose[],
  foreseen: Omit<Foreseen, 'users'>,
  nowMs: number,
  signal: StopSignal,
  /** Sees its users as they are, and nobody else changes them until it is done. */
  decide: (desk: Desk) => Promise<T>,
) => Promise<T>;

export function desks({ transactions, rows, embed, quotasOf, limits, onAlerts }: WriteOptions): Write {
  const openDesk = (books: UserBooks, quotas: Desk['quotas'], totals: Totals, raised: Raised[]): Desk => {
    /** A relationship's text is of both its ends, too. */
    const vectorOf = async ({ payload, scope }: KeptRecord): Promise<readonly number[]> => {
      if (payload.type === 'EPISODIC' || payload.node === 'ENTITY') return Array.from(embed(searchText(payload)));
      const names = new Map<string, string>();
      for (const id of [payload.fromId, payload.toId]) {
        const end = (await books.find(scope, id))?.payload;
        if (end?.type === 'ENTITY' && end.node === 'ENTITY') names.set(id, end.name);
      }
      return Array.from(embed(searchText(payload, (id) => names.get(id))));
    };
    const desk: Desk = {
      books,
      quotas,
      refuseOverLimit({ name, usage }, after) {
        const growth = globalGrowth(name, usage, after);
        if (growth <= 0) return;
        const count = (totals[name] ?? 0) + books.grown(name);
        if (globalRoom(name, { count: count + growth, bytes: 0 }, limits) >= 0) return;
        throw overGlobalLimit(name, { count, bytes: 0 }, limits, growth);
      },
      settle(owner, usage) {
        const { whose, name, place } = owner;
        const { told, crossings } = decideAlerts(owner.told, usage, quotas(whose)[name]);
        for (const crossing of crossings) {
          raised.push({ tenant: whose.tenant, userId: whose.userId, place, name, ...crossing });
        }
        books.settle(owner, usage, told);
      },
      async keep(decided, before) {
        const { record, content } = await toKeep(decided);
        books.put(record, { content, vector: await vectorOf(record) }, before);
        return record;
      },
      async sameKey({ payload, scope }) {
        const name = nameOf(scope, payload);
        if (name === undefined) return [];
        const named = await books.named(name);
        return named.filter((other) => other.scope.namespace === scope.namespace && mergesInto(other.payload, payload));
      },
      async refuseTaken(before, after) {
        if (!placeChanged(before, after)) return;
        const taken = (await desk.sameKey(after)).find(({ id }) => id !== after.id);
        if (taken !== undefined) throw placeTaken(taken);
      },
      async removeAttached(whose, entityId) {
        const gone = await books.attachedTo(entityId);
        if (gone.length === 0) return 0;
        const owner = await books.owner(whose, 'RELATIONSHIP', '');
        for (const { id } of gone) books.remove(whose, id);
        desk.settle(
          owner,
          gone.reduce((left, one) => withRemoved(left, one.sizeBytes), owner.usage),
        );
        return gone.length;
      },
    };
    return desk;
  };

  return async (users, foreseen, nowMs, signal, decide) => {
    const known = await Promise.all(users.map(async (whose) => [userKey(whose), await quotasOf(whose)] as const));
    const quotas = new Map(known);
    const names = new Set(foreseen.owners.map(({ name }) => name));
    const { answer, raised } = await transactions.write(
      users,
      nowMs,
      async (transaction) => {
        const [books, totals] = await Promise.all([
          openBooks(transaction, rows, { users, ...foreseen }, nowMs),
          countAll(transaction, names),
        ]);
        const alerts: Raised[] = [];
        const decided = await decide(openDesk(books, (whose) => quotas.get(userKey(whose))!, totals, alerts));
        await books.write();
        return { answer: decided, raised: alerts };
      },
      signal,
    );
    if (raised.length > 0) onAlerts(raised, nowMs);
    return answer;
  };
}

export function nameOf(whose: Whose, payload: KeptPayload): Name | undefined {
  const named = mergeKey(payload);
  return named === undefined || named.key === '' ? undefined : { whose, ...named, name: quotaName(payload) };
}

/** How many there are of all users; of what no limit is set for, nobody counts. */
async function countAll(transaction: Transaction, names: ReadonlySet<QuotaName>): Promise<Totals> {
  const [entities, relationships] = await Promise.all([
    names.has('ENTITY') ? transaction.run<Count>(CYPHER.COUNT_ENTITIES) : [],
    names.has('RELATIONSHIP') ? transaction.run<Count>(CYPHER.COUNT_RELATIONSHIPS) : [],
  ]);
  return { ENTITY: entities[0]?.count ?? 0, RELATIONSHIP: relationships[0]?.count ?? 0 };
}
