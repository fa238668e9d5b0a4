import { connect as http2Connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { StopSignal } from '../../server/domain/abort.ts';
import { ANYBODY } from '../../server/domain/caller.ts';
import { fieldError } from '../../server/domain/errors.ts';
import type { DoorCall, Pipeline } from '../../server/pipeline/pipeline.ts';
import { SERVING } from '../../server/policy/serving.ts';
import type { Keys } from '../../server/rpc/require-key.ts';
import { type Serving, serve } from '../../server/rpc/serve.ts';
import { collect, type RawClient, rawClient } from './raw-client.ts';
import { ADD, keptLog, scriptedPipeline, STREAM, until } from './scripted-pipeline.ts';

describe('a stream over gRPC', () => {
  let serving: Serving;
  let client: RawClient;

  async function open(script: Partial<Pipeline>, keys?: Keys): Promise<void> {
    serving = await serve({ pipeline: scriptedPipeline(script), log: keptLog(), host: '127.0.0.1', port: 0, keys });
    client = rawClient(serving.port);
  }

  afterEach(async () => {
    client.close();
    await serving.drain(0);
  });

  it('delivers every message in order', async () => {
    await open({
      async *stream() {
        for (let index = 0; index < 1000; index += 1) yield Uint8Array.of(index % 256);
        await Promise.resolve();
      },
    });
    const { messages, failure } = await collect(client.stream(STREAM));
    expect(failure).to.equal(undefined);
    expect(messages.map(([byte]) => byte)).to.deep.equal(Array.from({ length: 1000 }, (_, index) => index % 256));
  });

  it('delivers a message the moment it is there', async () => {
    let arrived = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    await open({
      async *stream() {
        yield Uint8Array.of(1);
        await arrival;
        yield Uint8Array.of(2);
      },
    });
    const messages: number[] = [];
    for await (const [byte] of client.stream(STREAM) as AsyncIterable<Buffer>) {
      messages.push(byte!);
      arrived();
    }
    expect(messages).to.deep.equal([1, 2]);
  });

  it('that fails midway delivers what came before, then the error with its details', async () => {
    await open({
      async *stream() {
        yield Uint8Array.of(1);
        await Promise.resolve();
        throw fieldError('retrieve.query', 'must not be empty');
      },
    });
    const { messages, failure } = await collect(client.stream(STREAM));
    expect(messages).to.have.length(1);
    expect(failure).to.include({ code: status.INVALID_ARGUMENT, reason: 'FIELD_INVALID' });
    expect(failure?.details).to.have.property('BadRequest');
  });

  it('that the caller cancels stops the pipeline', async () => {
    let stopped = false;
    let signal: StopSignal | undefined;
    await open({
      async *stream(_method, _request, call: DoorCall) {
        ({ signal } = call);
        try {
          for (;;) {
            yield Uint8Array.of(1);
            // oxlint-disable-next-line no-await-in-loop
            await sleep(5);
          }
        } finally {
          stopped = true;
        }
      },
    });
    const stream = client.stream(STREAM);
    stream.on('error', () => undefined);
    await new Promise((resolve) => stream.once('data', resolve));
    stream.cancel();
    await until(() => stopped);
    expect(signal?.reason).to.include({ reason: 'CANCELLED' });
  });

  it('that nobody reads queues at most 32 messages, however small', async () => {
    expect(await madeForOneWhoNeverReads(64 * 1024)).to.be.at.most(32);
  });

  it('that nobody reads queues about as many bytes as policy says', async () => {
    const bytes = SERVING.streamQueueBytes / 2;
    expect(await madeForOneWhoNeverReads(bytes)).to.be.at.most(5);
  });

  it('that nobody reads is reset after its deadline, and the pipeline stopped', async () => {
    let stopped = false;
    await open({
      async *stream() {
        try {
          for (;;) yield await Promise.resolve(new Uint8Array(64 * 1024));
        } finally {
          stopped = true;
        }
      },
    });
    const session = http2Connect(`http://127.0.0.1:${serving.port}`);
    const request = neverRead(session, STREAM, { 'grpc-timeout': '200m' });
    await new Promise((resolve) => request.once('close', resolve));
    expect(request.rstCode).to.equal(8);
    await until(() => stopped);
    session.destroy();
  });

  for (const [where, keys] of [
    ['', undefined],
    [', where keys are asked for', { callerOf: () => ANYBODY }],
  ] as const)
    it(`is not the only thing that may wait for its reader: so may a large answer, and it goes alike${where}`, async () => {
      await open({ unary: async () => Promise.resolve(new Uint8Array(8 * 1024 * 1024)) }, keys);
      const session = http2Connect(`http://127.0.0.1:${serving.port}`);
      const request = neverRead(session, ADD, { 'grpc-timeout': '200m' });
      await new Promise((resolve) => request.once('close', resolve));
      expect(request.rstCode).to.equal(8);
      session.destroy();
    });

  /** Returns how many messages the pipeline made for a client whose flow-control window is closed. */
  async function madeForOneWhoNeverReads(messageBytes: number): Promise<number> {
    let made = 0;
    await open({
      async *stream() {
        for (;;) {
          made += 1;
          yield await Promise.resolve(new Uint8Array(messageBytes));
        }
      },
    });
    const session = http2Connect(`http://127.0.0.1:${serving.port}`);
    neverRead(session, STREAM);
    await until(() => made > 0);
    await sleep(300);
    session.destroy();
    return made;
  }

  function neverRead(
    session: ReturnType<typeof http2Connect>,
    method: string,
    headers: Record<string, string> = {},
  ): ReturnType<typeof session.request> {
    const request = session.request({
      ':method': 'POST',
      ':path': `/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    request.on('error', () => undefined);
    request.pause();
    request.end(Buffer.alloc(5));
    return request;
  }

  it('does not hold up other calls of the same client while nobody reads it', async () => {
    await open({
      async *stream() {
        for (;;) yield await Promise.resolve(new Uint8Array(64 * 1024));
      },
    });
    const stuck = client.stream(STREAM);
    stuck.on('error', () => undefined);
    await sleep(100);
    expect([...(await client.unary(ADD, Uint8Array.of(7)))]).to.deep.equal([7]);
    stuck.cancel();
  });
});
