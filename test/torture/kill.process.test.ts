import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import { openForWriting } from '../../server/backends/sqlite/engine/file/open-file.ts';
import { readText } from '../../server/backends/stored-text.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { wrongCounters } from '../backends/sqlite/recount.ts';
import { seededRandom } from '../load/sentences.ts';
import { scaled, testSeed } from '../scale.ts';
import { OPENING, QUOTA, textAt, type Written } from './written.ts';

const POINTS = scaled(10, 1000);
/** The number of kills of the same file in a row, so that one crash recovery follows another. */
const POINTS_PER_FILE = scaled(5, 10);
const AT_ONCE = 2;
/** The kill comes after at most this many acknowledgements, and at most this much later, so that it can hit any moment of a commit. */
const MOST_ACKNOWLEDGED = 150;
const LATEST_KILL_MS = 5;
/** The share of children that are killed while they start and recover, timed by the start of the previous one. */
const EARLY_SHARE = 0.1;
const EMBEDDER = { name: 'test', version: '1', dimensions: 4 };
const CHILD = fileURLToPath(new URL('./writing-child.js', import.meta.url));

/** The duration of the last start, from opening to the first acknowledgement. */
type Pace = { startMs: number };

/** Runs a writing child, kills it, and adds what it acknowledged. */
async function killWhileWriting(dataDir: string, random: () => number, pace: Pace, written: Written[]): Promise<void> {
  const seed = Math.floor(random() * 2 ** 32);
  const isEarly = random() < EARLY_SHARE;
  const after = random();
  const child = spawn(process.execPath, [CHILD, dataDir, String(seed)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const faults: string[] = [];
  child.stderr.on('data', (text: Buffer) => faults.push(text.toString()));
  const killIn = (ms: number): void => void setTimeout(() => child.kill('SIGKILL'), ms);
  const dueAt = isEarly ? Infinity : 1 + Math.floor(after * MOST_ACKNOWLEDGED);
  let openingMs = 0;
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === OPENING) {
      openingMs = performance.now();
      if (isEarly) killIn(after * pace.startMs);
    }
    // A line that was cut off by the kill was not acknowledged: nobody could read it.
    if (!line.endsWith('}')) continue;
    written.push(JSON.parse(line) as Written);
    acknowledged += 1;
    if (acknowledged === 1) pace.startMs = performance.now() - openingMs;
    if (acknowledged === dueAt) killIn(random() * LATEST_KILL_MS);
  }
  const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
  expect(signal, faults.join('')).to.equal('SIGKILL');
}

type Row = { readonly id: string; readonly version: number; readonly content: string | Buffer };

/** Checks that no acknowledged write is missing, and that the counters agree with the rows. */
function verify(db: Database, written: readonly Written[]): void {
  expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
  const rows = new Map(
    (db.prepare('SELECT id, version, content FROM memories').all() as Row[]).map((row) => [row.id, row]),
  );
  for (const row of rows.values()) {
    if (readText(row.content) !== textAt(row.id, row.version)) throw new Error(`${row.id} has another text`);
  }
  for (const write of written) {
    if (write.user === 'keeper') {
      const row = rows.get(write.id);
      if (row === undefined || row.version < write.version) throw new Error(`${write.write} of ${write.id} was lost`);
    } else {
      for (const id of write.ids) if (rows.has(id)) throw new Error(`the removal of ${id} was lost`);
    }
  }
  expect(wrongCounters(db), 'counters').to.deep.equal([]);
  const messages = db.prepare(`SELECT max(count) FROM owners WHERE type = 'SHORT_TERM'`).pluck().get();
  expect(messages ?? 0).to.be.at.most(QUOTA.SHORT_TERM.count);
  const gaps = db
    .prepare(
      `SELECT u.user_no FROM users u LEFT JOIN changes c USING (user_no) GROUP BY u.user_no
       HAVING u.revision <> count(c.revision) OR u.revision <> coalesce(max(c.revision), 0)`,
    )
    .all();
  expect(gaps, 'revisions without a change').to.deep.equal([]);
}

async function tortureOneFile(points: number, random: () => number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recorda-kill-'));
  const written: Written[] = [];
  const pace: Pace = { startMs: 0 };
  try {
    for (let point = 0; point < points; point += 1) {
      await killWhileWriting(dataDir, random, pace, written);
      const db = openForWriting(join(dataDir, STORE_FILE), EMBEDDER);
      verify(db, written);
      db.close();
    }
    return written.length;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

describe('kill -9 while writing', () => {
  const seed = testSeed();

  it(`loses no acknowledged write at ${POINTS} random points (seed ${seed}) @torture`, async () => {
    let acknowledged = 0;
    const files = Array.from({ length: POINTS / POINTS_PER_FILE }, (_, file) => file);
    const lane = async (): Promise<void> => {
      for (let file = files.shift(); file !== undefined; file = files.shift()) {
        acknowledged += await tortureOneFile(POINTS_PER_FILE, seededRandom(seed + file));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    // A child that is killed before its first acknowledgement proves nothing; most must get further.
    expect(acknowledged).to.be.greaterThan(POINTS * 10);
  }).timeout(3_600_000);
});
