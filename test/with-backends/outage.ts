/** Tests a real server whose backend is down for a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect, RecordaError, type Recorda } from '../../client/index.ts';
import { wireType } from '../../client/wire-names.ts';
import type { MemoryType } from '../../client/agent-types.ts';
import { healthOf, type HealthChecks } from '../rpc/check-health.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { scaled } from '../scale.ts';

export type Outage = {
  /** Returns the environment with which the server is started. */
  env(): Readonly<Record<string, string>>;
  /** The types that live there, and how each is used. */
  readonly types: readonly MemoryType[];
  start(): Promise<void>;
  /** Takes the backend down, and up again. */
  away(): Promise<void> | void;
  back(): Promise<void> | void;
  stop(): Promise<void>;
};

const OUTAGE_MS = scaled(8000, 60_000);
/** The time in milliseconds within which health reports an outage, or its end. */
const NOTICED_MS = 5000;
const TIMEOUT_MS = 2000;
/** A database that has just started is slow at first. */
const FIRST_TIMEOUT_MS = 20_000;
/** The time in milliseconds that a caller's own work may add if the machine is busy. */
const SLACK_MS = 500;
const CLIENTS = 8;
/** After this share of the outage the server has everything that it needs; from then on nothing may accumulate. */
const WARM = 0.5;
const GROWTH_BYTES = 8 * 1024 * 1024;
const LOOKS = 5;
const LOOK_MS = 100;
const MEMORY_SERVICE = 'recorda.v1.MemoryService';

/** How a memory of each type is added; types without a row are not tried. */
const ADD: Readonly<
  Partial<Record<MemoryType, (recorda: Recorda, text: string, timeoutMs: number) => Promise<unknown>>>
> = {
  working: (recorda, text, timeoutMs) => agentOf(recorda).set('note', text, { timeoutMs }),
  short_term: (recorda, text, timeoutMs) => agentOf(recorda).add(text, { type: 'short_term', timeoutMs }),
  long_term: (recorda, text, timeoutMs) => agentOf(recorda).add(text, { timeoutMs }),
  episodic: (recorda, text, timeoutMs) => agentOf(recorda).episodes.start(text, { timeoutMs }),
  entity: (recorda, text, timeoutMs) => agentOf(recorda).entities.upsert(text, 'note', { timeoutMs }),
};

const agentOf = (recorda: Recorda) => recorda.agent({ userId: 'ana', agentId: 'guide', sessionId: 'monday' });

/** Calls that continue with the other types: reads if adding would make the store grow by itself. */
const GO_ON: typeof ADD = {
  ...ADD,
  long_term: (recorda, text, timeoutMs) => agentOf(recorda).retrieve(text, { timeoutMs }),
};

/** Adds memories until it is stopped, and returns the outcome of each. */
type Tried = { readonly type: MemoryType; readonly ms: number; readonly reason: string };

