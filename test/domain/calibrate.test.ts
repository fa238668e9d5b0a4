import { expect } from 'chai';
import fc from 'fast-check';

import { calibratedSimilarity, topicNearness } from '../../server/domain/calibrate.ts';
import { CALIBRATIONS, TOPIC_CALIBRATIONS } from '../../server/policy/retrieval.ts';

const SCALES = [
  { scale: 'similarity', of: calibratedSimilarity, tables: CALIBRATIONS },
  { scale: 'nearness to a topic', of: topicNearness, tables: TOPIC_CALIBRATIONS },
];

describe('a calibrated similarity', () => {
  for (const { scale, of, tables } of SCALES) {
    for (const [name, points] of Object.entries(tables)) {
      it(`of ${name} never falls and goes through its points: ${scale}`, () => {
        for (const [raw, calibrated] of points) expect(of(name, raw)).to.be.closeTo(calibrated, 1e-9);
        const cosine = fc.double({ min: -1, max: 1, noNaN: true });
        fc.assert(
          fc.property(cosine, cosine, (left, right) => {
            const [low, high] = left < right ? [left, right] : [right, left];
            expect(of(name, low)).to.be.at.most(of(name, high));
            expect(of(name, low)).to.be.within(0, 1);
          }),
        );
      });
    }
  }

  it('is measured on both scales for the same embedders', () => {
    expect(Object.keys(TOPIC_CALIBRATIONS)).to.deep.equal(Object.keys(CALIBRATIONS));
  });

  it('of an embedder that nobody measured is the cosine, not under 0', () => {
    expect(calibratedSimilarity('unknown', 0.5)).to.equal(0.5);
    expect(calibratedSimilarity('unknown', -0.5)).to.equal(0);
    expect(calibratedSimilarity('unknown', NaN)).to.equal(0);
  });
});
