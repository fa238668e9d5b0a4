/**
 * Changes the store's embedder step by step, between other writes: the new vectors are stored beside the current ones, and once every
 * memory has one, a change of a few words in one table makes them current. After a kill, the next step continues.
 */
import type { Database, Statement } from 'better-sqlite3';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import type { ReembedCommand, ReembedStep, TextToEmbed } from '../../../ports/reembedding.ts';
import { REEMBEDDING } from '../../../policy/embedding.ts';
import type { EmbedderIdentity } from '../../../ports/stores.ts';
import { VECTOR_COLUMNS, type Embedders, type StoredEmbedder } from './embedders-of-store.ts';
import { vectorBytes } from '../records/rows.ts';
import { readText } from '../../stored-text.ts';

type ScannedRow = {
  readonly memory_no: number;
  readonly id: string;
  readonly version: number;
  /** Null if the memory has its vector, or needs none. */
  readonly content: string | Buffer | null;
};

type Scanned = { readonly lacking: readonly TextToEmbed[]; readonly doneNo: number; readonly isAtEnd: boolean };

/** Makes the steps; `onChanged` runs in the transaction that makes the new vectors current. */
export function changeOfEmbedder(db: Database, embedders: Embedders, onChanged: () => void) {
  const sql = statements(db);
  /** Empties a few rows of a column whose embedder is removed; returns the number of rows that it checked. */
  const clear = (): number => {
    const gone = embedders.find('GONE');
    if (gone === undefined) return 0;
    const full: number[] = [];
    let doneNo = gone.done_no;
    let rows = 0;
    for (const row of sql.scanFull[gone.slot]!.iterate({ doneNo, limit: REEMBEDDING.scanRows })) {
      rows += 1;
      doneNo = row.memory_no;
      if (row.isFull === 1 && full.push(row.memory_no) === REEMBEDDING.clearedRows) break;
    }
    for (const memoryNo of full) sql.empty[gone.slot]!.run({ memoryNo });
    if (rows === 0) sql.remove.run();
    else sql.advance.run({ doneNo, state: 'GONE' });
    embedders.forget();
    return rows;
  };

  const take = ({ to, made }: ReembedCommand): ReembedStep => {
    const total = sql.countAll.get() ?? 0;
    const waiting: ReembedStep = { changedOver: false, lacking: [], isLast: false, done: 0, total };
    const isCurrent = isSame(embedders.find('CURRENT'), to);
    const next = embedders.find('NEXT');
    if (next !== undefined && (isCurrent || !isSame(next, to))) {
      sql.dismiss.run({ state: 'NEXT' });
      embedders.forget();
    }
    if (isCurrent) return { ...waiting, changedOver: true, done: total };
    if (clear() > 0) return waiting;
    if (embedders.find('NEXT') === undefined) sql.begin.run(to);
    embedders.forget();
    const { slot } = embedders.find('NEXT') as StoredEmbedder;
    let count = 0;
    for (const { vector, ...memory } of made) {
      if (vector.length !== to.dimensions) throw new Error('A vector does not have the dimensions of its embedder.');
      count += sql.put[slot]!.run({ ...memory, vector: vectorBytes(vector) }).changes;
    }
    sql.countMade.run({ count });
    embedders.forget();
    const { made_count, ...from } = embedders.find('NEXT') as StoredEmbedder;
    const { lacking, doneNo, isAtEnd } = scanOn(sql, { ...from, made_count });
    const changedOver = isAtEnd && lacking.length === 0;
    if (changedOver) {
      sql.dismiss.run({ state: 'CURRENT' });
      sql.promote.run();
      sql.outdatePacks.run();
      onChanged();
    } else sql.advance.run({ doneNo, state: 'NEXT' });
    return { changedOver, lacking, isLast: isAtEnd, done: Math.min(made_count, total), total };
  };

  return {
    clear,

    writes: {
      /** Takes one step of a change to another embedder. If it throws, nothing has changed. */
      reembed(command: ReembedCommand): ReembedStep {
        try {
          return take(command);
        } finally {
          embedders.forget();
        }
      },
    },
  };
}