export function describeOutage(name: string, { env, types, start, away, back, stop }: Outage): void {
  describe(`${name} away for ${OUTAGE_MS / 1000} s`, () => {
    const kept = (['working', 'short_term', 'long_term'] as const).filter((type) => !types.includes(type));
    let folder: string;
    let server: ServerProcess;
    let recorda: Recorda;
    let health: HealthChecks;
    const heapFile = (): string => join(folder, 'heap');

    before(async () => {
      await start();
      folder = await mkdtemp(join(tmpdir(), 'recorda-outage-'));
      server = await startServer({
        dataDir: folder,
        env: { ...env(), OUTAGE_HEAP_FILE: heapFile() },
        nodeOptions: ['--expose-gc', `--import=${join(import.meta.dirname, 'watch-heap.js')}`],
      });
      recorda = connect(server.address);
      health = healthOf(server.address);
    });
    after(async () => {
      health.close();
      await recorda.close();
      await server.stop();
      await stop();
      await rm(folder, { recursive: true, force: true });
    });

    it('fails calls of its types alone, with typed errors and in time, and all is well soon after it is back', async () => {
      const add = async (type: MemoryType, text: string, timeoutMs = TIMEOUT_MS, calls = ADD): Promise<Tried> => {
        const startedAt = performance.now();
        const reason = await calls[type]!(recorda, text, timeoutMs).then(
          () => 'OK',
          (error: unknown) => (error instanceof RecordaError ? error.reason : String(error)),
        );
        return { type, ms: performance.now() - startedAt, reason };
      };
      for (const type of [...types, ...kept])
        expect(await add(type, 'before', FIRST_TIMEOUT_MS)).to.include({ reason: 'OK' });
      await untilHealth('SERVING');

      await away();
      const awayAt = performance.now();
      const tried: Tried[] = [];
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let n = 0; performance.now() - awayAt < OUTAGE_MS; n += 1) {
          for (const type of [...types, ...kept])
            tried.push(await add(type, `client ${client}, ${n}`, TIMEOUT_MS, GO_ON));
          await sleep(20);
        }
      });
      await untilHealth('NOT_SERVING');
      expect(performance.now() - awayAt).to.be.below(NOTICED_MS);
      expect(await health.check(MEMORY_SERVICE)).to.equal('SERVING');
      for (const type of kept) expect(await health.check(`${MEMORY_SERVICE}.${type}`)).to.equal('SERVING');

      const events = [];
      const asked = [...types, 'long_term'].map((type) => wireType(type as MemoryType));
      const retrieve = { scope: agentOf(recorda).scope, query: 'before', types: asked };
      for await (const { event } of recorda.memory.streamRetrieveMemories({ retrieve }, { timeoutMs: TIMEOUT_MS })) {
        if (event !== undefined) events.push(event);
      }
      const done = events.at(-1)!;
      expect(done.$case === 'done' && [...done.value.missing].toSorted()).to.deep.equal(types.map(wireType).toSorted());
      expect(events.some(({ $case }) => $case === 'result')).to.equal(true);

      await sleep(OUTAGE_MS * WARM - (performance.now() - awayAt));
      const bytesBefore = await liveBytes(server, heapFile());
      await Promise.all(clients);
      const ofTypes = tried.filter(({ type }) => types.includes(type));
      const ofOthers = tried.filter(({ type }) => !types.includes(type));
      expect(new Set(ofOthers.map(({ reason }) => reason))).to.deep.equal(new Set(['OK']));
      for (const { reason, ms } of ofTypes) {
        expect(reason).to.be.oneOf(['BACKEND_UNAVAILABLE', 'DEADLINE_EXCEEDED']);
        expect(ms).to.be.below(TIMEOUT_MS + SLACK_MS);
      }
      const refused = ofTypes.filter(({ reason }) => reason === 'BACKEND_UNAVAILABLE');
      expect(refused.length).to.be.above(ofTypes.length / 2);
      const grown = (await liveBytes(server, heapFile())) - bytesBefore;
      expect(grown, `over ${tried.length} calls`).to.be.below(GROWTH_BYTES);

      await back();
      const backAt = performance.now();
      await untilHealth('SERVING');
      expect(performance.now() - backAt).to.be.below(NOTICED_MS);
      for (const type of [...types, ...kept])
        expect(await add(type, 'after', FIRST_TIMEOUT_MS)).to.include({ reason: 'OK' });
    }).timeout(OUTAGE_MS + 60_000);

    async function untilHealth(status: string): Promise<void> {
      const names = types.map((type) => `${MEMORY_SERVICE}.${type}`);
      for (;;) {
        const found = await Promise.all(names.map((service) => health.check(service).catch(() => 'UNKNOWN')));
        if (found.every((one) => one === status)) return;
        await sleep(50);
      }
    }
  });
}

/**
 * Returns the bytes in the server's memory after garbage collection: the least of several samples, since calls are in
 * progress.
 */
async function liveBytes({ process: child }: ServerProcess, file: string): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS; look += 1) {
    await rm(file, { force: true });
    child.kill('SIGUSR2');
    let text = '';
    while (text === '') {
      await sleep(LOOK_MS);
      text = await readFile(file, 'utf8').catch(() => '');
    }
    least = Math.min(least, Number(text));
  }
  return least;
}
