import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { isEndless } from '../../server/methods/calls.ts';
import { openRecorda, type RecordaServer } from '../../server/recorda.ts';
import { type Serving, serve } from '../../server/rpc/serve.ts';
import { BYTES_METHODS } from '../../server/rpc/service-definitions.ts';
import { scaled, testSeed } from '../scale.ts';
import { rawClient } from './raw-client.ts';
import { keptLog } from './scripted-pipeline.ts';

const FULL = scaled(0, 1) === 1;
const AT_ONCE = 16;
/** Far more time than any answer takes. */
const NO_ANSWER_MS = 60_000;

/** mulberry32: the seed determines the whole run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Hostile = { readonly headers: OutgoingHttpHeaders; readonly body: Buffer; readonly ending: 'end' | 'reset' };

function hostileRequests(random: () => number): () => Hostile {
  const oneOf = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const bytes = (most: number): Buffer =>
    Buffer.from(Array.from({ length: Math.floor(random() * most) }, () => Math.floor(random() * 256)));
  const paths = [...BYTES_METHODS.keys()].map((method) => `/${method}`);
  const path = (): string =>
    random() < 0.85
      ? oneOf(...paths)
      : oneOf(
          '/',
          '',
          '*',
          '/%00',
          '/x',
          '//',
          `/${'a'.repeat(5000)}`,
          `${paths[0]}/`,
          '/recorda.v1.MemoryService/',
          '/\u00e9\u00ff',
        );

  /** Returns roughly what gRPC frames as a message. */
  function frame(): Buffer {
    const payload = oneOf(
      () => bytes(64),
      () => bytes(2000),
      () => Buffer.alloc(0),
      () => gzipSync(bytes(500)),
      () => Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
      () => Buffer.from(`\n${String.fromCodePoint(0x7f)}`.repeat(40)),
    )();
    const head = Buffer.alloc(5);
    head.writeUInt8(random() < 0.75 ? 0 : oneOf(1, 1, 2, 255));
    head.writeUInt32BE(
      random() < 0.85 ? payload.length : oneOf(0, 1, payload.length + 7, 0xff_ff_ff_ff, 0x01_00_00_01),
      1,
    );
    return Buffer.concat([head, payload]);
  }

  const body = oneOf<() => Buffer>;
  /** A stream that is requested correctly does not end by itself, so it gets a deadline. */
  const ending = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
    isEndless(String(headers[':path']).slice(1)) ? { ...headers, 'grpc-timeout': '50m' } : headers;
  return () => ({
    headers: ending({
      ':method': random() < 0.97 ? 'POST' : oneOf('GET', 'PUT', 'OPTIONS'),
      ':path': path(),
      ...(random() < 0.95 ? { 'content-type': oneOf('application/grpc', 'application/grpc+proto') } : {}),
      ...(random() < 0.03 ? { 'content-type': oneOf('text/plain', 'application/json', 'application/grpc-web') } : {}),
      ...(random() < 0.3
        ? { 'grpc-timeout': oneOf('1S', '0S', '1n', '99999999H', '10000000S', 'x', '-1S', '5', '1 S', '1e9S') }
        : {}),
      ...(random() < 0.2 ? { 'grpc-encoding': oneOf('identity', 'gzip', 'deflate', 'br', '', 'x'.repeat(300)) } : {}),
      ...(random() < 0.1 ? { traceparent: oneOf('', 'x', '00-', bytes(60).toString('base64')) } : {}),
      ...(random() < 0.1 ? { 'made-up-bin': oneOf('', '!!!', '=', bytes(99).toString('base64')) } : {}),
      ...(random() < 0.02 ? { large: 'x'.repeat(12_000) } : {}),
    }),
    body: body(
      frame,
      frame,
      frame,
      () => bytes(40),
      () => Buffer.alloc(0),
      () => Buffer.concat([frame(), frame()]),
      () => frame().subarray(0, 3),
    )(),
    ending: random() < 0.93 ? 'end' : 'reset',
  });
}

describe('hostile frames', () => {
  const log = keptLog();
  let dataDir: string;
  let server: RecordaServer;
  let serving: Serving;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-frames-'));
    server = await openRecorda({ dataDir, warmUp: false, log });
    serving = await serve({ pipeline: server.pipeline, log, host: '127.0.0.1', port: 0 });
  });

  after(async () => {
    await serving.drain(0);
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  async function throwAll(count: number): Promise<void> {
    const seed = testSeed();
    const next = hostileRequests(randomFrom(seed));
    const outcomes = new Map<string, number>();
    let session = newSession();
    let left = count;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        // Node closes a connection after this many invalid frames; a hostile client then opens another.
        if (session.closed || session.destroyed) session = newSession();
        // oxlint-disable-next-line no-await-in-loop
        const outcome = await send(session, next());
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    session.destroy();

    const summary = `seed ${seed}: ${JSON.stringify(Object.fromEntries(outcomes))}`;
    const [ok, malformed, unknown, internal] = ['0', '3', '12', '13'].map(
      (status) => outcomes.get(`grpc ${status}`) ?? 0,
    );
    expect(internal, summary).to.equal(0);
    expect(outcomes.get('grpc 2') ?? 0, summary).to.equal(0);
    expect(outcomes.get('no answer') ?? 0, summary).to.equal(0);
    expect(malformed, summary).to.be.above(count / 4);
    expect(unknown, summary).to.be.above(count / 50);
    expect(ok, summary).to.be.above(0);
    expect(
      log.lines.filter(({ level }) => level === 'error'),
      summary,
    ).to.deep.equal([]);

    const client = rawClient(serving.port);
    expect(await client.unary('recorda.v1.AdminService/GetLatencyReport')).to.be.instanceOf(Buffer);
    client.close();
  }

  function newSession(): ClientHttp2Session {
    const session = connect(`http://127.0.0.1:${serving.port}`);
    session.on('error', () => undefined);
    return session;
  }

  it('get a status each, none of them INTERNAL or UNKNOWN, and the server goes on', async () => {
    await throwAll(3000);
  });

  if (FULL) {
    it('do so 100,000 times @torture', async function () {
      this.timeout(1_800_000);
      await throwAll(100_000);
    });
  }
});

/** Returns what came back: `grpc 3`, `http 415`, `reset 8`, or `no answer`. */
function send(session: ClientHttp2Session, { headers, body, ending }: Hostile): Promise<string> {
  return new Promise((resolve) => {
    const request = session.request(headers);
    let outcome: string | undefined;
    const timer = setTimeout(() => {
      resolve('no answer');
      request.close();
    }, NO_ANSWER_MS);
    const read = (got: IncomingHttpHeaders): void => {
      if (got['grpc-status'] !== undefined) outcome = `grpc ${got['grpc-status'].toString()}`;
      else if (Number(got[':status'] ?? 200) !== 200) outcome = `http ${Number(got[':status'])}`;
    };
    request
      .on('response', read)
      .on('trailers', read)
      .on('error', () => undefined);
    request.on('close', () => {
      clearTimeout(timer);
      resolve(outcome ?? `reset ${request.rstCode}`);
    });
    request.resume();
    if (ending === 'end') request.end(body);
    else request.write(body, () => request.close(8));
  });
}
