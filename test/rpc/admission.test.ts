import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { SERVING } from '../../server/policy/serving.ts';
import { type Admission, admission, boundedAdmission, type Permit } from '../../server/rpc/admission.ts';
import { callTimes } from '../../server/rpc/call-times.ts';
import { concurrencyLimit } from '../../server/rpc/concurrency-limit.ts';
import { turnTime } from '../../server/rpc/turn-time.ts';
import { simulate } from './simulated-load.ts';

const AS_SERVED = {
  concurrency: { ...SERVING.concurrency, most: SERVING.callsRunning },
  waiting: SERVING.callsWaiting,
  waitingMs: SERVING.callsWaitingMs,
};
const CONCURRENCY = { least: 2, first: 2, most: 64, lateShare: 0.5, decrease: 0.5, forgetMs: 1000 };
const WAITING_MS = 20;
const METHOD = 'recorda.v1.MemoryService/RetrieveMemories';

/** Creates a door with its own clock, whose calls are identified by names. */
function door(limits: { readonly most?: number; readonly first?: number; readonly waiting?: number } = {}) {
  const clock = { ms: 0 };
  let look = (): void => undefined;
  const { waiting = 100, first = 2, most = 2 } = limits;
  const counted: string[] = [];
  const admitted: Admission = admission(
    { concurrency: { ...CONCURRENCY, first, most }, waiting, waitingMs: WAITING_MS },
    (method, cause) => counted.push(`${method} ${cause}`),
    {
      now: () => clock.ms,
      repeat(run) {
        look = run;
        return () => (look = () => undefined);
      },
    },
  );
  const runs: string[] = [];
  const refused: [string, RecordaError][] = [];
  const permits = new Map<string, Permit>();
  return {
    clock,
    /** Runs the periodic check, which a real door runs by itself. */
    look: () => look(),
    runs,
    refused,
    /** Refusals that were reported: method and cause. */
    counted,
    arrive(name: string, availableMs: number, tenant = 'flood'): void {
      const permit = admitted.request({ method: METHOD, tenant }, availableMs, (why) => refused.push([name, why]));
      if (permit instanceof RecordaError) {
        refused.push([name, permit]);
        return;
      }
      permits.set(name, permit);
      if (permit.turn === undefined) runs.push(name);
      else void permit.turn.then(() => runs.push(name));
    },
    permit: (name: string) => permits.get(name) as Permit,
    /** Ends a call, and waits until the calls that this lets run have begun. */
    async end(name: string, answered = true): Promise<void> {
      permits.get(name)?.end(answered);
      await sleep(0);
    },
  };
}

