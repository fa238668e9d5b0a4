import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { AUDIT_HEAD_FILE } from '../../server/backends/sqlite/engine/file/audit-head.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { openStoreWriter } from '../../server/backends/sqlite/writes.ts';
import { QUOTAS, GLOBAL_LIMITS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import { tellEverything } from '../api/everything-of-a-user.ts';
import { wrongCounters } from '../backends/sqlite/recount.ts';
import { canaries, type Canaries } from '../erasing/canaries.ts';
import { seededRandom } from '../load/sentences.ts';
import { scaled, testSeed } from '../scale.ts';

/** Together with the kills of archive, sleep cycle and backups, these are 1,000 at full scale. */
const POINTS = scaled(12, 520);
const AT_ONCE = 2;
/** The time of the latest kill, as a share of what the targeted phase took in its last complete run. */
const LATEST_KILL = 1.5;
const CHILD = fileURLToPath(new URL('./erasing-child.js', import.meta.url));

/**
 * The times that the last child needed from its start, in milliseconds: until the user was gone (about 10), and until all was erased (about
 * 30).
 */
type Pace = { gone: number; erased: number };

/** Returns what the child printed before it was killed: `afterMs` after its start, or, if absent, once all is erased. */
async function eraseAndKill(
  dataDir: string,
  erasureId: string,
  pace: Pace,
  afterMs?: number,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [CHILD, dataDir, erasureId], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = '', ms] = line.split(' ');
    said.push(what);
    if (what === 'open') {
      child.stdin.write('begin\n');
      if (afterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), afterMs);
    } else if (what === 'gone' || what === 'erased') {
      pace[what] = Number(ms);
      if (what === 'erased' && afterMs === undefined) child.kill('SIGKILL');
    }
  }
  await exit;
  return said;
}

function rowsOf(db: Database, sql: string): string {
  return JSON.stringify(db.prepare(sql).all());
}

/** Reads everything of another user. */
function another(db: Database): string {
  const ofUser = `(SELECT user_no FROM users WHERE user_id = 'bob')`;
  return [
    `SELECT m.id, m.version, m.content FROM memories m JOIN owners o USING (owner_no) WHERE o.user_no = ${ofUser} ORDER BY m.id`,
    `SELECT * FROM facts WHERE user_no = ${ofUser} ORDER BY id`,
    `SELECT t.* FROM turns t JOIN sessions s USING (session_no) WHERE s.user_no = ${ofUser} ORDER BY t.turn_no`,
    `SELECT * FROM segments WHERE session_no IN (SELECT session_no FROM sessions WHERE user_no = ${ofUser}) ORDER BY segment`,
    `SELECT * FROM responses WHERE user_no = ${ofUser} ORDER BY response_no`,
    `SELECT count(*) FROM changes WHERE user_no = ${ofUser}`,
  ]
    .map((sql) => rowsOf(db, sql))
    .join('\n');
}

describe('kill -9 while a user is erased', () => {
  let template: string;
  let words: Canaries;
  let others: string;
  before(async () => {
    template = await mkdtemp(join(tmpdir(), 'recorda-erase-'));
    words = canaries();
    const { pipeline, close } = await openRecorda({ dataDir: template, warmUp: false });
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    await tellEverything(recorda, 'ana', words.mark);
    await tellEverything(recorda, 'bob');
    const agent = recorda.agent({ userId: 'ana' });
    await Promise.all(Array.from({ length: 300 }, () => agent.add(`a note ${words.mark('long_term')}`)));
    await recorda.close();
    const db = new Sqlite(join(template, STORE_FILE));
    others = another(db);
    db.close();
  });
  after(() => rm(template, { recursive: true, force: true }));

  const seed = testSeed();

  it(`leaves the user whole or gone at ${POINTS} random points, and nothing at all once it goes on (seed ${seed}) @torture`, async () => {
    const pace: Pace = { gone: 0, erased: 0 };
    const outcomes = new Map<string, number>();
    /** Point 0 measures how long the phases take. Of the others every second one targets the first phase, which is shorter. */
    const onePoint = async (point: number): Promise<void> => {
      const random = seededRandom(seed + point);
      const dataDir = await mkdtemp(join(tmpdir(), 'recorda-erase-'));
      try {
        for (const name of [STORE_FILE, AUDIT_HEAD_FILE]) await cp(join(template, name), join(dataDir, name));
        const erasureId = `erasure-${point}`;
        const phaseMs = point % 2 === 1 ? pace.gone : pace.erased;
        const afterMs = point === 0 ? undefined : ((point - 1 + random()) / POINTS) * LATEST_KILL * phaseMs;
        const said = await eraseAndKill(dataDir, erasureId, pace, afterMs);
        const outcome = said.at(-1) ?? 'killed before it was open';
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        await verify(dataDir, erasureId, said);
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    };
    await onePoint(0);
    const points = Array.from({ length: POINTS }, (_, point) => point + 1);
    const lane = async (): Promise<void> => {
      for (let point = points.shift(); point !== undefined; point = points.shift()) await onePoint(point);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    // If all points fell before or after the erasure, the test would prove nothing.
    expect(Object.fromEntries(outcomes)).to.include.keys('open', 'gone');
  }).timeout(3_600_000);

  /** Does what a server does at its start: users that were erased but still exist are erased again, then the leftovers are removed. */
  async function verify(dataDir: string, erasureId: string, said: readonly string[]): Promise<void> {
    const file = join(dataDir, STORE_FILE);
    const db = new Sqlite(file);
    const whole = db.prepare(`SELECT count(*) FROM users WHERE user_id = 'ana'`).pluck().get() === 1;
    const isSeen = db.prepare('SELECT 1 FROM erased WHERE id = ?').get(erasureId) !== undefined;
    expect(isSeen).to.equal(!whole);
    if (said.includes('gone')) expect(whole, 'what was acknowledged').to.equal(false);
    if (whole) expect(wrongCounters(db)).to.deep.equal([]);
    db.close();
    const writer = openStoreWriter({ dataDir, quotas: QUOTAS, limits: GLOBAL_LIMITS });
    const run = (method: 'detachUser' | 'eraseStep', argument: object): unknown => {
      const [reply] = writer.commit([{ number: 1, method, argument } as Parameters<typeof writer.commit>[0][number]]);
      if (reply === undefined || 'error' in reply) throw new Error(JSON.stringify(reply));
      return reply.result;
    };
    if (!isSeen) run('detachUser', { whose: { tenant: 'default', userId: 'ana' }, erasureId, nowMs: Date.now() });
    while ((run('eraseStep', { nowMs: Date.now() }) as number) > 0);
    expect(writer.controls.scrub()).to.equal(true);
    for (let from: number | undefined = 0; from !== undefined;) {
      const done = writer.controls.overwriteGaps({ from });
      if (typeof done === 'string') throw new Error(done);
      from = done.next;
    }
    writer.controls.close();
    const after = new Sqlite(file);
    expect(after.pragma('integrity_check', { simple: true })).to.equal('ok');
    expect(wrongCounters(after)).to.deep.equal([]);
    expect(another(after), 'another user').to.equal(others);
    after.close();
    expect(await words.foundIn(dataDir)).to.deep.equal([]);
  }
});
