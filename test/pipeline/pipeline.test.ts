import { expect } from 'chai';
import { ANYBODY } from '../../server/domain/caller.ts';
import { GetMemoryRequest, GetMemoryResponse } from '../../proto/gen/recorda/v1/memory.ts';
import type { StopSignal } from '../../server/domain/abort.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import type { Method, StreamMethod, UnaryMethod } from '../../server/methods/method.ts';
import { callerLimits, type CallerAllowances, type Counted } from '../../server/pipeline/caller-limits.ts';
import { pipeline, type DoorCall } from '../../server/pipeline/pipeline.ts';
import { silentLog, type CallEnd, type Log, type Telemetry } from '../../server/ports/telemetry.ts';
import { getMemoryRequest } from '../../server/validation/memory-requests.ts';

type Unary = UnaryMethod<GetMemoryRequest, GetMemoryResponse>;
type Stream = StreamMethod<GetMemoryRequest, GetMemoryResponse>;

const account = { types: () => ['LONG_TERM' as const], count: () => 1, targetMs: () => 100 };
const codec = { request: GetMemoryRequest, response: GetMemoryResponse, schema: getMemoryRequest };
const answer: GetMemoryResponse = { memory: undefined, latencyMs: 1 };
const request = GetMemoryRequest.encode(
  GetMemoryRequest.fromPartial({ scope: { userId: 'ana' }, id: 'lt_1' }),
).finish();

function door(partial: Partial<DoorCall> = {}): DoorCall {
  return { caller: ANYBODY, signal: new AbortController().signal, ...partial };
}

function open(methods: Record<string, Method>, log: Log = silentLog, allowances: CallerAllowances = {}) {
  const ends: CallEnd[] = [];
  const telemetry: Telemetry = {
    startCall: () => ({ end: (end) => void ends.push(end), startService() {}, startStoreCall: () => ({ end() {} }) }),
    quotaAlert: () => undefined,
    promptCostAlert: () => undefined,
    promptBuilt: () => undefined,
    auditDamaged: () => undefined,
    lifecycle: () => undefined,
    outbox: () => undefined,
    cacheCall: () => undefined,
    promptPreparation: () => undefined,
    secondLook: () => undefined,
    standbyRead: () => undefined,
    storeCommit: () => undefined,
    callRefused: () => undefined,
    callerLimited: () => undefined,
    securityEvent: () => undefined,
    latencyReport: () => [],
    eventLoopDelay: () => ({ p50Ms: 0, p99Ms: 0, maxMs: 0 }),
    close: async () => undefined,
  };
  let closing = false;
  const opened = pipeline({
    methods: new Map(Object.entries(methods)),
    telemetry,
    backendOf: () => 'sqlite',
    clock: { now: () => 0 },
    log,
    isClosing: () => closing,
    callerLimits: callerLimits(allowances),
  });
  return { pipeline: opened, ends, close: () => void (closing = true) };
}

const unary = (run: Unary['run']): Unary => ({ kind: 'unary', ...codec, ...account, run });
const stream = (run: Stream['run']): Stream => ({ kind: 'stream', ...codec, ...account, run });

async function errorOf(work: Promise<unknown>): Promise<RecordaError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RecordaError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

async function collect(events: AsyncIterable<Uint8Array>): Promise<number> {
  let count = 0;
  for await (const _ of events) count++;
  return count;
}

