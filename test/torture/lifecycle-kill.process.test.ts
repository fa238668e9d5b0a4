import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { SUFFIX } from '../../server/backends/files/file-cold-store.ts';
import { openForReading } from '../../server/backends/sqlite/engine/file/open-file.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { coldPartition } from '../../server/domain/cold-name.ts';
import { openRecorda } from '../../server/recorda.ts';
import { all } from '../api/doors.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { seededRandom } from '../load/sentences.ts';
import { scaled, testSeed } from '../scale.ts';
import { wrongCounters } from '../backends/sqlite/recount.ts';
import { KEEPING_SCOPE, type Kept } from './kept.ts';

/** Together with the kills of the erasure, these are 1,000 at full scale. */
const POINTS = scaled(8, 480);
/** This many stores work in one process, each at a different point when it is killed, because starting a process takes longest. */
const STORES = 4;
/** The number of kills of the same stores in a row, so that one crash recovery follows another. */
const KILLS = scaled(2, 12);
const AT_ONCE = 2;
/**
 * The kill comes after this many acknowledgements of all stores, and at most this much later, so that it can also hit operations that
 * acknowledge nothing.
 */
const ACKNOWLEDGED = { least: 20, most: 160 };
const LATEST_KILL_MS = 80;
const CHILD = fileURLToPath(new URL('./lifecycle-child.js', import.meta.url));
const { userId } = KEEPING_SCOPE;
const OF_USER = join('users', coldPartition({ tenant: 'default', userId }));

/** A folder, and what was acknowledged for it. */
type Place = { readonly dataDir: string; readonly kept: Kept[] };

/** Runs a child, kills it, and adds what it acknowledged. */
async function killWhileKeeping(places: readonly Place[], random: () => number): Promise<void> {
  const seed = Math.floor(random() * 2 ** 32);
  const dueAt = ACKNOWLEDGED.least + Math.floor(random() * (ACKNOWLEDGED.most - ACKNOWLEDGED.least));
  const afterMs = random() * LATEST_KILL_MS;
  const args = [CHILD, String(seed), ...places.map(({ dataDir }) => dataDir)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const faults: string[] = [];
  child.stderr.on('data', (text: Buffer) => faults.push(text.toString()));
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    // A line that was cut off by the kill was not acknowledged: nobody could read it.
    if (!line.endsWith('}')) continue;
    const { place, kept } = JSON.parse(line) as { readonly place: number; readonly kept: Kept };
    places[place]!.kept.push(kept);
    acknowledged += 1;
    if (acknowledged === dueAt) setTimeout(() => child.kill('SIGKILL'), afterMs);
  }
  const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
  expect(signal, faults.join('')).to.equal('SIGKILL');
}

function addedIn(kept: readonly Kept[]): ReadonlyMap<string, string> {
  return new Map(kept.flatMap((one) => ('id' in one ? [[one.id, one.text] as const] : [])));
}

/** Checks that each acknowledged memory is either in the store or in the archive, and that the archived ones have their objects. */
function verifyPoint({ dataDir, kept }: Place): void {
  const db = openForReading(join(dataDir, STORE_FILE));
  try {
    expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
    const warm = new Set(db.prepare<[], string>('SELECT id FROM memories').pluck().all());
    const archived = db.prepare<[], { id: string; object: string }>('SELECT id, object FROM archived').all();
    for (const { id, object } of archived) {
      if (warm.has(id)) throw new Error(`${id} is in the store and in the archive`);
      if (!existsSync(join(dataDir, 'cold', OF_USER, object + SUFFIX))) throw new Error(`${object} is gone`);
    }
    const cold = new Set(archived.map(({ id }) => id));
    expect(cold.size).to.equal(archived.length);
    for (const id of addedIn(kept).keys()) if (!warm.has(id) && !cold.has(id)) throw new Error(`${id} is lost`);
    const lives = db.prepare(
      'SELECT count(*) FROM memories m LEFT JOIN lives l USING (memory_no) WHERE l.worth IS NULL',
    );
    expect(lives.pluck().get(), 'memories without a life').to.equal(0);
    expect(wrongCounters(db), 'counters').to.deep.equal([]);
  } finally {
    db.close();
  }
}

/** Checks that everything can be restored unchanged and once only, that backups verify, and that no orphans are left. */
async function verifyFolder({ dataDir, kept }: Place): Promise<void> {
  const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
  const { admin, agent } = recordaOver(pipelineTransport(pipeline, async () => undefined));
  const { backups, damagedIds } = await admin.listBackups({});
  expect(damagedIds).to.deep.equal([]);
  const ids = backups.map(({ id }) => id);
  for (const one of kept) if ('backup' in one) expect(ids, 'an acknowledged backup').to.include(one.backup);
  // These are the backups taken after kills.
  for (const id of ids.slice(0, 3)) {
    expect(await lastOf(admin.verifyBackup({ id }))).to.deep.include({ faultCount: 0, isDone: true });
  }
  let archived: readonly { readonly id: string }[];
  do {
    archived = (await admin.listArchive({ userId, pageSize: 1000 })).memories;
    const { skippedIds } = await admin
      .restoreArchived({ userId, ids: archived.map(({ id }) => id) })
      .catch((error: unknown) => {
        if (archived.length === 0) return { skippedIds: [] };
        throw error;
      });
    expect(skippedIds).to.deep.equal([]);
  } while (archived.length > 0);
  const texts = new Map((await all(agent(KEEPING_SCOPE).list())).map(({ id, text }) => [id, text]));
  for (const [id, text] of addedIn(kept)) expect(texts.get(id), id).to.equal(text);
  await lastOf(admin.runRetention({ force: true }));
  const folder = join(dataDir, 'cold', OF_USER, 'archive', 'long_term');
  const left = existsSync(folder) ? readdirSync(folder) : [];
  expect(left, 'objects that nothing points into').to.deep.equal([]);
  await close();
}

describe('kill -9 while memories are archived, restored and backed up', () => {
  const seed = testSeed();

  it(`loses and doubles nothing at ${POINTS} random points (seed ${seed}) @torture`, async () => {
    let acknowledged = 0;
    const rounds = Array.from({ length: POINTS / STORES / KILLS }, (_, round) => round);
    const lane = async (): Promise<void> => {
      for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
        const random = seededRandom(seed + round);
        const folder = await mkdtemp(join(tmpdir(), 'recorda-lifecycle-kill-'));
        const places = Array.from({ length: STORES }, (_, index): Place => ({
          dataDir: join(folder, String(index)),
          kept: [],
        }));
        for (let kill = 0; kill < KILLS; kill += 1) {
          await killWhileKeeping(places, random);
          places.forEach(verifyPoint);
        }
        await Promise.all(places.map(verifyFolder));
        for (const { kept } of places) acknowledged += kept.length;
        await rm(folder, { recursive: true });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    // A child that is killed before its first acknowledgement proves nothing.
    expect(acknowledged).to.be.greaterThan(POINTS * 5);
  }).timeout(3_600_000);
});
