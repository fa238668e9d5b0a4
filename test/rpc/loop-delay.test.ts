import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { callsInFlight } from '../../server/rpc/calls-in-flight.ts';
import { loopDelay } from '../../server/rpc/loop-delay.ts';
import { RecordaError } from '../../server/domain/errors.ts';
import { until } from './scripted-pipeline.ts';

/** Holds up the event loop. */
function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('overload by a late event loop', () => {
  // A busy machine must not look like one that is overloaded, nor the other way round: hence so far apart.
  const LATE_MS = 300;
  const BLOCKED_MS = 400;
  const limits = { windowMs: 50, lateMs: LATE_MS, wakeUps: 3, resolutionMs: 10 };

  async function blockAgain(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      block(BLOCKED_MS);
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
    }
  }

  it('refuses calls while it lasts, says how long to wait, and takes them again', async () => {
    const delay = loopDelay(limits);
    try {
      const calls = callsInFlight(10, delay.lateMs);
      expect(calls.enter()).not.to.be.instanceOf(RecordaError);
      await blockAgain(8);
      const refused = calls.enter() as RecordaError;
      expect(refused).to.include({ reason: 'OVERLOADED', code: 'RESOURCE_EXHAUSTED' });
      expect(refused.detail.retryAfterMs).to.be.greaterThan(0);
      await until(() => delay.lateMs() === undefined);
      expect(calls.enter()).not.to.be.instanceOf(RecordaError);
    } finally {
      delay.stop();
    }
  });

  it('does not take one long pause for overload', async () => {
    const delay = loopDelay(limits);
    try {
      await new Promise((resolve) => setTimeout(resolve, 2 * limits.windowMs));
      block(3 * BLOCKED_MS);
      await nextTurn();
      expect(delay.lateMs()).to.equal(undefined);
    } finally {
      delay.stop();
    }
  });
});
