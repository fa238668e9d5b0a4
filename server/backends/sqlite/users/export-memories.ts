/** Exports all of a user's memories of a type, and tells which erasures the store has seen. */
import type { Database } from 'better-sqlite3';
import type { UserKey } from '../../../domain/accounts.ts';
import type { MemoryType } from '../../../domain/memory.ts';
import type { ErasureEntry, BegunErasure, TargetCount, PortablePage, SeenErasure } from '../../../ports/users.ts';
import { portableVector, toPortable, type PortableMemory } from '../../../domain/portable.ts';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import { countUser } from './count-user.ts';
import { oldestOfUser } from './oldest-of-user.ts';
import { CURRENT_VECTOR, FULL_COLUMNS, toRecord, type FullRow } from '../records/rows.ts';
import { accountTypes, type StoredType } from '../records/stored-types.ts';
import { NAMED_TABLES } from '../schema.ts';

type OwnerRow = {
  readonly owner_no: number;
  readonly type: string;
  readonly place: string;
  readonly expire_ms: number | null;
};
type Row = FullRow & { readonly vector: Buffer | null; readonly is_apart: number | null };

/** The last memory of a page: owners are in order of type and place, an owner's memories in order of time and id. */
type ExportCursor = readonly [type: string, place: string, createMs: number, id: string];
const BEGINNING: ExportCursor = ['', '', Number.MIN_SAFE_INTEGER, ''];

export type UserReads = {
  countUser(argument: {
    readonly whose: UserKey;
    readonly types?: readonly MemoryType[] | undefined;
  }): readonly TargetCount[];
  /** Returns all users with any data, in order, after this one. */
  everybody(argument: { readonly after: UserKey; readonly limit: number }): readonly UserKey[];
  /** Returns a page of the memories of a type that a user has. */
  exportMemories(argument: {
    readonly type: StoredType;
    readonly whose: UserKey;
    readonly after: string | undefined;
    readonly nowMs: number;
  }): PortablePage;
  /** All erasures that the store has seen. */
  seenErasures(argument: Record<string, never>): readonly SeenErasure[];
  /** Returns the entries of these, as far as the store has them. */
  erasureEntries(argument: { readonly ids: readonly string[] }): readonly ErasureEntry[];
  /** Returns the creation time of the user's oldest record. */
  oldestOfUser(argument: {
    readonly whose: UserKey;
    readonly types?: readonly MemoryType[] | undefined;
  }): number | undefined;
  /** Lists the erasures that were under way when a process ended. */
  begunErasures(argument: Record<string, never>): readonly BegunErasure[];
};

export function exportMemories(db: Database): UserReads {
  const count = countUser(db);
  const selectOwners = db.prepare<[object], OwnerRow>(
    `SELECT o.owner_no, o.type, o.session_id AS place, o.expire_ms FROM users u JOIN owners o USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND (o.type = @type OR o.type = @otherType)
       AND (o.type, o.session_id) >= (@afterType, @afterPlace) AND (o.expire_ms IS NULL OR o.expire_ms > @nowMs)
     ORDER BY o.type, o.session_id`,
  );
  const selectRows = db.prepare<[object], Row>(
    `SELECT ${FULL_COLUMNS}, ${CURRENT_VECTOR}, l.is_apart FROM memories m LEFT JOIN lives l USING (memory_no)
     WHERE m.owner_no = @ownerNo AND (m.create_ms, m.id) > (@createMs, @id) ORDER BY m.create_ms, m.id`,
  );
  const selectEmbedder = db.prepare<[], EmbedderIdentity>(
    `SELECT name, version, dimensions FROM embedder WHERE state = 'CURRENT'`,
  );
  const selectSeen = db.prepare<[], { readonly id: string; readonly hasEntry: number }>(
    'SELECT id, entry IS NOT NULL AS hasEntry FROM erased ORDER BY id',
  );
  const selectEntry = db.prepare<[object], ErasureEntry>(
    'SELECT id, entry FROM erased WHERE id = @id AND entry IS NOT NULL',
  );

  const selectBegun = db.prepare<
    [],
    UserKey & { readonly id: string; readonly types: string | null; readonly entry: Uint8Array | null }
  >('SELECT id, tenant, user_id AS userId, types, entry FROM begun_erasures ORDER BY id');

  const named = ['users', 'audit_keys', ...NAMED_TABLES.map(({ table }) => table)]
    .map((table) => `SELECT tenant, user_id AS userId FROM ${table} WHERE (tenant, user_id) > (@tenant, @userId)`)
    .join(' UNION ');
  const selectEverybody = db.prepare<[object], UserKey>(
    `SELECT tenant, userId FROM (${named}) WHERE userId <> '' ORDER BY tenant, userId LIMIT @limit + 0`,
  );

  return {
    everybody: ({ after: { tenant, userId }, limit }) => selectEverybody.all({ tenant, userId, limit }),

    countUser: ({ whose, types }) => db.transaction(() => count(whose, types))(),

    oldestOfUser: oldestOfUser(db),

    seenErasures: () => selectSeen.all().map(({ id, hasEntry }) => ({ id, hasEntry: hasEntry === 1 })),

    erasureEntries: ({ ids }) => ids.flatMap((id) => selectEntry.get({ id }) ?? []),

    begunErasures: () =>
      selectBegun.all().map(({ id, tenant, userId, types, entry }) => ({
        id,
        whose: { tenant, userId },
        entry: entry ?? undefined,
        types: types === null ? undefined : (JSON.parse(types) as readonly MemoryType[]),
      })),

    exportMemories: ({ type, whose, after, nowMs }) =>
      db.transaction(() => {
        const { tenant, userId } = whose;
        const [own = '', other = own] = accountTypes(type);
        const [afterType, afterPlace, createMs, id] =
          after === undefined ? BEGINNING : (JSON.parse(after) as ExportCursor);
        const asked = { tenant, userId, type: own, otherType: other, afterType, afterPlace, nowMs };
        const identity = selectEmbedder.get();
        const memories: PortableMemory[] = [];
        let bytes = 0;
        for (const owner of selectOwners.all(asked)) {
          const isFirst = owner.type === afterType && owner.place === afterPlace;
          const from = isFirst ? { createMs, id } : { createMs: BEGINNING[2], id: '' };
          for (const row of selectRows.iterate({ ownerNo: owner.owner_no, ...from })) {
            const vector =
              row.vector === null || identity === undefined
                ? undefined
                : portableVector(embedderKey(identity), row.vector);
            const record = toRecord(row, { tenant, userId, expireMs: owner.expire_ms });
            memories.push(toPortable(record, vector, row.is_apart === 1));
            bytes += row.size_bytes + (row.vector?.length ?? 0);
            if (bytes < SQLITE.exportPageBytes) continue;
            const cursor: ExportCursor = [owner.type, owner.place, row.create_ms, row.id];
            return { memories, next: JSON.stringify(cursor) };
          }
        }
        return { memories };
      })(),
  };
}
