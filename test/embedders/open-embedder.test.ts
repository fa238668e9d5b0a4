import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { openEmbedder, type EmbedderConfig } from '../../server/embedders/open-embedder.ts';
import type { Embedder } from '../../server/ports/stores.ts';
import { openRecorda } from '../../server/recorda.ts';
import { silentLog, type Log } from '../../server/ports/telemetry.ts';
import { type EmbeddingsApi, refuse, startEmbeddingsApi } from './embeddings-api.ts';
import { findOnnxRuntime } from './find-onnx-runtime.ts';
import { writeTinyModel } from './tiny-model.ts';

const DIMENSIONS = 8;

describe('the embedder that the configuration chooses', () => {
  let api: EmbeddingsApi;
  let folder: string;
  let opened: Recorda | undefined;

  beforeEach(async () => {
    api = await startEmbeddingsApi({ dimensions: DIMENSIONS });
    folder = mkdtempSync(join(tmpdir(), 'recorda-'));
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await api.close();
    rmSync(folder, { recursive: true });
  });

  const remote = (): EmbedderConfig => ({
    kind: 'openai',
    baseUrl: api.url,
    model: 'local-model',
    dimensions: DIMENSIONS,
  });
  async function open(embedder?: EmbedderConfig, log: Log = silentLog): Promise<Recorda> {
    const server = await openRecorda({ dataDir: folder, warmUp: false, embedder, log });
    opened = recordaOver(pipelineTransport(server.pipeline, async () => server.close()));
    return opened;
  }

  it('embeds long-term memories and the queries for them, each text once', async () => {
    const agent = (await open(remote())).agent({ userId: 'ana' });
    await agent.add('User enjoys skiing');
    await agent.add('User likes coffee');
    const texts = (): readonly string[] => api.requests.flatMap(({ body }) => body.input);
    expect(texts()).to.deep.equal(['User enjoys skiing', 'User likes coffee']);
    const found = await agent.retrieve('User likes coffee');
    expect(found.map(({ text }) => text)).to.deep.equal(['User likes coffee', 'User enjoys skiing']);
    expect(found[0]?.similarity).to.be.closeTo(1, 1e-3);
    expect(texts()).to.have.length(2);
    await agent.retrieve('hot drinks');
    expect(texts()).to.deep.equal(['User enjoys skiing', 'User likes coffee', 'hot drinks']);
  });

  it('is not asked for other types, which answer at once while it is down', async () => {
    const agent = (await open(remote())).agent({ userId: 'ana', agentId: 'guide', sessionId: 's1' });
    await agent.add({ destination: 'Paris' }, { type: 'working' });
    await agent.add('We talked about Paris', { type: 'short_term' });
    expect(api.requests).to.have.length(0);
    for (let count = 0; count < 10; count++) {
      api.faults.push((_, response) => refuse(response, 401, { message: '', code: 'invalid_api_key' }));
    }
    const found = await agent.retrieve('Paris', { types: ['working', 'short_term', 'long_term'] });
    expect(found.map(({ type }) => type)).to.deep.equal(['working', 'short_term']);
    expect(found.types.find(({ type }) => type === 'long_term')?.error?.message).to.contain('API_KEY');
  });

  it('runs a model of a folder', async function () {
    this.timeout(300_000);
    const runtimeFolders = [await findOnnxRuntime()];
    const model = join(folder, 'tiny');
    writeTinyModel(model);
    const agent = (await open({ kind: 'onnx', folder: model, runtimeFolders })).agent({ userId: 'ana' });
    await agent.add('ski the snow');
    await agent.add('tea');
    const [hit] = await agent.retrieve('tea');
    expect(hit?.text).to.equal('tea');
    // Vectors are stored as 16-bit numbers.
    expect(hit?.similarity).to.be.closeTo(1, 1e-4);
    expect(api.requests).to.have.length(0);
  });

  it('stays the one that made the store: another one is refused', async () => {
    const first = (await open(remote())).agent({ userId: 'ana' });
    await first.add('User enjoys skiing');
    await opened?.close();
    opened = undefined;
    const failure = await open().then(
      () => expect.fail('it opened'),
      (error: Error) => error,
    );
    expect(failure.message).to.contain('local-model').and.contain('recorda-static-en-es');
    const again = (await open(remote())).agent({ userId: 'ana' });
    expect(await again.retrieve('User enjoys skiing')).to.have.length(1);
  });

  it('warns once where its similarities were never measured', async () => {
    const lines: object[] = [];
    const log: Log = { ...silentLog, warn: (fields) => void lines.push(fields) };
    await open(remote(), log);
    expect(lines).to.deep.equal([{ embedder: 'local-model' }]);
  });

  it('takes its key from a file, and says so when there is none in it', async () => {
    const file = join(folder, 'key');
    const builtIn: Embedder = { identity: { name: 'x', version: '1', dimensions: 1 }, embed: async () => [] };
    const config = { ...remote(), apiKeyFile: file } as EmbedderConfig;
    writeFileSync(file, 'sk-from-file\n');
    const { embedder } = await openEmbedder(config, builtIn, silentLog);
    await embedder.embed(['a'], { signal: new AbortController().signal });
    expect(api.requests[0]?.headers.authorization).to.equal('Bearer sk-from-file');
    for (const bad of ['', 'two words', 'sk-ñ']) {
      writeFileSync(file, bad);
      const failure = await openEmbedder(config, builtIn, silentLog).catch((error: Error) => error.message);
      expect(failure).to.contain('must contain a key');
    }
  });
});
