import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { ANYBODY } from '../../server/domain/caller.ts';
import { deadlineExceeded } from '../../server/domain/abort.ts';
import {
  etagMismatch,
  fieldErrors,
  notFound,
  byteQuotaExceeded,
  quotaExceeded,
  RecordaError,
} from '../../server/domain/errors.ts';
import type { Pipeline } from '../../server/pipeline/pipeline.ts';
import { LIMITS } from '../../server/policy/limits.ts';
import { type ServeOptions, type Serving, serve } from '../../server/rpc/serve.ts';
import { collect, failureOf, type RawClient, rawClient } from './raw-client.ts';
import { ADD, type Asked, keptLog, scriptedPipeline, STREAM, until } from './scripted-pipeline.ts';

describe('the gRPC door', () => {
  const log = keptLog();
  let serving: Serving;
  let client: RawClient;
  let asked: Asked[];

  async function open(script: Partial<Pipeline>, limits: Partial<ServeOptions> = {}): Promise<void> {
    const pipeline = scriptedPipeline(script);
    ({ asked } = pipeline);
    serving = await serve({ pipeline, log, host: '127.0.0.1', port: 0, ...limits });
    client = rawClient(serving.port);
  }

  afterEach(async () => {
    client.close();
    await serving.drain(0);
    log.lines.length = 0;
  });

  const failing = (thrown: Error): Partial<Pipeline> => ({ unary: async () => Promise.reject(thrown) });

  describe('a call', () => {
    it('passes the bytes on as they are, and the answer back', async () => {
      await open({ unary: async (_method, request) => Promise.resolve(Uint8Array.from(request).reverse()) });
      expect([...(await client.unary(ADD, Uint8Array.of(1, 2, 3)))]).to.deep.equal([3, 2, 1]);
      expect(asked[0]?.method).to.equal(ADD);
      expect((await client.unary(ADD)).length).to.equal(0);
    });

    it('passes tenant, deadline and trace on', async () => {
      await open({});
      const startMs = Date.now();
      const deadline = startMs + 60_000;
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await client.unary(ADD, undefined, { deadline }, { traceparent, tracestate: 'a=b', other: 'x' });
      // The client sends the time that is left, so the server's deadline is later by the time that the request takes to arrive.
      const latest = deadline + (Date.now() - startMs);
      await client.unary(ADD);
      expect(asked[0]?.call.caller).to.equal(ANYBODY);
      expect(asked[0]?.call.deadlineMs).to.be.within(deadline - 1, latest + 1);
      expect(asked[0]?.call.trace).to.deep.equal({ traceparent, tracestate: 'a=b' });
      expect(asked[1]?.call.deadlineMs).to.equal(undefined);
      expect(asked[1]?.call.trace).to.equal(undefined);
    });

    it('leaves out a trace header that is too long', async () => {
      await open({});
      await client.unary(ADD, undefined, {}, { traceparent: 'x'.repeat(600), tracestate: 'a=b' });
      expect(asked[0]?.call.trace).to.deep.equal({ tracestate: 'a=b' });
    });

    it('aborts the pipeline when the caller cancels', async () => {
      let reason: unknown;
      await open({
        unary: async (_method, _request, { signal }) =>
          new Promise(() => signal.addEventListener('abort', () => void (reason = signal.reason))),
      });
      const stream = client.stream(ADD);
      stream.on('error', () => undefined);
      await until(() => asked.length === 1);
      stream.cancel();
      await until(() => reason !== undefined);
      expect(reason).to.include({ reason: 'CANCELLED' });
    });
  });

  describe('an error', () => {
    it('always carries ErrorInfo with reason and domain', async () => {
      await open(failing(deadlineExceeded()));
      const failed = await failureOf(client.unary(ADD));
      expect(failed).to.include({ code: status.DEADLINE_EXCEEDED, reason: 'DEADLINE_EXCEEDED', domain: 'recorda.v1' });
    });

    it('names the fields in a BadRequest', async () => {
      await open(failing(fieldErrors([{ field: 'memory.text.content', description: 'must not be empty' }])));
      const { code, reason, details } = await failureOf(client.unary(ADD));
      expect({ code, reason }).to.deep.equal({ code: status.INVALID_ARGUMENT, reason: 'FIELD_INVALID' });
      expect(details['BadRequest']?.['fieldViolations']).to.containSubset([
        { field: 'memory.text.content', description: 'must not be empty' },
      ]);
    });

    it('says in a QuotaFailure who has how much of what', async () => {
      await open(failing(quotaExceeded('user:ana/long_term.count', 'long_term memories', 10_000, 10_000)));
      const { code, message, details } = await failureOf(client.unary(ADD));
      expect(code).to.equal(status.RESOURCE_EXHAUSTED);
      expect(message).to.include('max: 10,000').and.include('Delete old memories or upgrade');
      expect(details['QuotaFailure']?.['violations']).to.containSubset([
        { subject: 'user:ana/long_term.count', description: 'current: 10000, max: 10000' },
      ]);
    });

    it('says in a QuotaFailure of bytes what was added, with units', async () => {
      const use = { used: 10_240, limit: 10_240, added: 1204 };
      await open(failing(byteQuotaExceeded('user:ana/long_term.bytes', 'long_term memories', use)));
      const { details } = await failureOf(client.unary(ADD));
      expect(details['QuotaFailure']?.['violations']).to.containSubset([
        { subject: 'user:ana/long_term.bytes', description: '10,240 B of 10,240 B used; this adds 1,204 B' },
      ]);
    });

    it('says in RetryInfo how long to wait', async () => {
      await open(failing(new RecordaError('BACKEND_UNAVAILABLE', 'Away.', { retryAfterMs: 1250 })));
      const { code, details } = await failureOf(client.unary(ADD));
      expect(code).to.equal(status.UNAVAILABLE);
      expect(details['RetryInfo']?.['retryDelay']).to.include({ seconds: 1, nanos: 250_000_000 });
    });

    it('names what was not found and what was not as expected', async () => {
      await open({ unary: async (method) => Promise.reject(method === ADD ? notFound('lt_1') : etagMismatch('lt_1')) });
      const missing = await failureOf(client.unary(ADD));
      expect(missing.details['ResourceInfo']).to.include({ resourceType: 'recorda.v1.Memory', resourceName: 'lt_1' });
      const stale = await failureOf(client.unary('recorda.v1.MemoryService/UpdateMemory'));
      expect(stale.code).to.equal(status.ABORTED);
      expect(stale.details['PreconditionFailure']?.['violations']).to.containSubset([
        { type: 'ETAG', subject: 'lt_1' },
      ]);
    });

    it('keeps within the headers that clients take, however much is wrong', async () => {
      const fields = Array.from({ length: 1000 }, (_, index) => ({
        field: `requests[${index}].memory.scope.user_id`,
        description: 'ñ漢\u{1F600} '.repeat(20),
      }));
      await open(failing(fieldErrors(fields)));
      const { code, headerBytes, details } = await failureOf(client.unary(ADD));
      expect(code).to.equal(status.INVALID_ARGUMENT);
      expect(headerBytes).to.be.below(8 * 1024);
      const shown = details['BadRequest']?.['fieldViolations'] as { description: string }[];
      expect(shown.at(-1)?.description).to.equal(`and ${1000 - (shown.length - 1)} more`);
    });

    it('keeps within them also where the caller chose a long name', async () => {
      await open(failing(notFound('ñ'.repeat(100_000))));
      const { code, headerBytes, details } = await failureOf(client.unary(ADD));
      expect(code).to.equal(status.NOT_FOUND);
      expect(headerBytes).to.be.below(8 * 1024);
      expect(details['ResourceInfo']?.['resourceName']).to.match(/^ñ{80,}~$/);
    });

    it('may hold half a surrogate pair', async () => {
      await open(failing(new RecordaError('REQUEST_MALFORMED', `Not text: \ud800.`)));
      expect((await failureOf(client.unary(ADD))).message).to.equal('Not text: \ufffd.');
    });

    it('that is not ours is INTERNAL with an id that the log explains, and nothing else', async () => {
      await open(failing(new Error('secret driver text')));
      const { code, reason, message } = await failureOf(client.unary(ADD));
      expect({ code, reason }).to.deep.equal({ code: status.INTERNAL, reason: 'INTERNAL' });
      expect(message).not.to.include('secret');
      const [line] = log.lines;
      expect(line?.fields['errorId']).to.match(/^[0-9a-f-]{36}$/);
      expect(message).to.include(line?.fields['errorId']);
      expect(line?.fields['err']).to.be.an('error').with.property('message', 'secret driver text');
    });

    it('that is thrown, or is not an error at all, ends neither process nor server', async () => {
      const thrown: unknown[] = [undefined, null, 'text', 0, {}, Object.create(null), new TypeError('x')];
      let next = 0;
      await open({
        unary: () => {
          throw thrown[next++ % thrown.length] as Error;
        },
        stream: () => {
          throw thrown[next++ % thrown.length] as Error;
        },
      });
      for (let count = 0; count < thrown.length * 2; count += 1) {
        // oxlint-disable-next-line no-await-in-loop
        const failed = count % 2 ? await failureOf(client.unary(ADD)) : (await collect(client.stream(STREAM))).failure;
        expect(failed?.code).to.equal(status.INTERNAL);
      }
      expect(log.lines).to.have.length(thrown.length * 2);
    });
  });

  describe('what grpc-js answers by itself', () => {
    it('is REQUEST_TOO_LARGE with details if a request is over the limit', async () => {
      await open({});
      const failed = await failureOf(client.unary(ADD, new Uint8Array(LIMITS.messageBytes + 1)));
      expect(failed).to.include({ code: status.RESOURCE_EXHAUSTED, reason: 'REQUEST_TOO_LARGE' });
      expect(asked).to.have.length(0);
      expect((await client.unary(ADD, new Uint8Array(LIMITS.messageBytes))).length).to.equal(LIMITS.messageBytes);
    });

    it('is RESPONSE_TOO_LARGE with details where an answer is over the limit', async () => {
      await open({ unary: async () => Promise.resolve(new Uint8Array(LIMITS.messageBytes + 1)) });
      const failed = await failureOf(client.unary(ADD));
      expect(failed).to.include({ code: status.RESOURCE_EXHAUSTED, reason: 'RESPONSE_TOO_LARGE' });
    });

    it('is METHOD_UNKNOWN with details if there is no such call', async () => {
      await open({});
      const calls = ['recorda.v1.MemoryService/Nothing', 'no.Such/Service', 'x'].map((method) =>
        failureOf(client.unary(method)),
      );
      for (const failed of await Promise.all(calls)) {
        expect(failed).to.include({ code: status.UNIMPLEMENTED, reason: 'METHOD_UNKNOWN' });
      }
      const { failure } = await collect(client.stream('recorda.v1.MemoryService/Nothing'));
      expect(failure).to.include({ code: status.UNIMPLEMENTED, reason: 'METHOD_UNKNOWN' });
    });
  });

  it('says where it cannot listen and why, to its log and not to the screen', async () => {
    await open({});
    const options = { pipeline: scriptedPipeline({}), log, host: '127.0.0.1', port: serving.port };
    const error: unknown = await serve(options).catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message');
    expect((error as Error).message).to.match(
      new RegExp(`^Cannot listen on 127.0.0.1:${serving.port}: listen EADDRINUSE.*--port`),
    );
    expect(log.lines.map(({ message }) => message)).to.include('grpc-js says');
  });

  it('answers OVERLOADED with RetryInfo beyond the calls that may run and wait, and recovers', async () => {
    const finish: (() => void)[] = [];
    await open(
      { unary: async () => new Promise((resolve) => finish.push(() => resolve(new Uint8Array()))) },
      { callsRunning: 3, callsWaiting: 0 },
    );
    const under = [client.unary(ADD), client.unary(ADD), client.unary(ADD)];
    await until(() => finish.length === 3);
    const refused = await failureOf(client.unary(ADD));
    expect(refused).to.include({ code: status.RESOURCE_EXHAUSTED, reason: 'OVERLOADED' });
    // The refusal was held for the other half of SERVING.overloadedRetryMs.
    expect(refused.details['RetryInfo']?.['retryDelay']).to.include({ seconds: 0, nanos: 50_000_000 });
    expect((await collect(client.stream(STREAM))).failure?.reason).to.equal('OVERLOADED');
    for (const end of finish) end();
    await Promise.all(under);
    const again = client.unary(ADD);
    await until(() => finish.length === 4);
    finish[3]?.();
    await again;
  });
});
