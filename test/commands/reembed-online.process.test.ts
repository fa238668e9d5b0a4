import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { openEmbedded } from '../../server/embedded/open-embedded.ts';
import type { RecordaError } from '../../client/errors.ts';
import type { Recorda } from '../../client/recorda.ts';
import { readText } from '../../server/backends/stored-text.ts';
import type { EmbedderConfig } from '../../server/embedders/open-embedder.ts';
import { unitVector } from '../../server/embedders/unit-vector.ts';
import { leaveWanted } from '../../server/embedders/wanted-embedder.ts';
import { REEMBEDDING } from '../../server/policy/embedding.ts';
import { type EmbeddingsApi, type Fault, rawVector, startEmbeddingsApi } from '../embedders/embeddings-api.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { scaled } from '../scale.ts';
import { type Executable, listening, startExecutable } from './executable.ts';

const COUNT = 800;
/** The others belong to another user. */
const COUNT_OF_ANA = 500;
const DIMENSIONS = 8;
const STATIC_DIMENSIONS = 256;
const MB = 1024 * 1024;
const KILLS = scaled(1, 50);

type Row = { readonly content: string | Buffer; readonly vector: Buffer | null };

describe('recorda reembed, while the server serves', () => {
  let filled: string;
  let dataDir: string;
  let api: EmbeddingsApi;
  let server: Executable;
  let recorda: Recorda;
  let port: number;

  before(async () => {
    filled = await mkdtemp(join(tmpdir(), 'recorda-filled-'));
    const filling = await openEmbedded({ warmUp: false, dataDir: filled });
    const texts = Array.from({ length: COUNT }, (_, index) => `fact ${index} of many ${'long '.repeat(index % 300)}`);
    await filling.memory.batchAddMemories({
      requests: texts.slice(0, COUNT_OF_ANA).map((text) => addition('ana', text)),
    });
    await filling.memory.batchAddMemories({ requests: texts.slice(COUNT_OF_ANA).map((text) => addition('ben', text)) });
    await filling.agent({ userId: 'ana', sessionId: 's' }).add('A message', { type: 'short_term' });
    await filling.close();
  });
  beforeEach(async () => {
    api = await startEmbeddingsApi({ dimensions: DIMENSIONS, delayMs: 20 });
    await serveCopy();
  });
  afterEach(async () => {
    await recorda.close();
    server.process.kill('SIGKILL');
    await server.exit;
    await api.close();
    await rm(dataDir, { recursive: true });
  });
  after(async () => rm(filled, { recursive: true }));

  const addition = (userId: string, content: string) => ({
    memory: { scope: { userId }, payload: { $case: 'text' as const, value: { content } } },
  });
  const wanted = (): EmbedderConfig => ({ kind: 'openai', baseUrl: api.url, model: 'other', dimensions: DIMENSIONS });
  const settings = (): Record<string, string> => ({
    RECORDA_EMBEDDER: 'openai',
    RECORDA_EMBEDDER_URL: api.url,
    RECORDA_EMBEDDER_MODEL: 'other',
    RECORDA_EMBEDDER_DIMENSIONS: `${DIMENSIONS}`,
  });

  async function serveCopy(): Promise<void> {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-online-'));
    await cp(filled, dataDir, { recursive: true });
    await serve({});
  }

  async function serve(env: Record<string, string>): Promise<void> {
    server = startExecutable({ args: ['serve', '--data-dir', dataDir, '--port', '0'], env, cwd: dataDir });
    port = (await listening(server))['port'] as number;
    recorda = connect(`127.0.0.1:${port}`);
  }

  const command = (): Executable =>
    startExecutable({ args: ['reembed', '--data-dir', dataDir, '--port', `${port}`], env: settings(), cwd: dataDir });

  /**
   * The API answers until it has this many texts, and then not until its faults are cleared. `isHeld` is true once a call waits in vain,
   * `isLeft` once that call was abandoned.
   */
  function hangAfter(texts: number): { readonly isHeld: () => boolean; readonly isLeft: () => boolean } {
    let [answered, held, left] = [0, 0, 0];
    const fault: Fault = async ({ body }, response) => {
      if (answered < texts) {
        answered += body.input.length;
        return false;
      }
      held += 1;
      await once(response, 'close');
      left += 1;
      return true;
    };
    api.faults.push(...new Array<Fault>(COUNT).fill(fault));
    return { isHeld: () => held > 0, isLeft: () => held > 0 && left === held };
  }

  /**
   * Returns the name of the store's embedder and the number of its memories; fails unless every vector is that embedder's, of that
   * memory's text.
   */
  function storeOf(): { readonly name: string; readonly count: number; readonly texts: ReadonlySet<string> } {
    const db = new Sqlite(join(dataDir, 'recorda.db'));
    const owners = db.prepare(`SELECT name, dimensions, slot FROM embedder WHERE state = 'CURRENT'`).all() as {
      name: string;
      dimensions: number;
      slot: number;
    }[];
    expect(owners).to.have.length(1);
    const { name, dimensions, slot } = owners[0]!;
    const column = slot === 0 ? 'vector' : 'other_vector';
    const rows = db.prepare(`SELECT content, ${column} AS vector FROM memories WHERE role IS NULL`).all() as Row[];
    expect(db.pragma('integrity_check', { simple: true })).to.equal('ok');
    db.close();
    const texts = new Set<string>();
    for (const { content, vector } of rows) {
      const text = readText(content);
      texts.add(text);
      expect(vector?.length).to.equal(dimensions * 4);
      if (dimensions === STATIC_DIMENSIONS) continue;
      const floats = new Float32Array(Uint8Array.from(vector!).buffer);
      expect(floats).to.deep.equal(unitVector(rawVector(text, DIMENSIONS), DIMENSIONS));
    }
    return { name, count: rows.length, texts };
  }

  it('goes on adding, changing and finding, loses nothing and mixes nothing', async () => {
    const stop = new AbortController();
    const kept = new Set<string>();
    let found = 0;
    let largestLog = 0;
    const write = async (): Promise<void> => {
      for (let index = 0; !stop.signal.aborted; index += 1) {
        const userId = index % 2 === 0 ? 'ana' : 'new user';
        const agent = recorda.agent({ userId });
        const text = `written meanwhile, number ${index}`;
        const { id } = (await agent.add(text)).memory;
        if (index % 5 === 1) {
          await recorda.memory.updateMemory({
            memory: { ...addition(userId, `${text}, changed`).memory, id },
            updateMask: ['text.content'],
          });
        }
        if (index % 5 === 3) await recorda.memory.deleteMemory({ id, scope: { userId } });
        else kept.add(index % 5 === 1 ? `${text}, changed` : text);
      }
    };
    const read = async (): Promise<void> => {
      for (let index = 0; !stop.signal.aborted; index += 1) {
        const text = `fact ${index % COUNT_OF_ANA} of many ${'long '.repeat((index % COUNT_OF_ANA) % 300)}`;
        const hits = await recorda.agent({ userId: 'ana' }).retrieve(text, { topK: 3 });
        expect(hits).to.have.length(3);
        for (const { similarity } of hits) expect(similarity).to.be.within(0, 1);
        found += 1;
        largestLog = Math.max(largestLog, (await stat(join(dataDir, 'recorda.db-wal'))).size);
      }
    };
    const work = Promise.all([write(), write(), read()]);
    work.catch(() => undefined);
    const run = command();
    expect(await run.exit, run.stderr()).to.equal(0);
    expect(run.stdout()).to.contain('now have vectors of other 1, 8 dimensions').and.contain('The server uses them');
    // These are the results before and after the change.
    const foundBefore = found;
    await Promise.race([work, until(() => found > foundBefore + 10)]);
    stop.abort();
    await work;
    expect(foundBefore).to.be.greaterThan(0);
    expect(found).to.be.greaterThan(foundBefore + 10);
    expect(largestLog).to.be.lessThan(48 * MB);
    const [hit] = await recorda.agent({ userId: 'ben' }).retrieve('fact 600 of many ');
    expect(hit?.text).to.equal('fact 600 of many ');
    expect(hit?.similarity).to.be.closeTo(1, 1e-3);
    const messages = await recorda
      .agent({ userId: 'ana', sessionId: 's' })
      .retrieve('message', { types: ['short_term'] });
    expect(messages).to.have.length(1);
    server.process.kill('SIGTERM');
    expect(await server.exit).to.equal(0);
    const { name, texts } = storeOf();
    expect(name).to.equal('other');
    expect([...kept].filter((text) => !texts.has(text))).to.deep.equal([]);
    expect((await readdir(dataDir)).filter((file) => file.includes('reembed'))).to.deep.equal([]);

    const asBefore = startExecutable({ args: ['serve', '--data-dir', dataDir, '--port', '0'], cwd: dataDir });
    expect(await asBefore.exit).to.equal(1);
    expect(asBefore.stderr()).to.contain('holds vectors of other 1, 8 dimensions');
    await recorda.close();
    await serve(settings());
    const [again] = await recorda.agent({ userId: 'ben' }).retrieve('fact 600 of many ');
    expect(again?.similarity).to.be.closeTo(1, 1e-3);
  });

  it('is stopped by giving up the call, and goes on where that was', async () => {
    leaveWanted(dataDir, wanted());
    const { isHeld, isLeft } = hangAfter(2 * REEMBEDDING.batch);
    for await (const { doneCount } of recorda.admin.reembed({})) {
      if (doneCount < 2 * REEMBEDDING.batch) continue;
      await until(isHeld);
      break;
    }
    await until(isLeft);
    api.faults.length = 0;
    await recorda.agent({ userId: 'ana' }).add('after it was given up');
    expect(await recorda.agent({ userId: 'ana' }).retrieve('fact 1')).to.have.length(5);
    const run = command();
    expect(await run.exit, run.stderr()).to.equal(0);
    expect(run.stdout()).to.match(/of them in an earlier run/);
    expect(api.requests.flatMap(({ body }) => body.input).length).to.be.lessThan(COUNT + 4 * REEMBEDDING.batch);
    const again = command();
    expect(await again.exit).to.equal(0);
    expect(again.stdout()).to.contain('nothing to do');
  });

  it('goes to a third embedder in the middle of it, and back to the built-in one', async () => {
    leaveWanted(dataDir, { ...wanted(), model: 'third' } as EmbedderConfig);
    for await (const { doneCount } of recorda.admin.reembed({})) if (doneCount >= REEMBEDDING.batch) break;
    expect(await command().exit).to.equal(0);
    leaveWanted(dataDir, { kind: 'static' });
    let last;
    for await (last of recorda.admin.reembed({}));
    expect(last).to.deep.include({ changedOver: true, doneCount: COUNT, totalCount: COUNT });
    expect(await recorda.agent({ userId: 'ana' }).retrieve('fact 7')).to.have.length(5);
    server.process.kill('SIGTERM');
    await server.exit;
    expect(storeOf()).to.include({ name: 'recorda-static-en-es', count: COUNT });
  });

  it('takes no embedder from a caller, and one change at a time', async () => {
    const refusal = async (): Promise<RecordaError> => {
      try {
        for await (const _ of recorda.admin.reembed({}));
      } catch (error) {
        return error as RecordaError;
      }
      throw new Error('it was not refused');
    };
    expect(await refusal()).to.include({ reason: 'REEMBED_REFUSED', code: 'FAILED_PRECONDITION' });
    leaveWanted(dataDir, wanted());
    // The API hangs so that the first change is not over before another begins.
    const { isHeld, isLeft } = hangAfter(REEMBEDDING.batch);
    for await (const _ of recorda.admin.reembed({})) {
      await until(isHeld);
      expect((await refusal()).message).to.contain('already');
      break;
    }
    await until(isLeft);
    leaveWanted(dataDir, { kind: 'onnx', folder: 'nowhere' });
    // The cancelled call may still be ending.
    let { message } = await refusal();
    while (message.includes('already')) {
      await sleep(10);
      leaveWanted(dataDir, { kind: 'onnx', folder: 'nowhere' });
      ({ message } = await refusal());
    }
    expect(message).to.contain('nowhere');
  });

  it('leaves the old embedder or the new one, whenever the server is killed @torture', async () => {
    const began = performance.now();
    expect(await command().exit).to.equal(0);
    const wholeMs = performance.now() - began;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await recorda.close();
      server.process.kill('SIGKILL');
      await server.exit;
      await rm(dataDir, { recursive: true });
      await serveCopy();
      leaveWanted(dataDir, wanted());
      const acknowledged: string[] = [];
      const write = async (): Promise<void> => {
        for (let index = 0; ; index += 1) {
          const text = `before kill ${kill}, number ${index}`;
          await recorda.agent({ userId: 'ana' }).add(text);
          acknowledged.push(text);
        }
      };
      const reembed = async (): Promise<void> => {
        for await (const _ of recorda.admin.reembed({}));
      };
      const work = Promise.allSettled([write(), reembed()]);
      await sleep(Math.random() * wholeMs);
      server.process.kill('SIGKILL');
      await server.exit;
      await work;
      const { name, count, texts } = storeOf();
      expect(name).to.be.oneOf(['other', 'recorda-static-en-es']);
      expect(count).to.be.at.least(COUNT + acknowledged.length);
      expect(acknowledged.filter((text) => !texts.has(text))).to.deep.equal([]);
    }
  }).timeout(3_600_000);
});
