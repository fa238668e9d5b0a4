/** Tests server/http/README.md, sentence by sentence. */
import { request as nodeRequest } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import { grpcTransport } from '../../client/grpc-transport.ts';
import { ErrorInfo } from 'nice-grpc-error-details';
import { RecordaError } from '../../server/domain/errors.ts';
import { ANYBODY } from '../../server/domain/caller.ts';
import { serveHttp, type HttpOptions, type HttpServing } from '../../server/http/serve-http.ts';
import type { Pipeline } from '../../server/pipeline/pipeline.ts';
import { callerLimits } from '../../server/pipeline/caller-limits.ts';
import { CALLER_LIMITS, HTTP } from '../../server/policy/serving.ts';
import { serve, type ServeOptions, type Serving } from '../../server/rpc/serve.ts';
import { httpTransport } from '../api/http-transport.ts';
import { healthOf } from '../rpc/check-health.ts';
import { ADD, keptLog, scriptedPipeline, STREAM, until } from '../rpc/scripted-pipeline.ts';

const GET = 'recorda.v1.MemoryService/GetMemory';
const KEY = 'Bearer key';
const MCP = { user: 'me', agent: 'mcp' };
/** An answer of 64 KB, in an unknown field. */
const LARGE = Buffer.concat([Buffer.from([0x9a, 0x06, 0x80, 0x80, 0x04]), Buffer.alloc(65_536)]);
/** A time in milliseconds that is longer than any call here takes and far shorter than the timeout of a test. */
const SOON_MS = 20_000;

type ErrorBody = {
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly type: string; readonly value: string }[];
};

