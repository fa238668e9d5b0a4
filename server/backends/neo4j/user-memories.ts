/** All of one user's memories of one type. */
import type { Whose as Named } from '../../domain/accounts.ts';
import { withAdded } from '../../domain/decide/quota.ts';
import { endsFault } from '../../domain/decide/stated.ts';
import { idTaken } from '../../domain/store-errors.ts';
import type { StopSignal } from '../../domain/abort.ts';
import { quotaName, type QuotaName } from '../../domain/memory.ts';
import { fromPortable, toPortable } from '../../domain/portable.ts';
import { NEO4J } from '../../policy/neo4j.ts';
import type { TakenIds, UserMemories } from '../../ports/users.ts';
import type { Clock } from '../../ports/stores.ts';
import { CYPHER, type Statement } from './cypher.ts';
import type { Desk, Write } from './desk.ts';
import { userKey, type Whose } from './keys.ts';
import { endsOf, foreseenOfAdds, placeOf } from './memory-writes.ts';
import { toRecord, type KeptPayload, type KeptRecord, type MemoryRow } from './record-form.ts';
import { whole, type Transaction, type Transactions } from './transactions.ts';
import { USER_CYPHER } from './user-cypher.ts';

/** What a type is given out and erased by. */
export type UserRows = {
  readonly type: KeptPayload['type'];
  readonly names: readonly QuotaName[];
  readonly count: Statement;
  /** One after another, until each finds nothing more: memories first. */
  readonly erase: readonly Statement[];
  /** Which ids somebody has, and whether it is the user. */
  readonly taken: readonly Statement[];
  /** One after another: what needs others comes after them. */
  readonly pages: readonly Statement[];
  /** Takes what was put back out of the archive; absent: nothing of the type is archived. */
  readonly cameBack?: Statement;
};

export const USER_EPISODES: UserRows = {
  type: 'EPISODIC',
  names: ['EPISODIC'],
  count: USER_CYPHER.COUNT_TASKS,
  erase: [USER_CYPHER.ERASE_TASKS, USER_CYPHER.ERASE_ARCHIVED, USER_CYPHER.ERASE_ARCHIVE_OBJECTS],
  taken: [USER_CYPHER.TAKEN_TASKS],
  pages: [USER_CYPHER.PAGE_TASKS],
  cameBack: USER_CYPHER.TASKS_CAME_BACK,
};

export const USER_GRAPH: UserRows = {
  type: 'ENTITY',
  names: ['ENTITY', 'RELATIONSHIP'],
  count: USER_CYPHER.COUNT_GRAPH,
  erase: [USER_CYPHER.ERASE_GRAPH],
  taken: [USER_CYPHER.TAKEN_ENTITIES, USER_CYPHER.TAKEN_RELATIONSHIPS],
  pages: [CYPHER.LIST_ENTITIES_UP, CYPHER.LIST_RELATIONSHIPS_UP],
};

export type UserOptions = {
  readonly transactions: Transactions;
  readonly write: Write;
  readonly rows: UserRows;
  readonly clock: Clock;
  /** Keeps what waits to be counted. */
  readonly flush: () => Promise<unknown>;
  /** Lets go of what searches have read of a user. */
  readonly forget: (whose: Whose) => void;
};

type Count = { readonly count: number };
/** Where a page begins: in which statement, after which memory. */
type Start = { readonly at: number; readonly createTimeMs: number; readonly id: string };

const BEGINNING = { createTimeMs: Number.MIN_SAFE_INTEGER, id: '' };

