/** Reads memories by id and in order. */
import type { Database } from 'better-sqlite3';
import type { Filter, Filterable } from '../../../domain/filter.ts';
import { isWithin } from '../../../domain/scope.ts';
import { typeOfId, type MemoryRecord } from '../../../domain/memory.ts';
import type { ListCursor, ListQuery } from '../../../ports/stores.ts';
import { SQLITE } from '../../../policy/backends.ts';
import {
  FIND_MEMORY,
  FULL_COLUMNS,
  HEAD_COLUMNS,
  toFilterable,
  toRecord,
  type FoundRow,
  type FullRow,
  type HeadRow,
  type RowOwner,
} from '../records/rows.ts';
import { parsedMemories, readsAccesses, type ParsedMemories } from './parsed-memories.ts';
import { ownerPartition } from '../../../domain/owner-partition.ts';
import { OF_KEY, OF_KIND, sortedPage, type CursorPage } from './sorted-page.ts';
import { rowReader, type RowValues, type Value } from './memory-rows.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import type { ReaderApi } from '../reader-thread.ts';
import type { StoredType } from '../records/stored-types.ts';
import { searchFilter } from './search-filter.ts';
import type { MemoryRef } from '../../../domain/intents.ts';

type OwnerRow = { readonly owner_no: number; readonly expire_ms: number | null };

/** The number of no owner. */
const NOBODY = -1;

/** The cursor before all memories, in either direction. */
const BEGINNING: ListCursor = { createTimeMs: Number.MIN_SAFE_INTEGER, id: '' };
const END: ListCursor = { createTimeMs: Number.MAX_SAFE_INTEGER, id: '' };

function scanOf(
  type: StoredType,
  { named, filter }: ListQuery,
): 'filteredTexts' | 'graph' | 'graphOfKey' | 'all' | 'ofKind' | 'ofKey' {
  if (isText(type)) return filter === undefined ? 'all' : 'filteredTexts';
  if (type === 'ENTITY') return named === undefined ? 'graph' : 'graphOfKey';
  if (named === undefined) return 'all';
  return named.key === undefined ? 'ofKind' : 'ofKey';
}

/** A scan of texts for a filter reads all columns but the content, which may be long; any other scan reads only cursors. */
type Head = HeadRow | Pick<HeadRow, 'id' | 'version' | 'create_ms'>;

const PLACE_COLUMNS = 'm.id, m.version, m.create_ms';

function isText(type: StoredType): boolean {
  return type === 'SHORT_TERM' || type === 'LONG_TERM';
}

/** A page in slices, whose memories all expire at `expireMs`. */
export type SlicedPage = {
  readonly rows: Slices<RowValues>;
  readonly expireMs: number | null;
  readonly next?: ListCursor | undefined;
};

const EMPTY_PAGE: SlicedPage = { rows: { only: [] }, expireMs: null };

export type MemoryReads = {
  get(argument: {
    readonly type: StoredType;
    readonly ref: MemoryRef;
    readonly nowMs: number;
  }): MemoryRecord | undefined;
  list(argument: { readonly type: StoredType; readonly query: ListQuery }): SlicedPage;
};

export function readRecords(db: Database): MemoryReads & { readonly forgetParsed: () => void } {
  const findMemory = db.prepare<[object], FoundRow>(FIND_MEMORY);
  const findOwner = db.prepare<[object], OwnerRow>(
    `SELECT o.owner_no, o.expire_ms FROM users u JOIN owners o USING (user_no)
     WHERE u.tenant = @tenant AND u.user_id = @userId AND o.type = @type AND o.session_id = @sessionId
       AND (o.expire_ms IS NULL OR o.expire_ms > @nowMs)`,
  );
  const parsed = parsedMemories();
  const sorted = sortedPage(db, parsed);
  const byTime = pageByTime(db, parsed);
  const readRow = rowReader(db);

  return {
    get({ type, ref, nowMs }) {
      const { tenant, userId } = ref.scope;
      const row = findMemory.get({ id: ref.id, tenant, userId, nowMs });
      if (row === undefined || typeOfId(row.id) !== type) return undefined;
      const record = toRecord(row, { tenant, userId, expireMs: row.expire_ms });
      return isWithin(record, ref.scope) ? record : undefined;
    },

    /** A page ends early after a number of rows or bytes, with a cursor to go on from. */
    list(argument) {
      return db.transaction(() => page(argument))();
    },

    forgetParsed: parsed.forget,
  };

  function page({ type, query }: Parameters<ReaderApi['list']>[0]): SlicedPage {
    const { tenant, userId } = query.scope;
    const asked = { tenant, userId, sessionId: ownerPartition(type, query.scope), nowMs: query.nowMs };
    const found = findOwner.get({ ...asked, type });
    // A relationship needs entities, so without these there are none.
    if (found === undefined) return EMPTY_PAGE;
    const other = type === 'ENTITY' ? findOwner.get({ ...asked, type: 'RELATIONSHIP' }) : undefined;
    const owners = { ownerNo: found.owner_no, otherNo: other?.owner_no ?? NOBODY };
    const owner = { tenant, userId, expireMs: found.expire_ms };
    const accepts = query.filter === undefined ? () => true : searchFilter(query.filter);
    const placed =
      query.order === undefined
        ? byTime(type, query, owners, accepts, owner)
        : sorted(owners.ownerNo, query, query.order, accepts, owner);
    return { ...rowsOf(placed, readRow), expireMs: found.expire_ms };
  }
}

