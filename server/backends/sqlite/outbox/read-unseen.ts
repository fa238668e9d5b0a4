/** Reads the memories that the record adds to answers of the index: those whose last change the index may not show. */
import type { UserKey } from '../../../domain/accounts.ts';
import type { Database } from 'better-sqlite3';
import type { Filter, Filterable } from '../../../domain/filter.ts';
import { isWithin } from '../../../domain/scope.ts';
import type { MemoryRecord } from '../../../domain/memory.ts';
import { OUTBOX, SQLITE } from '../../../policy/backends.ts';
import type { ListCursor, ListQuery } from '../../../ports/stores.ts';
import type { FoundRevision, Kept, UnseenPage } from '../../../ports/outbox.ts';
import { readTransaction } from '../engine/read-transaction.ts';
import {
  FIND_MEMORY,
  FULL_COLUMNS,
  HEAD_COLUMNS,
  toFilterable,
  toRecord,
  type FoundRow,
  type FullRow,
  type HeadRow,
} from '../records/rows.ts';
import { searchFilter } from '../memories/search-filter.ts';
import type { MemoryRef } from '../../../domain/intents.ts';

type Accesses = Pick<MemoryRecord, 'id' | 'accessCount' | 'lastAccessTimeMs'>;

export type UnseenReader = ReturnType<typeof unseenReader>;

/** Must be used inside a transaction of the caller's. */
export function unseenReader(db: Database) {
  const REVISION = `x.revision * ${OUTBOX.servers} + (SELECT server_no FROM mirror) AS revision`;
  const selectOf = db.prepare<[UserKey], { id: string; revision: number }>(
    `SELECT x.id, ${REVISION} FROM users u JOIN outbox x USING (user_no) WHERE u.tenant = @tenant AND u.user_id = @userId`,
  );
  const selectOne = db.prepare<[object], { revision: number; isShown: number }>(
    `SELECT ${REVISION}, x.seen_ms IS NOT NULL AS isShown FROM outbox x WHERE x.id = @id`,
  );
  const selectHead = db.prepare<[object], HeadRow>(`SELECT ${HEAD_COLUMNS} FROM memories m WHERE m.id = @id`);
  const selectFull = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);
  const selectAccesses = db.prepare<[object], { count: number; last_ms: number }>(
    'SELECT a.count, a.last_ms FROM memories m JOIN accesses a USING (memory_no) WHERE m.id = @id',
  );
  const ownerOf = ({ tenant, userId }: UserKey) => ({ tenant, userId, expireMs: null });

  return {
    /** Returns the ids of the user's unseen memories, including removed ones, except those of which the index returned a later change. */
    of({ tenant, userId }: UserKey, found: Iterable<FoundRevision>): ReadonlySet<string> {
      const revisions = new Map(selectOf.all({ tenant, userId }).map(({ id, revision }) => [id, revision]));
      if (revisions.size > 0) {
        for (const { id, revision } of found) if (revision > (revisions.get(id) ?? revision)) revisions.delete(id);
      }
      return new Set(revisions.keys());
    },
    one(id: string): Kept['unseen'] {
      const row = selectOne.get({ id });
      return row && { revision: row.revision, isShown: row.isShown === 1 };
    },
    /** Returns a memory without content; undefined if it is removed. */
    head(id: string, whose: UserKey): Filterable | undefined {
      const row = selectHead.get({ id });
      return row && toFilterable(row, ownerOf(whose));
    },
    record(id: string, whose: UserKey): MemoryRecord | undefined {
      const row = selectFull.get({ id });
      return row && toRecord(row, ownerOf(whose));
    },
    /** Returns undefined if this server never read it. */
    accesses(id: string): Accesses | undefined {
      const row = selectAccesses.get({ id });
      return row && { id, accessCount: row.count, lastAccessTimeMs: row.last_ms };
    },
  };
}

export type UnseenReads = {
  findKept(argument: { readonly ref: MemoryRef; readonly nowMs: number }): Kept;
  unseenPage(argument: {
    readonly query: ListQuery;
    readonly found: readonly FoundRevision[];
    readonly upTo?: ListCursor | undefined;
  }): UnseenPage;
};

export function readUnseen(db: Database, unseen: UnseenReader): UnseenReads {
  const inTransaction = readTransaction(db);
  const findMemory = db.prepare<[object], FoundRow>(FIND_MEMORY);

  return {
    findKept: ({ ref: { id, scope }, nowMs }) =>
      inTransaction(() => {
        const { tenant, userId } = scope;
        const row = findMemory.get({ id, tenant, userId, nowMs });
        const record = row && toRecord(row, { tenant, userId, expireMs: row.expire_ms });
        return { unseen: unseen.one(id), ...(record && isWithin(record, scope) && { record }) };
      }),

    unseenPage: ({ query, found, upTo }) =>
      inTransaction(() => {
        const { scope, filter, pageSize, descending, after } = query;
        const accepts: Filter = filter === undefined ? () => true : searchFilter(filter);
        const order = (one: ListCursor, other: ListCursor): number => (descending ? -1 : 1) * byAge(one, other);
        const isBetween = (memory: ListCursor): boolean =>
          (after === undefined || order(memory, after) > 0) && (upTo === undefined || order(memory, upTo) <= 0);
        const isUnseen = unseen.of(scope, found);
        const heads = [...isUnseen]
          .map((id) => unseen.head(id, scope))
          .filter((head) => head !== undefined)
          .filter((head) => isBetween(head) && isInNamespace(head, query) && accepts(head))
          .toSorted(order);
        const records: MemoryRecord[] = [];
        let bytes = 0;
        let stoppedAt: ListCursor | undefined;
        for (const { id, sizeBytes } of heads.slice(0, pageSize + 1)) {
          bytes += sizeBytes;
          if (records.length > 0 && bytes > SQLITE.answerBytes) {
            stoppedAt = records.at(-1);
            break;
          }
          const record = unseen.record(id, scope);
          if (record !== undefined) records.push(record);
        }
        const ids = found.map(({ id }) => id);
        return {
          records,
          unseenIds: ids.filter((id) => isUnseen.has(id)),
          accesses: ids.map((id) => unseen.accesses(id)).filter((counted) => counted !== undefined),
          ...(stoppedAt && { stoppedAt: { createTimeMs: stoppedAt.createTimeMs, id: stoppedAt.id } }),
        };
      }),
  };
}

function isInNamespace({ scope }: Filterable, { scope: { namespace } }: ListQuery): boolean {
  return namespace === '' || scope.namespace === namespace;
}

function byAge(one: ListCursor, other: ListCursor): number {
  if (one.createTimeMs !== other.createTimeMs) return one.createTimeMs - other.createTimeMs;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
