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

/** With those of the erasure 1,000 in the torture. */
const POINTS = scaled(8, 480);
/** So many stores work in one process, each at a point of its own when that is killed: to start it takes longest. */
const STORES = 4;
/** They are killed over and over, so that one crash is recovered from after another. */
const KILLS = scaled(2, 12);
const AT_ONCE = 2;
/** After so many acknowledgements of all, and then so much later at most, for it to be at any moment of what gives none. */
const ACKNOWLEDGED = { least: 20, most: 160 };
const LATEST_KILL_MS = 80;
const CHILD = fileURLToPath(new URL('./lifecycle-child.js', import.meta.url));
const { userId } = KEEPING_SCOPE;
const OF_USER = join('users', coldPartition({ tenant: 'default', userId }));

/** A folder, and what was acknowledged of it. */
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
    // A line that the kill cut off was not acknowledged: nobody could read it.
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

/** Each acknowledged memory is in the store or in the archive, and in one of them; what is archived lies there. */
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

/** Everything comes back as it was, each once; backups hold; nothing is left that nobody needs. */
async function verifyFolder({ dataDir, kept }: Place): Promise<void> {
  const { pipeline, close } = await openRecorda({ dataDir, isBrief: true });
  const { admin, agent } = recordaOver(pipelineTransport(pipeline, async () => undefined));
  const { backups, damagedIds } = await admin.listBackups({});
  expect(damagedIds).to.deep.equal([]);
  const ids = backups.map(({ id }) => id);
  for (const one of kept) if ('backup' in one) expect(ids, 'an acknowledged backup').to.include(one.backup);
  // Those after kills.
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
        const folder = await mkdtemp(join(tmpdir(), 'recorda-keeping-kill-'));
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
