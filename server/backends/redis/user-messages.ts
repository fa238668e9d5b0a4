/** All of one user's messages in Redis, for every session. */
import type { UserKey } from '../../domain/accounts.ts';
import { toPortable } from '../../domain/portable.ts';
import { byAge } from '../by-age.ts';
import type { UserMemories } from '../../ports/users.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import type { MessageRecord } from './message-form.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import { indexKey, keysOf } from './redis-keys.ts';
import type { MessageIndexes } from './session-indexes.ts';
import { aliveAt, readSession, type SessionState } from './session-state.ts';
import type { SessionWrites } from './session-writes.ts';
import type { CounterReconciliation } from './counter-reconciliation.ts';
import { ownerField } from './account.ts';
import { eraseOfUser } from './erase.ts';

export type UserMessagesOptions = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly reconciliation: CounterReconciliation;
  readonly accounts: RedisAccounts;
  readonly clock: Clock;
  readonly log: RedisLog;
  readonly indexes: MessageIndexes;
  readonly readMessages: (
    whose: UserKey,
    ids: readonly string[],
    expireMs: number,
  ) => Promise<readonly MessageRecord[]>;
  readonly putBack: SessionWrites['putBack'];
  /** Stores access counts that are still buffered. */
  readonly flush: () => Promise<unknown>;
};

export function userMessages(options: UserMessagesOptions): UserMemories {
  const { redis, attempt, accounts, clock, indexes, readMessages, putBack, flush } = options;

  /** Returns the user's sessions, in a stable order. */
  async function sessionsOf(whose: UserKey, call: CallContext): Promise<readonly { field: string; place: string }[]> {
    const owners = (await accounts.ownersOf(whose, call)).filter(({ name }) => name === 'SHORT_TERM');
    const fields = owners.map((owner) => ({ field: ownerField(owner), place: owner.place }));
    return fields.toSorted((one, other) => (one.field < other.field ? -1 : 1));
  }

  async function alive(whose: UserKey, sessionId: string, { signal }: CallContext): Promise<SessionState> {
    const state = await attempt(() => readSession(redis, keysOf(whose), sessionId), signal);
    return aliveAt(state, clock.now());
  }

  async function count(whose: UserKey, call: CallContext): Promise<number> {
    let sum = 0;
    for (const { place } of await sessionsOf(whose, call)) sum += (await alive(whose, place, call)).entries.length;
    return sum;
  }

  return {
    count,

    async erase(whose, call) {
      const messages = await count(whose, call);
      const { session, messages: lists, message, commit, requests } = keysOf(whose);
      const kinds = [session(''), lists(''), message(''), commit(''), requests];
      await eraseOfUser(options, whose, 'SHORT_TERM', kinds, call);
      indexes.forgetAll(indexKey(whose, ''));
      return messages;
    },

    /** A page holds one session: 100 messages, 1 MB. */
    async page(whose, after, call) {
      if (after === undefined) await flush();
      const sessions = await sessionsOf(whose, call);
      const session = sessions.find(({ field }) => after === undefined || field > after);
      if (session === undefined) return { memories: [] };
      const { entries, expireMs } = await alive(whose, session.place, call);
      const ids = entries.map(({ id }) => id);
      const records = await attempt(() => readMessages(whose, ids, expireMs), call.signal);
      const memories = records.toSorted(byAge).map((record) => toPortable(record));
      return { memories, next: session.field };
    },

    importedBy: 'NETWORK',

    async putBack(whose, memories, call) {
      let taken = 0;
      for (const memory of memories) if (await putBack(memory, whose, call)) taken += 1;
      return { taken, skipped: memories.length - taken };
    },
  };
}
