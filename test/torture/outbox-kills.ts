/**
 * Kills the process between the durable record and the index: whatever was acknowledged must survive, and the index must converge to the
 * record.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openAzureSearch } from '../../server/backends/azure-ai-search/open-azure-search.ts';
import { mirrorOutbox } from '../../server/jobs/outbox.ts';
import type { MemoryRecord } from '../../server/domain/memory.ts';
import type { ListCursor } from '../../server/ports/stores.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { openTemporary, temporaryFolder } from '../backends/sqlite/temporary-store.ts';
import { call, textOf } from '../conformance/subject.ts';
import { seededRandom } from '../load/sentences.ts';
import { testSeed } from '../scale.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';
import { MIRROR, MIRRORED, textAt, type Mirrored } from './written.ts';

const CHILD = fileURLToPath(new URL('./mirroring-child.js', import.meta.url));
/** The kill comes after this many acknowledgements, and at most this much later. */
const ACKNOWLEDGED = { least: 10, most: 70 };
const LATEST_KILL_MS = 100;
const CONVERGES_MS = 30_000;
const LAG_MS = 50;
const INDEX = 'killed';

type Standing = ReadonlyMap<string, string>;

async function pages(
  page: (after: ListCursor | undefined) => Promise<{ records: readonly MemoryRecord[]; next?: ListCursor | undefined }>,
): Promise<Standing> {
  const standing = new Map<string, string>();
  let after: ListCursor | undefined;
  do {
    const { records, next } = await page(after);
    for (const { id, version, payload } of records) standing.set(id, `${version} ${textOf(payload)}`);
    after = next;
  } while (after !== undefined);
  return standing;
}

async function killWhileMirroring(dataDir: string, standIn: SearchStandIn, random: () => number): Promise<Mirrored[]> {
  const args = [CHILD, dataDir, String(Math.floor(random() * 2 ** 32)), standIn.endpoint, standIn.key, INDEX];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const faults: string[] = [];
  child.stderr.on('data', (text: Buffer) => faults.push(text.toString()));
  const dueAt = ACKNOWLEDGED.least + Math.floor(random() * (ACKNOWLEDGED.most - ACKNOWLEDGED.least));
  const written: Mirrored[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.endsWith('}')) continue;
    written.push(JSON.parse(line) as Mirrored);
    if (written.length === dueAt) setTimeout(() => child.kill('SIGKILL'), random() * LATEST_KILL_MS);
  }
  const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
  expect(signal, faults.join('')).to.equal('SIGKILL');
  return written;
}

/** Cuts some requests before or after they are executed, and slows down others. */
function disturb(standIn: SearchStandIn, random: () => number): void {
  standIn.clearFaults();
  const path = 'search.index';
  if (random() < 0.5) standIn.fault({ kind: 'slow', ms: 100, times: 3, path });
  if (random() < 0.3) standIn.fault({ kind: 'cut', when: 'after', times: 2, path });
  if (random() < 0.3) standIn.fault({ kind: 'partial', statusCode: 503, times: 2, path });
}

/** Opens what the kill left, and returns how long the index took to converge. */
async function converge(dataDir: string, standIn: SearchStandIn, acknowledged: ReadonlyMap<string, Mirrored>) {
  const clock = { now: () => Date.now(), advance: () => undefined };
  const opened = await openTemporary({ dataDir, clock, mirror: MIRROR });
  const { endpoint, key } = standIn;
  const index = await openAzureSearch({ endpoint, key, index: INDEX, vectors: 'exhaustive' }, silentLog);
  const { local, outbox, leases } = opened;
  const startMs = performance.now();
  const mirroring = mirrorOutbox({
    outbox,
    index,
    leases,
    clock,
    log: silentLog,
    telemetry: { outbox: () => undefined },
  });
  try {
    const query = { scope: MIRRORED, pageSize: 1000, descending: false, nowMs: clock.now() };
    const record = await pages((after) => local.store.list({ ...query, after }, call()));
    for (const { id, version, isGoing } of acknowledged.values()) {
      const stands = Number(record.get(id)?.split(' ')[0] ?? 0);
      // Writes that were not acknowledged may have happened.
      const isKept = version === 0 ? stands === 0 : stands >= version || (stands === 0 && isGoing === true);
      if (!isKept) throw new Error(`Version ${version} of ${id} was lost: ${stands} stands.`);
      if (stands > 0 && record.get(id) !== `${stands} ${textAt(id, stands)}`)
        throw new Error(`${id} has another text.`);
    }
    for (;;) {
      const there = await pages(async (after) => {
        const { found, next } = await index.list({ ...query, after }, call());
        return { records: found.map((one) => one.record), next };
      });
      const isSame = there.size === record.size && [...record].every(([id, text]) => there.get(id) === text);
      const tookMs = performance.now() - startMs;
      if (isSame) return { tookMs, memories: record.size };
      if (tookMs > CONVERGES_MS) expect(Object.fromEntries(there)).to.deep.equal(Object.fromEntries(record));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    await mirroring.stop();
    await index.close();
    await opened.close();
  }
}

export function describeOutboxKills(points: number): void {
  const seed = testSeed();

  it(`becomes what the record is within 30 s of each of ${points} kills, and no acknowledged write is lost (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const standIn = await startSearchStandIn();
    standIn.setLag(LAG_MS);
    const dataDir = await temporaryFolder();
    const acknowledged = new Map<string, Mirrored>();
    let slowestMs = 0;
    let memories = 0;
    try {
      for (let point = 0; point < points; point += 1) {
        disturb(standIn, random);
        for (const written of await killWhileMirroring(dataDir, standIn, random)) acknowledged.set(written.id, written);
        const converged = await converge(dataDir, standIn, acknowledged);
        slowestMs = Math.max(slowestMs, converged.tookMs);
        memories = converged.memories;
      }
      expect(standIn.breaches).to.deep.equal([]);
      // A child that is killed before its first acknowledgement proves nothing; most must get further.
      expect(acknowledged.size).to.be.greaterThan(points * 5);
      process.stdout.write(
        `      ${acknowledged.size} acknowledged, ${memories} stand; the slowest took ${Math.round(slowestMs)} ms\n`,
      );
    } finally {
      await standIn.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }).timeout(3_600_000);
}
