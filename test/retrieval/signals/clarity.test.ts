import { expect } from 'chai';

import { CLEAR_AMONG } from '../../../server/policy/score-weights.ts';
import { clarity } from '../../../server/retrieval/signals/clarity.ts';

const RANGE = { low: 0, high: 1 };

/** Returns the clarity of memories with these values of meaning. */
function clarityOf(meanings: readonly number[], range = RANGE): number {
  return clarity(Float32Array.from(meanings), range);
}

describe('clarity', () => {
  it('is full if a single memory is near', () => {
    expect(clarityOf([1, 0.3, 0.5, 0])).to.equal(1);
  });

  it('shrinks with each memory that is nearly as near, by how near it is', () => {
    const [two, oneAndAHalf] = [clarityOf([1, 0.9, 0]), clarityOf([1, 0.7, 0])];
    expect(two).to.be.closeTo(1 - 1 / CLEAR_AMONG, 1e-6);
    expect(oneAndAHalf).to.be.closeTo(1 - 0.5 / CLEAR_AMONG, 1e-6);
  });

  it('is zero if many are near, or if all are equally near', () => {
    expect(clarityOf([...Array<number>(CLEAR_AMONG + 5).fill(0.95), 0])).to.equal(0);
    expect(clarityOf([0.4, 0.4], { low: 0.4, high: 0.4 })).to.equal(0);
  });

  it('is the same whatever the scale of the meanings', () => {
    const scaled = clarityOf([0.9, 0.8, 0.2], { low: 0.2, high: 0.9 });
    expect(scaled).to.be.closeTo(clarityOf([1, 6 / 7, 0]), 1e-6);
  });
});
