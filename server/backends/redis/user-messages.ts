/** All of one user's messages in Redis, of every session. */
import type { Whose } from '../../domain/accounts.ts';
import { withAdded } from '../../domain/decide/quota.ts';
import { fromPortable, toPortable, type PortableMemory } from '../../domain/portable.ts';
import { storedText } from '../stored-text.ts';
import type { UserMemories } from '../../ports-of-users.ts';
import type { CallContext, Clock } from '../../ports.ts';
import type { RedisClient } from './connect-redis.ts';
import { bodyOf, headOf, type MessageRecord } from './message-form.ts';
import type { Attempts } from './redis-errors.ts';
import { storedForm } from './session-answers.ts';
import { keysOf, requestsOf, sessionDigest } from './session-keys.ts';
import type { sessionIndexes } from './session-indexes.ts';
import { aliveAt, readSession, type SessionState } from './session-state.ts';
import type { WriteSession } from './session-writes.ts';
import { keysOfUser } from './user-keys.ts';

export type UserMessagesOptions = {
  readonly redis: RedisClient;
  readonly attempt: Attempts;
  readonly clock: Clock;
  readonly indexes: ReturnType<typeof sessionIndexes>;
  readonly readMessages: (whose: Whose, ids: readonly string[], expireMs: number) => Promise<readonly MessageRecord[]>;
  readonly write: WriteSession;
  /** Keeps what waits to be counted. */
  readonly flush: () => Promise<unknown>;
};

export function userMessages(options: UserMessagesOptions): UserMemories {
  const { redis, attempt, clock, indexes, readMessages, write, flush } = options;

  /** The digests of the user's sessions, in order. */
  async function sessionsOf(whose: Whose, { signal }: CallContext): Promise<readonly string[]> {
    const start = keysOf(whose).session('');
    const keys = await attempt(() => keysOfUser(redis, whose), signal);
    const sessions = keys.filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    return sessions.toSorted();
  }

  /** Of messages, their sessions and what is remembered of requests. */
  async function messageKeys(whose: Whose, { signal }: CallContext): Promise<readonly string[]> {
    const { session, messages, message, commit } = keysOf(whose);
    const kinds = [session(''), messages(''), message(''), commit(''), requestsOf(whose)];
    const keys = await attempt(() => keysOfUser(redis, whose), signal);
    return keys.filter((key) => kinds.some((kind) => key.startsWith(kind)));
  }

  async function alive(whose: Whose, session: string, { signal }: CallContext): Promise<SessionState> {
    const state = await attempt(() => readSession(redis, keysOf(whose), session), signal);
    return aliveAt(state, clock.now());
  }

  async function count(whose: Whose, call: CallContext): Promise<number> {
    let sum = 0;
    for (const session of await sessionsOf(whose, call)) sum += (await alive(whose, session, call)).entries.length;
    return sum;
  }

  async function putOne(memory: PortableMemory, whose: Whose, call: CallContext): Promise<boolean> {
    const nowMs = clock.now();
    const { expireTimeMs = 0, accessCount, lastAccessTimeMs = 0 } = memory;
    if (expireTimeMs <= nowMs || memory.payload.type !== 'SHORT_TERM') return false;
    const text = await storedText(memory.payload.content);
    const record = { ...fromPortable(memory, whose), ...storedForm(text) } as MessageRecord;
    const keys = keysOf(whose);
    const session = sessionDigest(record.scope);
    return write(keys, session, { nowMs }, call, (state) => {
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
            entry: { id: record.id, sizeBytes: record.sizeBytes, version: record.version },
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
      // What another server writes meanwhile is found by the next look.
      for (let keys = await messageKeys(whose, call); keys.length > 0; keys = await messageKeys(whose, call)) {
        // One command: whoever reads sees all of it or nothing.
        await attempt(() => redis.unlink(...keys), call.signal);
      }
      indexes.forget(whose);
      return messages;
    },

    /** A page is a session's: 100 messages, 1 MB. */
    async page(whose, after, call) {
      if (after === undefined) await flush();
      const sessions = await sessionsOf(whose, call);
      const session = sessions.find((one) => after === undefined || one > after);
      if (session === undefined) return { memories: [] };
      const { entries, expireMs } = await alive(whose, session, call);
      const ids = entries.map(({ id }) => id);
      const records = await attempt(() => readMessages(whose, ids, expireMs), call.signal);
      const memories = records.toSorted(byAge).map((record) => toPortable(record));
      return { memories, next: session };
    },

    async putBack(whose, memories, call) {
      let taken = 0;
      for (const memory of memories) if (await putOne(memory, whose, call)) taken += 1;
      return { taken, skipped: memories.length - taken };
    },
  };
}

function byAge(one: MessageRecord, other: MessageRecord): number {
  return one.createTimeMs - other.createTimeMs || (one.id < other.id ? -1 : 1);
}
