import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { breaker, type Breaker } from '../../server/backends/breaker.ts';
import { deadlineExceeded, stopSignal } from '../../server/domain/abort.ts';
import { notFound } from '../../server/domain/errors.ts';
import { OUTAGE } from '../../server/policy/backends.ts';
import { failure } from '../conformance/subject.ts';

const FAST = { ...OUTAGE, firstRetryMs: 1, heartbeatMs: 10, heartbeatTimeoutMs: 30 };

describe('A breaker', () => {
  let isAway: boolean;
  let isHung: boolean;
  let told: string[];
  let one: Breaker;

  beforeEach(() => {
    isAway = false;
    isHung = false;
    told = [];
    const log = {
      warn: (_: object, message: string) => void told.push(message),
      info: (_: object, message: string) => void told.push(message),
    };
    const ping = async (): Promise<void> => {
      if (isHung) await new Promise(() => undefined);
      if (isAway) throw new Error('connection lost');
    };
    const isUnavailable = (error: unknown): boolean => (error as Error).message === 'connection lost';
    one = breaker({ name: 'The engine', ping, isUnavailable, log, policy: FAST });
  });
  afterEach(() => one.close());

  const lost = (): Promise<never> => Promise.reject(new Error('connection lost'));
  async function until(isThere: boolean): Promise<void> {
    while (one.isThere() !== isThere) await sleep(1);
  }

  it('tries work again whose connection was lost', async () => {
    let calls = 0;
    const answer = await one.run(() => ((calls += 1) < 3 ? lost() : Promise.resolve('done')), stopSignal());
    expect([answer, calls]).to.deep.equal(['done', 3]);
  });

  it('does not try again what the backend refused, and passes on why', async () => {
    let calls = 0;
    const refused = (): Promise<never> => {
      calls += 1;
      return Promise.reject(notFound('x'));
    };
    expect((await failure(one.run(refused, stopSignal()))).reason).to.equal('MEMORY_NOT_FOUND');
    const odd = await one
      .run(() => Promise.reject<Error>(new TypeError('odd')), stopSignal())
      .catch((error: Error) => error);
    expect([calls, odd.message]).to.deep.equal([1, 'odd']);
  });

  it('says that the backend is away, and when to come back', async () => {
    const error = await failure(one.run(lost, stopSignal()));
    expect(error.reason).to.equal('BACKEND_UNAVAILABLE');
    expect(error.detail.retryAfterMs).to.equal(OUTAGE.retryAfterMs);
  });

  it('sends nothing to a backend that is away, and again once it is back', async () => {
    isAway = true;
    await until(false);
    let calls = 0;
    const work = async (): Promise<number> => (calls += 1);
    for (let n = 0; n < 20; n += 1) expect((await failure(one.run(work, stopSignal()))).reason).to.match(/UNAVAILABLE/);
    expect(calls).to.equal(0);
    isAway = false;
    await until(true);
    expect(await one.run(work, stopSignal())).to.equal(1);
    expect(told).to.deep.equal(['The engine does not answer', 'The engine answers again']);
  });

  it('notices a backend that neither answers nor closes', async () => {
    isHung = true;
    await until(false);
    expect((await failure(one.run(lost, stopSignal()))).reason).to.equal('BACKEND_UNAVAILABLE');
  });

  it('waits no longer than its caller', async () => {
    const signal = stopSignal();
    setTimeout(() => signal.abort(deadlineExceeded()), 20);
    expect((await failure(one.run(() => new Promise(() => undefined), signal))).reason).to.equal('DEADLINE_EXCEEDED');
  });

  it('starts no further attempt once its caller has aborted', async () => {
    const signal = stopSignal();
    let calls = 0;
    const work = (): Promise<never> => {
      calls += 1;
      if (calls === 2) signal.abort(deadlineExceeded());
      return lost();
    };
    expect((await failure(one.run(work, signal))).reason).to.equal('DEADLINE_EXCEEDED');
    await sleep(50);
    expect(calls).to.equal(2);
  });
});
