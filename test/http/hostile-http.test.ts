/**
 * Sends over HTTP what no client of Recorda would: each request gets an answer that says what is wrong, and the server
 * continues.
 */
import { connect } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ErrorInfo } from 'nice-grpc-error-details';
import { serveHttp, type HttpServing } from '../../server/http/serve-http.ts';
import type { Pipeline } from '../../server/pipeline/pipeline.ts';
import { HTTP } from '../../server/policy/serving.ts';
import { MB } from '../../server/policy/units.ts';
import { serve, type Serving } from '../../server/rpc/serve.ts';
import { ADD, keptLog, scriptedPipeline, STREAM, until } from '../rpc/scripted-pipeline.ts';

const ENVELOPED = ['application/connect+json', 'application/connect+proto', 'application/grpc-web+proto'] as const;
/** So short, in milliseconds, that a request which does not arrive is soon given up. */
const ARRIVAL_MS = 300;
const BOMB = Buffer.alloc(4 * HTTP.bodyBytes, ' ');
/** The best quality, 11, takes fourteen times as long and saves nothing. */
const BOMBS = {
  gzip: gzipSync(BOMB),
  br: brotliCompressSync(BOMB, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

type Bytes = Uint8Array<ArrayBuffer>;
type Told = { readonly code: string; readonly message: string; readonly reason: string | undefined };
type ConnectError = Pick<Told, 'code' | 'message'> & {
  readonly details: readonly { readonly type: string; readonly value: string }[];
};

function envelope(message: Uint8Array | string, flags = 0, length = Buffer.byteLength(message)): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, Buffer.from(message as string)]);
}

function toldOf({ code, message, details }: ConnectError): Told {
  const info = details.find(({ type }) => type === 'google.rpc.ErrorInfo');
  return { code, message, reason: info && ErrorInfo.decode(Buffer.from(info.value, 'base64')).reason };
}

/** Reads the error in the last envelope of an answer: JSON in Connect, trailers in gRPC-Web. */
function endOf(type: string, body: Buffer): Told {
  expect(body.readUInt32BE(1), 'the end is all there is').to.equal(body.byteLength - 5);
  const text = body.subarray(5).toString();
  if (!type.includes('grpc-web')) return toldOf((JSON.parse(text) as { readonly error: ConnectError }).error);
  const [, status = ''] = /grpc-status: (\d+)/.exec(text) ?? [];
  const [, message = ''] = /grpc-message: (.*)\r/.exec(text) ?? [];
  const code = { 3: 'invalid_argument', 8: 'resource_exhausted' }[Number(status)] ?? status;
  return { code, message: decodeURIComponent(message), reason: undefined };
}