describe('the HTTP door', () => {
  const log = keptLog();
  let grpc: Serving;
  let http: HttpServing;
  let url: string;
  let ready: boolean;
  let pipeline: ReturnType<typeof scriptedPipeline>;

  async function open(
    script: Partial<Pipeline> = {},
    options: Partial<ServeOptions> & Partial<Pick<HttpOptions, 'origins' | 'metrics'>> = {},
  ): Promise<void> {
    const { origins, metrics, ...ofGrpc } = options;
    pipeline = scriptedPipeline({ unary: () => Promise.resolve(new Uint8Array()), ...script });
    ready = true;
    grpc = await serve({ pipeline, log, host: '127.0.0.1', port: 0, ...ofGrpc });
    const door = { door: grpc.shared, host: '127.0.0.1', port: 0, version: '1.2.3', mcp: MCP, origins, metrics };
    http = await serveHttp({ ...door, isReady: () => ready });
    url = `http://127.0.0.1:${http.port}`;
  }

  afterEach(async () => {
    http.stopListening();
    await grpc.drain(0);
    await http.close();
  });

  const post = (
    method: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<Response> =>
    fetch(`${url}/${method}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      ...(signal && { signal }),
    });
  const errorOf = async (response: Response): Promise<ErrorBody> => (await response.json()) as ErrorBody;
  const reasonOf = ({ details }: ErrorBody): string | undefined => {
    const info = details.find(({ type }) => type === 'google.rpc.ErrorInfo');
    return info && ErrorInfo.decode(Buffer.from(info.value, 'base64')).reason;
  };
  const never: Partial<Pipeline> = { unary: () => new Promise(() => undefined) };
  /** Sends headers that fetch does not allow anybody to set. */
  const statusWith = (headers: Record<string, string>, path = '/healthz'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      nodeRequest(`${url}${path}`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('hands the pipeline what JSON says, in either spelling, and gives its answer in JSON', async () => {
    await open();
    for (const body of ['{"requestId": "7"}', '{"request_id": "7"}']) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await post(ADD, body);
      // oxlint-disable-next-line no-await-in-loop
      expect([response.status, response.headers.get('content-type')], await response.text()).to.deep.equal([
        200,
        'application/json',
      ]);
    }
    const [one, other] = pipeline.asked.map(({ request }) => Buffer.from(request).toString('hex'));
    expect(one).to.equal(other).and.to.include(Buffer.from('7').toString('hex'));
  });

  it('says what a JSON request has wrong, with the reason that gRPC gives', async () => {
    await open();
    const bodies = { '{"nobody": 1}': /key "nobody" is unknown/, '{"requestId": 7}': /request_id/, '{': /not JSON/ };
    for (const [body, words] of Object.entries(bodies)) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await post(ADD, body);
      // oxlint-disable-next-line no-await-in-loop
      const error = await errorOf(response);
      expect([response.status, error.code, reasonOf(error)]).to.deep.equal([
        400,
        'invalid_argument',
        'REQUEST_MALFORMED',
      ]);
      expect(error.message).to.match(words);
    }
    expect(pipeline.asked).to.be.empty;
  });

  it('tells errors with their details, over each protocol', async () => {
    const quota = { subject: 'user:ana/persona.count', limit: 3, current: 3 };
    const full = new RecordaError('QUOTA_EXCEEDED', 'It is full.', { quota, retryAfterMs: 1500 });
    await open({ unary: () => Promise.reject(full) });
    for (const protocol of ['connectJson', 'connectProto', 'grpcWeb'] as const) {
      const call = { signal: new AbortController().signal, deadlineMs: Date.now() + SOON_MS, headers: {} };
      // oxlint-disable-next-line no-await-in-loop
      const told = await httpTransport(url, protocol)
        .unary(ADD, new Uint8Array(), call)
        .catch((thrown: unknown) => thrown);
      expect(told, protocol).to.deep.include({ reason: 'QUOTA_EXCEEDED', message: 'It is full.', detail: full.detail });
    }
    expect((await post(ADD, '{}')).status).to.equal(429);
  });

  it('answers 404 to an unknown call, 405 to another method and 415 to another media type', async () => {
    await open();
    expect((await post('recorda.v1.MemoryService/Nothing', '{}')).status).to.equal(404);
    expect((await fetch(`${url}/nothing`)).status).to.equal(404);
    const got = await fetch(`${url}/${ADD}?encoding=json&message=%7B%7D`);
    expect([got.status, got.headers.get('allow')]).to.deep.equal([405, 'POST']);
    for (const type of [
      'text/plain',
      'application/connect+json',
      'application/json; charset=latin1',
      'application/grpc',
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await post(ADD, '{}', { 'content-type': type });
      expect(response.status, type).to.equal(415);
      // oxlint-disable-next-line no-await-in-loop
      expect((await errorOf(response)).message).to.include('application/json');
    }
    expect(pipeline.asked).to.be.empty;
  });

  it('takes a GET for what has no side effects, in JSON and in bytes', async () => {
    await open();
    const message = encodeURIComponent('{"id": "lt_1"}');
    expect((await fetch(`${url}/${GET}?connect=v1&encoding=json&message=${message}`)).status).to.equal(200);
    const bytes = Buffer.from(pipeline.asked[0]!.request).toString('base64url');
    expect((await fetch(`${url}/${GET}?connect=v1&encoding=proto&base64=1&message=${bytes}`)).status).to.equal(200);
    expect(Buffer.from(pipeline.asked[1]!.request)).to.deep.equal(Buffer.from(pipeline.asked[0]!.request));
    expect((await fetch(`${url}/${GET}?encoding=xml&message=x`)).status).to.equal(400);
  });

  it('refuses bodies over 16 MiB with 413: told, untold, and once unpacked', async () => {
    await open();
    const large = Buffer.alloc(HTTP.bodyBytes + 1, ' ');
    const untold = new Response(large).body!;
    const answers = await Promise.all([
      post(ADD, large),
      fetch(`${url}/${ADD}`, {
        method: 'POST',
        body: untold,
        duplex: 'half',
        headers: { 'content-type': 'application/json' },
      }),
      post(ADD, gzipSync(large), { 'content-encoding': 'gzip' }),
    ]);
    for (const response of answers) {
      expect(response.status).to.equal(413);
      // oxlint-disable-next-line no-await-in-loop
      expect(reasonOf(await errorOf(response))).to.equal('REQUEST_TOO_LARGE');
    }
    expect(pipeline.asked).to.be.empty;
  });

  it('unpacks what is compressed', async () => {
    await open();
    const response = await post(ADD, gzipSync('{"requestId": "7"}'), { 'content-encoding': 'gzip' });
    expect(response.status).to.equal(200);
    expect((await post(ADD, 'no gzip', { 'content-encoding': 'gzip' })).status).to.equal(400);
    expect((await post(ADD, '{}', { 'content-encoding': 'zip' })).status).to.equal(400);
  });

  it('takes the keys that gRPC takes, and answers 401 without one; probes and the contract need none', async () => {
    const keys = {
      callerOf: (authorization: string | undefined) =>
        authorization === KEY ? { ...ANYBODY, keyId: 'k1' } : new RecordaError('CREDENTIAL_INVALID', 'Show a key.'),
    };
    await open({}, { keys, metrics: () => Promise.resolve('recorda_calls 1\n') });
    const response = await post(ADD, '{}');
    const error = await errorOf(response);
    expect([response.status, error.code, reasonOf(error)]).to.deep.equal([
      401,
      'unauthenticated',
      'CREDENTIAL_INVALID',
    ]);
    expect((await post(ADD, '{}', { authorization: KEY })).status).to.equal(200);
    expect(pipeline.asked.map(({ call }) => call.caller.keyId)).to.deep.equal(['k1']);
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/openapi.json', '/metrics'].map(async (path) => (await fetch(url + path)).status),
    );
    expect(statuses).to.deep.equal([200, 200, 200, 401]);
    expect(await (await fetch(`${url}/metrics`, { headers: { authorization: KEY } })).text()).to.equal(
      'recorda_calls 1\n',
    );
  });

  it('is not ready where nothing can be read, and has no metrics unless asked', async () => {
    await open();
    ready = false;
    expect((await fetch(`${url}/readyz`)).status).to.equal(503);
    expect((await fetch(`${url}/healthz`)).status).to.equal(200);
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.status).to.equal(404);
    expect((await errorOf(metrics)).message).to.include('RECORDA_HTTP_METRICS=on');
  });

  it('answers 405 to other methods than those by which its pages are read', async () => {
    await open({}, { metrics: () => Promise.resolve('') });
    for (const path of ['healthz', 'readyz', 'openapi.json', 'metrics']) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(`${url}/${path}`, { method: 'PUT' });
      expect([response.status, response.headers.get('allow')], path).to.deep.equal([405, 'GET, HEAD']);
      // oxlint-disable-next-line no-await-in-loop
      expect((await errorOf(response)).message, path).to.include('GET');
      // oxlint-disable-next-line no-await-in-loop
      expect((await fetch(`${url}/${path}`, { method: 'HEAD' })).status, path).to.equal(200);
    }
  });

  it('holds to the deadline that the caller gives, and refuses one that is none', async () => {
    await open(never);
    const response = await post(ADD, '{}', { 'connect-timeout-ms': '500' });
    const error = await errorOf(response);
    expect([response.status, error.code, reasonOf(error)]).to.deep.equal([
      504,
      'deadline_exceeded',
      'DEADLINE_EXCEEDED',
    ]);
    expect((await post(ADD, '{}', { 'connect-timeout-ms': 'soon' })).status).to.equal(400);
    const { deadlineMs } = pipeline.asked[0]!.call;
    expect(deadlineMs).to.be.within(Date.now() - SOON_MS, Date.now() + 500);
  });

  it('ends the call whose caller leaves', async () => {
    await open(never);
    const leaving = new AbortController();
    const left = post(ADD, '{}', {}, leaving.signal).catch((thrown: unknown) => thrown);
    await until(() => pipeline.asked.length === 1);
    leaving.abort();
    await left;
    await until(() => pipeline.asked[0]!.call.signal.aborted);
    expect(pipeline.asked[0]!.call.signal.reason).to.include({ reason: 'CANCELLED' });
  });

  it('tells load balancers that it is alive and ready, also while it refuses every call', async () => {
    await open(never, { callsRunning: 1, callsWaiting: 0, callerLimits: callerLimits({ tenant: { callsAtOnce: 1 } }) });
    const leaving = new AbortController();
    const first = post(ADD, '{}', {}, leaving.signal).catch((thrown: unknown) => thrown);
    await until(() => pipeline.asked.length === 1);
    expect((await post(ADD, '{}')).status).to.equal(429);
    const health = healthOf(`127.0.0.1:${grpc.port}`);
    expect(await Promise.all(['', 'recorda.v1.MemoryService'].map((name) => health.check(name)))).to.deep.equal([
      'SERVING',
      'SERVING',
    ]);
    for (const path of ['healthz', 'readyz']) expect((await fetch(`${url}/${path}`)).status, path).to.equal(200);
    health.close();
    leaving.abort();
    await first;
  });

  it('refuses whoever has reached a limit at any door with 429, and says in a header when to call again', async () => {
    const limits = callerLimits({ tenant: { callsPerSecond: 1 } }, undefined, () => 0);
    await open({}, { callerLimits: limits });
    const client = grpcTransport(`127.0.0.1:${grpc.port}`);
    const call = { signal: new AbortController().signal, deadlineMs: Date.now() + SOON_MS, headers: {} };
    for (let burst = 0; burst < CALLER_LIMITS.burstSeconds; burst += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await client.unary(ADD, new Uint8Array(), call);
    }
    const refused = await client.unary(ADD, new Uint8Array(), call).catch((thrown: unknown) => thrown);
    expect(refused).to.include({ reason: 'RATE_LIMITED' });
    expect((refused as RecordaError).detail.retryAfterMs).to.be.above(0);
    const response = await post(ADD, '{}');
    expect([response.status, reasonOf(await errorOf(response))]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(Number(response.headers.get('retry-after'))).to.be.within(1, 5);
    const stream = await post(STREAM, '\0\0\0\0\u0002{}', { 'content-type': 'application/connect+json' });
    expect(await stream.text()).to.contain('resource_exhausted');
    expect(pipeline.asked).to.have.length(CALLER_LIMITS.burstSeconds);
    await client.close();
  });

  it('shares its places with gRPC: one that is taken there is taken here', async () => {
    await open(never, { callsRunning: 1, callsWaiting: 0 });
    const client = grpcTransport(`127.0.0.1:${grpc.port}`);
    const leaving = new AbortController();
    const call = { signal: leaving.signal, deadlineMs: Date.now() + SOON_MS, headers: {} };
    const first = client.unary(ADD, new Uint8Array(), call).catch((thrown: unknown) => thrown);
    await until(() => pipeline.asked.length === 1);
    const response = await post(ADD, '{}');
    expect([response.status, reasonOf(await errorOf(response))]).to.deep.equal([429, 'OVERLOADED']);
    leaving.abort();
    await first;
    await client.close();
  });

  it('ends its calls with SHUTTING_DOWN when the server goes down', async () => {
    await open(never);
    const answer = post(ADD, '{}');
    await until(() => pipeline.asked.length === 1);
    await grpc.drain(0);
    const response = await answer;
    expect([response.status, reasonOf(await errorOf(response))]).to.deep.equal([503, 'SHUTTING_DOWN']);
  });

  for (const [when, pauseMs, readMs] of [
    ['while answers are sent', 0, 0],
    ['between two answers', 20, 0],
    ['while answers wait to be read', 0, 200],
  ] as const) {
    it(`takes a reader of a stream who leaves ${when} for no fault of its own`, async () => {
      let ended = 0;
      await open({
        async *stream(_method, _bytes, { signal }) {
          try {
            while (!signal.aborted) {
              yield LARGE;
              // oxlint-disable-next-line no-await-in-loop
              if (pauseMs > 0) await sleep(pauseMs);
            }
          } finally {
            ended += 1;
          }
        },
      });
      const before = log.lines.length;
      const readers = 20;
      for (let count = 0; count < readers; count += 1) {
        const leaving = new AbortController();
        // oxlint-disable-next-line no-await-in-loop
        const response = await post(
          STREAM,
          new Uint8Array(5),
          { 'content-type': 'application/connect+proto' },
          leaving.signal,
        );
        // oxlint-disable-next-line no-await-in-loop
        await response.body!.getReader().read();
        // oxlint-disable-next-line no-await-in-loop
        await sleep(readMs);
        leaving.abort();
      }
      await until(() => ended === readers);
      await sleep(100);
      expect(log.lines.slice(before)).to.deep.equal([]);
    });
  }

  it('pulls a stream only as it is read, and ends it when its reader leaves', async () => {
    let made = 0;
    let ended = false;
    await open({
      async *stream() {
        try {
          for (;;) {
            made += 1;
            yield LARGE;
          }
        } finally {
          ended = true;
        }
      },
    });
    const empty = new Uint8Array(5);
    const response = await post(STREAM, empty, { 'content-type': 'application/connect+proto' });
    const reader = response.body!.getReader();
    await reader.read();
    let before = 0;
    // Buffers on the way are filled first.
    while (made > before) {
      before = made;
      // oxlint-disable-next-line no-await-in-loop
      await sleep(500);
      expect(made).to.be.lessThan(1000);
    }
    await sleep(500);
    expect(made, 'answers made for a reader that does not read').to.equal(before);
    await reader.cancel();
    await until(() => ended);
  });

  it('speaks TLS with the files of gRPC, and takes only clients that have a certificate where they must', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recorda-http-tls-'));
    const made = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' });
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(certFile, made.cert);
    writeFileSync(keyFile, made.private);
    await open();
    const mutual = { certFile, keyFile, clientCaFile: certFile };
    for (const [tls, client, status] of [
      [{ certFile, keyFile }, {}, 200],
      [mutual, {}, undefined],
      [mutual, { cert: made.cert, key: made.private }, 200],
    ] as const) {
      const shared = { door: grpc.shared, host: '127.0.0.1', port: 0, version: '1', mcp: MCP, isReady: () => true };
      // oxlint-disable-next-line no-await-in-loop
      const over = await serveHttp({ ...shared, tls });
      const options = { port: over.port, path: '/healthz', rejectUnauthorized: false, agent: false, ...client };
      // oxlint-disable-next-line no-await-in-loop
      const got = await new Promise<number | undefined>((resolve) => {
        get({ host: '127.0.0.1', ...options }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', () => resolve(undefined));
      });
      expect(got).to.equal(status);
      // oxlint-disable-next-line no-await-in-loop
      await over.close();
    }
    rmSync(folder, { recursive: true });
  });

  it('on loopback, answers to no name but its own', async () => {
    await open();
    const hosts = {
      localhost: 200,
      '127.0.0.1': 200,
      '[::1]:1': 200,
      'evil.example': 403,
      'localhost.evil.example': 403,
    };
    for (const [host, status] of Object.entries(hosts))
      // oxlint-disable-next-line no-await-in-loop
      expect(await statusWith({ host }), host).to.equal(status);
  });

  it('answers to pages of no origin but those that are named, which CORS then tells', async () => {
    const origin = 'https://app.example.com';
    await open({}, { origins: [origin] });
    expect((await post(ADD, '{}', { origin: 'https://evil.example' })).status).to.equal(403);
    expect((await post(ADD, '{}', { origin: 'null' })).status).to.equal(403);
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).to.equal(403);
    const answered = await post(ADD, '{}', { origin });
    expect([answered.status, answered.headers.get('access-control-allow-origin')]).to.deep.equal([200, origin]);
    const preflight = await fetch(`${url}/${ADD}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect(preflight.status).to.equal(204);
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase();
    expect(allowed).to.include('connect-timeout-ms').and.to.include('recorda-user-hash');
    // Hosts of MCP that are pages read the id of their session, and end it.
    expect(answered.headers.get('access-control-expose-headers')?.toLowerCase()).to.include('mcp-session-id');
    expect(preflight.headers.get('access-control-allow-methods')).to.include('DELETE');
  });

  it('disables CORS if no origin is named', async () => {
    await open();
    const preflight = await fetch(`${url}/${ADD}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).to.deep.equal([403, null]);
    expect((await post(ADD, '{}', { origin: url })).status).to.equal(200);
  });
});
