/**
 * Two servers with one search index: each finds, changes and deletes what the other wrote, and continues while the index is down.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, RecordaError, type Agent, type Recorda, wire } from '../../client/index.ts';
import { all, errorOf } from '../api/doors.ts';
import { healthOf } from '../rpc/check-health.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';
import { scaled } from '../scale.ts';

const LAG_MS = 100;
const TIMEOUT_MS = 2000;
const SLACK_MS = 500;
/** The time in milliseconds within which health reports an outage, or its end. */
const NOTICED_MS = 5000;
const OUTAGE_MS = scaled(6000, 60_000);
const CONVERGES_MS = 30_000;
const GROWTH_BYTES = 64 * 1024 * 1024;
const PAGE_BYTES = 4096;
const LONG_TERM = 'recorda.v1.MemoryService.long_term';

describe('Two servers over one search index', () => {
  let standIn: SearchStandIn;
  let folders: readonly string[] = [];
  let servers: readonly ServerProcess[] = [];
  let recordas: readonly Recorda[] = [];
  let users = 0;

  before(async () => {
    standIn = await startSearchStandIn('key');
    standIn.setLag(LAG_MS);
    const env = {
      RECORDA_LONG_TERM: `azure-search://${new URL(standIn.endpoint).host}/memories`,
      RECORDA_AZURE_SEARCH_KEY: standIn.key,
    };
    folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'recorda-indexed-'))));
    servers = await Promise.all(folders.map((dataDir) => startServer({ dataDir, env })));
    recordas = servers.map(({ address }) => connect(address));
  });
  after(async () => {
    await Promise.all(recordas.map((recorda) => recorda.close()));
    await Promise.all(servers.map((server) => server.stop()));
    await standIn.close();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    expect(standIn.breaches).to.deep.equal([]);
  });
  beforeEach(() => {
    users += 1;
  });

  /** Returns the test's user, at one server and at the other. */
  const both = (): readonly [Agent, Agent] => {
    const scope = { userId: `user ${users}`, agentId: 'guide', sessionId: 'monday' };
    return [recordas[0]!.agent(scope), recordas[1]!.agent(scope)];
  };
  const texts = async (agent: Agent): Promise<readonly string[]> =>
    (await all(agent.list())).map(({ text }) => text).toSorted();

  async function eventually(holds: () => unknown): Promise<void> {
    const endMs = performance.now() + CONVERGES_MS;
    for (;;) {
      try {
        await holds();
        return;
      } catch (error) {
        if (performance.now() > endMs) throw error;
        await sleep(50);
      }
    }
  }

  it('find, list, read, change and delete at one what was written at the other', async () => {
    const [here, there] = both();
    const added = await here.add('User lives in Rome', { metadata: { city: 'Rome' } });
    const { id } = added.memory;
    // A server reads its own writes, whatever the index shows.
    expect((await here.retrieve('Where does the user live?')).map((hit) => hit.memory.id)).to.deep.equal([id]);
    await eventually(async () => expect(await texts(there)).to.deep.equal(['User lives in Rome']));
    expect((await there.get(id)).metadata).to.deep.equal({ city: 'Rome' });
    const [hit] = await there.retrieve('Where does the user live?', { filter: 'metadata.city == "Rome"' });
    expect(hit?.memory.id).to.equal(id);
    const stale = there.update({ id, etag: '7' }, { text: 'x' });
    expect((await errorOf(stale)).reason).to.equal('ETAG_MISMATCH');
    const updated = await there.update(added.memory, { text: 'User lives in Paris' });
    expect(updated).to.deep.include({ etag: '2', metadata: { city: 'Rome' }, createTime: added.memory.createTime });
    await eventually(async () => expect((await here.get(id)).text).to.equal('User lives in Paris'));
    await here.delete({ id, etag: '2' });
    expect(await texts(here)).to.deep.equal([]);
    await eventually(async () => expect((await errorOf(there.get(id))).reason).to.equal('MEMORY_NOT_FOUND'));
    expect(await there.retrieve('Where does the user live?')).to.deep.equal([]);
  });

  it('delete by filter, and erase all of a user, whichever of them wrote it', async () => {
    const [here, there] = both();
    for (let n = 0; n < 20; n += 1) {
      await (n % 2 === 0 ? here : there).add(`memory ${n}`, { metadata: { even: n % 2 === 0 } });
    }
    await eventually(async () => expect((await texts(there)).length + (await texts(here)).length).to.equal(40));
    const { scope } = there;
    const asked = { scope, type: wire.MemoryType.LONG_TERM, filter: 'metadata.even', force: true };
    expect((await recordas[1]!.memory.deleteMemories(asked)).deletedCount).to.equal(10);
    await eventually(async () => expect(await texts(here)).to.have.length(10));
    await all(recordas[0]!.admin.deleteUserData({ userId: scope.userId, force: true }));
    await eventually(async () => expect(await texts(there)).to.deep.equal([]));
  });

  it('say that a write is not searchable everywhere yet', async () => {
    const [{ scope }] = both();
    const memory = { scope, payload: { $case: 'text' as const, value: { content: 'User enjoys skiing' } } };
    const { indexState, memory: added } = await recordas[0]!.memory.addMemory({ memory });
    expect(indexState).to.equal(wire.IndexState.PENDING);
    const updated = await recordas[0]!.memory.updateMemory({
      memory: { id: added!.id, scope, payload: { $case: 'text', value: { content: 'User enjoys chess' } } },
    });
    expect(updated.indexState).to.equal(wire.IndexState.PENDING);
  });

  it(`continue without the index for ${OUTAGE_MS / 1000} s: writes are kept, and nothing but its searches fails`, async () => {
    const [here, there] = both();
    const health = healthOf(servers[0]!.address);
    const untilHealth = async (status: string): Promise<number> => {
      const startMs = performance.now();
      while ((await health.check(LONG_TERM)) !== status) await sleep(50);
      return performance.now() - startMs;
    };
    try {
      await here.add('before');
      await eventually(async () => expect(await texts(there)).to.deep.equal(['before']));
      await untilHealth('SERVING');
      const bytesBefore = await residentBytes(servers[0]!);

      standIn.shut();
      const endMs = performance.now() + OUTAGE_MS;
      expect(await untilHealth('NOT_SERVING')).to.be.below(NOTICED_MS);
      expect(await health.check('recorda.v1.MemoryService')).to.equal('SERVING');
      let written = 0;
      const slowest: Record<string, number> = {};
      const timed = async (name: string, work: () => Promise<unknown>): Promise<string> => {
        const startMs = performance.now();
        const reason = await work().then(
          () => 'OK',
          (error: unknown) => (error instanceof RecordaError ? error.reason : String(error)),
        );
        slowest[name] = Math.max(slowest[name] ?? 0, performance.now() - startMs);
        return reason;
      };
      while (performance.now() < endMs) {
        const options = { timeoutMs: TIMEOUT_MS };
        expect(await timed('add', () => here.add(`away ${written}`, options))).to.equal('OK');
        written += 1;
        expect(await timed('short_term', () => here.add('message', { type: 'short_term', ...options }))).to.equal('OK');
        const search = () => here.retrieve('away', { ...options, types: ['long_term'] });
        expect(await timed('search', search)).to.be.oneOf(['BACKEND_UNAVAILABLE', 'DEADLINE_EXCEEDED']);
        await sleep(20);
      }
      for (const ms of Object.values(slowest)) expect(ms).to.be.below(TIMEOUT_MS + SLACK_MS);
      const state = await recordas[0]!.admin.getOutbox({});
      expect(state).to.include({ mirrored: true, indexAvailable: false, waitingCount: written, deadCount: 0 });
      expect((await residentBytes(servers[0]!)) - bytesBefore).to.be.below(GROWTH_BYTES);

      standIn.open();
      expect(await untilHealth('SERVING')).to.be.below(NOTICED_MS);
      const openMs = performance.now();
      await eventually(async () => expect(await texts(there)).to.have.length(written + 1));
      process.stdout.write(
        `      ${written} written meanwhile; the other server has them ${Math.round(performance.now() - openMs)} ms after\n`,
      );
      expect(await texts(here)).to.deep.equal(await texts(there));
    } finally {
      standIn.open();
      health.close();
    }
  }).timeout(OUTAGE_MS + 90_000);
});

/** Reads it as the kernel counts it. */
async function residentBytes({ process: { pid } }: ServerProcess): Promise<number> {
  const [, pages = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return Number(pages) * PAGE_BYTES;
}
