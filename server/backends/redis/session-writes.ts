/** Adds, updates, removes and puts back messages: each write reads a session, decides and commits, and repeats if others came first. */
import { orAbort } from '../../domain/abort.ts';
import type { Scope } from '../../domain/memory.ts';
import { fromPortable, type PortableMemory } from '../../domain/portable.ts';
import type { UserKey } from '../../domain/accounts.ts';
import { readsOfAdd, readsOfChange, readsOfPutBack, type ReadSet } from '../../domain/writes/read-set.ts';
import { toAdded, toRestored, toSized } from '../../domain/writes/records.ts';
import { awaitedWrites, type AwaitedWrites } from '../../domain/writes/run.ts';
import type { Added, CallContext, Clock, MemoryStore } from '../../ports/stores.ts';
import { outcomeOf } from '../outcome-of.ts';
import type { QuotaCache } from '../quota-cache.ts';
import { storedText } from '../stored-text.ts';
import type { CounterReconciliation } from './counter-reconciliation.ts';
import type { RedisClient } from './connect-redis.ts';
import { keyedMutex } from './keyed-mutex.ts';
import type { MessageRecord } from './message-form.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import { keysOf, sessionDigest } from './redis-keys.ts';
import type { Attempt } from './redis-outage.ts';
import { contentOf } from './session-answers.ts';
import { commitOf, readSession, sessionDraft } from './session-state.ts';
import { sessionTransaction, type MessageWrites } from './session-transaction.ts';

export type SessionWriteOptions = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly reconciliation: CounterReconciliation;
  readonly accounts: RedisAccounts;
  readonly quotas: QuotaCache;
  readonly clock: Clock;
  /** Finds a message of the user, in any session. */
  readonly find: (scope: Scope, id: string, nowMs: number) => Promise<MessageRecord | undefined>;
};

export type SessionWrites = Pick<MemoryStore, 'add' | 'update' | 'remove'> & {
  /** Returns true if the message was accepted. */
  putBack(memory: PortableMemory, whose: UserKey, call: CallContext): Promise<boolean>;
};

type Work<T> = (writes: AwaitedWrites<MessageWrites>) => Promise<T>;

export function sessionWrites(options: SessionWriteOptions): SessionWrites {
  const { redis, attempt, reconciliation, accounts, quotas, clock, find } = options;
  const turn = keyedMutex();

  /** Runs one write of the scope's session; rejects with what it throws. */
  function run<T>(
    { scope, nowMs }: { readonly scope: Scope; readonly nowMs: number },
    { requests }: ReadSet,
    { signal }: CallContext,
    work: Work<T>,
  ): Promise<T> {
    const keys = keysOf(scope);
    const { sessionId } = scope;
    const parts = {
      nowMs,
      quotaOf: (whose: UserKey) => quotas.quota(whose),
      find: (of: Scope, id: string) => attempt(() => find(of, id, nowMs), signal),
      keptBody: (id: string, field: string) => redis.hgetBuffer(keys.message(id), field),
    };
    return reconciliation.written(scope, signal, {
      inTurn: (started) => turn(keys.session(sessionDigest(scope)), started),
      async decide() {
        const state = await attempt(() => readSession(redis, keys, sessionId, requests[0]?.requestId), signal);
        const draft = sessionDraft();
        const answer = await work(awaitedWrites(sessionTransaction(parts, state, draft)));
        const { usage } = draft;
        if (usage === undefined) return { answer };
        const { reported, raise } = accounts.judge(
          scope,
          { name: 'SHORT_TERM', place: sessionId, ...usage },
          state.reported,
        );
        const apply = commitOf(keys, sessionId, state, { ...draft, usage, reported, nowMs });
        return { answer, apply: () => apply(redis), raise: () => raise(nowMs) };
      },
    });
  }

  /** Returns the session of a message, since a call without one may mean any of the user's. */
  async function sessionOf({ scope, id, nowMs }: Parameters<MemoryStore['remove']>[0], { signal }: CallContext) {
    const known = await attempt(() => find(scope, id, nowMs), signal);
    return { scope: known?.scope ?? scope, nowMs };
  }

  return {
    /** Writes of one session run one after another, in order. */
    async add(intents, call) {
      const texts = intents.map(({ payload }) => storedText(contentOf(payload)));
      const stored = await orAbort(Promise.all(texts), call.signal);
      return Promise.all(
        intents.map((intent, index) => {
          const write = { ...toSized(intent), text: stored[index]! };
          const work: Work<Added> = async (writes) => toAdded<MessageWrites>(await writes.add(write));
          return outcomeOf(() => run(write, readsOfAdd(write), call, work));
        }),
      );
    },

    async update(intent, call) {
      const of = await sessionOf(intent, call);
      const { content } = intent.patch;
      const text = content === undefined ? undefined : await orAbort(storedText(content), call.signal);
      return run(of, readsOfChange(intent), call, (writes) => writes.update({ ...intent, text }));
    },

    async remove(intent, call) {
      const of = await sessionOf(intent, call);
      return run(of, readsOfChange(intent), call, (writes) => writes.remove(intent));
    },

    async putBack(memory, whose, call) {
      const restored = toRestored(fromPortable(memory, whose), clock.now());
      const text = await storedText(contentOf(memory.payload));
      return run(restored, readsOfPutBack(restored), call, (writes) => writes.putBack({ ...restored, text }));
    },
  };
}