describe('pipeline', () => {
  it('answers bytes with bytes and accounts for the call', async () => {
    const { pipeline, ends } = open({ Get: unary(async () => answer) });
    const bytes = await pipeline.unary('Get', request, door());
    expect(GetMemoryResponse.decode(bytes)).to.deep.equal(answer);
    expect(ends).to.have.length(1);
    expect(ends[0]).to.include({ backend: 'sqlite', targetMs: 100, recordCount: 1, error: undefined });
  });

  it('names every field at fault as the proto spells it', async () => {
    const { pipeline } = open({ Get: unary(async () => answer) });
    const bad = GetMemoryRequest.encode({
      scope: { userId: '', agentId: '\u0007', sessionId: '', namespace: '', taskId: '' },
      id: '',
      name: undefined,
    });
    const error = await errorOf(pipeline.unary('Get', bad.finish(), door()));
    expect(error.reason).to.equal('FIELD_INVALID');
    expect(error.detail.fields?.map(({ field }) => field)).to.have.members(['scope.user_id', 'scope.agent_id', 'id']);
  });

  it('refuses bytes that are not the request', async () => {
    const { pipeline } = open({ Get: unary(async () => answer) });
    const error = await errorOf(pipeline.unary('Get', Uint8Array.of(10, 200), door()));
    expect(error.reason).to.equal('REQUEST_MALFORMED');
  });

  it('refuses text that is not UTF-8, which the decoder would replace', async () => {
    const { pipeline } = open({ Get: unary(async () => answer) });
    const bytes = Uint8Array.of(18, 2, 0xc3, 0x28);
    expect((await errorOf(pipeline.unary('Get', bytes, door()))).reason).to.equal('REQUEST_MALFORMED');
  });

  it('turns a fault of ours into INTERNAL with an id that the log explains, and no word of it', async () => {
    const logged: object[] = [];
    const log = { ...silentLog, error: (fields: object) => void logged.push(fields) };
    const faulty = unary(() => Promise.reject(new TypeError('secret of the house')));
    const error = await errorOf(open({ Get: faulty }, log).pipeline.unary('Get', request, door()));
    expect(error.reason).to.equal('INTERNAL');
    expect(error.message).not.to.contain('secret');
    expect(logged).to.have.length(1);
    expect(error.message).to.contain((logged[0] as { errorId: string }).errorId);
  });

  it('ends a call at its deadline, also one that does not look', async () => {
    const { pipeline, ends } = open({ Get: unary(() => new Promise(() => undefined)) });
    const error = await errorOf(pipeline.unary('Get', request, door({ deadlineMs: Date.now() + 20 })));
    expect(error.reason).to.equal('DEADLINE_EXCEEDED');
    expect(ends[0]?.error).to.equal(error);
  });

  it('tells the use case when the caller gives up', async () => {
    const caller = new AbortController();
    let seen: StopSignal | undefined;
    const waiting = unary((_, { signal }) => {
      seen = signal;
      return new Promise(() => undefined);
    });
    const call = errorOf(open({ Get: waiting }).pipeline.unary('Get', request, door({ signal: caller.signal })));
    caller.abort();
    expect((await call).reason).to.equal('CANCELLED');
    expect(seen?.aborted).to.equal(true);
  });

  it('refuses an answer that is larger than a message may be', async () => {
    const large = { ...answer, memory: { id: 'x'.repeat(17 * 1024 * 1024) } } as GetMemoryResponse;
    const { pipeline } = open({ Get: unary(async () => GetMemoryResponse.fromPartial(large)) });
    expect((await errorOf(pipeline.unary('Get', request, door()))).reason).to.equal('RESPONSE_TOO_LARGE');
  });

  it('knows no other calls, and none once it is closing', async () => {
    const { pipeline, close } = open({ Get: unary(async () => answer) });
    expect((await errorOf(pipeline.unary('Put', request, door()))).reason).to.equal('METHOD_UNKNOWN');
    expect((await errorOf(collect(pipeline.stream('Get', request, door())))).reason).to.equal('METHOD_UNKNOWN');
    close();
    expect((await errorOf(pipeline.unary('Get', request, door()))).reason).to.equal('SHUTTING_DOWN');
  });

  it('holds users to their limits before a call begins, until it is over, whichever way it ends', async () => {
    let begun = 0;
    let end = (): void => undefined;
    const get = unary(async () => {
      begun += 1;
      await new Promise<void>((resolve) => (end = resolve));
      return answer;
    });
    const failing = unary(() => Promise.reject(new RecordaError('OVERLOADED', 'x')));
    const { pipeline, ends } = open({ Get: get, Failing: failing }, silentLog, { user: { callsAtOnce: 1 } });
    const first = pipeline.unary('Get', request, door());
    const refused = await errorOf(pipeline.unary('Get', request, door()));
    expect(refused).to.include({ reason: 'RATE_LIMITED' });
    expect(refused.detail.quota).to.include({ subject: 'user:ana.calls_at_once' });
    expect([begun, ends[0]?.error]).to.deep.equal([1, refused]);
    end();
    await first;
    for (let call = 0; call < 3; call += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await errorOf(pipeline.unary('Failing', request, door()))).reason).to.equal('OVERLOADED');
    }
  });

  it('tells the limits of key and tenant of answers, and of what a batch makes of one call', async () => {
    const charged: object[] = [];
    const counted: Counted = {
      chargeCalls: (calls) => void charged.push({ calls }),
      chargeBytes: (bytes) => void charged.push({ bytes }),
      leave: () => undefined,
    };
    const { pipeline } = open({ Get: { ...unary(async () => answer), count: () => 5 } });
    const { byteLength: bytes } = await pipeline.unary('Get', request, door({ counted }));
    expect(charged).to.deep.equal([{ calls: 4 }, { bytes }]);
  });

  it('pulls a stream one answer at a time and ends it when the reader leaves', async () => {
    let made = 0;
    let ended = false;
    const endless = stream(async function* () {
      try {
        for (;;) {
          made++;
          yield answer;
        }
      } finally {
        ended = true;
      }
    });
    const { pipeline, ends } = open({ Watch: endless });
    let read = 0;
    for await (const _ of pipeline.stream('Watch', request, door())) if (++read === 3) break;
    expect(made).to.equal(3);
    expect(ended).to.equal(true);
    expect(ends[0]?.error?.reason).to.equal('CANCELLED');
  });

  it('does not count the time that a stream waits for its reader', async () => {
    const WAIT_MS = 200;
    const two = stream(async function* () {
      yield answer;
      yield answer;
    });
    const { pipeline, ends } = open({ Watch: two });
    const startMs = performance.now();
    for await (const _ of pipeline.stream('Watch', request, door())) await new Promise((go) => setTimeout(go, WAIT_MS));
    // Timers may fire a moment early.
    expect(ends[0]?.latencyMs).to.be.at.most(performance.now() - startMs - 2 * WAIT_MS + 5);
  });
});
