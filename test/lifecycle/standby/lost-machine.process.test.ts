import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import { STORE_FILE } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { restoreFromStandby, type RestoreConfig } from '../../../server/opening/open-restore.ts';
import { SECOND_MS } from '../../../server/policy/units.ts';
import { wrongCounters } from '../../backends/sqlite/recount.ts';
import { seededRandom } from '../../load/sentences.ts';
import { scaled, testSeed } from '../../scale.ts';
import { placesIn } from './shipping-server.ts';

const POINTS = scaled(2, 100);
const IS_TORTURE = scaled(0, 1) === 1;
const LATEST_KILL_MS = 1500;
const MOST_LOST_MS = 5 * SECOND_MS;
const CHILD = fileURLToPath(new URL('./shipping-child.js', import.meta.url));

type Told = { readonly id: string; readonly atMs: number; readonly isGone?: true };

/** Returns what was acknowledged before the server was killed, and when it was killed. */
async function killWhileWriting(places: RestoreConfig, afterMs: number) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(places)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const told: Told[] = [];
  let killedMs = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    // A line that was cut off by the kill was not acknowledged.
    if (!line.endsWith('}')) continue;
    const said = JSON.parse(line) as Told | { readonly opened: true };
    if (!('opened' in said)) told.push(said);
    else {
      setTimeout(() => {
        killedMs = Date.now();
        child.kill('SIGKILL');
      }, afterMs);
    }
  }
  await exit;
  return { told, killedMs };
}

describe('a machine that is lost while it writes', () => {
  const seed = testSeed();

  it(`is restored from its standby as of a time that the restore reports, ${POINTS} times (seed ${seed}) @torture`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-lost-'));
    const random = seededRandom(seed);
    const there = new Map<string, boolean>();
    const lost: number[] = [];
    let places = placesIn(folder);
    try {
      for (let point = 0; point < POINTS; point += 1) {
        const { told, killedMs } = await killWhileWriting(places, random() * LATEST_KILL_MS);
        await rm(places.dataDir, { recursive: true });
        places = { ...places, dataDir: join(folder, `after-${point}`) };
        const { atMs } = await restoreFromStandby(places, places.dataDir, {});
        lost.push(Math.max(0, killedMs - atMs));
        const db = new Sqlite(join(places.dataDir, STORE_FILE), { readonly: true });
        const found = new Set(db.prepare<[], string>('SELECT id FROM memories').pluck().all());
        expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
        expect(wrongCounters(db)).to.deep.equal([]);
        db.close();
        // Each write was acknowledged shortly after it was committed; only those acknowledged after `atMs` may be missing.
        for (const { id, atMs: toldMs, isGone = false } of told) if (toldMs < atMs) there.set(id, !isGone);
        const late = new Set(told.filter(({ atMs: toldMs }) => toldMs >= atMs).map(({ id }) => id));
        for (const [id, isThere] of there) if (!late.has(id)) expect(found.has(id), id).to.equal(isThere);
        for (const id of late) there.set(id, found.has(id));
      }
      expect(there.size).to.be.greaterThan(POINTS);
      if (IS_TORTURE) expect(Math.max(...lost)).to.be.at.most(MOST_LOST_MS);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    const inOrder = lost.toSorted((a, b) => a - b);
    process.stdout.write(`      lost: median ${inOrder[inOrder.length >> 1]} ms, most ${inOrder.at(-1)} ms\n`);
  }).timeout(3_600_000);
});
