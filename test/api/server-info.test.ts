import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { MEMORY_TYPES } from '../../server/domain/memory.ts';
import { LIMITS } from '../../server/policy/limits.ts';
import { openRecorda } from '../../server/recorda.ts';
import type { MemoryDependencies } from '../../server/services/memory/dependencies.ts';
import { getServerInfo } from '../../server/services/memory/server-info.ts';
import { recordaOver } from '../../client/recorda.ts';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { ROOT } from '../root.ts';
import { describeAllDoors } from './doors.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };

/**
 * Returns the backend of a type: `npm run test:backends` runs these tests with some types elsewhere, and sets a
 * variable.
 */
function backendOf(variable: string, elsewhere: string, embedded: string): string {
  const isEmbedded = process.env[`RECORDA_TEST_${variable}`] === undefined;
  if (!isEmbedded) return elsewhere;
  return embedded === 'sqlite' && process.env['RECORDA_TEST_STORE'] !== undefined ? 'postgres' : embedded;
}

describeAllDoors('GetServerInfo', (door) => {
  it('returns the version, the embedder, the backend of each type and its health, and the limits', async () => {
    const { startTime, embedder, backends, limits, ...rest } = await door().recorda.memory.getServerInfo({});
    const features = ['mint_token', 'near_only', 'ordered_collections', 'session_lists', 'who_am_i'];
    const models = { summarizerModel: '', extractorModel: '', secondEmbedder: undefined };
    expect(rest).to.deep.equal({ name: '', version, apis: ['recorda.v1'], ...models, features });
    expect(startTime).to.be.instanceOf(Date);
    expect(embedder?.dimensions).to.be.greaterThan(0);
    expect(embedder?.name).not.to.equal('');
    expect(backends.map(({ type, backend, isAvailable }) => [type, backend, isAvailable])).to.deep.equal([
      ['MEMORY_TYPE_WORKING', backendOf('WORKING', 'redis', 'process'), true],
      ['MEMORY_TYPE_SHORT_TERM', backendOf('SHORT_TERM', 'redis', 'sqlite'), true],
      ['MEMORY_TYPE_PERSONA', backendOf('STORE', 'postgres', 'sqlite'), true],
      ['MEMORY_TYPE_STRUCTURED', backendOf('STORE', 'postgres', 'sqlite'), true],
      ['MEMORY_TYPE_LONG_TERM', backendOf('LONG_TERM', 'azure-ai-search', 'sqlite'), true],
      ['MEMORY_TYPE_EPISODIC', backendOf('GRAPH', 'neo4j', 'sqlite'), true],
      ['MEMORY_TYPE_ENTITY', backendOf('GRAPH', 'neo4j', 'sqlite'), true],
    ]);
    const { messageBytes, contentBytes, queryBytes, batchSize, pageSize, topK, documentWrites } = LIMITS;
    expect(limits).to.deep.equal({
      messageBytes,
      contentBytes,
      queryBytes,
      batchSize,
      pageSize,
      topK,
      documentWrites,
    });
  });
});

describeAllDoors('WhoAmI', (door) => {
  it('tells callers without a key that none is required, and what they may call', async () => {
    const { latencyMs, ...told } = await door().recorda.memory.whoAmI({});
    expect(latencyMs).to.be.at.least(0);
    expect(told).to.deep.equal({
      authenticationRequired: false,
      tenant: 'default',
      role: 'CALLER_ROLE_OPERATOR',
      keyId: '',
      keyName: '',
      userIds: [],
      expireTime: undefined,
      access: 'CALLER_ACCESS_BOTH',
      agentIds: [],
      namespaces: [],
      sessionIds: [],
      tokenId: '',
    });
  });
});

describe('GetServerInfo', () => {
  it('returns the operator’s name for the server, and the models that write summaries and extract facts', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'recorda-info-'));
    const summarizer = { baseUrl: 'http://127.0.0.1:9', model: 'small', apiKey: undefined, timeoutMs: 1000 };
    const extractor = { ...summarizer, model: 'large', tokensADay: 1000 };
    const options = { dataDir, serverName: 'eu-1', summarizer, extractor, isBrief: true };
    const { pipeline, close } = await openRecorda(options);
    const recorda = recordaOver(pipelineTransport(pipeline, close));
    try {
      const models = { summarizerModel: 'small', extractorModel: 'large' };
      expect(await recorda.memory.getServerInfo({})).to.include({ name: 'eu-1', ...models });
    } finally {
      await recorda.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it('names the second embedder, which ranks hits again', async () => {
    const [embedder, secondEmbedder] = ['first', 'second'].map((name) => ({ name, version: '1', dimensions: 8 }));
    const models = { summarizerModel: '', extractorModel: '', embedder: () => embedder!, secondEmbedder };
    const server = { name: '', version, startTimeMs: 0, isAvailable: () => true, ...models };
    const store = { backend: 'process' };
    const stores = Object.fromEntries(MEMORY_TYPES.map((type) => [type, store]));
    const told = await getServerInfo({ server, stores: stores as unknown as MemoryDependencies['stores'] })({});
    expect(told).to.deep.include({ embedder, secondEmbedder });
  });
});
