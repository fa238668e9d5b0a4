import { expect } from 'chai';

import { isMoreLikely } from '../../server/domain/more-likely.ts';

const hits = (...scores: readonly number[]) => scores.map((score) => ({ score }));

describe('more memories are likely to belong to an answer', () => {
  const ONE = 'Where does she live?';
  const SEVERAL = 'Which instruments does she play?';

  it('if the last result scores almost as high as the first', () => {
    expect(isMoreLikely(ONE, 3, hits(1, 0.9, 0.85))).to.equal(true);
    expect(isMoreLikely(ONE, 3, hits(1, 0.9, 0.7))).to.equal(false);
  });

  it('if the last result scores a little less and the question asks for several things', () => {
    expect(isMoreLikely(SEVERAL, 3, hits(1, 0.9, 0.7))).to.equal(true);
    expect(isMoreLikely(SEVERAL, 3, hits(1, 0.9, 0.5))).to.equal(false);
  });

  it('not if fewer were found than wanted, or none', () => {
    expect(isMoreLikely(SEVERAL, 4, hits(1, 0.99, 0.98))).to.equal(false);
    expect(isMoreLikely(SEVERAL, 5, [])).to.equal(false);
  });

  it('for one result only if the question asks for several things', () => {
    expect(isMoreLikely(SEVERAL, 1, hits(1))).to.equal(true);
    expect(isMoreLikely(ONE, 1, hits(1))).to.equal(false);
  });

  it('not by a word far down in a long text', () => {
    expect(isMoreLikely(`${'The lease ends in May. '.repeat(40)} Which chairs?`, 1, hits(1))).to.equal(false);
  });
});