const isSame = (embedder: StoredEmbedder | undefined, to: EmbedderIdentity): boolean =>
  embedder !== undefined && embedderKey(embedder) === embedderKey(to);

/** Returns the memories that lack their vector, as many as one step takes, from the first one on. */
function scanOn({ scan }: Statements, { slot, done_no }: StoredEmbedder): Scanned {
  const lacking: TextToEmbed[] = [];
  let doneNo = done_no;
  let bytes = 0;
  let rows = 0;
  const limit = REEMBEDDING.scanRows;
  for (const { memory_no: memoryNo, id, version, content } of scan[slot]!.iterate({ doneNo, limit })) {
    rows += 1;
    if (content === null) {
      if (lacking.length === 0) doneNo = memoryNo;
      continue;
    }
    const text = readText(content);
    bytes += text.length;
    if (lacking.length > 0 && bytes > REEMBEDDING.batchLength) return { lacking, doneNo, isAtEnd: false };
    lacking.push({ memoryNo, id, version, text });
    if (lacking.length === REEMBEDDING.batch) return { lacking, doneNo, isAtEnd: false };
  }
  return { lacking, doneNo, isAtEnd: rows < limit };
}

type Statements = ReturnType<typeof statements>;

function statements(db: Database) {
  const bySlot = <T extends unknown[], R>(text: (column: string) => string): readonly Statement<T, R>[] =>
    VECTOR_COLUMNS.map((column) => db.prepare<T, R>(text(column)));
  // The statement avoids reading the content of memories that have their vector.
  const scan = bySlot<[object], ScannedRow>(
    (column) =>
      `SELECT memory_no, id, version, CASE WHEN id GLOB 'lt_*' AND ${column} IS NULL THEN content END AS content
       FROM memories WHERE memory_no > @doneNo ORDER BY memory_no LIMIT @limit + 0`,
  );
  const put = bySlot<[object], unknown>(
    (column) =>
      `UPDATE memories SET ${column} = @vector WHERE memory_no = @memoryNo AND id = @id AND version = @version`,
  );
  const scanFull = bySlot<[object], { readonly memory_no: number; readonly isFull: number }>(
    (column) =>
      `SELECT memory_no, ${column} IS NOT NULL AS isFull FROM memories
       WHERE memory_no > @doneNo ORDER BY memory_no LIMIT @limit + 0`,
  );
  const empty = bySlot<[object], unknown>(
    (column) => `UPDATE memories SET ${column} = NULL WHERE memory_no = @memoryNo`,
  );
  return {
    scan,
    put,
    scanFull,
    empty,
    begin: db.prepare(
      `INSERT INTO embedder (name, version, dimensions, slot, state)
     VALUES (@name, @version, @dimensions, (SELECT 1 - slot FROM embedder WHERE state = 'CURRENT'), 'NEXT')`,
    ),
    dismiss: db.prepare(`UPDATE embedder SET state = 'GONE', done_no = 0 WHERE state = @state`),
    promote: db.prepare(`UPDATE embedder SET state = 'CURRENT' WHERE state = 'NEXT'`),
    outdatePacks: db.prepare('UPDATE packs SET is_stale = 1 WHERE is_stale = 0'),
    remove: db.prepare(`DELETE FROM embedder WHERE state = 'GONE'`),
    advance: db.prepare('UPDATE embedder SET done_no = @doneNo WHERE state = @state'),
    countMade: db.prepare(`UPDATE embedder SET made_count = made_count + @count WHERE state = 'NEXT'`),
    countAll: db.prepare<[], number>(`SELECT coalesce(sum(count), 0) FROM owners WHERE type = 'LONG_TERM'`).pluck(),
  };
}
