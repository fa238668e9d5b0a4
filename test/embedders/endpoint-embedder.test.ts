import { expect } from 'chai';
import { deadlineExceeded } from '../../server/domain/abort.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { azureOpenAiEmbedder } from '../../server/embedders/azure-openai/azure-openai-embedder.ts';
import { openAiEmbedder, type OpenAiConfig } from '../../server/embedders/openai/openai-embedder.ts';
import { BREAKER, REQUEST, RETRIES, TEXT_BYTES } from '../../server/policy/embedding.ts';
import type { CallContext, Embedder } from '../../server/ports/stores.ts';
import { silentLog, type Log } from '../../server/ports/telemetry.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { type EmbeddingsApi, type Fault, rawVector, refuse, send, startEmbeddingsApi } from './embeddings-api.ts';

const DIMENSIONS = 8;
const KEY = 'sk-secret-1234567890';
const call = (signal = new AbortController().signal): CallContext => ({ signal });

function expected(text: string, dimensions = DIMENSIONS): number[] {
  const raw = rawVector(text, dimensions);
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
}

function expectVector(vector: Float32Array | undefined, text: string): void {
  const wanted = expected(text);
  expect(vector?.length).to.equal(DIMENSIONS);
  for (const [index, value] of vector!.entries()) expect(value).to.be.closeTo(wanted[index]!, 1e-6);
}

