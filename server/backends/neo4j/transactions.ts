/** Transactions for the rest of this folder: statements by name, integers as such, and one effect however often a work is tried. */
import type { UserKey } from '../../domain/accounts.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { type Driver, type Integer, type ManagedTransaction } from 'neo4j-driver';
import { abortError, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { Clock } from '../../ports/stores.ts';
import type { Breaker } from '../breaker.ts';
import { CYPHER, type Statement } from './cypher.ts';
import { byteOrder, userKey } from './keys.ts';
import { TAKEN_AS_IT_IS, TornRead } from './torn-read.ts';

export type Parameters = Readonly<Record<string, unknown>>;

export interface Transaction {
  /** Returns all rows. Statements that do not wait for one another are sent together. */
  run<Row extends object>(statement: Statement, parameters?: Parameters): Promise<readonly Row[]>;
}

/** Makes a number an integer in Neo4j. */
export function whole(number: number): Integer {
  return neo4j.int(number);
}

type Kind = 'executeRead' | 'executeWrite';
type Work<T> = (transaction: Transaction) => Promise<T>;
type Revision = { readonly revision: number };

export interface Transactions {
  read<T>(work: Work<T>, signal: StopSignal): Promise<T>;
  /** Reads one user's memories as of one moment; repeats the read if they changed meanwhile. */
  steady<T>(whose: UserKey, work: Work<T>, signal: StopSignal): Promise<T>;
  /** Runs a write that decides nothing and may be done twice. */
  plain<T>(work: Work<T>, signal: StopSignal): Promise<T>;
  /**
   * Runs `work` while nobody else writes for these users. It is repeated if its transaction was lost; if only the answer of its commit
   * was lost, the first result is returned.
   */
  write<T>(users: readonly UserKey[], nowMs: number, work: Work<T>, signal: StopSignal): Promise<T>;
}

export type TransactionParts = {
  readonly driver: Driver;
  readonly database: string | undefined;
  readonly attempt: Breaker['run'];
  readonly clock: Clock;
};

export function transactions({ driver, database, attempt, clock }: TransactionParts): Transactions {
  const config = { timeout: NEO4J.transactionMs };

  /** Repeats the work if a memory was read while it changed, or other transactions interfered. */
  async function run<T>(kind: Kind, work: Work<T>, signal: StopSignal): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === NEO4J.tries;
      try {
        return await tryOnce(kind, work, signal, isLast);
      } catch (error) {
        if (isLast || signal.aborted || !isPassing(error)) throw error;
        await sleep(tries * NEO4J.againMs);
      }
    }
  }

  async function tryOnce<T>(kind: Kind, work: Work<T>, signal: StopSignal, isLast: boolean): Promise<T> {
    return attempt(async () => {
      const session = driver.session({
        // In a cluster a read waits for the writes of this server.
        bookmarkManager: driver.executeQueryBookmarkManager,
        ...(database !== undefined && { database }),
      });
      try {
        return await session[kind]((transaction) => work(statements(transaction, signal, isLast)), config);
      } finally {
        await session.close();
      }
    }, signal);
  }

  const read: Transactions['read'] = (work, signal) => run('executeRead', work, signal);

  async function write<T>(users: readonly UserKey[], nowMs: number, work: Work<T>, signal: StopSignal): Promise<T> {
    const id = randomUUID();
    const locked = users
      .map(({ tenant, userId }) => ({ key: userKey({ tenant, userId }), tenant, userId, byteOrder: byteOrder(userId) }))
      // Users are locked in a fixed order, so that no two transactions deadlock.
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    let decided: { readonly answer: T } | undefined;
    const once: Work<T> = async (transaction) => {
      const locking = transaction.run(CYPHER.LOCK_USERS, { users: locked });
      if (decided !== undefined) {
        // The earlier attempt, which had the lock, may still be committing.
        await locking;
        const applied = await transaction.run(CYPHER.IS_COMMITTED, { id });
        if (applied.length > 0) return decided.answer;
      }
      const marking = transaction.run(CYPHER.COMMIT, { id, atMs: whole(nowMs) });
      const [answer] = await Promise.all([work(transaction), locking, marking]);
      decided = { answer };
      return answer;
    };
    return run('executeWrite', once, signal);
  }

  return {
    read,
    write,
    plain: (work, signal) => run('executeWrite', work, signal),
    async steady(whose, work, signal) {
      const keys = [userKey(whose)];
      const revisionOf = async (transaction: Transaction): Promise<number | undefined> =>
        (await transaction.run<Revision>(CYPHER.REVISIONS, { keys }))[0]?.revision;
      for (let tries = 0; tries < NEO4J.steadyTries; tries += 1) {
        const found = await read(async (transaction) => {
          const before = await revisionOf(transaction);
          const answer = await work(transaction);
          return { answer, isSteady: before === (await revisionOf(transaction)) };
        }, signal);
        if (found.isSteady) return found.answer;
      }
      // Writes are too frequent for a read between two of them.
      return write([whose], clock.now(), work, signal);
    },
  };
}

function isPassing(error: unknown): boolean {
  return error instanceof TornRead || (error instanceof RecordaError && error.reason === 'OVERLOADED');
}

/** Makes the statements of a transaction; with `takesAll`, torn memories are returned too. */
function statements(transaction: ManagedTransaction, signal: StopSignal, takesAll: boolean): Transaction {
  return {
    async run<Row extends object>(statement: Statement, parameters: Parameters = {}) {
      if (signal.aborted) throw abortError(signal);
      const { records } = await transaction.run<Row & Record<string, unknown>>(statement, parameters);
      const rows = records.map((record) => record.toObject() as Row);
      return takesAll ? rows.map(unchecked) : rows;
    },
  };
}

function unchecked<Row extends object>(row: Row): Row {
  if (!('memory' in row) || typeof row.memory !== 'object') return row;
  return { ...row, memory: { ...row.memory, check: TAKEN_AS_IT_IS } };
}
