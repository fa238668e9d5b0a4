/** All of one user's long-term memories, on whichever server they were written: in the index, and in this server's own record. */
import type { UserKey } from '../../domain/accounts.ts';
import { userScope } from '../../domain/scope.ts';
import { toPortable } from '../../domain/portable.ts';
import { OUTBOX } from '../../policy/backends.ts';
import type { CallContext, Clock, ListCursor, MemoryRef, MemoryStore, RecordPage } from '../../ports/stores.ts';
import type { LocalRecord, Outbox } from '../../ports/outbox.ts';
import type { SearchIndex } from '../../ports/search.ts';
import type { UserMemories } from '../../ports/users.ts';
import { untilErased } from './until-erased.ts';

export type IndexedUsersOptions = {
  readonly local: LocalRecord;
  readonly index: SearchIndex;
  readonly outbox: Outbox;
  readonly list: MemoryStore['list'];
  readonly clock: Clock;
};

export function indexedUsers({ local: record, index, outbox, list, clock }: IndexedUsersOptions): UserMemories {
  const local = record.store.ofUser;
  const page = (whose: UserKey, after: ListCursor | undefined, call: CallContext): Promise<RecordPage> => {
    return list(
      { scope: userScope(whose), pageSize: OUTBOX.exported, descending: false, after, nowMs: clock.now() },
      call,
    );
  };

  async function count(whose: UserKey, call: CallContext): Promise<number> {
    let sum = 0;
    let after: ListCursor | undefined;
    do {
      const { records, next } = await page(whose, after, call);
      sum += records.length;
      after = next;
    } while (after !== undefined);
    return sum;
  }

  /** The index shows memories that this server removed until the removal arrives. */
  async function isRemovedHere(ref: MemoryRef, call: CallContext): Promise<boolean> {
    const nowMs = clock.now();
    const known = await record.find(ref, nowMs, call);
    if (known.unseen === undefined || known.record !== undefined) return false;
    const shown = await index.get(ref, nowMs, call);
    return (shown?.revision ?? 0) <= known.unseen.revision;
  }

  return {
    count,
    importedBy: local.importedBy,

    async erase(whose, call) {
      // The count of an index that is away is unknown.
      const known = await count(whose, call).catch(() => undefined);
      const erased = await local.erase(whose, call);
      await untilErased({ index, outbox }, whose, call);
      return known ?? erased;
    },

    async page(whose, after, call) {
      const { records, next } = await page(whose, after === undefined ? undefined : cursorIn(after), call);
      return { memories: records.map((record) => toPortable(record)), ...(next && { next: textOf(next) }) };
    },

    async putBack(whose, memories, call) {
      const marks = memories.map(({ id, agentId, sessionId, namespace, taskId }) => ({
        id,
        scope: { tenant: whose.tenant, userId: whose.userId, agentId, sessionId, namespace, taskId },
        revision: 0,
        isRemoved: false,
      }));
      const isThere = marks.length === 0 ? [] : await index.shows(marks, call);
      const isMissing = await Promise.all(
        marks.map(async (mark, position) => isThere[position] !== true || (await isRemovedHere(mark, call))),
      );
      const missing = memories.filter((_, position) => isMissing[position]);
      const { taken, skipped } = await local.putBack(whose, missing, call);
      return { taken, skipped: skipped + memories.length - missing.length };
    },
  };
}

function textOf({ createTimeMs, id }: ListCursor): string {
  return `${createTimeMs} ${id}`;
}

function cursorIn(text: string): ListCursor {
  const [createTimeMs, id = ''] = text.split(' ');
  return { createTimeMs: Number(createTimeMs), id };
}
