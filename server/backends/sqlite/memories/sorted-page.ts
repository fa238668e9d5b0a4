/** Reads a page of documents in an order of their fields: reads all candidates, and sorts them. */
import type { Database } from 'better-sqlite3';
import type { Filter, Filterable } from '../../../domain/filter.ts';
import { byOrder, cursorOf, type SortField } from '../../../domain/list-order.ts';
import { SQLITE } from '../../../policy/backends.ts';
import type { ListCursor, ListQuery } from '../../../ports/stores.ts';
import { readsAccesses, type ParsedMemories } from './parsed-memories.ts';
import { FULL_COLUMNS, type FullRow, type RowOwner } from '../records/rows.ts';

/** A condition for memories of a name (memory-table.ts writes the columns). */
export const OF_KIND = 'AND m.kind = @kind';
export const OF_KEY = `${OF_KIND} AND m.key = @key`;

/** The memories of a page, in its order, and the one after which the next page begins. */
export type CursorPage = { readonly cursors: readonly ListCursor[]; readonly next?: ListCursor | undefined };

type Head = Pick<FullRow, 'id' | 'version'>;

export function sortedPage(db: Database, parsed: ParsedMemories) {
  const select = <Row>(columns: string, named: string) =>
    db.prepare<[object], Row>(
      `SELECT ${columns} FROM memories m
       WHERE m.owner_no = @ownerNo ${named} AND (@namespace = '' OR m.namespace = @namespace)`,
    );
  const selects = (named: string) => ({
    heads: select<Head>('m.id, m.version', named),
    rows: select<FullRow>(FULL_COLUMNS, named),
  });
  const ofAll = selects('');
  const ofKind = selects(OF_KIND);
  const selectOne = db.prepare<[object], FullRow>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = @id`);
  const one = (id: string): FullRow => selectOne.get({ id }) as FullRow;

  /** Cached memories are not read again, unless so many are missing that reading all of them is less work. */
  function candidates(ownerNo: number, query: ListQuery, owner: RowOwner): Iterable<Filterable> {
    const { heads, rows } = query.named === undefined ? ofAll : ofKind;
    const asked = { ownerNo, namespace: query.scope.namespace, kind: query.named?.kind };
    const readAll = (): Filterable[] => rows.all(asked).map((row) => parsed.read(row, owner));
    if (readsAccesses(query.filter)) return readAll();
    const listed = heads.all(asked);
    const known = listed.map(parsed.known);
    const missing = known.filter((memory) => memory === undefined).length;
    if (missing > SQLITE.readSinglyUpTo) return readAll();
    return known.map((memory, index) => memory ?? parsed.read(one((listed[index] as Head).id), owner));
  }

  return function page(
    ownerNo: number,
    query: ListQuery,
    order: readonly SortField[],
    accepts: Filter,
    owner: RowOwner,
  ): CursorPage {
    const { pageSize, after } = query;
    const compare = byOrder(order);
    const cursors: Required<ListCursor>[] = [];
    for (const memory of candidates(ownerNo, query, owner)) {
      if (!accepts(memory)) continue;
      const cursor = cursorOf(order, memory);
      if (after === undefined || compare(cursor, after) > 0) cursors.push(cursor);
    }
    cursors.sort(compare);
    return { cursors: cursors.slice(0, pageSize), ...(cursors.length > pageSize && { next: cursors[pageSize - 1] }) };
  };
}
