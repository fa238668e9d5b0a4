/** Reads collections: those that were put, and those that only have documents. */
import type { Database } from 'better-sqlite3';
import type { JsonObject, Scope } from '../../../domain/memory.ts';
import type { Collection } from '../../../ports/stores.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';

/** Selects the collections of user @userNo, whose documents belong to owner @ownerNo; NULL if there are none. */
export const SELECT_COLLECTIONS = `SELECT n.name, c.schema, c.version, c.create_ms, c.update_ms,
    coalesce(c.is_ordered, EXISTS (
      SELECT 1 FROM ordered_documents d WHERE d.user_no = @userNo AND d.collection = n.name)) AS is_ordered,
    (SELECT count(*) FROM memories m WHERE m.owner_no = @ownerNo AND m.kind = n.name)
    + (SELECT count(*) FROM ordered_documents d WHERE d.user_no = @userNo AND d.collection = n.name) AS document_count
  FROM (
    SELECT name FROM collections WHERE user_no = @userNo
    UNION SELECT kind FROM memories WHERE owner_no = @ownerNo AND kind IS NOT NULL
    UNION SELECT collection FROM ordered_documents WHERE user_no = @userNo
  ) n LEFT JOIN collections c ON c.user_no = @userNo AND c.name = n.name`;

export type CollectionRow = {
  readonly name: string;
  readonly schema: string | null;
  readonly version: number | null;
  readonly create_ms: number | null;
  readonly update_ms: number | null;
  readonly is_ordered: number;
  readonly document_count: number;
};

export function toCollection(row: CollectionRow): Collection {
  return {
    name: row.name,
    documentCount: row.document_count,
    isOrdered: row.is_ordered === 1,
    ...(row.schema !== null && { schema: JSON.parse(row.schema) as JsonObject }),
    ...(row.version !== null && { version: row.version }),
    ...(row.create_ms !== null && { createTimeMs: row.create_ms }),
    ...(row.update_ms !== null && { updateTimeMs: row.update_ms }),
  };
}

type UserRow = { readonly userNo: number; readonly ownerNo: number | null };

export type CollectionReads = {
  collection(argument: { readonly scope: Scope; readonly name: string }): Collection | undefined;
  collections(query: { readonly scope: Scope; readonly pageSize: number; readonly after?: string | undefined }): {
    readonly collections: Slices<readonly Collection[]>;
    readonly next?: string | undefined;
  };
};

export function readCollections(db: Database): CollectionReads {
  const findUser = db.prepare<[object], UserRow>(
    `SELECT u.user_no AS userNo, o.owner_no AS ownerNo
     FROM users u LEFT JOIN owners o ON o.user_no = u.user_no AND o.type = 'STRUCTURED' AND o.session_id = ''
     WHERE u.tenant = @tenant AND u.user_id = @userId`,
  );
  const selectOne = db.prepare<[object], CollectionRow>(`${SELECT_COLLECTIONS} WHERE n.name = @name`);
  const selectPage = db.prepare<[object], CollectionRow>(
    `${SELECT_COLLECTIONS} WHERE n.name > @after ORDER BY n.name LIMIT @limit + 0`,
  );
  const userOf = ({ tenant, userId }: Scope): UserRow | undefined => findUser.get({ tenant, userId });

  return {
    collection({ scope, name }) {
      const user = userOf(scope);
      const row = user && selectOne.get({ ...user, name });
      return row && toCollection(row);
    },
    collections({ scope, pageSize, after = '' }) {
      const user = userOf(scope);
      const rows = user === undefined ? [] : selectPage.all({ ...user, after, limit: pageSize + 1 });
      const page = rows.slice(0, pageSize);
      const slices = cut(page, ({ schema }) => schema?.length ?? 0).map((slice) => slice.map(toCollection));
      return { collections: inSlices(slices), ...(rows.length > pageSize && { next: page.at(-1)?.name }) };
    },
  };
}
