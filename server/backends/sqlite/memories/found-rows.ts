/**
 * Hits between a reader and the main thread: the columns of their rows in one list. Objects would be copied name by name, which
 * takes longer than many a search.
 */
import type { Database } from 'better-sqlite3';
import type { StopSignal } from '../../../domain/abort.ts';
import type { Hit, SignalShare } from '../../../ports/stores.ts';
import { inferredOf } from '../../../retrieval/inferred-metadata.ts';
import { FULL_COLUMNS, toRecord, type FullRow, type RowOwner } from '../records/rows.ts';
import { readText } from '../../stored-text.ts';
import { isFullSlice, unpacked, type Slices } from '../engine/slices.ts';

/** As FULL_COLUMNS names them, in its order. */
const NAMES = [
  ...[
    'id',
    'create_ms',
    'update_ms',
    'version',
    'size_bytes',
    'stored_bytes',
    'is_compressed',
    'agent_id',
    'session_id',
  ],
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

type Value = string | number | Buffer | null;

export type FoundHits = {
  /** Columns of the first row, then of the next, …; content as text. */
  readonly values: readonly Value[];
  /** Score and similarity of the first, then of the next, …. */
  readonly marks: readonly number[];
  /** Where they were asked for. */
  readonly signals?: readonly (readonly SignalShare[])[];
  readonly expireMs: number | null;
};

export const NO_HITS: FoundHits = { values: [], marks: [], expireMs: null };

/** Gathers hits, in slices. */
export function foundSlices(expireMs: number | null, explain: boolean) {
  const slices: FoundHits[] = [];
  let values: Value[] = [];
  let marks: number[] = [];
  let signals: (readonly SignalShare[])[] = [];
  let bytes = 0;

  const endSlice = (): void => {
    slices.push({ values, marks, expireMs, ...(explain && { signals }) });
    [values, marks, signals, bytes] = [[], [], [], 0];
  };
  return {
    /** Adds a hit whose row `read` puts onto the end of what it is given, answering its bytes. */
    add(hit: Omit<Hit, 'record'>, read: (values: Value[]) => number): void {
      bytes += read(values);
      marks.push(hit.score, hit.similarity);
      if (explain) signals.push(hit.signals);
      if (isFullSlice(marks.length / 2, bytes)) endSlice();
    },
    all(): readonly FoundHits[] {
      if (marks.length > 0 || slices.length === 0) endSlice();
      return slices;
    },
  };
}

/** Reads a memory's row onto the end of `values`, and answers the memory's bytes; undefined where there is none. */
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

/** The hits as the port has them, read in turns. */
export function readHits(
  found: Slices<FoundHits>,
  owner: Omit<RowOwner, 'expireMs'>,
  signal: StopSignal,
): Promise<readonly Hit[]> {
  return unpacked(found, signal, (slice) => toHits(slice, owner));
}

function toHits({ values, marks, signals, expireMs }: FoundHits, owner: Omit<RowOwner, 'expireMs'>): Hit[] {
  const rowOwner = { expireMs, ...owner };
  return Array.from({ length: marks.length / 2 }, (_, index) => {
    const record = toRecord(rowAt(values, index * NAMES.length), rowOwner);
    return {
      record,
      score: marks[2 * index] as number,
      similarity: marks[2 * index + 1] as number,
      signals: signals?.[index] ?? [],
      ...(signals !== undefined && { inferred: inferredOf(record) }),
    };
  });
}

/** Written out: names that are reckoned take ten times as long. */
function rowAt(values: readonly Value[], start: number): FullRow {
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
