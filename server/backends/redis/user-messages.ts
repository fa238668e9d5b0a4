/** All of one user's messages in Redis, of every session. */
import type { Whose } from '../../domain/accounts.ts';
import { withAdded } from '../../domain/decide/quota.ts';
import type { Scope } from '../../domain/memory.ts';
import { fromPortable, toPortable, type PortableMemory } from '../../domain/portable.ts';
import { byAge } from '../by-age.ts';
import { storedText } from '../stored-text.ts';
import type { UserMemories } from '../../ports/users.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import { bodyOf, headOf, type MessageRecord } from './message-form.ts';
import type { RedisAccounts } from './redis-accounts.ts';
import type { Attempt } from './redis-outage.ts';
import { storedForm } from './session-answers.ts';
import { indexKey, keysOf, sessionDigest } from './redis-keys.ts';
import type { MessageIndexes } from './session-indexes.ts';
import { aliveAt, readSession, type SessionState } from './session-state.ts';
import type { WriteSession } from './session-writes.ts';
import type { Books } from './books.ts';
import { ownerField } from './account.ts';
import { eraseOfUser } from './erase.ts';

export type UserMessagesOptions = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly books: Books;
  readonly accounts: RedisAccounts;
  readonly clock: Clock;
  readonly log: RedisLog;
  readonly indexes: MessageIndexes;
  readonly readMessages: (whose: Whose, ids: readonly string[], expireMs: number) => Promise<readonly MessageRecord[]>;
  /** A message of the user, in whichever session. */
  readonly find: (scope: Scope, id: string, nowMs: number) => Promise<MessageRecord | undefined>;
  readonly write: WriteSession;
  /** Keeps what waits to be counted. */
  readonly flush: () => Promise<unknown>;
};

export function userMessages(options: UserMessagesOptions): UserMemories {
  const { redis, attempt, accounts, clock, indexes, readMessages, find, write, flush } = options;

  /** The user's sessions, in an order that stays. */
  async function sessionsOf(whose: Whose, call: CallContext): Promise<readonly { field: string; place: string }[]> {
    const owners = (await accounts.ownersOf(whose, call)).filter(({ name }) => name === 'SHORT_TERM');
    const fields = owners.map((owner) => ({ field: ownerField(owner), place: owner.place }));
    return fields.toSorted((one, other) => (one.field < other.field ? -1 : 1));
  }

  async function alive(whose: Whose, sessionId: string, { signal }: CallContext): Promise<SessionState> {
    const state = await attempt(() => readSession(redis, keysOf(whose), sessionId), signal);
    return aliveAt(state, clock.now());
  }

  async function count(whose: Whose, call: CallContext): Promise<number> {
    let sum = 0;
    for (const { place } of await sessionsOf(whose, call)) sum += (await alive(whose, place, call)).entries.length;
    return sum;
  }

  async function putOne(memory: PortableMemory, whose: Whose, call: CallContext): Promise<boolean> {
    const nowMs = clock.now();
    const { expireTimeMs = 0, accessCount, lastAccessTimeMs = 0 } = memory;
    if (expireTimeMs <= nowMs || memory.payload.type !== 'SHORT_TERM') return false;
    const text = await storedText(memory.payload.content);
    const record = { ...fromPortable(memory, whose), ...storedForm(text) } as MessageRecord;
    if ((await attempt(() => find(record.scope, record.id, nowMs), call.signal)) !== undefined) return false;
    const session = sessionDigest(record.scope);
    return write({ scope: record.scope, nowMs }, call, (state) => {
      const { usage, entries, expireMs } = aliveAt(state, nowMs);
      if (entries.some(({ id }) => id === record.id)) return { answer: false };
      const expired = state.entries.slice(0, state.entries.length - entries.length);
      return {
        answer: true,
        commit: {
          usage: withAdded(usage, record.sizeBytes),
          expireMs: Math.max(entries.length === 0 ? 0 : expireMs, expireTimeMs),
          popped: expired.length,
          deleted: expired.map(({ id }) => id),
          written: {
            entry: {
              id: record.id,
              sizeBytes: record.sizeBytes,
              version: record.version,
              agentId: record.scope.agentId,
            },
            fields: [
              ['head', headOf(record)],
              ['body', bodyOf(text)],
              ['session', session],
              ...(accessCount === undefined
                ? []
                : ([
                    ['accesses', String(accessCount)],
                    ['lastMs', String(lastAccessTimeMs)],
                  ] as const)),
            ],
          },
        },
      };
    });
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

    /** A page is a session's: 100 messages, 1 MB. */
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
      for (const memory of memories) if (await putOne(memory, whose, call)) taken += 1;
      return { taken, skipped: memories.length - taken };
    },
  };
}
