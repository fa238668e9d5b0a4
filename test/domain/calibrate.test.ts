import { expect } from 'chai';
import fc from 'fast-check';

import { calibratedSimilarity } from '../../server/domain/calibrate.ts';
import { CALIBRATIONS } from '../../server/policy/retrieval.ts';

describe('a calibrated similarity', () => {
  for (const [name, points] of Object.entries(CALIBRATIONS)) {
    it(`of ${name} never falls and goes through its points`, () => {
      for (const [raw, calibrated] of points) expect(calibratedSimilarity(name, raw)).to.be.closeTo(calibrated, 1e-9);
      const cosine = fc.double({ min: -1, max: 1, noNaN: true });
      fc.assert(
        fc.property(cosine, cosine, (left, right) => {
          const [low, high] = left < right ? [left, right] : [right, left];
          expect(calibratedSimilarity(name, low)).to.be.at.most(calibratedSimilarity(name, high));
          expect(calibratedSimilarity(name, low)).to.be.within(0, 1);
        }),
      );
    });
  }

  it('of an embedder that nobody measured is the cosine, not under 0', () => {
    expect(calibratedSimilarity('unknown', 0.5)).to.equal(0.5);
    expect(calibratedSimilarity('unknown', -0.5)).to.equal(0);
    expect(calibratedSimilarity('unknown', NaN)).to.equal(0);
  });
});
