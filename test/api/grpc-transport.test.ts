import { Readable, type Writable } from 'node:stream';
import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { RecordaError } from '../../client/errors.ts';
import { grpcTransport } from '../../client/grpc-transport.ts';
import type { Transport } from '../../client/transport.ts';
import { LIMITS } from '../../server/policy/limits.ts';

/** A server that behaves towards the client as a foreign or broken one may. */
type Peer = { readonly port: number; readonly server: Server; readonly seen: string[]; cancelled: number };

const bytes = (value: Buffer): Buffer => value;

async function peer(port = 0): Promise<Peer> {
  const server = new Server({ 'grpc.max_send_message_length': -1 });
  const seen: string[] = [];
  const path = (name: string) => ({
    path: `/test/${name}`,
    requestDeserialize: bytes,
    requestSerialize: bytes,
    responseSerialize: bytes,
    responseDeserialize: bytes,
    requestStream: false,
  });
  const state = { cancelled: 0 };
  server.addService(
    {
      echo: { ...path('echo'), responseStream: false },
      never: { ...path('never'), responseStream: false },
      large: { ...path('large'), responseStream: false },
      broken: { ...path('broken'), responseStream: false },
      refuse: { ...path('refuse'), responseStream: false },
      count: { ...path('count'), responseStream: true },
      few: { ...path('few'), responseStream: true },
      fewThenFail: { ...path('fewThenFail'), responseStream: true },
    },
    {
      echo: (call: { request: Buffer; metadata: Metadata }, reply: (error: null, value: Buffer) => void) => {
        seen.push(JSON.stringify(call.metadata.getMap()));
        reply(null, call.request);
      },
      never: (call: { on(event: 'cancelled', listener: () => void): void }) => {
        call.on('cancelled', () => {
          state.cancelled += 1;
        });
      },
      large: (_call: unknown, reply: (error: null, value: Buffer) => void) =>
        reply(null, Buffer.alloc(LIMITS.messageBytes + 1)),
      broken: (_call: unknown, reply: (error: object) => void) => {
        const metadata = new Metadata();
        metadata.set('grpc-status-details-bin', Buffer.from([255, 255, 255]));
        reply({ code: status.INTERNAL, details: 'torn', metadata });
      },
      refuse: (_call: unknown, reply: (error: object) => void) => {
        seen.push('refused');
        reply({ code: status.UNAVAILABLE, details: 'busy' });
      },
      few: (call: Writable) => {
        for (const n of [1, 2, 3]) call.write(Buffer.from([n]));
        call.end();
      },
      fewThenFail: (call: Writable) => {
        for (const n of [1, 2, 3]) call.write(Buffer.from([n]));
        call.emit('error', Object.assign(new Error('busy'), { code: status.UNAVAILABLE, details: 'busy' }));
      },
      count: (call: Writable) => {
        call.on('cancelled', () => {
          state.cancelled += 1;
        });
        const source = Readable.from(
          (function* () {
            for (let sent = 0; sent < 100_000; sent += 1) {
              seen.push('sent');
              yield Buffer.alloc(1024);
            }
          })(),
        );
        source.pipe(call);
      },
    },
  );
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error === null ? resolve(at) : reject(error),
    ),
  );
  return {
    port: bound,
    server,
    seen,
    get cancelled() {
      return state.cancelled;
    },
  };
}

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 2));
}

const caught = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);
const call = (signal = new AbortController().signal, withinMs = 10_000) => ({
  signal,
  deadlineMs: Date.now() + withinMs,
  headers: { traceparent: '00-1234' },
});

