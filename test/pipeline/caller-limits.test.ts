import { expect } from 'chai';
import type { Allowance, Caller } from '../../server/domain/caller.ts';
import { ANYBODY } from '../../server/domain/caller.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { ALL_CALLS } from '../../server/methods/calls.ts';
import { callerLimits, type CallerAllowances, type Counted } from '../../server/pipeline/caller-limits.ts';
import { CALL_COSTS, CALLER_LIMITS } from '../../server/policy/serving.ts';

const GET = 'recorda.v1.MemoryService/GetMemory';
const PROMPT = 'recorda.v1.ContextService/AssembleContext';
const WATCH = 'recorda.v1.MemoryService/WatchMemories';

function caller(tenant: string, keyId: string, allowance?: Allowance): Caller {
  return { ...ANYBODY, tenant, keyId, role: 'agent', ...(allowance && { allowance }) };
}

function limits(allowances: CallerAllowances) {
  const clock = { ms: 0 };
  const told: string[] = [];
  const held = callerLimits(
    allowances,
    (by, measure) => told.push(`${by} ${measure}`),
    () => clock.ms,
  );
  return {
    clock,
    told,
    enter: (who: Caller, method = GET, bytes = 10) => held.enter({ method, caller: who, bytes }),
    enterFor: (userIds: readonly string[], who: Caller = ANYBODY) =>
      held.enterFor(() => userIds, { method: GET, caller: who, bytes: 10 }),
    /** Returns how many calls are let in at once. */
    taken(who: Caller, method = GET, bytes = 10, most = 1000): number {
      let taken = 0;
      while (taken < most && !(held.enter({ method, caller: who, bytes }) instanceof RecordaError)) taken += 1;
      return taken;
    },
  };
}

describe('limits of callers', () => {
  it('limits nobody if no limit is set', () => {
    const { enter, enterFor, told } = limits({});
    expect(enter(ANYBODY)).to.equal(undefined);
    expect(enterFor(['ana'])).to.equal(undefined);
    expect(told).to.deep.equal([]);
  });

  it('holds each key and each tenant to its own, and refuses with what says whose it is and how long to wait', () => {
    const { enter, taken, told, clock } = limits({ key: { callsPerSecond: 10 }, tenant: { callsPerSecond: 15 } });
    const [burst, ofTenant] = [10, 15].map((perSecond) => perSecond * CALLER_LIMITS.burstSeconds) as [number, number];
    expect(taken(caller('acme', 'one'))).to.equal(burst);
    expect(taken(caller('acme', 'two'))).to.equal(ofTenant - burst);
    expect(taken(caller('other', 'three'))).to.equal(burst);
    expect(told).to.deep.equal(['key calls_per_second', 'tenant calls_per_second', 'key calls_per_second']);
    const refused = enter(caller('acme', 'two')) as RecordaError;
    expect(refused).to.include({ reason: 'RATE_LIMITED', code: 'RESOURCE_EXHAUSTED', retryable: true });
    expect(refused.detail.quota).to.deep.equal({ subject: 'tenant:acme.calls_per_second', limit: 15, current: 15 });
    expect(refused.detail.retryAfterMs).to.be.within(1, CALLER_LIMITS.longestWaitMs);
    clock.ms += 1000;
    expect(taken(caller('acme', 'two'))).to.be.within(14, 16);
  });

  it('charges nobody for a call that another limit refuses', () => {
    const { enter, taken, clock } = limits({ key: { callsPerSecond: 10 }, tenant: { callsAtOnce: 1 } });
    const running = enter(caller('acme', 'one')) as Counted;
    expect(taken(caller('acme', 'one'))).to.equal(0);
    running.leave();
    for (let call = 1; call < 10 * CALLER_LIMITS.burstSeconds; call += 1) {
      const next = enter(caller('acme', 'one'));
      expect(next, `call ${call}`).not.to.be.instanceOf(RecordaError);
      (next as Counted).leave();
    }
    expect(clock.ms).to.equal(0);
    expect(enter(caller('acme', 'one'))).to.be.instanceOf(RecordaError);
  });

  it('counts a dear call for several, and what a batch makes of one', () => {
    const { enter, taken } = limits({ tenant: { callsPerSecond: 60 } });
    const burst = 60 * CALLER_LIMITS.burstSeconds;
    expect(taken(caller('acme', 'one'), PROMPT)).to.equal(burst / CALL_COSTS['assemble_context']!);
    const [first, second] = [1, 2].map(() => enter(caller('other', 'two')) as Counted);
    expect(first!.chargeCalls(burst)).to.equal(undefined);
    // The batches were let in together, but the first has used up the calls.
    expect(second!.chargeCalls(burst)).to.include({ reason: 'RATE_LIMITED' });
    expect(enter(caller('other', 'two'))).to.be.instanceOf(RecordaError);
  });

  it('counts the bytes of requests and answers', () => {
    const { enter, taken, told } = limits({ key: { bytesPerSecond: 1000 } });
    expect(taken(caller('acme', 'one'), GET, 500)).to.equal(2 * CALLER_LIMITS.burstSeconds);
    (enter(caller('acme', 'two'), GET, 1) as Counted).chargeBytes(1000 * CALLER_LIMITS.burstSeconds);
    expect(enter(caller('acme', 'two'))).to.be.instanceOf(RecordaError);
    expect(told).to.deep.equal(['key bytes_per_second', 'key bytes_per_second']);
  });

  it('counts calls under way, and streams without end apart from them', () => {
    const { enter, taken } = limits({ tenant: { callsAtOnce: 3 } });
    expect(taken(caller('acme', 'one'), WATCH)).to.equal(3);
    const calls = [1, 2, 3].map(() => enter(caller('acme', 'one')) as Counted);
    expect(enter(caller('acme', 'two'))).to.include({ reason: 'RATE_LIMITED' });
    calls[0]!.leave();
    expect(enter(caller('acme', 'two'))).not.to.be.instanceOf(RecordaError);
  });

  it('holds users to theirs, each of those that a call names, and in each tenant apart', () => {
    const { enterFor, told } = limits({ user: { callsPerSecond: 1 } });
    for (let call = 0; call < CALLER_LIMITS.burstSeconds; call += 1) enterFor(['ana', 'ana', '']);
    expect(enterFor(['ben', 'ana'])).to.include({ reason: 'RATE_LIMITED' });
    expect(enterFor(['ben'])).not.to.be.instanceOf(RecordaError);
    expect(enterFor(['ana'], caller('acme', 'one'))).not.to.be.instanceOf(RecordaError);
    expect(enterFor([])).to.equal(undefined);
    expect(told).to.deep.equal(['user calls_per_second']);
  });

  it("lets a key's own limits take the place of those of the settings, also while its calls run", () => {
    const { enter, taken } = limits({ key: { callsAtOnce: 5 } });
    expect(taken(caller('acme', 'one'))).to.equal(5);
    expect(taken(caller('acme', 'one', { callsAtOnce: 7 }))).to.equal(2);
    expect(taken(caller('acme', 'two', {}), GET, 10, 50)).to.equal(50);
    expect(enter(caller('acme', 'one'))).to.be.instanceOf(RecordaError);
  });

  it('has costs of operations that there are', () => {
    expect(ALL_CALLS.map(({ operation }) => operation)).to.include.members(Object.keys(CALL_COSTS));
  });
});