describe('admission of calls', () => {
  it('never refuses a client that is alone, however late the clock is and however long its calls take', async () => {
    const { arrive, end, clock, refused } = door();
    for (const round of Array.from({ length: 50 }, (_, index) => `call ${index}`)) {
      clock.ms += 5000;
      arrive(round, 1);
      clock.ms += 700;
      // oxlint-disable-next-line no-await-in-loop
      await end(round, false);
    }
    expect(refused).to.deep.equal([]);
  });

  it('lets calls wait beyond those that may run, and takes first who is due first', async () => {
    const { arrive, end, runs, refused } = door();
    for (const [name, ms] of [
      ['a', 1000],
      ['b', 1000],
      ['late', 900],
      ['soon', 500],
    ] as const)
      arrive(name, ms);
    expect(runs).to.deep.equal(['a', 'b']);
    await end('a');
    expect(runs).to.deep.equal(['a', 'b', 'soon']);
    await end('b');
    expect(runs).to.deep.equal(['a', 'b', 'soon', 'late']);
    expect(refused).to.deep.equal([]);
  });

  it('takes the newest first once somebody has waited for half of their time', async () => {
    const { arrive, end, runs, clock } = door();
    for (const name of ['a', 'b', 'old']) arrive(name, 100);
    clock.ms = 51;
    for (const name of ['new', 'newest']) arrive(name, 100);
    await end('a');
    await end('b');
    expect(runs).to.deep.equal(['a', 'b', 'newest', 'new']);
  });

  it('refuses what cannot be answered in time, before it runs, and says how long to wait', async () => {
    const { arrive, end, runs, refused, counted, clock, look } = door();
    arrive('a', 1000);
    arrive('b', 1000);
    clock.ms = 40;
    await end('a');
    arrive('c', 1000);
    arrive('hopeless', 39);
    expect(refused.map(([name]) => name)).to.deep.equal(['hopeless']);
    const [, why] = refused[0]!;
    expect(why).to.include({ reason: 'OVERLOADED', code: 'RESOURCE_EXHAUSTED' });
    expect(why.detail.retryAfterMs).to.be.at.least(SERVING.overloadedRetryMs);
    arrive('waits', 100);
    clock.ms = 110;
    look();
    expect(refused.map(([name]) => name)).to.deep.equal(['hopeless', 'waits']);
    expect(counted).to.deep.equal([`${METHOD} deadline`, `${METHOD} deadline`]);
    expect(runs).to.deep.equal(['a', 'b', 'c']);
  });

  it('refuses of too many that wait one that is late, else the newcomer', () => {
    const { arrive, refused, counted, clock } = door({ waiting: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) arrive(name, 100);
    expect(refused.map(([name]) => name)).to.deep.equal(['e']);
    clock.ms = 60;
    arrive('f', 100);
    expect(refused.map(([name]) => name)).to.deep.equal(['e', 'c']);
    expect(counted).to.deep.equal([`${METHOD} queue`, `${METHOD} queue`]);
  });

  it('makes room for a tenant that has few with a call of one that has many', async () => {
    const { arrive, end, refused, runs } = door({ waiting: 3 });
    for (const name of ['a', 'b', 'c', 'd', 'e']) arrive(name, 1000, 'flood');
    arrive('small', 1000, 'acme');
    expect(refused.map(([name]) => name)).to.deep.equal(['e']);
    await end('a');
    await end('b');
    expect(runs).to.deep.equal(['a', 'b', 'c', 'small']);
  });

  it('lets a burst wait, and refuses who would wait for long once more has come for a while than can be answered', async () => {
    const { arrive, end, refused, clock } = door({ most: 1, first: 1, waiting: 1000 });
    let called = 0;
    /** In each round one call of 5 ms ends and two arrive. */
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        arrive(`${called}`, 60_000);
        arrive(`${called + 1}`, 60_000);
        clock.ms += 5;
        // oxlint-disable-next-line no-await-in-loop
        await end(`${called / 2}`);
        called += 2;
      }
    };
    await rounds(SERVING.crowd.afterMs / 5);
    expect(refused).to.deep.equal([]);
    await rounds(50);
    expect(refused.length).to.be.within(20, 90);
    const waits = refused.map(([, { detail }]) => detail.retryAfterMs!);
    expect(waits, 'each is told a later time').to.deep.equal(waits.toSorted((one, other) => one - other));
    expect(new Set(waits).size).to.be.above(20);
    const before = refused.length;
    arrive('another tenant', 60_000, 'acme');
    arrive('and once more', 60_000, 'acme');
    expect(refused.length).to.equal(before);
  });

  it('runs fewer at once when calls take many times as long as they did alone', async () => {
    const { arrive, end, runs, clock } = door({ first: 4, most: 64 });
    const round = async (names: readonly string[], ms: number): Promise<void> => {
      for (const name of names) arrive(name, 60_000);
      clock.ms += ms;
      // oxlint-disable-next-line no-await-in-loop
      for (const name of names) await end(name);
    };
    // oxlint-disable no-await-in-loop
    for (let call = 0; call < 10; call += 1) await round([`alone ${call}`], 10);
    const slowMs = 10 * SERVING.slow.timesAlone + 20;
    // As many run as may, and none waits: such calls do not change what a call takes alone.
    for (let call = 0; call < 20; call += 1)
      await round(
        ['a', 'b', 'c'].map((name) => `${name} ${call}`),
        slowMs,
      );
    for (let call = 0; call < 10; call += 1) {
      arrive(`waits ${call}`, 60_000);
    }
    const begun = runs.length;
    expect(begun).to.equal(10 + 60 + 4);
    clock.ms += slowMs;
    for (const name of ['waits 0', 'waits 1', 'waits 2', 'waits 3']) await end(name);
    // oxlint-enable no-await-in-loop
    expect(runs.length - begun, 'the limit fell to half').to.equal(2);
  });

  it('runs another call while one waits for its reader, or has run for very long', async () => {
    const { arrive, permit, end, runs, clock } = door();
    for (const name of ['reads slowly', 'backup', 'c', 'd']) arrive(name, 60_000);
    permit('reads slowly').pause();
    await sleep(0);
    expect(runs).to.deep.equal(['reads slowly', 'backup', 'c']);
    clock.ms = SERVING.longCallMs;
    arrive('e', 60_000);
    await sleep(0);
    expect(runs).to.include.members(['d', 'e']);
    permit('reads slowly').resume();
    for (const name of ['reads slowly', 'backup', 'c', 'd', 'e']) await end(name);
    arrive('again', 1000);
    expect(runs).to.include('again');
  });

  it('learns nothing about the time of a turn from calls that gave up waiting', async () => {
    const { arrive, end, refused, clock, look } = door({ most: 1, first: 1, waiting: 1000 });
    for (let round = 0; round < 60; round += 1) arrive(`${round}`, 60_000);
    for (let round = 0; round < 50; round += 1) {
      clock.ms += 10;
      // oxlint-disable-next-line no-await-in-loop
      await end(`${round}`);
    }
    for (let at = 0; at < 100; at += 1) arrive(`hurried ${at}`, 50);
    clock.ms += 45;
    look();
    for (const [name] of Array.from(refused)) {
      // oxlint-disable-next-line no-await-in-loop
      await end(name, false);
    }
    expect(refused.length).to.be.at.least(90);
    for (const name of ['one', 'another']) arrive(name, 1);
    const [one, another] = refused.slice(-2).map(([, { detail }]) => detail.retryAfterMs!);
    expect(another! - one!, 'a turn later, of 10 ms and more').to.be.at.least(10);
  });

  it('forgets a call that gave up waiting', async () => {
    const { arrive, end, runs } = door();
    for (const name of ['a', 'b', 'gone', 'd']) arrive(name, 1000);
    await end('gone', false);
    await end('a');
    expect(runs).to.deep.equal(['a', 'b', 'd']);
  });

  it('of streams without end takes so many and no more', () => {
    const streams = boundedAdmission(1);
    const first = streams.request({ method: METHOD, tenant: 'acme' }, 1000, () => undefined);
    expect(streams.request({ method: METHOD, tenant: 'acme' }, 1000, () => undefined)).to.include({
      reason: 'OVERLOADED',
    });
    (first as Permit).end(true);
    expect(streams.request({ method: METHOD, tenant: 'acme' }, 1000, () => undefined)).not.to.be.instanceOf(
      RecordaError,
    );
  });
});