describe('The gRPC transport', () => {
  let server: Peer;
  let transport: Transport;
  beforeEach(async () => {
    server = await peer();
    transport = grpcTransport(`127.0.0.1:${server.port}`);
  });
  afterEach(async () => {
    await transport.close();
    server.server.forceShutdown();
  });

  it('carries bytes and headers', async () => {
    const answer = await transport.unary('test/echo', new Uint8Array([1, 2, 255]), call());
    expect([...answer]).to.deep.equal([1, 2, 255]);
    expect(server.seen[0]).to.include('"traceparent":"00-1234"');
  });

  it('ends a call at the deadline', async () => {
    const error = await caught(transport.unary('test/never', new Uint8Array(), call(undefined, 50)));
    expect(error)
      .to.be.instanceOf(RecordaError)
      .and.to.include({ reason: 'DEADLINE_EXCEEDED', code: 'DEADLINE_EXCEEDED' });
  });

  it('cancels a call on the server when the caller aborts it', async () => {
    const controller = new AbortController();
    const pending = caught(transport.unary('test/never', new Uint8Array(), call(controller.signal)));
    await transport.unary('test/echo', new Uint8Array(), call());
    controller.abort();
    expect(await pending)
      .to.be.instanceOf(RecordaError)
      .and.to.have.property('reason', 'CANCELLED');
    await until(() => server.cancelled === 1);
  });

  it('cancels a stream when the reader stops, by break or by throwing', async () => {
    for await (const message of transport.stream('test/count', new Uint8Array(), call())) {
      expect(message).to.have.length(1024);
      break;
    }
    await until(() => server.cancelled === 1);
    const thrown = await caught(
      (async () => {
        for await (const message of transport.stream('test/count', new Uint8Array(), call()))
          throw new Error(`${message.length}`);
      })(),
    );
    expect(thrown).to.have.property('message', '1024');
    await until(() => server.cancelled === 2);
  });

  it('ends a stream with CANCELLED when the caller aborts', async () => {
    const controller = new AbortController();
    let read = 0;
    const error = await caught(
      (async () => {
        for await (const message of transport.stream('test/count', new Uint8Array(), call(controller.signal))) {
          read += message.length;
          controller.abort();
        }
      })(),
    );
    expect(error).to.have.property('reason', 'CANCELLED');
    expect(read).to.be.greaterThan(0);
    await until(() => server.cancelled === 1);
  });

  it('abandons more calls than a server lets a client reset, and continues with the others', async () => {
    const leave = async (): Promise<void> => {
      for await (const message of transport.stream('test/few', new Uint8Array(), call())) {
        expect(message).to.have.length(1);
        break;
      }
      const controller = new AbortController();
      const pending = caught(transport.unary('test/never', new Uint8Array(), call(controller.signal)));
      controller.abort();
      expect(await pending).to.have.property('reason', 'CANCELLED');
    };
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(Array.from({ length: 100 }, leave));
      expect(await transport.unary('test/echo', new Uint8Array([7]), call())).to.have.length(1);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await transport.unary('test/echo', new Uint8Array([7]), call())).to.have.length(1);
    expect(server.cancelled).to.be.within(1, 1000);
  });

  it('yields what came before a failure, then throws the failure', async () => {
    const read: number[] = [];
    const failing = (async () => {
      for await (const message of transport.stream('test/fewThenFail', new Uint8Array(), call())) {
        // The client is slower than the server, so answers wait in its buffer when the failure arrives.
        await new Promise((resolve) => setTimeout(resolve, 20));
        read.push(message[0] ?? -1);
      }
    })();
    expect(await caught(failing)).to.have.property('reason', 'BACKEND_UNAVAILABLE');
    expect(read).to.deep.equal([1, 2, 3]);
  });

  it('reads from the server only what the caller reads', async () => {
    const stream = transport.stream('test/count', new Uint8Array(), call())[Symbol.asyncIterator]();
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // This is what fits into the windows of HTTP/2 and the buffers of both ends, in messages of 1 KB; 100,000
    // are available.
    expect(server.seen.length).to.be.lessThan(500);
    await stream.return?.();
    await until(() => server.cancelled === 1);
  });

  it('reports which address does not answer, and reconnects once a server does', async () => {
    const { port } = server;
    await transport.unary('test/echo', new Uint8Array(), call());
    server.server.forceShutdown();
    const error = await caught(transport.unary('test/echo', new Uint8Array(), call()));
    expect(error).to.be.instanceOf(RecordaError).and.to.include({ reason: 'BACKEND_UNAVAILABLE', retryable: true });
    expect((error as RecordaError).message)
      .to.include(`127.0.0.1:${port}`)
      .and.to.include('recorda serve');
    server = await peer(port);
    for (;;) {
      const answer = await caught(transport.unary('test/echo', new Uint8Array([7]), call()));
      if (answer instanceof Uint8Array) break;
      expect(answer).to.have.property('reason', 'BACKEND_UNAVAILABLE');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('refuses to send requests that the server would refuse', async () => {
    const error = await caught(transport.unary('test/echo', new Uint8Array(LIMITS.messageBytes + 1), call()));
    expect(error).to.be.instanceOf(RecordaError).and.to.have.property('reason', 'REQUEST_TOO_LARGE');
    expect(server.seen).to.have.length(0);
  });

  it('reports an answer that is too large, an unknown call and a malformed status', async () => {
    const large = await caught(transport.unary('test/large', new Uint8Array(), call()));
    expect(large).to.have.property('reason', 'RESPONSE_TOO_LARGE');
    const unknown = await caught(transport.unary('test/none', new Uint8Array(), call()));
    expect(unknown).to.have.property('reason', 'METHOD_UNKNOWN');
    const broken = await caught(transport.unary('test/broken', new Uint8Array(), call()));
    expect(broken).to.be.instanceOf(RecordaError).and.to.have.property('reason', 'INTERNAL');
  });

  it('never repeats a call by itself', async () => {
    const error = await caught(transport.unary('test/refuse', new Uint8Array(), call()));
    expect(error).to.be.instanceOf(RecordaError).and.to.have.property('reason', 'BACKEND_UNAVAILABLE');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.seen).to.deep.equal(['refused']);
  });
});
