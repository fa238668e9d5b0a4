import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import type { Pipeline } from '../../server/pipeline/pipeline.ts';
import { MB } from '../../server/policy/units.ts';
import { SERVING } from '../../server/policy/serving.ts';
import { requestBytes } from '../../server/rpc/request-bytes.ts';
import { type ServeOptions, type Serving, serve } from '../../server/rpc/serve.ts';
import { failureOf, type RawClient, rawClient } from './raw-client.ts';
import { ADD, type Asked, keptLog, scriptedPipeline, until } from './scripted-pipeline.ts';

/** The time within which requests must arrive in these tests: the clock is set forward, since a busy machine delays all else as well. */
const ARRIVAL_MS = 60_000;
/** Within this time the server has looked for requests that have not arrived. */
const LOOKED_MS = 2 * SERVING.arrivalCheckMs;

describe('large requests over gRPC', () => {
  let serving: Serving;
  let client: RawClient;
  let asked: Asked[];
  let finish: (() => void)[];
  let clock: ReturnType<typeof forwardClock>;

  beforeEach(() => {
    clock = forwardClock();
  });

  async function open(options: Partial<ServeOptions>): Promise<void> {
    finish = [];
    const script: Partial<Pipeline> = {
      unary: async () => new Promise((resolve) => finish.push(() => resolve(Uint8Array.of(1)))),
    };
    const pipeline = scriptedPipeline(script);
    ({ asked } = pipeline);
    serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0, ...options });
    client = rawClient(serving.port);
  }

  afterEach(async () => {
    clock.restore();
    client.close();
    await serving.drain(0);
  });

  /** Tells whether the server would take another request of this length, without sending one. */
  function hasRoomFor(length: number): boolean {
    const held = serving.shared.requestBytes.hold();
    const refusal = held.grow(length);
    held.release();
    return refusal === undefined;
  }

  it('are refused beyond a bound, small ones are not, and room comes back', async () => {
    await open({ requestBytesInFlight: 10 * MB });
    const large = new Uint8Array(4 * MB);
    const held = [client.unary(ADD, large), client.unary(ADD, large)];
    await until(() => finish.length === 2);
    const refused = await failureOf(client.unary(ADD, large));
    expect(refused).to.include({ code: status.RESOURCE_EXHAUSTED, reason: 'OVERLOADED' });
    expect(refused.details).to.have.property('RetryInfo');
    const small = client.unary(ADD, new Uint8Array(1000));
    await until(() => finish.length === 3);
    for (const end of finish) end();
    await Promise.all([...held, small]);
    const again = client.unary(ADD, large);
    await until(() => finish.length === 4);
    finish[3]?.();
    await again;
    expect(asked).to.have.length(4);
  });

  it('are counted as what they become when they are unpacked', async () => {
    await open({ requestBytesInFlight: 10 * MB });
    const held = client.unary(ADD, new Uint8Array(8 * MB));
    await until(() => finish.length === 1);
    expect(await sendCompressed(serving.port, gzipSync(Buffer.alloc(8 * MB)))).to.equal(status.RESOURCE_EXHAUSTED);
    expect(asked).to.have.length(1);
    finish[0]?.();
    await held;
    const unpacked = sendCompressed(serving.port, gzipSync(Buffer.alloc(8 * MB)));
    await until(() => finish.length === 2);
    expect(asked[1]?.request.length).to.equal(8 * MB);
    finish[1]?.();
    expect(await unpacked).to.equal(status.OK);
  });

  it('are let go of when their callers leave before they have arrived', async () => {
    await open({ requestBytesInFlight: 10 * MB });
    const session = connectHttp2(`http://127.0.0.1:${serving.port}`);
    const half = session.request(headers());
    half.on('error', () => undefined);
    half.write(Buffer.concat([frameHead(false, 9 * MB), Buffer.alloc(1000)]));
    await until(() => !hasRoomFor(4 * MB));
    expect((await failureOf(client.unary(ADD, new Uint8Array(4 * MB)))).reason).to.equal('OVERLOADED');
    half.destroy();
    await once(half, 'close');
    await until(() => hasRoomFor(4 * MB));
    const taken = client.unary(ADD, new Uint8Array(4 * MB));
    await until(() => finish.length === 1);
    finish[0]?.();
    await taken;
    session.destroy();
  });

  it('that do not arrive in time are refused with DEADLINE_EXCEEDED, and leave their room to others', async () => {
    const refusals: string[] = [];
    const telemetry: ServeOptions['telemetry'] = {
      callRefused: (method, cause) => void refusals.push(`${method} ${cause}`),
    };
    await open({ requestBytesInFlight: 10 * MB, requestArrivalMs: ARRIVAL_MS, telemetry });
    const session = connectHttp2(`http://127.0.0.1:${serving.port}`);
    const silent = statusOf(session.request(headers()));
    const half = session.request(headers());
    half.write(Buffer.concat([frameHead(false, 9 * MB), Buffer.alloc(1000)]));
    const cut = statusOf(half);
    await until(() => !hasRoomFor(4 * MB));
    expect((await failureOf(client.unary(ADD, new Uint8Array(4 * MB)))).reason).to.equal('OVERLOADED');
    clock.setForward(ARRIVAL_MS / 2);
    await sleep(LOOKED_MS);
    expect(refusals).to.deep.equal([`${ADD} bytes`]);
    clock.setForward(ARRIVAL_MS / 2);
    for (const { code, message } of await Promise.all([silent, cut])) {
      expect(code).to.equal(status.DEADLINE_EXCEEDED);
      expect(message).to.equal(
        `The request did not arrive within ${ARRIVAL_MS / 1000} seconds. Send it in smaller parts.`,
      );
    }
    expect(asked).to.have.length(0);
    const taken = client.unary(ADD, new Uint8Array(4 * MB));
    await until(() => finish.length === 1);
    // Once a request has arrived, its call may take as long as it needs.
    clock.setForward(2 * ARRIVAL_MS);
    await sleep(LOOKED_MS);
    finish[0]?.();
    await taken;
    expect(refusals).to.deep.equal([`${ADD} bytes`, `${ADD} arrival`, `${ADD} arrival`]);
    session.destroy();
  });

  it('are held one at a time where each is over the bound', () => {
    const bytes = requestBytes(1 * MB);
    const one = bytes.hold();
    const other = bytes.hold();
    expect(one.grow(5 * MB)).to.equal(undefined);
    expect(other.grow(2 * MB)).to.include({ reason: 'OVERLOADED' });
    one.release();
    one.release();
    expect(other.grow(2 * MB)).to.equal(undefined);
  });
});