describe('the HTTP door and the hostile', () => {
  const log = keptLog();
  let grpc: Serving;
  let http: HttpServing;
  let url: string;
  let pipeline: ReturnType<typeof scriptedPipeline>;

  async function open(
    script: Partial<Pipeline> = {},
    requestBytesInFlight?: number,
    requestArrivalMs?: number,
  ): Promise<void> {
    pipeline = scriptedPipeline({ unary: () => Promise.resolve(new Uint8Array()), ...script });
    grpc = await serve({
      pipeline,
      log,
      host: '127.0.0.1',
      port: 0,
      ...(requestBytesInFlight !== undefined && { requestBytesInFlight }),
    });
    http = await serveHttp({
      door: grpc.shared,
      host: '127.0.0.1',
      port: 0,
      version: '1.2.3',
      isReady: () => true,
      mcp: { user: 'me', agent: 'mcp' },
      ...(requestArrivalMs !== undefined && { requestArrivalMs }),
    });
    url = `http://127.0.0.1:${http.port}`;
  }

  beforeEach(() => log.lines.splice(0));
  afterEach(async () => {
    http.stopListening();
    await grpc.drain(0);
    await http.close();
    expect(log.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });

  const post = (method: string, body: Bytes | string, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${url}/${method}`, { method: 'POST', body, headers, ...(signal && { signal }) });
  const inJson = async (body: Bytes | string, headers: Record<string, string> = {}) => {
    const response = await post(ADD, body, { 'content-type': 'application/json', ...headers });
    return { status: response.status, ...toldOf((await response.json()) as ConnectError) };
  };
  const enveloped = async (type: string, body: Bytes, headers: Record<string, string> = {}): Promise<Told> => {
    const response = await post(STREAM, body, { 'content-type': type, ...headers });
    expect(response.status).to.equal(200);
    return endOf(type, Buffer.from(await response.arrayBuffer()));
  };
  /** Returns everything that a connection receives after these bytes, until the server closes it. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let said = '';
      const socket = connect(http.port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(said));
    });

  for (const type of ENVELOPED) {
    const message = type.endsWith('json') ? '{}' : '';
    const bodies: Readonly<Record<string, Bytes>> = {
      'nothing at all': Buffer.alloc(0),
      'a head that is cut short': envelope(message).subarray(0, 3),
      'a message that is cut short': envelope('{"query": "x"}').subarray(0, 9),
      'a length beyond all bounds': envelope(message, 0, 0xffffffff),
      'more than its length': Buffer.concat([envelope(message), Buffer.from('x')]),
      'two messages': Buffer.concat([envelope(message), envelope(message)]),
      'the end of a stream in place of a message': envelope('{}', 2),
      'flags that nobody knows': envelope(message, 0x40),
      'a message that is said to be compressed, but not how': envelope(gzipSync(message), 1),
    };
    for (const [name, body] of Object.entries(bodies)) {
      it(`refuses ${name} as ${type}`, async () => {
        await open();
        const { code, message: words } = await enveloped(type, body);
        expect(code).to.equal('invalid_argument');
        expect(words).to.match(/^The request cannot be read: .*envelope/);
        expect(pipeline.asked).to.be.empty;
      });
    }

    for (const [encoding, bomb] of Object.entries(BOMBS)) {
      it(`unpacks no more than 16 MiB of ${encoding} in an envelope, as ${type}`, async () => {
        await open();
        const header = type.includes('grpc-web') ? 'grpc-encoding' : 'connect-content-encoding';
        const { code, message: words } = await enveloped(type, envelope(bomb, 1), { [header]: encoding });
        expect(code).to.equal('resource_exhausted');
        expect(words).to.include('16 MiB');
        expect(pipeline.asked).to.be.empty;
      });
    }
  }

  it('unpacks no more than 16 MiB of brotli', async () => {
    await open();
    const bomb = BOMBS.br;
    expect(bomb.byteLength).to.be.lessThan(1000);
    expect(await inJson(bomb, { 'content-encoding': 'br' })).to.include({ status: 413, reason: 'REQUEST_TOO_LARGE' });
    expect(await inJson(bomb.subarray(0, 9), { 'content-encoding': 'br' })).to.include({ status: 400 });
    expect(pipeline.asked).to.be.empty;
  });

  it('counts what compressed requests become among the bytes that it holds', async () => {
    await open({ unary: () => new Promise(() => undefined) }, 8 * MB);
    const long = gzipSync(JSON.stringify({ requestId: 'x'.repeat(6 * MB) }));
    expect(long.byteLength).to.be.lessThan(10_000);
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const leaving = new AbortController();
    const first = post(ADD, long, headers, leaving.signal).catch((thrown: unknown) => thrown);
    await until(() => pipeline.asked.length === 1);
    expect(await inJson(long, headers)).to.include({ status: 429, reason: 'OVERLOADED' });
    leaving.abort();
    await first;
  });

  it('holds nothing of those who left, in whatever moment', async () => {
    await open({ unary: () => new Promise(() => undefined) }, MB);
    const large = JSON.stringify({ requestId: 'x'.repeat(MB / 2) });
    const json = { 'content-type': 'application/json' };
    for (let count = 1; count <= 5; count += 1) {
      const leaving = new AbortController();
      const left = post(ADD, large, json, leaving.signal).catch((thrown: unknown) => thrown);
      // The requests are sent one after another, since several at once would be refused.
      // oxlint-disable-next-line no-await-in-loop
      await until(() => pipeline.asked.length === count);
      leaving.abort();
      // oxlint-disable-next-line no-await-in-loop
      await left;
      // oxlint-disable-next-line no-await-in-loop
      await until(() => pipeline.asked.at(-1)!.call.signal.aborted);
    }
  });

  for (const [what, method, type] of [
    ['a call', ADD, 'application/json'],
    ['a stream', STREAM, 'application/connect+json'],
  ] as const)
    it(`holds nothing of those who left in the middle of the request of ${what}`, async () => {
      await open({ unary: () => new Promise(() => undefined) }, MB);
      const length = MB / 2 + 1;
      const head = [`POST /${method} HTTP/1.1`, `host: 127.0.0.1:${http.port}`, `content-type: ${type}`];
      const socket = connect(http.port, '127.0.0.1');
      socket.write(`${head.join('\r\n')}\r\ncontent-length: ${length}\r\n\r\n{"requestId": "x`);
      const large = JSON.stringify({ requestId: 'x'.repeat(length) });
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await inJson(large)).to.include({ status: 429, reason: 'OVERLOADED' });
      socket.destroy();
      const last = new AbortController();
      const json = { 'content-type': 'application/json' };
      for (let tries = 0; tries < 50 && pipeline.asked.length === 0; tries += 1)
        // oxlint-disable-next-line no-await-in-loop
        await Promise.race([
          post(ADD, large, json, last.signal).catch((thrown: unknown) => thrown),
          new Promise((resolve) => setTimeout(resolve, 100)),
        ]);
      expect(pipeline.asked).to.have.length(1);
      last.abort();
    });

  it('refuses JSON that is not UTF-8, is nested too deeply, or is not an object', async () => {
    await open();
    const deep = 100_000;
    const bodies: readonly (Bytes | string)[] = [
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      Buffer.from('{"requestId": "\ud800"}', 'utf16le'),
      // This contains a surrogate, which UTF-8 does not allow.
      Buffer.concat([Buffer.from('{"requestId": "'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
      `{"memory": {"document": {"data": ${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}}}`,
      '['.repeat(deep),
      '[]',
      'null',
      '"text"',
      '{"requestId": "\\ud800"}',
    ];
    for (const body of bodies)
      // oxlint-disable-next-line no-await-in-loop
      expect(await inJson(body), body.toString().slice(0, 40)).to.include({ status: 400, reason: 'REQUEST_MALFORMED' });
    expect(pipeline.asked).to.be.empty;
  });

  it('refuses a key named __proto__, which would be lost without a word, however it is spelt', async () => {
    await open();
    for (const key of ['__proto__', '\\u005f_proto_\\u005F']) {
      const body = `{"memory": {"document": {"collection": "c", "data": {"${key}": {"a": 1}}}}}`;
      // oxlint-disable-next-line no-await-in-loop
      expect((await inJson(body)).message).to.include('__proto__');
    }
    const value = '{"memory": {"document": {"collection": "c", "data": {"a": "__proto__"}}}}';
    expect((await post(ADD, value, { 'content-type': 'application/json' })).status).to.equal(200);
    expect(pipeline.asked).to.have.lengthOf(1);
  });

  it('answers 408 to a body that does not arrive, and to headers that do not', async () => {
    await open({}, undefined, ARRIVAL_MS);
    const head = `POST /${ADD} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    for (const cut of [
      `${head}Content-Length: 100\r\n\r\n{"requestId":`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"`,
      head,
    ])
      // oxlint-disable-next-line no-await-in-loop
      expect(await raw(cut)).to.match(/^HTTP\/1.1 408 /);
    expect(pipeline.asked).to.be.empty;
  });

  it('answers 400 to two lengths, and 431 to an address or headers that are too long', async () => {
    await open();
    const both = `POST /${ADD} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    expect(await raw(`${both}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).to.match(
      /^HTTP\/1.1 400 /,
    );
    const message = encodeURIComponent(JSON.stringify({ id: 'x'.repeat(HTTP.headerBytes) }));
    const got = await fetch(`${url}/recorda.v1.MemoryService/GetMemory?encoding=json&message=${message}`);
    expect(got.status).to.equal(431);
  });

  it('refuses a GET of a stream, and bytes that are not base64', async () => {
    await open();
    const got = await fetch(`${url}/${STREAM}?encoding=json&message=%7B%7D`);
    expect([got.status, got.headers.get('allow')]).to.deep.equal([405, 'POST']);
    const bytes = await fetch(`${url}/recorda.v1.MemoryService/GetMemory?encoding=proto&base64=1&message=!!!`);
    expect(bytes.status).to.equal(400);
    expect(pipeline.asked).to.be.empty;
  });

  it('answers 415 to a stream without a media type, or with that of a call with one answer', async () => {
    await open();
    for (const type of ['', 'application/json', 'application/proto', 'application/grpc-web-text', 'text/html']) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await post(STREAM, Buffer.from('{}'), { 'content-type': type });
      expect([response.status, response.headers.get('accept-post')?.split(', ')[0]], type).to.deep.equal([
        415,
        'application/connect+json',
      ]);
    }
  });

  it('takes a body of 16 MiB, and not a byte more', async () => {
    await open();
    const most = Buffer.alloc(HTTP.bodyBytes, ' ');
    const json = { 'content-type': 'application/json' };
    expect((await post(ADD, most, json)).status).to.equal(200);
    expect(await inJson(Buffer.concat([most, Buffer.from(' ')]))).to.include({ status: 413 });
  });
});
