/** The indexes of sessions that were searched, brought up to the session's revision before each search. */
import { LRUCache } from 'lru-cache';
import type { Whose } from '../../domain/accounts.ts';
import type { MemoryIndex } from '../../retrieval/memory-index.ts';
import { REDIS } from '../../policy/redis.ts';
import type { MessageRecord } from './message-form.ts';
import type { MessageEntry, SessionState } from './session-state.ts';

export type IndexParts = {
  readonly newIndex: () => MemoryIndex;
  readonly embed: (text: string) => Float32Array;
};

type Indexed = {
  readonly index: MemoryIndex;
  readonly records: Map<string, MessageRecord>;
  revision: string;
};

export function sessionIndexes({ newIndex, embed }: IndexParts) {
  const known = new LRUCache<string, Indexed>({
    max: REDIS.indexes,
    dispose: ({ index }) => index.release(),
  });

  function put(indexed: Indexed, records: readonly MessageRecord[]): void {
    for (const record of records) indexed.records.set(record.id, record);
    indexed.index.put(
      records.map(({ id, payload, scope, createTimeMs }) => ({
        id,
        text: payload.content,
        speaker: '',
        sessionId: scope.sessionId,
        eventTimeMs: payload.timeMs,
        createTimeMs,
        vector: embed(payload.content),
      })),
    );
  }

  return {
    /** The session's index as of `state`; `read` gives the messages that it has not, or has in an earlier version. */
    async upToDate(
      key: string,
      { revision, entries }: SessionState,
      read: (wanted: readonly MessageEntry[]) => Promise<readonly MessageRecord[]>,
    ): Promise<Omit<Indexed, 'revision'>> {
      const cached = known.get(key);
      if (cached?.revision === revision) return cached;
      const stale = entries.filter(({ id, version }) => cached?.records.get(id)?.version !== version);
      const fresh = await read(stale);
      // Others may have come and gone while it was read.
      const indexed = known.get(key) ?? { index: newIndex(), records: new Map<string, MessageRecord>(), revision: '' };
      const alive = new Set(entries.map(({ id }) => id));
      const gone = [...indexed.records.keys()].filter((id) => !alive.has(id));
      for (const id of gone) indexed.records.delete(id);
      indexed.index.remove(gone);
      put(indexed, fresh);
      indexed.revision = revision;
      known.set(key, indexed, { noDisposeOnSet: true });
      return indexed;
    },

    /** Lets go of a user's. */
    forget({ tenant, userId }: Whose): void {
      const start = `${JSON.stringify([tenant, userId]).slice(0, -1)},`;
      for (const key of [...known.keys()]) if (key.startsWith(start)) known.delete(key);
    },

    close: (): void => known.clear(),
  };
}