describe('a connection', () => {
  /** Enough for the handshake of one that speaks, on a busy machine as well. */
  const HANDSHAKE_MS = 3000;
  /** Enough for the first call of a connection. */
  const IDLE_MS = 1000;

  it('that says nothing, or not what HTTP/2 begins with, is closed; one that does is not', async () => {
    const pipeline = scriptedPipeline({});
    const serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0, handshakeMs: HANDSHAKE_MS });
    const client = rawClient(serving.port);
    await client.unary(ADD);
    const session = connectHttp2(`http://127.0.0.1:${serving.port}`);
    await once(session, 'remoteSettings');
    const silent = connectSocket(serving.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    const cut = connectSocket(serving.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    cut.write('PRI * HTTP/2.0\r\n');
    // These were opened later, so the session's own time is over when they are closed.
    await Promise.all([once(silent, 'close'), once(cut, 'close')]);
    await answered(session);
    expect(session.closed).to.equal(false);
    session.destroy();
    await client.unary(ADD);
    client.close();
    await serving.drain(0);
  });

  it('that does not end its TLS handshake, or says nothing after it, is closed; one that does is not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-handshake-'));
    const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    await writeFile(tls.certFile, pair.cert);
    await writeFile(tls.keyFile, pair.private);
    const pipeline = scriptedPipeline({});
    const handshakeMs = HANDSHAKE_MS;
    const serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0, tls, handshakeMs });
    const session = connectHttp2(`https://localhost:${serving.port}`, { ca: pair.cert });
    await once(session, 'remoteSettings');
    const startMs = performance.now();
    const silent = connectSocket(serving.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    // The header of a handshake record that announces 512 bytes, none of which is sent.
    const cut = connectSocket(serving.port, '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    cut.write(Buffer.of(0x16, 0x03, 0x01, 0x02, 0x00));
    const options = { host: '127.0.0.1', servername: 'localhost', ca: pair.cert, ALPNProtocols: ['h2'] };
    const wordless = connectTls({ ...options, port: serving.port })
      .on('error', () => undefined)
      .resume();
    await Promise.all([once(silent, 'close'), once(cut, 'close'), once(wordless, 'close')]);
    expect(performance.now() - startMs).to.be.at.least(HANDSHAKE_MS);
    await answered(session);
    expect(session.closed).to.equal(false);
    session.destroy();
    await serving.drain(0);
    await rm(folder, { recursive: true });
  });

  it('without calls is closed after a while, and its client connects anew', async () => {
    const pipeline = scriptedPipeline({});
    const serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0, connectionIdleMs: IDLE_MS });
    const session = connectHttp2(`http://127.0.0.1:${serving.port}`);
    await once(session, 'close');
    const client = rawClient(serving.port);
    await client.unary(ADD);
    await until(() => !client.isConnected());
    await client.unary(ADD);
    client.close();
    await serving.drain(0);
  });
});

/** Resolves when the other side answers; rejects if it has closed the connection. */
function answered(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve, reject) => {
    session.ping((error) => (error === null ? resolve() : reject(error)));
  });
}

/** Takes the place of the clock that the server goes by, until it is restored. */
function forwardClock() {
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  performance.now = () => now() + aheadMs;
  return {
    setForward: (ms: number): void => void (aheadMs += ms),
    restore: (): void => void (performance.now = now),
  };
}

function headers(compressed = false) {
  return {
    ':method': 'POST',
    ':path': `/${ADD}`,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(compressed ? { 'grpc-encoding': 'gzip' } : {}),
  };
}

function frameHead(isCompressed: boolean, length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isCompressed ? 1 : 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/** Returns how a call ended, read from its headers and trailers. */
function statusOf(stream: ClientHttp2Stream): Promise<{ readonly code: number; readonly message: string }> {
  return new Promise((resolve, reject) => {
    const read = (got: Record<string, unknown>): void => {
      if (got['grpc-status'] === undefined) return;
      resolve({ code: Number(got['grpc-status']), message: decodeURIComponent(String(got['grpc-message'])) });
    };
    stream.on('response', read).on('trailers', read).on('error', reject).resume();
  });
}

/** Returns the response's status. */
function sendCompressed(port: number, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    const request = session.request(headers(true));
    const read = (got: Record<string, unknown>): void => {
      if (got['grpc-status'] === undefined) return;
      session.destroy();
      resolve(Number(got['grpc-status']));
    };
    request.on('response', read).on('trailers', read).on('error', reject);
    request.resume();
    request.end(Buffer.concat([frameHead(true, body.length), body]));
  });
}
