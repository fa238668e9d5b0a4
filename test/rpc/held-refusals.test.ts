import { expect } from 'chai';
import { RecordaError } from '../../server/domain/errors.ts';
import { CALLER_LIMITS } from '../../server/policy/serving.ts';
import { heldRefusals } from '../../server/rpc/held-refusals.ts';

const FAR_MS = 60_000;
const { ms: heldMs, count } = CALLER_LIMITS.held;

function limited(retryAfterMs: number): RecordaError {
  const quota = { subject: 'tenant:acme.calls_per_second', limit: 5, current: 5 };
  return new RecordaError('RATE_LIMITED', 'This tenant has reached its limit.', { quota, retryAfterMs });
}

/** Waits that end when the test says so. */
function waits() {
  const asked: number[] = [];
  const ends: (() => void)[] = [];
  const wait = (ms: number): Promise<void> => {
    asked.push(ms);
    return new Promise((resolve) => ends.push(resolve));
  };
  return { wait, asked, endAll: () => ends.splice(0).forEach((end) => end()) };
}

describe('refusals of callers beyond their limit', () => {
  it('are answered after a moment, with RetryInfo that counts from then', async () => {
    const { wait, asked, endAll } = waits();
    const error = limited(1000);
    const held = heldRefusals(wait)(error, FAR_MS);
    expect(asked).to.deep.equal([heldMs]);
    endAll();
    const refusal = (await held)!;
    expect(refusal).to.include({ reason: 'RATE_LIMITED', message: error.message });
    expect(refusal.detail).to.deep.equal({ ...error.detail, retryAfterMs: 1000 - heldMs });
  });

  it('are held for at most half of the wait, and half of the time to the deadline', () => {
    const { wait, asked } = waits();
    const hold = heldRefusals(wait);
    void hold(limited(40), FAR_MS);
    void hold(limited(1000), 100);
    expect(asked).to.deep.equal([20, 50]);
  });

  it('are answered at once while many are held, and held again afterwards', async () => {
    const { wait, endAll } = waits();
    const hold = heldRefusals(wait);
    const all = Array.from({ length: count }, () => hold(limited(1000), FAR_MS)!);
    expect(hold(limited(1000), FAR_MS)).to.equal(undefined);
    endAll();
    await Promise.all(all);
    expect(hold(limited(1000), FAR_MS)).not.to.equal(undefined);
  });

  it('do not include other errors', () => {
    const overloaded = new RecordaError('OVERLOADED', 'The server has too much to do.', { retryAfterMs: 1000 });
    expect(heldRefusals(waits().wait)(overloaded, FAR_MS)).to.equal(undefined);
  });
});
