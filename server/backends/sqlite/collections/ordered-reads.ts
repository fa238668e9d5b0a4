/** Reads documents of ordered collections. */
import type { Database } from 'better-sqlite3';
import type { JsonObject } from '../../../domain/memory.ts';
import {
  kindMismatch,
  type CollectionKind,
  type DocumentListQuery,
  type OrderedDocument,
} from '../../../domain/ordered-documents.ts';
import { readText } from '../../stored-text.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import { withinAnswer } from '../engine/within-answer.ts';

export const DOCUMENT_COLUMNS =
  'sequence, version, create_ms AS createTimeMs, update_ms AS updateTimeMs, size_bytes AS sizeBytes, content';

export type DocumentRow = Omit<OrderedDocument, 'data'> & {
  readonly sizeBytes: number;
  readonly content: string | Buffer;
};

export function toDocument({ sequence, version, createTimeMs, updateTimeMs, content }: DocumentRow): OrderedDocument {
  const data = JSON.parse(readText(content)) as JsonObject;
  return { sequence, data, version, createTimeMs, updateTimeMs };
}

/** Returns the kind of a collection, as it was put or as its documents show; undefined if it does not exist. */
export function collectionKind(db: Database) {
  const select = db
    .prepare<[object], number | null>(
      `SELECT coalesce(
         (SELECT is_ordered FROM collections WHERE user_no = @userNo AND name = @name),
         (SELECT 1 FROM ordered_documents WHERE user_no = @userNo AND collection = @name LIMIT 1),
         (SELECT 0 FROM memories WHERE owner_no = @ownerNo AND kind = @name LIMIT 1))`,
    )
    .pluck();
  return (userNo: number, ownerNo: number | null, name: string): CollectionKind | undefined => {
    const isOrdered = select.get({ userNo, ownerNo, name }) ?? null;
    if (isOrdered === null) return undefined;
    return isOrdered === 1 ? 'ORDERED' : 'PLAIN';
  };
}

type UserRow = { readonly userNo: number; readonly ownerNo: number | null };

export type OrderedReads = {
  /** Reads a page. Throws COLLECTION_KIND_MISMATCH. */
  documentPage(query: DocumentListQuery): {
    readonly documents: Slices<readonly OrderedDocument[]>;
    readonly next?: number | undefined;
  };
};

export function readOrdered(db: Database): OrderedReads {
  const kindOf = collectionKind(db);
  const findUser = db.prepare<[object], UserRow>(
    `SELECT u.user_no AS userNo, o.owner_no AS ownerNo
     FROM users u LEFT JOIN owners o ON o.user_no = u.user_no AND o.type = 'STRUCTURED' AND o.session_id = ''
     WHERE u.tenant = @tenant AND u.user_id = @userId`,
  );
  const headsInOrder = (isBeyond: '<' | '>', order: 'ASC' | 'DESC') =>
    db.prepare<[object], { readonly documentNo: number; readonly sequence: number; readonly sizeBytes: number }>(
      `SELECT document_no AS documentNo, sequence, size_bytes AS sizeBytes FROM ordered_documents
       WHERE user_no = @userNo AND collection = @collection AND sequence ${isBeyond} @after
       ORDER BY sequence ${order} LIMIT @limit + 0`,
    );
  const heads = { up: headsInOrder('>', 'ASC'), down: headsInOrder('<', 'DESC') };
  const selectOne = db.prepare<[object], DocumentRow>(
    `SELECT ${DOCUMENT_COLUMNS} FROM ordered_documents WHERE document_no = @documentNo`,
  );

  return {
    documentPage: ({ scope: { tenant, userId }, collection, pageSize, descending, after }) =>
      db.transaction(() => {
        const user = findUser.get({ tenant, userId });
        if (user === undefined) return { documents: inSlices<readonly OrderedDocument[]>([[]]) };
        if (kindOf(user.userNo, user.ownerNo, collection) === 'PLAIN') throw kindMismatch(collection, 'PLAIN');
        const rows = heads[descending ? 'down' : 'up'].all({
          userNo: user.userNo,
          collection,
          after: after ?? (descending ? Number.MAX_SAFE_INTEGER : 0),
          limit: pageSize + 1,
        });
        const shown = withinAnswer(rows.slice(0, pageSize));
        const page = shown.map(({ documentNo }) => selectOne.get({ documentNo }) as DocumentRow);
        const slices = cut(page, ({ sizeBytes }) => sizeBytes).map((slice) => slice.map(toDocument));
        return {
          documents: inSlices<readonly OrderedDocument[]>(slices),
          ...(rows.length > shown.length && { next: shown.at(-1)?.sequence }),
        };
      })(),
  };
}
