/**
 * Two servers with one index serve one user's long-term memory interchangeably, after the outbox's delay, and continue while it is down.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { connect, type Agent, type Recorda } from '../../client/index.ts';
import { errorOf } from '../api/doors.ts';
import { healthOf, type HealthChecks } from '../rpc/check-health.ts';
import { inWords } from '../../server/domain/check-statements.ts';
import { startServer, type ServerProcess } from '../server-process.ts';
import { startSearchStandIn, type SearchStandIn } from '../stand-ins/azure-ai-search/serve-search.ts';

const LAG_MS = 300;
/** The time in milliseconds within which one server finds a change of the other, and changes that waited for the index. */
const CONVERGED_MS = 30_000;
/** The time in milliseconds within which health reports an outage, or its end. */
const NOTICED_MS = 5000;
const LONG_TERM = 'recorda.v1.MemoryService.long_term';

describe('Two servers over one Azure AI Search', () => {
  let standIn: SearchStandIn;
  let folders: string[];
  let servers: ServerProcess[];
  let recordas: Recorda[];
  let checks: HealthChecks;
  let users = 0;

  before(async () => {
    standIn = await startSearchStandIn('key');
    standIn.setLag(LAG_MS);
    const env = {
      RECORDA_LONG_TERM: `${standIn.endpoint.replace('http', 'azure-search')}/memories`,
      RECORDA_AZURE_SEARCH_KEY: standIn.key,
    };
    folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'recorda-search-'))));
    servers = await Promise.all(folders.map((dataDir) => startServer({ dataDir, env })));
    recordas = servers.map(({ address }) => connect(address));
    checks = healthOf(servers[0]!.address);
  });
  after(async () => {
    checks.close();
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
  const texts = async (agent: Agent): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { text } of agent.list({ type: 'long_term' })) found.push(text);
    return found.toSorted();
  };
  const untilListed = async (agent: Agent, wanted: readonly string[]): Promise<void> => {
    const startedAt = performance.now();
    for (;;) {
      const listed = await texts(agent);
      if (JSON.stringify(listed) === JSON.stringify(wanted)) return;
      if (performance.now() - startedAt > CONVERGED_MS) expect(listed).to.deep.equal(wanted);
      await sleep(50);
    }
  };
  const untilHealth = async (status: string): Promise<void> => {
    const startedAt = performance.now();
    while ((await checks.check(LONG_TERM)) !== status) {
      expect(performance.now() - startedAt, `not yet ${status}`).to.be.below(NOTICED_MS);
      await sleep(50);
    }
  };

  it('see their own writes at once, and each other’s after a while: adds, updates, deletions', async () => {
    const [here, there] = both();
    const { memory } = await here.add('likes skiing in the alps', { metadata: { season: 'winter' } });
    expect(await texts(here)).to.deep.equal(['likes skiing in the alps']);
    await there.add('likes coffee from Colombia');
    expect(await texts(there)).to.include('likes coffee from Colombia');
    const all = ['likes coffee from Colombia', 'likes skiing in the alps'];
    await Promise.all([untilListed(here, all), untilListed(there, all)]);

    const [found] = await there.retrieve('what winter sports?', { topK: 1, filter: 'metadata.season == "winter"' });
    expect(found?.memory).to.include({ id: memory.id, text: 'likes skiing in the alps' });
    await there.update(memory.id, { text: 'likes snowboarding in the alps' });
    expect((await there.get(memory.id)).text).to.equal('likes snowboarding in the alps');
    await untilListed(here, ['likes coffee from Colombia', 'likes snowboarding in the alps']);
    const [same] = await here.retrieve('snowboarding', { topK: 1 });
    expect(same?.memory).to.include({ id: memory.id, text: 'likes snowboarding in the alps' });

    await here.delete(memory.id);
    expect((await errorOf(here.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
    await untilListed(there, ['likes coffee from Colombia']);
    expect((await errorOf(there.get(memory.id))).reason).to.equal('MEMORY_NOT_FOUND');
  }).timeout(120_000);

  it('accept writes while the index is away, say what does not answer, and converge once it is back', async () => {
    const [here, there] = both();
    await here.add('before');
    await untilListed(there, ['before']);
    await untilHealth('SERVING');
    standIn.shut();
    await untilHealth('NOT_SERVING');
    expect(await checks.check('recorda.v1.MemoryService')).to.equal('SERVING');
    expect(await checks.check('recorda.v1.MemoryService.short_term')).to.equal('SERVING');
    for (let n = 0; n < 20; n += 1) await (n % 2 === 0 ? here : there).add(`while it is away ${n}`);
    const startedAt = performance.now();
    expect((await errorOf(here.retrieve('before', { timeoutMs: 2000 }))).reason).to.be.oneOf([
      'BACKEND_UNAVAILABLE',
      'DEADLINE_EXCEEDED',
    ]);
    expect(performance.now() - startedAt).to.be.below(2500);
    await here.add('a message', { type: 'short_term' });
    standIn.open();
    await untilHealth('SERVING');
    const all = ['before', ...Array.from({ length: 20 }, (_, n) => `while it is away ${n}`)].toSorted();
    await Promise.all([untilListed(here, all), untilListed(there, all)]);
  }).timeout(120_000);

  it('have their index described by doctor', async () => {
    const { checkAzureSearch } = await import('../../server/backends/azure-ai-search/check-azure-search.ts');
    const { endpoint, key } = standIn;
    expect(inWords(await checkAzureSearch({ endpoint, key, index: 'memories' }))).to.match(
      /^Azure AI Search, API .*; \d+ memories$/,
    );
    expect(inWords(await checkAzureSearch({ endpoint, key, index: 'unknown' }))).to.match(/does not exist yet/);
    const refused = await checkAzureSearch({ endpoint, key: 'wrong', index: 'memories' }).catch(
      (error: Error) => error,
    );
    expect(refused).to.have.property('message', 'it rejects the key');
  });
});
