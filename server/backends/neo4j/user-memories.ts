/** All of one user's memories of one type. */
import type { UserKey } from '../../domain/accounts.ts';
import type { QuotaName } from '../../domain/memory.ts';
import { fromPortable, toPortable } from '../../domain/portable.ts';
import { readsOfAll, readsOfPutBack } from '../../domain/writes/read-set.ts';
import { toRestored } from '../../domain/writes/records.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { Clock } from '../../ports/stores.ts';
import type { UserMemories } from '../../ports/users.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { userKey } from './keys.ts';
import type { InTransaction } from './memory-transaction.ts';
import { toRecord, type MemoryRow } from './record-form.ts';
import type { Rows } from './rows.ts';
import { whole, type Transaction, type Transactions } from './transactions.ts';
import { USER_CYPHER } from './user-cypher.ts';

/** The statements by which a type is exported and erased. */
export type UserRows = {
  readonly names: readonly QuotaName[];
  readonly count: Statement;
  /** Statements that run one after another, each until it finds nothing more: memories first. */
  readonly erase: readonly Statement[];
  /** Statements that run one after another: what depends on others comes after them. */
  readonly pages: readonly Statement[];
};

export const USER_EPISODES: UserRows = {
  names: ['EPISODIC'],
  count: USER_CYPHER.COUNT_TASKS,
  erase: [USER_CYPHER.ERASE_TASKS, USER_CYPHER.ERASE_ARCHIVED, USER_CYPHER.ERASE_ARCHIVE_OBJECTS],
  pages: [USER_CYPHER.PAGE_TASKS],
};

export const USER_GRAPH: UserRows = {
  names: ['ENTITY', 'RELATIONSHIP'],
  count: USER_CYPHER.COUNT_GRAPH,
  erase: [USER_CYPHER.ERASE_GRAPH],
  pages: [CYPHER.LIST_ENTITIES_UP, CYPHER.LIST_RELATIONSHIPS_UP],
};

export type UserOptions = {
  readonly transactions: Transactions;
  readonly inTransaction: InTransaction;
  readonly rows: Rows;
  readonly user: UserRows;
  readonly clock: Clock;
  /** Stores access counts that are still buffered. */
  readonly flush: () => Promise<unknown>;
  /** Drops the cached memories of a user. */
  readonly forget: (whose: UserKey) => void;
};

type Count = { readonly count: number };
/** The start of a page: the statement, and the memory after which it begins. */
type Start = { readonly at: number; readonly createTimeMs: number; readonly id: string };

const BEGINNING = { createTimeMs: Number.MIN_SAFE_INTEGER, id: '' };

export function userMemories(options: UserOptions): UserMemories {
  const { transactions, inTransaction, rows, user, clock, flush, forget } = options;
  const count: UserMemories['count'] = async (whose, { signal }) => {
    const asked = { user: userKey(whose) };
    const found = await transactions.read((transaction) => transaction.run<Count>(user.count, asked), signal);
    return found[0]?.count ?? 0;
  };

  /** Deletes as much as one transaction may, memories first, then what was stored about them. Returns false if there may be more. */
  const eraseSome = async (transaction: Transaction, whose: UserKey): Promise<boolean> => {
    const asked = { user: userKey(whose), limit: whole(NEO4J.sweptAtOnce), type: rows.type, names: user.names };
    for (const statement of [...user.erase, USER_CYPHER.ERASE_REQUESTS]) {
      const [erased] = await transaction.run<Count>(statement, asked);
      if ((erased?.count ?? 0) > 0) return false;
    }
    await transaction.run(USER_CYPHER.ERASE_OWNERS, asked);
    await transaction.run(USER_CYPHER.ERASE_USER, asked);
    return true;
  };

  return {
    count,

    async erase(whose, call) {
      const there = await count(whose, call);
      const work = (transaction: Transaction): Promise<boolean> => eraseSome(transaction, whose);
      while (!(await transactions.write([whose], clock.now(), work, call.signal)));
      forget(whose);
      return there;
    },

    async page(whose, after, { signal }) {
      if (after === undefined) await flush();
      const start = after === undefined ? { at: 0, ...BEGINNING } : (JSON.parse(after) as Start);
      const statement = user.pages[start.at];
      if (statement === undefined) return { memories: [] };
      const limit = NEO4J.exportedAtOnce;
      const cursor = { createMs: whole(start.createTimeMs), id: start.id, namespace: '' };
      const asked = { user: userKey(whose), limit: whole(limit), ...cursor };
      const found = await transactions.read((transaction) => transaction.run<MemoryRow>(statement, asked), signal);
      const memories = found.map(({ memory }) => toPortable(toRecord(memory, whose, rows.type)));
      const last = memories.at(-1);
      const isMore = last !== undefined && memories.length === limit;
      const next = isMore
        ? { at: start.at, createTimeMs: last.createTimeMs, id: last.id }
        : { at: start.at + 1, ...BEGINNING };
      return { memories, ...(next.at < user.pages.length && { next: JSON.stringify(next) }) };
    },

    importedBy: 'NETWORK',

    async takenIds(whose, ids, { signal }) {
      const held = await transactions.read((transaction) => rows.holders(transaction, whose, ids), signal);
      const idsOf = (wantsOwn: boolean) => held.filter(({ isOwn }) => isOwn === wantsOwn).map(({ id }) => id);
      return { own: idsOf(true), others: idsOf(false) };
    },

    async putBack(whose, memories, { signal }) {
      const nowMs = clock.now();
      const records = memories.map((memory) => toRestored(fromPortable(memory, whose), nowMs));
      const reads = readsOfAll(records.map(readsOfPutBack));
      const taken = await inTransaction([whose], reads, nowMs, signal, async (writes) => {
        let put = 0;
        for (const record of records) if (await writes.putBack(record)) put += 1;
        return put;
      });
      return { taken, skipped: memories.length - taken };
    },
  };
}