describe('the time of one turn', () => {
  it('is that between two ends while calls wait, however much their own times differ', () => {
    const turns = turnTime();
    expect(turns.ms()).to.equal(undefined);
    for (let at = 0; at < 5000; at += 50) for (const shift of [0, 1, 2, 3, 4]) turns.ended(at + shift, true);
    expect(turns.ms()).to.be.closeTo(10, 1);
  });

  it('leaves out the time in which nobody waits', () => {
    const turns = turnTime();
    for (const at of [0, 5, 10]) turns.ended(at, at < 10);
    for (const at of [60_000, 60_005]) turns.ended(at, true);
    expect(turns.ms()).to.equal(5);
  });
});

describe('the time that a call takes alone', () => {
  it('follows calls that had no other beside them, and never rises with those that had', () => {
    const times = callTimes();
    expect(times.ofAlone(METHOD)).to.equal(0);
    times.add(METHOD, 40, 0, false);
    expect(times.ofAlone(METHOD), 'the least so far').to.equal(40);
    for (let at = 0; at < 20; at += 1) times.add(METHOD, 10, at, true);
    for (let at = 0; at < 100; at += 1) times.add(METHOD, 80, at, false);
    expect(times.ofAlone(METHOD)).to.be.closeTo(10, 0.1);
    for (let at = 0; at < 100; at += 1) times.add(METHOD, 20, at, true);
    expect(times.ofAlone(METHOD)).to.be.closeTo(20, 0.1);
  });
});

describe('the number of calls that run at once', () => {
  const inTime = (endedAt: number) => ({ startedAt: endedAt - 1, endedAt, isLate: false });
  const late = (endedAt: number) => ({ startedAt: endedAt - 1, endedAt, isLate: true });

  it('doubles with each round that ends in time, up to the most', () => {
    const limit = concurrencyLimit(CONCURRENCY);
    for (const expected of [4, 8, 16, 32, 64, 64]) {
      for (let call = limit.current(); call > 0; call--) limit.ended(inTime(1));
      expect(limit.current()).to.equal(expected);
    }
  });

  it('falls once for all calls that ran together, never below the least, and then grows by one a round', () => {
    const limit = concurrencyLimit({ ...CONCURRENCY, first: 32 });
    limit.ended(late(10));
    for (let call = 0; call < 30; call++) limit.ended({ startedAt: 5, endedAt: 11, isLate: true });
    expect(limit.current()).to.equal(16);
    for (let call = 0; call < 17; call++) limit.ended(inTime(20));
    expect(limit.current()).to.equal(17);
    for (let round = 0; round < 10; round++) limit.ended(late(30 + 10 * round));
    expect(limit.current()).to.equal(2);
  });

  it('begins again after a time in which no call waited', () => {
    const limit = concurrencyLimit({ ...CONCURRENCY, first: 32 });
    for (let round = 0; round < 10; round++) limit.ended(late(10 * round));
    expect(limit.current()).to.equal(2);
    limit.ended(inTime(5000));
    expect(limit.current()).to.equal(33);
  });
});

