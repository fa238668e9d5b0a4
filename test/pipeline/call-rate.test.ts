import { expect } from 'chai';
import { callRate } from '../../server/pipeline/call-rate.ts';
import { CALLER_LIMITS } from '../../server/policy/serving.ts';

const PER_SECOND = 10;
const BURST = CALLER_LIMITS.burstSeconds * PER_SECOND;

/** Takes as many calls as the rate allows, every millisecond. */
function takenWithin(ms: number, rate = callRate(PER_SECOND)): number {
  let taken = 0;
  for (let at = 0; at < ms; at += 1) {
    if (rate.isOverdrawn(at)) continue;
    rate.charge(1, at);
    taken += 1;
  }
  return taken;
}

describe('the rate of a caller', () => {
  it('lets who was quiet take its burst at once, and then as much as it may in a second', () => {
    expect(takenWithin(1)).to.equal(1);
    const rate = callRate(PER_SECOND);
    for (let call = 0; call < BURST; call += 1) {
      expect(rate.isOverdrawn(0), `call ${call}`).to.equal(false);
      rate.charge(1, 0);
    }
    expect(rate.isOverdrawn(0)).to.equal(true);
    expect(takenWithin(60_000)).to.be.within(BURST + 60 * PER_SECOND - 1, BURST + 60 * PER_SECOND + 1);
  });

  it('lets anything be taken once, however dear, and waits until it is paid for', () => {
    const rate = callRate(PER_SECOND);
    rate.charge(100 * PER_SECOND, 0);
    expect(rate.isOverdrawn(97_999)).to.equal(true);
    expect(rate.isOverdrawn(98_001)).to.equal(false);
  });

  it('saves nothing beyond its burst', () => {
    const rate = callRate(PER_SECOND);
    rate.charge(1, 0);
    for (let call = 0; call < BURST; call += 1) rate.charge(1, 3_600_000);
    expect(rate.isOverdrawn(3_600_000)).to.equal(true);
  });

  it('gives each who is refused a turn of its own, at which there is something to take', () => {
    const rate = callRate(PER_SECOND);
    rate.charge(BURST, 0);
    const turns = Array.from({ length: 5 }, () => rate.turnAfterMs(1, 0));
    expect(turns).to.deep.equal([1, 101, 201, 301, 401]);
    for (const at of turns) {
      expect(rate.isOverdrawn(at), `at ${at}`).to.equal(false);
      rate.charge(1, at);
    }
  });

  it('puts nobody off for long who does not ask for much', () => {
    const rate = callRate(PER_SECOND);
    rate.charge(BURST, 0);
    for (let call = 0; call < 10_000; call += 1) rate.turnAfterMs(1, 0);
    expect(rate.turnAfterMs(1, 0)).to.equal(CALLER_LIMITS.longestWaitMs);
    // A debt is paid off only by time.
    rate.charge(100 * PER_SECOND, 0);
    expect(rate.turnAfterMs(1, 0)).to.be.above(99_000);
  });
});