export function userMemories({ transactions, write, rows, clock, flush, forget }: UserOptions): UserMemories {
  const count: UserMemories['count'] = async (whose, { signal }) => {
    const asked = { user: userKey(whose) };
    const found = await transactions.read((transaction) => transaction.run<Count>(rows.count, asked), signal);
    return found[0]?.count ?? 0;
  };

  /** As many as one transaction deletes, beginning with the memories; then what was kept of them. False: there may be more. */
  const eraseSome = async (transaction: Transaction, whose: Named): Promise<boolean> => {
    const asked = { user: userKey(whose), limit: whole(NEO4J.sweptAtOnce), type: rows.type, names: rows.names };
    for (const statement of [...rows.erase, USER_CYPHER.ERASE_REQUESTS]) {
      const [erased] = await transaction.run<Count>(statement, asked);
      if ((erased?.count ?? 0) > 0) return false;
    }
    await transaction.run(USER_CYPHER.ERASE_OWNERS, asked);
    await transaction.run(USER_CYPHER.ERASE_USER, asked);
    return true;
  };

  const takenIds = async (whose: Named, ids: readonly string[], signal: StopSignal): Promise<TakenIds> => {
    const asked = { user: userKey(whose), ids };
    const taken = await transactions.read(
      (transaction) =>
        Promise.all(
          rows.taken.map((statement) =>
            transaction.run<{ readonly id: string; readonly isOwn: boolean }>(statement, asked),
          ),
        ),
      signal,
    );
    const [own, others] = [true, false].map((isWanted) =>
      taken.flatMap((found) => found.filter(({ isOwn }) => isOwn === isWanted).map(({ id }) => id)),
    ) as [string[], string[]];
    return { own, others };
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
      const statement = rows.pages[start.at];
      if (statement === undefined) return { memories: [] };
      const limit = NEO4J.exportedAtOnce;
      const place = { createMs: whole(start.createTimeMs), id: start.id, namespace: '' };
      const asked = { user: userKey(whose), limit: whole(limit), ...place };
      const found = await transactions.read((transaction) => transaction.run<MemoryRow>(statement, asked), signal);
      const memories = found.map(({ memory }) => toPortable(toRecord(memory, whose, rows.type)));
      const last = memories.at(-1);
      const isMore = last !== undefined && memories.length === limit;
      const next = isMore
        ? { at: start.at, createTimeMs: last.createTimeMs, id: last.id }
        : { at: start.at + 1, ...BEGINNING };
      return { memories, ...(next.at < rows.pages.length && { next: JSON.stringify(next) }) };
    },

    importedBy: 'NETWORK',
    takenIds: (whose, ids, { signal }) => takenIds(whose, ids, signal),

    async putBack(whose, memories, { signal }) {
      const asked = memories.map(({ id }) => id);
      const [foreign] = (await takenIds(whose, asked, signal)).others;
      if (foreign !== undefined) throw idTaken(foreign);
      const records = memories.map((memory) => fromPortable(memory, whose) as KeptRecord);
      const foreseen = foreseenOfAdds(records);
      const ids = [...foreseen.ids, ...records.map(({ id }) => ({ whose, id }))];
      const nowMs = clock.now();
      const taken = await write([whose], { ...foreseen, ids }, nowMs, signal, async (desk) => {
        const put: string[] = [];
        for (const record of records) if (await putOne(desk, record)) put.push(record.id);
        if (rows.cameBack !== undefined && put.length > 0) {
          desk.books.besides(rows.cameBack, { user: userKey(whose), ids: put, nowMs: whole(nowMs) });
        }
        return put.length;
      });
      return { taken, skipped: memories.length - taken };
    },
  };
}

/** False where it is there, another has its place, or one of its ends is missing. */
async function putOne(desk: Desk, record: KeptRecord): Promise<boolean> {
  const { id, scope, payload } = record;
  if ((await desk.books.find(scope, id)) !== undefined) return false;
  if ((await desk.sameKey(record)).length > 0) return false;
  const ends = await endsOf(desk.books, scope, payload);
  if (endsFault(record, (endId) => ends.get(endId)) !== undefined) return false;
  const owner = await desk.books.owner(scope, quotaName(payload), placeOf(record));
  await desk.keep(record, undefined);
  desk.settle(owner, withAdded(owner.usage, record.sizeBytes));
  return true;
}
