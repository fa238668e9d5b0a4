/** Reads memories by id and in order. */
import type { Database } from 'better-sqlite3';
import type { Filterable } from '../../../domain/filter.ts';
import { isWithin } from '../../../domain/scope.ts';
import { typeOfId, type MemoryRecord } from '../../../domain/memory.ts';
import type { ListCursor, ListQuery, RecordPage } from '../../../ports/stores.ts';
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
import { parsedMemories, readsAccesses } from './parsed-memories.ts';
import { ownerPartition } from '../../../domain/owner-partition.ts';
import { OF_KEY, OF_KIND, sortedPage } from './sorted-page.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import type { ReaderApi } from '../reader-thread.ts';
import type { StoredType } from '../records/stored-types.ts';
import { searchFilter } from './search-filter.ts';
import type { MemoryRef } from '../../../domain/intents.ts';

type OwnerRow = { readonly owner_no: number; readonly expire_ms: number | null };

/** No owner's. */
const NOBODY = -1;

/** Beyond any place, in either direction. */
const BEGINNING: ListCursor = { createTimeMs: Number.MIN_SAFE_INTEGER, id: '' };
const END: ListCursor = { createTimeMs: Number.MAX_SAFE_INTEGER, id: '' };

function scanOf(type: StoredType, { named }: ListQuery): 'texts' | 'graph' | 'graphOfKey' | 'all' | 'ofKind' | 'ofKey' {
  if (type === 'SHORT_TERM' || type === 'LONG_TERM') return 'texts';
  if (type === 'ENTITY') return named === undefined ? 'graph' : 'graphOfKey';
  if (named === undefined) return 'all';
  return named.key === undefined ? 'ofKind' : 'ofKey';
}

/** What a scan reads of each memory: of JSON only what stands before the content, which may be long. */
type Head = HeadRow | Pick<HeadRow, 'id' | 'version' | 'create_ms' | 'size_bytes'>;

function columnsOf(type: StoredType): string {
  if (type === 'SHORT_TERM' || type === 'LONG_TERM') return HEAD_COLUMNS;
  return 'm.id, m.version, m.create_ms, m.size_bytes';
}

export type SlicedPage = Omit<RecordPage, 'records'> & { readonly records: Slices<readonly MemoryRecord[]> };

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
  const headsInOrder = (type: StoredType, isBeyond: '<' | '>', order: 'ASC' | 'DESC', named = '') => {
    const headsOf = (owner: '@ownerNo' | '@otherNo') => `SELECT ${columnsOf(type)} FROM memories m
       WHERE m.owner_no = ${owner} AND (m.create_ms, m.id) ${isBeyond} (@createTimeMs, @id) ${named}
         AND (@namespace = '' OR m.namespace = @namespace)`;
    // Entities and their relationships have owners apart, each read in order: SQLite goes along both at once.
    const heads = type === 'ENTITY' ? `${headsOf('@ownerNo')} UNION ALL ${headsOf('@otherNo')}` : headsOf('@ownerNo');
    return db.prepare<[object], Head>(`${heads} ORDER BY create_ms ${order}, id ${order} LIMIT @limit + 0`);
  };
  const scansOf = (type: StoredType, named?: string) => ({
    up: headsInOrder(type, '>', 'ASC', named),
    down: headsInOrder(type, '<', 'DESC', named),
  });
  const scans = {
    texts: scansOf('LONG_TERM'),
    graph: scansOf('ENTITY'),
    graphOfKey: scansOf('ENTITY', OF_KEY),
    all: scansOf('STRUCTURED'),
    ofKind: scansOf('STRUCTURED', OF_KIND),
    ofKey: scansOf('STRUCTURED', OF_KEY),
  };
  const parsed = parsedMemories();
  const sorted = sortedPage(db, parsed);
  const selectFull = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);
  const full = (id: string): FullRow => selectFull.get({ id }) as FullRow;

  return {
    get({ type, ref, nowMs }) {
      const { tenant, userId } = ref.scope;
      const row = findMemory.get({ id: ref.id, tenant, userId, nowMs });
      if (row === undefined || typeOfId(row.id) !== type) return undefined;
      const record = toRecord(row, { tenant, userId, expireMs: row.expire_ms });
      return isWithin(record, ref.scope) ? record : undefined;
    },

    /** A page ends early after so many rows or bytes; then it says where to go on. */
    list(argument) {
      const { records, ...rest } = db.transaction(() => page(argument))();
      return { ...rest, records: inSlices(cut(records, ({ sizeBytes }) => sizeBytes)) };
    },

    forgetParsed: parsed.forget,
  };

  /** Texts are filtered by their small columns; what is JSON is inflated and parsed, once. */
  function filterable(head: Head, { filter }: ListQuery, owner: RowOwner): Filterable {
    if ('metadata' in head) return toFilterable(head, owner);
    return (readsAccesses(filter) ? undefined : parsed.known(head)) ?? parsed.read(full(head.id), owner);
  }

  function page({ type, query }: Parameters<ReaderApi['list']>[0]): RecordPage {
    const { tenant, userId, namespace } = query.scope;
    const asked = { tenant, userId, sessionId: ownerPartition(type, query.scope), nowMs: query.nowMs };
    const found = findOwner.get({ ...asked, type });
    // A relationship needs entities, so without these there are none.
    if (found === undefined) return { records: [] };
    const other = type === 'ENTITY' ? findOwner.get({ ...asked, type: 'RELATIONSHIP' }) : undefined;
    const owners = { ownerNo: found.owner_no, otherNo: other?.owner_no ?? NOBODY };
    const owner = { tenant, userId, expireMs: found.expire_ms };
    const accepts = query.filter === undefined ? () => true : searchFilter(query.filter);
    if (query.order !== undefined) return sorted(owners.ownerNo, query, query.order, accepts, owner);
    const scan = scans[scanOf(type, query)][query.descending ? 'down' : 'up'];
    const start = query.after ?? (query.descending ? END : BEGINNING);
    const limit = Math.max(SQLITE.listScanRows, query.pageSize) + 1;
    const records: MemoryRecord[] = [];
    let bytes = 0;
    let looked = 0;
    let last: ListCursor | undefined;
    const { kind = '', key = '' } = query.named ?? {};
    for (const head of scan.iterate({ ...owners, namespace, kind, key, limit, ...start })) {
      const isFull = records.length === query.pageSize || looked + 1 === limit;
      const matches = !isFull && (query.filter === undefined || accepts(filterable(head, query, owner)));
      const isTooLarge = matches && records.length > 0 && bytes + head.size_bytes > SQLITE.answerBytes;
      if (isFull || isTooLarge) return { records, next: last };
      looked += 1;
      last = { createTimeMs: head.create_ms, id: head.id };
      if (!matches) continue;
      bytes += head.size_bytes;
      records.push(toRecord(full(head.id), owner));
    }
    return { records };
  }
}