describe('a server that is asked for more than it can do', () => {
  const SECONDS = 5;

  it('would answer nobody in time if all calls ran at once', async () => {
    const open = { concurrency: { ...AS_SERVED.concurrency, least: 512, first: 512 }, waiting: 0, waitingMs: 100 };
    const load = { clients: 300, deadlineMs: 150, processorMs: 1, seconds: SECONDS };
    expect((await simulate(open, load)).answeredPerSecond).to.equal(0);
  });

  for (const [clients, deadlineMs, processorMs] of [
    [300, 150, 0.6],
    [300, 150, 3],
    [60, 150, 3],
    [300, 500, 3],
  ] as const) {
    it(`answers ${clients} clients with ${deadlineMs} ms as fast as it can, at ${processorMs} ms a call`, async () => {
      const outcome = await simulate(AS_SERVED, { clients, deadlineMs, processorMs, seconds: SECONDS });
      expect(outcome.answeredPerSecond).to.be.above(0.9 * (1000 / processorMs));
      expect(outcome.late).to.be.below(outcome.refused / 10);
      expect(outcome.longestMs).to.be.at.most(deadlineMs);
    });
  }

  const PATIENT = { clients: 300, deadlineMs: 30_000, processorMs: 3, seconds: SECONDS };

  for (const [processorMs, clients] of [
    [1, 250],
    [3, 80],
  ] as const) {
    it(`refuses none of ${clients} clients who have the time to wait, at ${processorMs} ms a call: a turn comes within ${SERVING.callsWaitingMs} ms`, async () => {
      const { answeredPerSecond, refused, late } = await simulate(AS_SERVED, { ...PATIENT, clients, processorMs });
      expect({ refused, late }).to.deep.equal({ refused: 0, late: 0 });
      expect(answeredPerSecond).to.be.above(0.9 * (1000 / processorMs));
    });
  }

  it('refuses nobody who has the time to wait where RECORDA_CALLS_WAITING_MS leaves it to them', async () => {
    const { answeredPerSecond, refused, late } = await simulate({ ...AS_SERVED, waitingMs: 30_000 }, PATIENT);
    expect({ refused, late }).to.deep.equal({ refused: 0, late: 0 });
    expect(answeredPerSecond).to.be.above(300);
  });

  it('answers nobody late who has the time to wait, nor fewer, also where some are told to come back', async () => {
    for (const heedsRetryInfo of [true, false]) {
      // oxlint-disable-next-line no-await-in-loop
      const { answeredPerSecond, late } = await simulate(AS_SERVED, { ...PATIENT, heedsRetryInfo });
      expect(late).to.equal(0);
      expect(answeredPerSecond).to.be.above(300);
    }
  });

  it('tells those who would wait for long when to come back, and then answers as fast as it can, and soon', async () => {
    const load = { clients: 500, deadlineMs: 30_000, processorMs: 1, seconds: SECONDS, heedsRetryInfo: true };
    const { answeredPerSecond, refused, late, p95Ms } = await simulate(AS_SERVED, load);
    expect(answeredPerSecond).to.be.above(900);
    expect(p95Ms, 'the queue is worked off, and stays short').to.be.below(0.1 * SERVING.callsWaitingMs);
    // Refused clients are spread, so that most of those that return at the time in RetryInfo are not refused again.
    expect(refused / (answeredPerSecond * SECONDS)).to.be.below(0.3);
    expect(late).to.equal(0);
  });

  it('answers as fast as it can a crowd that comes before anybody was alone', async () => {
    const load = { clients: 500, deadlineMs: 30_000, processorMs: 1, seconds: SECONDS, heedsRetryInfo: true };
    const { answeredPerSecond, late } = await simulate(AS_SERVED, { ...load, wasAlone: false });
    expect(answeredPerSecond).to.be.above(900);
    expect(late).to.equal(0);
  });

  it('keeps a flood of calls from delaying its neighbours, whether its clients heed RetryInfo or not', async () => {
    const neighbours = { clients: 5, pauseMs: 50 };
    const alone = { clients: 0, deadlineMs: 30_000, processorMs: 1, seconds: SECONDS, neighbours };
    const { p95Ms } = (await simulate(AS_SERVED, alone)).neighbours;
    for (const heedsRetryInfo of [true, false]) {
      // oxlint-disable-next-line no-await-in-loop
      const flooded = await simulate(AS_SERVED, { ...alone, clients: 100, heedsRetryInfo });
      expect(flooded.neighbours.refused).to.equal(0);
      expect(flooded.neighbours.p95Ms, `${p95Ms} alone`).to.be.below(40);
      expect(flooded.answeredPerSecond).to.be.above(800);
    }
  });

  it('runs more calls at once where they wait for another server', async () => {
    const { answeredPerSecond } = await simulate(AS_SERVED, {
      clients: 300,
      deadlineMs: 30_000,
      processorMs: 0.3,
      elsewhereMs: 300,
      seconds: SECONDS,
    });
    expect(answeredPerSecond).to.be.above(600);
  });
});