async function failureOf(work: Promise<unknown>): Promise<RecordaError> {
  const failure = await work.then(
    () => expect.fail('it resolved'),
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(RecordaError);
  return failure as RecordaError;
}

describe('an embedder over an OpenAI-compatible endpoint', () => {
  let api: EmbeddingsApi;
  let embedder: Embedder;

  async function open(
    options?: Parameters<typeof startEmbeddingsApi>[0],
    config?: Partial<OpenAiConfig>,
    log: Log = silentLog,
  ): Promise<void> {
    api = await startEmbeddingsApi({ dimensions: DIMENSIONS, ...options });
    const defaults = { kind: 'openai', model: 'local-model', dimensions: DIMENSIONS, apiKey: KEY } as const;
    embedder = openAiEmbedder({ ...defaults, baseUrl: `${api.url}/v1/`, ...config }, log);
  }

  afterEach(async () => api.close());

  it('asks as the API is published and gives normalised vectors', async () => {
    await open();
    const vectors = await embedder.embed(['ski', 'café ☕'], call());
    expectVector(vectors[0], 'ski');
    expectVector(vectors[1], 'café ☕');
    const [request] = api.requests;
    expect(request?.path).to.equal('/v1/embeddings');
    expect(request?.headers.authorization).to.equal(`Bearer ${KEY}`);
    expect(request?.body).to.deep.equal({
      model: 'local-model',
      input: ['ski', 'café ☕'],
      encoding_format: 'base64',
    });
    expect(embedder.identity).to.deep.equal({ name: 'local-model', version: '1', dimensions: DIMENSIONS });
  });

  it('takes vectors as numbers, and in any order', async () => {
    await open({ floatsOnly: true, shuffled: true });
    const vectors = await embedder.embed(['a', 'b', 'c'], call());
    for (const [index, text] of ['a', 'b', 'c'].entries()) expectVector(vectors[index], text);
  });

  it('asks OpenAI models for fewer dimensions, others never', async () => {
    await open({}, { model: 'text-embedding-3-small', dimensions: DIMENSIONS });
    await embedder.embed(['a'], call());
    expect(api.requests[0]?.body.dimensions).to.equal(DIMENSIONS);
    const full = openAiEmbedder({ kind: 'openai', baseUrl: api.url, model: 'text-embedding-3-small' }, silentLog);
    expect(full.identity.dimensions).to.equal(1536);
    const open_ = (model: string, dimensions?: number) => (): Embedder =>
      openAiEmbedder({ kind: 'openai', baseUrl: api.url, model, dimensions }, silentLog);
    expect(open_('some-model')).to.throw('length of the vectors of some-model');
    expect(open_('text-embedding-ada-002', 512)).to.throw('1536');
  });

  it('sends no key if none is set', async () => {
    await open({}, { apiKey: undefined });
    await embedder.embed(['a'], call());
    expect(api.requests[0]?.headers).not.to.have.property('authorization');
  });

  it('does not ask about nothing: blank texts get the zero vector', async () => {
    await open();
    expect(await embedder.embed([], call())).to.deep.equal([]);
    expect(await embedder.embed(['', ' \n'], call())).to.deep.equal([
      new Float32Array(DIMENSIONS),
      new Float32Array(DIMENSIONS),
    ]);
    expect(api.requests).to.have.length(0);
    const [blank, ski] = await embedder.embed(['', 'ski'], call());
    expect(blank).to.deep.equal(new Float32Array(DIMENSIONS));
    expectVector(ski, 'ski');
  });

  it('puts calls that come together into one request', async () => {
    await open();
    const texts = Array.from({ length: 50 }, (_, index) => `text ${index}`);
    const vectors = await Promise.all(texts.map(async (text) => (await embedder.embed([text], call()))[0]));
    expect(api.requests).to.have.length(1);
    for (const [index, text] of texts.entries()) expectVector(vectors[index], text);
  });

  it('cuts a long call into requests, so many at once', async () => {
    await open({ delayMs: 30 });
    // No request is answered until as many are in progress as are allowed.
    const whole: Fault = () => until(() => api.mostAtOnce() >= REQUEST.concurrent).then(() => false);
    api.faults.push(...new Array<Fault>(REQUEST.concurrent).fill(whole));
    const texts = Array.from({ length: REQUEST.texts * (REQUEST.concurrent + 2) + 1 }, (_, index) => `text ${index}`);
    const vectors = await embedder.embed(texts, call());
    expectVector(vectors.at(-1), texts.at(-1)!);
    expect(api.requests).to.have.length(REQUEST.concurrent + 3);
    expect(api.mostAtOnce()).to.equal(REQUEST.concurrent);
    expect(Math.max(...api.requests.map(({ body }) => body.input.length))).to.equal(REQUEST.texts);
  });

  it('cuts requests by bytes, and texts that are too long', async () => {
    await open();
    const long = 'ñ'.repeat(TEXT_BYTES);
    await embedder.embed(new Array<string>(40).fill(long), call());
    expect(api.requests.length).to.equal(2);
    for (const { body } of api.requests) {
      const bytes = body.input.map((text) => Buffer.byteLength(text));
      expect(Math.max(...bytes)).to.equal(TEXT_BYTES - 1);
      expect(bytes.reduce((sum, each) => sum + each, 0)).to.be.at.most(REQUEST.bytes);
    }
  });

  describe('when the endpoint fails', () => {
    it('repeats after a 500 and a cut connection', async () => {
      await open();
      api.faults.push((_, response) => refuse(response, 500, { message: 'boom', type: 'server_error' }));
      api.faults.push((_, response) => void response.destroy());
      const [vector] = await embedder.embed(['ski'], call());
      expectVector(vector, 'ski');
      expect(api.requests).to.have.length(3);
    });

    it('repeats after an answer that is cut in its middle', async () => {
      await open();
      api.faults.push((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"data":[');
        setTimeout(() => response.destroy(), 10);
      });
      expectVector((await embedder.embed(['ski'], call()))[0], 'ski');
    });

    it('waits as long as a 429 says', async () => {
      await open();
      const busy = { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' };
      api.faults.push((_, response) => refuse(response, 429, busy, { 'retry-after': '1' }));
      const start = performance.now();
      expectVector((await embedder.embed(['ski'], call()))[0], 'ski');
      expect(performance.now() - start).to.be.at.least(995);
    });

    it('does not wait where a 429 says too long, and says how long', async () => {
      await open();
      const busy = { message: 'Rate limit reached', code: 'rate_limit_exceeded' };
      api.faults.push((_, response) => refuse(response, 429, busy, { 'retry-after': '60' }));
      const failure = await failureOf(embedder.embed(['ski'], call()));
      expect(failure.reason).to.equal('BACKEND_UNAVAILABLE');
      expect(failure.detail.retryAfterMs).to.equal(60_000);
      expect(api.requests).to.have.length(1);
    });

    it('does not repeat what no repeat turns, and tells what to do', async () => {
      await open();
      const cases = [
        { status: 401, code: 'invalid_api_key', says: 'RECORDA_EMBEDDER_API_KEY' },
        { status: 404, code: 'model_not_found', says: 'RECORDA_EMBEDDER_MODEL' },
        { status: 400, code: 'invalid_value', says: 'RECORDA_EMBEDDER_DIMENSIONS' },
        { status: 429, code: 'insufficient_quota', says: 'out of credit' },
        { status: 307, code: 'x', says: 'RECORDA_EMBEDDER_URL' },
      ];
      for (const { status, code, says } of cases) {
        api.requests.length = 0;
        const location = `${api.url}/elsewhere`;
        const message = `Incorrect API key provided: ${KEY}. private text`;
        api.faults.push((_, response) => refuse(response, status, { code, message }, { location }));
        const failure = await failureOf(embedder.embed(['private text'], call()));
        expect(failure.reason).to.equal('BACKEND_UNAVAILABLE');
        expect(failure.message).to.contain(`${status}`).and.contain(says).and.contain(code);
        expect(failure.message).not.to.contain(KEY).and.not.contain('private');
        expect(api.requests).to.have.length(1);
      }
    });

    it('refuses an answer that is not what the API promises', async () => {
      await open();
      const bytes = (values: number[]): string => Buffer.from(Float32Array.from(values).buffer).toString('base64');
      const ones = new Array<number>(DIMENSIONS).fill(1);
      const cases: { readonly data: unknown; readonly says: string }[] = [
        { data: undefined, says: 'no list' },
        { data: [], says: '0 vectors for 1 texts' },
        { data: [{ index: 0, embedding: [1, 2, 3] }], says: '3 dimensions instead of 8' },
        { data: [{ index: 0, embedding: bytes([...ones, 1]) }], says: '9 dimensions instead of 8' },
        { data: [{ index: 0, embedding: bytes([...ones.slice(1), Number.NaN]) }], says: 'not finite' },
        { data: [{ index: 0, embedding: ones.map(() => 0) }], says: 'zero' },
        { data: [{ index: 1, embedding: ones }], says: 'indexes' },
        { data: [{ index: 0, embedding: 'AAA=' }], says: 'cut' },
        { data: [{ index: 0, embedding: [null] }], says: 'neither' },
        { data: [null], says: 'neither' },
      ];
      for (const { data, says } of cases) {
        api.requests.length = 0;
        api.faults.push((_, response) => send(response, 200, { object: 'list', data }));
        const failure = await failureOf(embedder.embed(['ski'], call()));
        expect(failure.reason).to.equal('BACKEND_UNAVAILABLE');
        expect(failure.message).to.contain(says);
        expect(api.requests).to.have.length(1);
      }
      api.faults.push((_, response) => void response.writeHead(200).end('<html>'));
      expect((await failureOf(embedder.embed(['ski'], call()))).message).to.contain('not JSON');
    });

    it('ends with the call, also between two attempts, and leaves no request behind', async () => {
      await open();
      let gone = false;
      api.faults.push(async (_, response) => {
        await new Promise((resolve) => response.once('close', resolve));
        gone = true;
      });
      const stop = new AbortController();
      const given = failureOf(embedder.embed(['ski'], call(stop.signal)));
      await until(() => api.requests.length === 1);
      stop.abort(deadlineExceeded());
      expect((await given).reason).to.equal('DEADLINE_EXCEEDED');
      await until(() => gone);

      let isRefused = false;
      api.faults.push((_, response) => {
        response.once('finish', () => (isRefused = true));
        refuse(response, 503, { message: '' }, { 'retry-after': '14' });
      });
      const other = new AbortController();
      const waiting = failureOf(embedder.embed(['ski'], call(other.signal)));
      await until(() => isRefused);
      // By then the answer was read and the wait before the next attempt has begun, which lasts longer.
      await new Promise((resolve) => setTimeout(resolve, 50));
      other.abort();
      expect((await waiting).reason).to.equal('CANCELLED');
      expect((await failureOf(embedder.embed(['ski'], call(other.signal)))).reason).to.equal('CANCELLED');
      expect(api.requests).to.have.length(2);
    });

    it('goes on for the others when one of the calls in a request is given up', async () => {
      await open({ delayMs: 50 });
      const stop = new AbortController();
      const [mine, other] = [embedder.embed(['mine'], call(stop.signal)), embedder.embed(['other'], call())];
      const given = failureOf(mine);
      await until(() => api.requests.length === 1);
      stop.abort();
      expect((await given).reason).to.equal('CANCELLED');
      expectVector((await other)[0], 'other');
      expect(api.requests).to.have.length(1);
    });

    it('ends an attempt that takes too long, and repeats it', async () => {
      await open({}, { timeoutMs: 500 });
      api.faults.push(async (_, response) => new Promise((resolve) => void response.once('close', () => resolve())));
      expectVector((await embedder.embed(['ski'], call()))[0], 'ski');
      expect(api.requests).to.have.length(2);
    });

    it('fails only the call whose text the endpoint refuses', async () => {
      await open();
      const poison = ({ body }: { body: { input: readonly string[] } }): boolean => body.input.includes('poison');
      for (let count = 0; count < 10; count++) {
        api.faults.push((request, response) => {
          if (!poison(request)) return false;
          refuse(response, 400, { message: 'no', code: 'invalid_input' });
          return true;
        });
      }
      const calls = ['a', 'b', 'poison', 'c', 'd'].map(async (text) => embedder.embed([text], call()));
      const ends = await Promise.allSettled(calls);
      expect(ends.map(({ status }) => status)).to.deep.equal([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ]);
    });

    it('is not asked any more once it is down, until a probe finds it up', async () => {
      const lines: string[] = [];
      const log = { ...silentLog, warn: (_: object, line: string) => void lines.push(line) };
      await open({}, {}, log);
      const down = 2 * (RETRIES.count + 1);
      for (let count = 0; count < down; count++) {
        api.faults.push((_, response) => refuse(response, 503, { message: 'private text' }));
      }
      expect((await failureOf(embedder.embed(['ski'], call()))).message).to.contain('503');
      expect((await failureOf(embedder.embed(['ski'], call()))).reason).to.equal('BACKEND_UNAVAILABLE');
      expect(api.requests).to.have.length(BREAKER.failures);
      const failure = await failureOf(embedder.embed(['ski'], call()));
      expect(failure.detail.retryAfterMs).to.equal(BREAKER.probeAfterMs);
      expect(api.requests).to.have.length(BREAKER.failures);
      expect(lines).to.have.length(1);
      api.faults.length = 0;
      await new Promise((resolve) => setTimeout(resolve, BREAKER.probeAfterMs));
      expectVector((await embedder.embed(['ski'], call()))[0], 'ski');
    });
  });
});

describe('an embedder over Azure OpenAI', () => {
  it('names the deployment in the path, the version in the query and the key in a header of its own', async () => {
    const api = await startEmbeddingsApi({ dimensions: DIMENSIONS });
    const config = {
      kind: 'azure-openai',
      endpoint: `${api.url}/`,
      deployment: 'my embeddings',
      apiVersion: '2024-10-21',
      apiKey: KEY,
    } as const;
    const embedder = azureOpenAiEmbedder({ ...config, dimensions: DIMENSIONS }, silentLog);
    expectVector((await embedder.embed(['ski'], call()))[0], 'ski');
    const [request] = api.requests;
    expect(request?.path).to.equal('/openai/deployments/my%20embeddings/embeddings?api-version=2024-10-21');
    expect(request?.headers['api-key']).to.equal(KEY);
    expect(request?.headers).not.to.have.property('authorization');
    expect(request?.body).to.deep.equal({ input: ['ski'], encoding_format: 'base64' });
    expect(embedder.identity.name).to.equal('my embeddings');

    const named = azureOpenAiEmbedder({ ...config, model: 'text-embedding-3-large', dimensions: 256 }, silentLog);
    expect((await named.embed(['ski'], call()))[0]?.length).to.equal(256);
    expect(named.identity).to.deep.equal({ name: 'text-embedding-3-large', version: '1', dimensions: 256 });
    expect(api.requests[1]?.body.dimensions).to.equal(256);

    api.faults.push((_, response) => refuse(response, 404, { code: 'DeploymentNotFound', message: '' }));
    expect((await failureOf(embedder.embed(['ski'], call()))).message).to.contain('RECORDA_EMBEDDER_DEPLOYMENT');
    await api.close();
  });
});
