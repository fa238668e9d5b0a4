import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceError } from '@grpc/grpc-js';
import { expect } from 'chai';
import { orAbort } from '../../server/domain/abort.ts';
import { callerLimits } from '../../server/pipeline/caller-limits.ts';
import type { Pipeline } from '../../server/pipeline/pipeline.ts';
import { CALLER_LIMITS } from '../../server/policy/serving.ts';
import { type ServeOptions, type Serving, serve } from '../../server/rpc/serve.ts';
import { collect, failure, failureOf, type RawClient, rawClient } from './raw-client.ts';
import { ADD, type Asked, keptLog, scriptedPipeline, STREAM, until } from './scripted-pipeline.ts';

/** The grace period of drains that should finish earlier by themselves. */
const GRACE_MS = 20_000;

describe('a server that goes down', () => {
  let serving: Serving;
  let client: RawClient;
  let asked: Asked[];
  const never = new Promise<never>(() => undefined);

  async function open(script: Partial<Pipeline>, options: Partial<ServeOptions> = {}): Promise<void> {
    const pipeline = scriptedPipeline(script);
    ({ asked } = pipeline);
    serving = await serve({ pipeline, log: keptLog(), host: '127.0.0.1', port: 0, ...options });
    client = rawClient(serving.port);
  }

  afterEach(async () => {
    client.close();
    await serving.drain(0);
  });

  async function timed(work: Promise<unknown>): Promise<number> {
    const start = performance.now();
    await work;
    return performance.now() - start;
  }

  it('stops at once if no call is in progress, even if clients are connected', async () => {
    await open({});
    await client.unary(ADD);
    expect(await timed(serving.drain(GRACE_MS))).to.be.below(GRACE_MS);
    const other = rawClient(serving.port);
    expect((await failureOf(other.unary(ADD))).code).to.equal(14);
    other.close();
  });

  it('lets calls under way end, and refuses new ones meanwhile', async () => {
    let finish = (): void => undefined;
    await open({
      unary: async () => new Promise((resolve) => (finish = () => resolve(Uint8Array.of(7)))),
    });
    const under = client.unary(ADD);
    await until(() => asked.length === 1);
    const drained = serving.drain(GRACE_MS);
    const refused = await failureOf(client.unary(ADD));
    expect(refused).to.include({ code: 14, reason: 'SHUTTING_DOWN' });
    expect(refused.details).to.have.property('RetryInfo');
    finish();
    expect([...(await under)]).to.deep.equal([7]);
    await drained;
    expect(asked).to.have.length(1);
  });

  it('lets a stream under way end, with all of its messages', async () => {
    await open({
      async *stream() {
        for (let index = 0; index < 10; index += 1) {
          yield Uint8Array.of(index);
          // oxlint-disable-next-line no-await-in-loop
          await sleep(20);
        }
      },
    });
    const collected = collect(client.stream(STREAM));
    await until(() => asked.length === 1);
    await serving.drain(GRACE_MS);
    const { messages, failure } = await collected;
    expect(failure).to.equal(undefined);
    expect(messages).to.have.length(10);
  });

  it('ends what outlasts the grace with SHUTTING_DOWN, and tells the pipeline', async () => {
    await open({
      unary: async () => never,
      async *stream(_method, _request, { signal }) {
        yield Uint8Array.of(1);
        await orAbort(never, signal);
      },
    });
    const unary = failureOf(client.unary(ADD));
    const stream = collect(client.stream(STREAM));
    await until(() => asked.length === 2);
    await sleep(50);
    const took = await timed(serving.drain(200));
    expect(took).to.be.at.least(190);
    expect((await unary).reason).to.equal('SHUTTING_DOWN');
    const { messages, failure } = await stream;
    expect(messages).to.have.length(1);
    expect(failure?.reason).to.equal('SHUTTING_DOWN');
    for (const { call } of asked) expect(call.signal.reason).to.include({ reason: 'SHUTTING_DOWN' });
  });

  it('answers refusals that it holds with SHUTTING_DOWN', async () => {
    let refused = 0;
    const limits = callerLimits(
      { tenant: { callsPerSecond: 1 } },
      () => (refused += 1),
      () => 0,
    );
    await open({}, { callerLimits: limits });
    const calls = Array.from({ length: CALLER_LIMITS.burstSeconds + 8 }, () =>
      client.unary(ADD).then(
        () => 'answered',
        (error: ServiceError) => failure(error).reason,
      ),
    );
    await until(() => refused === 8);
    await serving.drain(GRACE_MS);
    const outcomes = await Promise.all(calls);
    expect(new Set(outcomes)).to.deep.equal(new Set(['answered', 'RATE_LIMITED', 'SHUTTING_DOWN']));
    expect(outcomes.filter((outcome) => outcome === 'SHUTTING_DOWN')).to.have.length.above(3);
  });

  it('is gone within its limits though a client never reads', async () => {
    await open({
      async *stream() {
        for (;;) yield await Promise.resolve(new Uint8Array(64 * 1024));
      },
    });
    const stuck = client.stream(STREAM);
    stuck.on('error', () => undefined);
    await until(() => asked.length === 1);
    await sleep(100);
    // Without the limit, the drain would last as long as the client stays.
    await serving.drain(100);
    stuck.cancel();
  });

  it('answers every call of a loaded connection, and loses none that it took', async () => {
    let answered = 0;
    await open({
      unary: async (_method, request) => {
        await sleep(Math.random() * 10);
        answered += 1;
        return request;
      },
    });
    const outcomes: (string | undefined)[] = [];
    let going = true;
    const caller = async (own: RawClient): Promise<void> => {
      while (going) {
        // oxlint-disable-next-line no-await-in-loop
        const outcome = await own.unary(ADD, Uint8Array.of(1)).then(
          () => 'OK',
          (error: { code: number }) => `${error.code}`,
        );
        outcomes.push(outcome);
        going &&= outcome === 'OK';
      }
    };
    const clients = Array.from({ length: 4 }, () => rawClient(serving.port));
    const callers = clients.flatMap((own) => Array.from({ length: 8 }, () => caller(own)));
    await until(() => outcomes.length > 200);
    await serving.drain(GRACE_MS);
    await Promise.all(callers);
    for (const own of clients) own.close();
    const ok = outcomes.filter((outcome) => outcome === 'OK').length;
    expect(ok).to.be.above(100);
    expect(ok).to.equal(answered);
    expect(new Set(outcomes)).to.deep.equal(new Set(['OK', '14']));
  });
});