/** Reads a page in order of create time. */
function pageByTime(db: Database, parsed: ParsedMemories) {
  type Columns = { readonly columns?: string; readonly isGraph?: boolean; readonly named?: string };
  const headsInOrder = (isBeyond: '<' | '>', order: 'ASC' | 'DESC', of: Columns) => {
    const { columns = PLACE_COLUMNS, isGraph = false, named = '' } = of;
    const headsOf = (owner: '@ownerNo' | '@otherNo') => `SELECT ${columns} FROM memories m
       WHERE m.owner_no = ${owner} AND (m.create_ms, m.id) ${isBeyond} (@createTimeMs, @id) ${named}
         AND (@namespace = '' OR m.namespace = @namespace)`;
    // Entities and their relationships have separate owners, each read in order: SQLite merges both.
    const heads = isGraph ? `${headsOf('@ownerNo')} UNION ALL ${headsOf('@otherNo')}` : headsOf('@ownerNo');
    return db.prepare<[object], Head>(`${heads} ORDER BY create_ms ${order}, id ${order} LIMIT @limit + 0`);
  };
  const scansOf = (of: Columns = {}) => ({ up: headsInOrder('>', 'ASC', of), down: headsInOrder('<', 'DESC', of) });
  const scans = {
    filteredTexts: scansOf({ columns: HEAD_COLUMNS }),
    graph: scansOf({ isGraph: true }),
    graphOfKey: scansOf({ isGraph: true, named: OF_KEY }),
    all: scansOf(),
    ofKind: scansOf({ named: OF_KIND }),
    ofKey: scansOf({ named: OF_KEY }),
  };
  const selectFull = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);
  const full = (id: string): FullRow => selectFull.get({ id }) as FullRow;

  /** Returns what a filter sees: the small columns of texts; JSON is inflated and parsed, once. */
  function filterable(head: Head, { filter }: ListQuery, owner: RowOwner): Filterable {
    if ('metadata' in head) return toFilterable(head, owner);
    return (readsAccesses(filter) ? undefined : parsed.known(head)) ?? parsed.read(full(head.id), owner);
  }

  /** A page ends after a number of memories was read, whether or not they matched. */
  return function page(
    type: StoredType,
    query: ListQuery,
    owners: { readonly ownerNo: number; readonly otherNo: number },
    accepts: Filter,
    owner: RowOwner,
  ): CursorPage {
    const scan = scans[scanOf(type, query)][query.descending ? 'down' : 'up'];
    const start = query.after ?? (query.descending ? END : BEGINNING);
    const limit = Math.max(SQLITE.listScanRows, query.pageSize) + 1;
    const { namespace } = query.scope;
    const { kind = '', key = '' } = query.named ?? {};
    const cursors: ListCursor[] = [];
    let looked = 0;
    let last: ListCursor | undefined;
    for (const head of scan.iterate({ ...owners, namespace, kind, key, limit, ...start })) {
      if (cursors.length === query.pageSize || looked + 1 === limit) return { cursors, next: last };
      looked += 1;
      last = { createTimeMs: head.create_ms, id: head.id };
      if (query.filter === undefined || accepts(filterable(head, query, owner))) cursors.push(last);
    }
    return { cursors };
  };
}

/** Reads the rows of a page, as many as one answer holds. */
function rowsOf({ cursors, next }: CursorPage, readRow: ReturnType<typeof rowReader>): Omit<SlicedPage, 'expireMs'> {
  const rows: { readonly values: RowValues; readonly size: number }[] = [];
  const sliced = () => inSlices(cut(rows, ({ size }) => size).map((slice) => slice.flatMap(({ values }) => values)));
  let bytes = 0;
  for (const [index, { id }] of cursors.entries()) {
    const values: Value[] = [];
    const size = readRow(id, values) ?? 0;
    bytes += size;
    if (index > 0 && bytes > SQLITE.answerBytes) return { rows: sliced(), next: cursors[index - 1] };
    rows.push({ values, size });
  }
  return { rows: sliced(), ...(next !== undefined && { next }) };
}
