/**
 * Passes rows of memories from a reader to the main thread as one list of column values. Objects would be copied name by name, which
 * takes longer than many searches do.
 */
import type { Database } from 'better-sqlite3';
import type { MemoryRecord } from '../../../domain/memory.ts';
import { readText } from '../../stored-text.ts';
import { FULL_COLUMNS, toRecord, type FullRow, type RowOwner } from '../records/rows.ts';

/** The columns of FULL_COLUMNS, in the same order. */
const NAMES = [
  'id',
  'create_ms',
  'update_ms',
  'version',
  'size_bytes',
  'stored_bytes',
  'is_compressed',
  'agent_id',
  'session_id',
  'namespace',
  'task_id',
  'role',
  'said_ms',
  'speaker',
  'event_ms',
  'turn',
  'source',
  'metadata',
  'importance',
  'is_pinned',
  'access_count',
  'last_access_ms',
  'content',
] as const;
const CONTENT = NAMES.indexOf('content');
const SIZE = NAMES.indexOf('size_bytes');

export type Value = string | number | Buffer | null;

/** The columns of the first row, then those of the next, and so on; content is text. */
export type RowValues = readonly Value[];

/** Appends a memory's row to `values`, and returns the memory's size in bytes, or undefined if there is no such memory. */
export function rowReader(db: Database): (id: string, values: Value[]) => number | undefined {
  const select = db.prepare<[string], Value[]>(`SELECT ${FULL_COLUMNS} FROM memories m WHERE m.id = ?`).raw();
  const names = select.columns().map(({ name }) => name);
  if (names.join() !== NAMES.join()) throw new Error(`A row has the columns ${names.join()}, not ${NAMES.join()}.`);
  return (id, values) => {
    const row = select.get(id);
    if (row === undefined) return undefined;
    row[CONTENT] = readText(row[CONTENT] as string | Buffer);
    for (let at = 0; at < row.length; at++) values.push(row[at] as Value);
    return row[SIZE] as number;
  };
}

/** Makes a record of each row. */
export function recordsOf(values: RowValues, owner: RowOwner): MemoryRecord[] {
  return Array.from({ length: values.length / NAMES.length }, (_, index) =>
    toRecord(rowAt(values, index * NAMES.length), owner),
  );
}

/** Each column is written out, since computed names take ten times as long. */
function rowAt(values: RowValues, start: number): FullRow {
  let at = start;
  return {
    id: values[at++],
    create_ms: values[at++],
    update_ms: values[at++],
    version: values[at++],
    size_bytes: values[at++],
    stored_bytes: values[at++],
    is_compressed: values[at++],
    agent_id: values[at++],
    session_id: values[at++],
    namespace: values[at++],
    task_id: values[at++],
    role: values[at++],
    said_ms: values[at++],
    speaker: values[at++],
    event_ms: values[at++],
    turn: values[at++],
    source: values[at++],
    metadata: values[at++],
    importance: values[at++],
    is_pinned: values[at++],
    access_count: values[at++],
    last_access_ms: values[at++],
    content: values[at++],
  } as FullRow;
}
