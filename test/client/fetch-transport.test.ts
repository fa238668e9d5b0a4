/** Tests the client over HTTP with a real server, and with servers that are not Recorda's. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import type { RecordaError } from '../../client/errors.ts';
import { fetchTransport } from '../../client/fetch-transport.ts';
import { envelopes } from '../../client/envelopes.ts';
import { connect as connectWeb } from '../../client/web.ts';
import { REQUEST_BYTES, WIRE } from '../../contract/wire.ts';

const call = (withinMs = 10_000, signal = new AbortController().signal) => ({
  signal,
  deadlineMs: Date.now() + withinMs,
  headers: { traceparent: '00-1234' },
});
const failureOf = (promise: Promise<unknown>): Promise<RecordaError> =>
  promise.then(
    () => Promise.reject(new Error('The call did not fail.')),
    (error: unknown) => error as RecordaError,
  );

describe('the client over fetch, with servers that are not Recorda', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });
  /** Returns the address of a server that answers with `listener`. */
  const answering = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const unaryAt = async (listener: RequestListener, withinMs?: number, signal?: AbortSignal): Promise<Uint8Array> => {
    const url = await answering(listener);
    return fetchTransport(url).unary('test/echo', new Uint8Array([1, 2]), call(withinMs, signal));
  };

  it('sends bytes, the time that is left, the key and the trace', async () => {
    const seen: Record<string, unknown> = {};
    const url = await answering((request, response) => {
      Object.assign(seen, request.headers, { url: request.url });
      response.setHeader('content-type', 'application/proto');
      request.pipe(response);
    });
    const transport = fetchTransport(url, { apiKey: 'rk_x' });
    expect([...(await transport.unary('test/echo', new Uint8Array([1, 255]), call()))]).to.deep.equal([1, 255]);
    expect(seen).to.include({
      url: '/test/echo',
      authorization: 'Bearer rk_x',
      'content-type': 'application/proto',
      'connect-protocol-version': '1',
      traceparent: '00-1234',
    });
    expect(Number(seen['connect-timeout-ms'])).to.be.within(5000, 10_000);
  });

  it('reports an address that does not answer, and a server that is not Recorda', async () => {
    const nobody = await failureOf(fetchTransport('http://127.0.0.1:1').unary('a/b', new Uint8Array(), call()));
    expect(nobody).to.include({ reason: 'BACKEND_UNAVAILABLE', retryable: true });
    expect(nobody.message).to.include('http://127.0.0.1:1').and.include('recorda serve');
    for (const [status, reason] of [
      [404, 'METHOD_UNKNOWN'],
      [200, 'INTERNAL'],
      [500, 'INTERNAL'],
      [503, 'BACKEND_UNAVAILABLE'],
    ] as const) {
      const error = await failureOf(unaryAt((_, response) => response.writeHead(status).end('<html>')));
      expect(error.reason, `${status}`).to.equal(reason);
    }
  });

  it('ends at the deadline and when the caller aborts', async () => {
    const late = await failureOf(unaryAt(() => undefined, 50));
    expect(late.reason).to.equal('DEADLINE_EXCEEDED');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const left = await failureOf(unaryAt(() => undefined, undefined, controller.signal));
    expect(left.reason).to.equal('CANCELLED');
  });

  it('distinguishes a stream that breaks off from one that ended', async () => {
    const url = await answering((_, response) => {
      response.setHeader('content-type', 'application/connect+proto');
      response.end(Buffer.from([0, 0, 0, 0, 1, 7]));
    });
    const read: number[] = [];
    const error = await failureOf(
      (async () => {
        for await (const message of fetchTransport(url).stream('a/b', new Uint8Array(), call())) read.push(...message);
      })(),
    );
    expect(read).to.deep.equal([7]);
    expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
  });

  it('reads envelopes however they are cut', async () => {
    const messages = [new Uint8Array(), new Uint8Array([1]), new Uint8Array(300).fill(2), new Uint8Array(7000).fill(3)];
    const bytes = Buffer.concat(
      messages.flatMap((message, at) => {
        const head = Buffer.alloc(5);
        head[0] = at;
        head.writeUInt32BE(message.length, 1);
        return [head, message];
      }),
    );
    for (const size of [1, 3, 5, 6, 1000, bytes.length]) {
      const parts = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
          controller.close();
        },
      });
      const read: (readonly [number, Uint8Array])[] = [];
      for await (const { flags, message } of envelopes(parts)) read.push([flags, new Uint8Array(message)]);
      expect(read, `parts of ${size}`).to.deep.equal(messages.map((message, at) => [at, message]));
    }
  });

  it('refuses to send what the server would not take', async () => {
    const tooLarge = new Uint8Array(WIRE.requestBytes + 1);
    const error = await failureOf(fetchTransport('http://127.0.0.1:1').unary('a/b', tooLarge, call()));
    expect(error.reason).to.equal('REQUEST_TOO_LARGE');
    const [largest = ''] = Object.keys(REQUEST_BYTES);
    const unsent = await failureOf(fetchTransport('http://127.0.0.1:1').unary(largest, tooLarge, call()));
    expect(unsent.reason).to.equal('BACKEND_UNAVAILABLE');
  });

  it('uses the fetch function that it is given', async () => {
    const asked: unknown[] = [];
    const own: typeof fetch = (url) => {
      asked.push(url);
      return Promise.resolve(new Response(new Uint8Array(), { headers: { 'content-type': 'application/proto' } }));
    };
    for (const opened of [
      connect('https://memory.example.org/a', { fetch: own }),
      connectWeb('https://memory.example.org/a', { fetch: own }),
    ]) {
      await opened.memory.getServerInfo({});
      await opened.close();
    }
    const url = 'https://memory.example.org/a/recorda.v1.MemoryService/GetServerInfo';
    expect(asked).to.deep.equal([url, url]);
  });
});
