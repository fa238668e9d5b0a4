import type { Database } from 'better-sqlite3';
import { FULL_COLUMNS, HEAD_COLUMNS, type FullRow, type HeadRow } from './rows.ts';
import type { IndexedType } from './stored-types.ts';

export type FilterableRow = HeadRow & { readonly content?: FullRow['content'] };

/** Returns the columns that filters read: for messages and texts all but the content, which may be long. */
function filterableColumns(type: IndexedType): string {
  return type === 'SHORT_TERM' || type === 'LONG_TERM' || type === 'RECALL' ? HEAD_COLUMNS : FULL_COLUMNS;
}

/** Reads what a filter may see of one memory. */
export function selectFilterable(db: Database): (type: IndexedType, id: string) => FilterableRow {
  const prepare = (type: IndexedType) =>
    db.prepare<[object], FilterableRow>(`SELECT ${filterableColumns(type)} FROM memories m WHERE m.id = @id`);
  const head = prepare('LONG_TERM');
  const whole = prepare('STRUCTURED');
  return (type, id) => {
    const select = filterableColumns(type) === HEAD_COLUMNS ? head : whole;
    return select.get({ id }) as FilterableRow;
  };
}
