import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { SERVING } from '../../server/policy/serving.ts';
import { shuttingDown } from '../../server/rpc/calls-in-flight.ts';
import { heldRefusals } from '../../server/rpc/held-refusals.ts';

const FAR_MS = 60_000;
const { mostMs, count } = SERVING.heldRefusals;

function limited(retryAfterMs: number): RecordaError {
  const quota = { subject: 'tenant:acme.calls_per_second', limit: 5, current: 5 };
  return new RecordaError('RATE_LIMITED', 'This tenant has reached its limit.', { quota, retryAfterMs });
}

/** Refusals that are held until the test says that their time is over. */
function refusals() {
  const heldMs: number[] = [];
  const waiting = new Set<() => void>();
  const { hold, release } = heldRefusals((run, ms) => {
    heldMs.push(ms);
    waiting.add(run);
    return () => waiting.delete(run);
  });
  return { hold, release, heldMs, waiting, endAll: () => waiting.forEach((end) => end()) };
}

describe('refusals of callers beyond their limit, and beyond the capacity of the server', () => {
  it('are answered after a moment, with RetryInfo that counts from then', async () => {
    const { hold, heldMs, endAll } = refusals();
    const error = limited(5 * mostMs);
    const held = hold(error, FAR_MS);
    expect(heldMs).to.deep.equal([mostMs]);
    endAll();
    const refusal = (await held)!;
    expect(refusal).to.include({ reason: 'RATE_LIMITED', message: error.message });
    expect(refusal.detail).to.deep.equal({ ...error.detail, retryAfterMs: 4 * mostMs });
  });

  it('are held for at most half of the wait, and half of the time to the deadline', () => {
    const { hold, heldMs } = refusals();
    void hold(limited(40), FAR_MS);
    void hold(limited(1000), 100);
    void hold(new RecordaError('OVERLOADED', 'The server has too much to do.', { retryAfterMs: 60 }), FAR_MS);
    expect(heldMs).to.deep.equal([20, 50, 30]);
  });

  it('are answered at once while many are held, and held again afterwards', async () => {
    const { hold, endAll } = refusals();
    const all = Array.from({ length: count }, () => hold(limited(1000), FAR_MS)!);
    expect(hold(limited(1000), FAR_MS)).to.equal(undefined);
    endAll();
    await Promise.all(all);
    expect(hold(limited(1000), FAR_MS)).not.to.equal(undefined);
  });

  it('are all answered with SHUTTING_DOWN when the server stops, and held no longer', async () => {
    const { hold, release, waiting } = refusals();
    const held = [hold(limited(1000), FAR_MS)!, hold(limited(500), FAR_MS)!];
    const why = shuttingDown();
    release(why);
    expect(await Promise.all(held)).to.deep.equal([why, why]);
    expect(waiting.size).to.equal(0);
    expect(hold(limited(1000), FAR_MS)).to.equal(undefined);
  });

  it('do not include other errors', () => {
    const stopping = new RecordaError('SHUTTING_DOWN', 'The server is shutting down.', { retryAfterMs: 1000 });
    expect(refusals().hold(stopping, FAR_MS)).to.equal(undefined);
  });
});
