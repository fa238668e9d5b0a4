/**
 * Gathers writes of one user, which would wait for each other, since each takes the user's lock: those that arrive while one is under way
 * share the next transaction, which locks, reads and commits once for all. Each is decided by itself, in the order of arrival, and sees
 * the effects of those before it.
 */
import type { UserKey } from '../../domain/accounts.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortError, orAbort, stopSignal, type StopSignal } from '../../domain/abort.ts';
import { readsOfAll, type ReadSet } from '../../domain/writes/read-set.ts';
import type { AwaitedWrites } from '../../domain/writes/run.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { Outcome } from '../../ports/stores.ts';
import { userKey } from './keys.ts';
import type { InTransaction, Neo4jWrites } from './memory-transaction.ts';
import { outcomeOf } from '../outcome-of.ts';

type Work<T> = (writes: AwaitedWrites<Neo4jWrites>) => Promise<T>;

type Wish<T> = {
  readonly reads: ReadSet;
  readonly nowMs: number;
  readonly signal: StopSignal;
  readonly work: Work<T>;
  readonly resolve: (answer: T) => void;
  readonly reject: (error: unknown) => void;
};

/** Returns `inTransaction` for several at once where possible. Each work must be one write: a refused one has changed nothing. */
export function gatheredWrites(inTransaction: InTransaction): InTransaction {
  /** By user, the writes that wait for the transaction under way. */
  const waiting = new Map<string, Wish<unknown>[]>();

  async function go(whose: UserKey, wishes: readonly Wish<unknown>[]): Promise<void> {
    const key = userKey(whose);
    waiting.set(key, []);
    // A transaction that takes this long waits for something else, perhaps in vain: later writes do not wait with it.
    await Promise.race([together(whose, wishes), sleep(NEO4J.gatherMs, undefined, { ref: false })]);
    const left = waiting.get(key) ?? [];
    waiting.delete(key);
    if (left.length === 0) return;
    const [next, later] = [left.slice(0, NEO4J.gathered), left.slice(NEO4J.gathered)];
    void go(whose, next);
    waiting.get(key)?.push(...later);
  }

  /** Runs the gathered writes in one transaction, and settles all of them. */
  async function together(whose: UserKey, wishes: readonly Wish<unknown>[]): Promise<void> {
    const wanted = wishes.filter(({ signal }) => !signal.aborted);
    for (const { signal, reject } of wishes) if (signal.aborted) reject(abortError(signal));
    const [first, ...others] = wanted;
    if (first === undefined) return;
    try {
      if (others.length === 0) {
        first.resolve(await inTransaction([whose], first.reads, first.nowMs, first.signal, first.work));
        return;
      }
      const nowMs = Math.max(...wanted.map((wish) => wish.nowMs));
      // A caller that aborts does not end the transaction for the others.
      const reads = readsOfAll(wanted.map((wish) => wish.reads));
      const outcomes = await inTransaction([whose], reads, nowMs, stopSignal(), async (writes) => {
        const decided: Outcome<unknown>[] = [];
        for (const { work } of wanted) decided.push(await outcomeOf(() => work(writes)));
        return decided;
      });
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.ok) wanted[index]?.resolve(outcome.value);
        else wanted[index]?.reject(outcome.error);
      }
    } catch (error) {
      for (const { reject } of wanted) reject(error);
    }
  }

  return <T>(
    users: readonly UserKey[],
    reads: ReadSet,
    nowMs: number,
    signal: StopSignal,
    work: Work<T>,
  ): Promise<T> => {
    const [whose, ...others] = users;
    if (whose === undefined || others.length > 0) return inTransaction(users, reads, nowMs, signal, work);
    const done = new Promise<T>((resolve, reject) => {
      const wish = { reads, nowMs, signal, work, resolve, reject } as Wish<unknown>;
      const queue = waiting.get(userKey(whose));
      if (queue === undefined) void go(whose, [wish]);
      else queue.push(wish);
    });
    return orAbort(done, signal);
  };
}
