/** A page of documents in an order of their fields: reads all that could be on it, and sorts. */
import type { Database } from 'better-sqlite3';
import type { Filter, Filterable } from '../../domain/filter.ts';
import { byOrder, placeOf, type SortField } from '../../domain/list-order.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { SQLITE } from '../../policy/sqlite.ts';
import type { ListPlace, ListQuery, RecordPage } from '../../ports.ts';
import { FULL_COLUMNS, toFilterable, toRecord, type FullRow, type RowOwner } from './rows.ts';

/** Memories that are called so (shelf.ts writes the columns). */
export const OF_KIND = 'AND m.kind = @kind';
export const OF_KEY = `${OF_KIND} AND m.key = @key`;

export function sortedPage(db: Database) {
  const select = (named: string) =>
    db.prepare<[object], FullRow>(
      `SELECT ${FULL_COLUMNS} FROM memories m
       WHERE m.owner_no = @ownerNo ${named} AND (@namespace = '' OR m.namespace = @namespace)`,
    );
  const selectAll = select('');
  const selectKind = select(OF_KIND);
  const selectOne = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);

  return function page(
    ownerNo: number,
    { scope: { namespace }, named, pageSize, after }: ListQuery,
    order: readonly SortField[],
    accepts: Filter,
    owner: RowOwner,
  ): RecordPage {
    const compare = byOrder(order);
    const places: Required<ListPlace>[] = [];
    const rows = (named === undefined ? selectAll : selectKind).iterate({ ownerNo, namespace, kind: named?.kind });
    for (const row of rows) {
      const memory: Filterable = toFilterable(row, owner);
      if (!accepts(memory)) continue;
      const place = placeOf(order, memory);
      if (after === undefined || compare(place, after) > 0) places.push(place);
    }
    places.sort(compare);
    const records: MemoryRecord[] = [];
    let bytes = 0;
    for (const [index, { id }] of places.slice(0, pageSize).entries()) {
      const record = toRecord(selectOne.get({ id }) as FullRow, owner);
      bytes += record.sizeBytes;
      if (records.length > 0 && bytes > SQLITE.answerBytes) return { records, next: places[index - 1] };
      records.push(record);
    }
    return { records, ...(places.length > pageSize && { next: places[pageSize - 1] }) };
  };
}
