import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import type { EmbedderConfig } from '../../server/embedders/open-embedder.ts';
import { REEMBEDDING } from '../../server/policy/embedding.ts';
import { type EmbeddingsApi, type Fault, refuse, startEmbeddingsApi } from '../embedders/embeddings-api.ts';
import { scaled } from '../scale.ts';
import { type Executable, startExecutable } from './executable.ts';

const COUNT = 1300;
const STATIC_DIMENSIONS = 256;
const DIMENSIONS = 8;
const FLOAT_BYTES = 4;
const KILLS = scaled(2, 100);

describe('recorda reembed', () => {
  let filled: string;
  let dataDir: string;
  let api: EmbeddingsApi;

  before(async () => {
    filled = await mkdtemp(join(tmpdir(), 'recorda-filled-'));
    const recorda = await openEmbedded({ warmUp: false, dataDir: filled });
    const agent = recorda.agent({ userId: 'ana', sessionId: 's' });
    await agent.add('A message', { type: 'short_term' });
    const requests = Array.from({ length: COUNT }, (_, index) => ({
      memory: {
        scope: { userId: `user ${index % 3}` },
        payload: { $case: 'text' as const, value: { content: `fact ${index} ${'long '.repeat(index % 400)}` } },
      },
    }));
    for (let from = 0; from < COUNT; from += 500) {
      await recorda.memory.batchAddMemories({ requests: requests.slice(from, from + 500) });
    }
    await recorda.close();
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-reembed-'));
    await cp(filled, dataDir, { recursive: true });
    api = await startEmbeddingsApi({ dimensions: DIMENSIONS });
  });
  afterEach(async () => {
    await api.close();
    await rm(dataDir, { recursive: true });
  });
  after(async () => rm(filled, { recursive: true }));

  const embedder = (): EmbedderConfig => ({ kind: 'openai', baseUrl: api.url, model: 'other', dimensions: DIMENSIONS });
  const env = (): Record<string, string> => ({
    RECORDA_DATA_DIR: dataDir,
    RECORDA_EMBEDDER: 'openai',
    RECORDA_EMBEDDER_URL: api.url,
    RECORDA_EMBEDDER_MODEL: 'other',
    RECORDA_EMBEDDER_DIMENSIONS: `${DIMENSIONS}`,
  });
  const start = (): Executable => startExecutable({ args: ['reembed'], env: env(), cwd: dataDir });
  const asked = (): readonly string[] => api.requests.flatMap(({ body }) => body.input);

  /** Returns the name of the store's embedder; fails if it has vectors of two. */
  function ownerOf(): string {
    const db = new Sqlite(join(dataDir, 'recorda.db'));
    const owners = db.prepare(`SELECT name, dimensions, slot FROM embedder WHERE state = 'CURRENT'`).all() as readonly {
      readonly name: string;
      readonly dimensions: number;
      readonly slot: number;
    }[];
    expect(owners).to.have.length(1);
    const column = owners[0]!.slot === 0 ? 'vector' : 'other_vector';
    const vectors = db
      .prepare(`SELECT length(${column}) AS bytes, count(*) AS count FROM memories WHERE role IS NULL GROUP BY 1`)
      .all();
    const check = db.pragma('integrity_check', { simple: true });
    db.close();
    expect(check).to.equal('ok');
    expect(vectors).to.deep.equal([{ bytes: owners[0]!.dimensions * FLOAT_BYTES, count: COUNT }]);
    return owners[0]!.name;
  }

  /** Lets the API answer this many texts; resolves once it is asked for more, which it never answers. */
  async function hangAfter(texts: number): Promise<void> {
    let answered = 0;
    return new Promise((resolve) => {
      const fault: Fault = async ({ body }) => {
        answered += body.input.length;
        if (answered <= texts) return false;
        resolve();
        return sleep(60_000, true, { ref: false });
      };
      api.faults.push(...new Array<Fault>(COUNT).fill(fault));
    });
  }

  it('gives a store to another embedder, which then answers from it', async () => {
    const run = start();
    expect(await run.exit, run.stderr()).to.equal(0);
    // Progress is for terminals: only the log is there.
    const logged = run.stderr().split('\n');
    expect(logged.pop()).to.equal('');
    for (const line of logged) expect(JSON.parse(line), line).to.include.keys('level', 'time', 'msg');
    expect(run.stdout()).to.contain(`${COUNT} memories in ${dataDir} now have vectors of other 1, 8 dimensions`);
    expect(asked()).to.have.length(COUNT);
    expect(ownerOf()).to.equal('other');

    const recorda = await openEmbedded({ warmUp: false, dataDir, embedder: embedder() });
    const [hit] = await recorda.agent({ userId: 'user 1' }).retrieve('fact 1 long ');
    expect(hit?.similarity).to.be.closeTo(1, 1e-6);
    expect(hit?.text).to.equal('fact 1 long ');
    const message = await recorda
      .agent({ userId: 'ana', sessionId: 's' })
      .retrieve('message', { types: ['short_term'] });
    expect(message).to.have.length(1);
    await recorda.close();

    const again = start();
    expect(await again.exit).to.equal(0);
    expect(again.stdout()).to.contain('nothing to do');
  });

  it('leaves the old store or the new one, whenever it is killed @torture', async () => {
    const began = performance.now();
    await start().exit;
    const wholeMs = performance.now() - began;
    const found: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await rm(dataDir, { recursive: true });
      await cp(filled, dataDir, { recursive: true });
      const run = start();
      // Every second one is killed while the store itself changes: its log grows only then.
      if (kill % 2 === 0) await Promise.race([run.exit, logGrows(join(dataDir, 'recorda.db-wal'))]);
      else await sleep((wholeMs * (kill + 1)) / (KILLS + 1));
      run.process.kill('SIGKILL');
      await run.exit;
      found.push(ownerOf());
    }
    expect(found.every((name) => name === 'other' || name === 'recorda-static-en-es')).to.equal(true);
    const run = start();
    expect(await run.exit).to.equal(0);
    expect(ownerOf()).to.equal('other');
  }).timeout(3_600_000);

  it('goes on where it was killed', async () => {
    const hanging = hangAfter(2 * REEMBEDDING.batch);
    const run = start();
    await hanging;
    run.process.kill('SIGKILL');
    await run.exit;
    expect(ownerOf()).to.equal('recorda-static-en-es');
    api.faults.length = 0;
    api.requests.length = 0;
    const again = start();
    expect(await again.exit).to.equal(0);
    expect(again.stdout()).to.contain(`${2 * REEMBEDDING.batch} of them in an earlier run`);
    expect(asked()).to.have.length(COUNT - 2 * REEMBEDDING.batch);
    expect(ownerOf()).to.equal('other');
  });

  it('stops when told to, and leaves the store as it was, and what was made in it', async () => {
    const hanging = hangAfter(REEMBEDDING.batch);
    const run = start();
    await hanging;
    run.process.kill('SIGTERM');
    expect(await run.exit).to.equal(1);
    expect(run.stderr()).to.contain('Stopped').and.contain('is unchanged');
    expect(ownerOf()).to.equal('recorda-static-en-es');
    // A server in between loses none of it.
    await (await openEmbedded({ warmUp: false, dataDir })).close();
    api.faults.length = 0;
    api.requests.length = 0;
    expect(await start().exit).to.equal(0);
    expect(asked()).to.have.length(COUNT - REEMBEDDING.batch);
  });

  it('waits for an endpoint that is busy, and gives up on one that refuses', async () => {
    const wait = { 'retry-after': '1' };
    for (let count = 0; count < 3; count++) {
      api.faults.push((_, response) => refuse(response, 429, { message: '' }, wait));
    }
    const busy = start();
    expect(await busy.exit).to.equal(0);
    await rm(dataDir, { recursive: true });
    await cp(filled, dataDir, { recursive: true });
    for (let count = 0; count < 8; count++) {
      api.faults.push((_, response) => refuse(response, 401, { message: '', code: 'invalid_api_key' }));
    }
    const refused = start();
    expect(await refused.exit).to.equal(4);
    expect(refused.stderr()).to.contain('RECORDA_EMBEDDER_API_KEY');
    expect(ownerOf()).to.equal('recorda-static-en-es');
  });

  it('wants the folder to itself or its server, and a store in it', async () => {
    const recorda = await openEmbedded({ warmUp: false, dataDir });
    const locked = startExecutable({ args: ['reembed', '--port', '1'], env: env(), cwd: dataDir });
    expect(await locked.exit).to.equal(1);
    expect(locked.stderr()).to.contain('is in use by another Recorda').and.contain('No server answers at 127.0.0.1:1');
    await recorda.close();
    const nowhere = startExecutable({
      args: ['reembed', '--data-dir', join(dataDir, 'none')],
      env: env(),
      cwd: dataDir,
    });
    expect(await nowhere.exit).to.equal(1);
    expect(nowhere.stderr()).to.contain('contains no store');
  });

  it('goes back to the built-in embedder as well', async () => {
    await start().exit;
    const back = startExecutable({ args: ['reembed'], env: { RECORDA_DATA_DIR: dataDir }, cwd: dataDir });
    expect(await back.exit).to.equal(0);
    expect(back.stdout()).to.contain(`${STATIC_DIMENSIONS} dimensions`);
    expect(ownerOf()).to.equal('recorda-static-en-es');
  });
});

async function logGrows(path: string): Promise<void> {
  for (;;) {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size > 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
