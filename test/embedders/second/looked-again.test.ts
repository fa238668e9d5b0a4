import { expect } from 'chai';
import { lookedAgain } from '../../../server/embedders/second/looked-again.ts';
import type { Hit } from '../../../server/ports/stores.ts';

const hit = (id: string, score: number): Hit =>
  ({ record: { id }, score, similarity: 0.5, signals: [] }) as unknown as Hit;

describe('rescoring with a second embedder', () => {
  it('adds to each score how much nearer than the mean the memory is, times the weight, and sorts by the sum', () => {
    const hits = [hit('a', 1), hit('b', 0.9), hit('c', 0.2)];
    const ranked = lookedAgain(hits, [0.1, 0.4, 0.7], { explain: true, weight: 2 });
    expect(ranked.map(({ record }) => record.id)).to.deep.equal(['b', 'c', 'a']);
    const values = [0, 0.3, -0.3];
    const before = [0.9, 0.2, 1];
    for (const [at, { score, signals }] of ranked.entries()) {
      expect(score).to.be.closeTo(before[at]! + 2 * values[at]!, 1e-9);
      expect(signals.map(({ signal }) => signal)).to.deep.equal(['second_look']);
      expect(signals[0]?.value).to.be.closeTo(values[at]!, 1e-9);
      expect(signals[0]?.share).to.be.closeTo(2 * values[at]!, 1e-9);
    }
  });

  it('leaves the score of what the model cannot read, and the order where it says nothing', () => {
    const hits = [hit('a', 1), hit('b', 1), hit('c', 1)];
    const ranked = lookedAgain(hits, [0.2, undefined, 0.4], { explain: false });
    expect(ranked.map(({ record }) => record.id)).to.deep.equal(['c', 'b', 'a']);
    expect(ranked[1]?.score).to.equal(1);
    expect(ranked[1]?.signals).to.deep.equal([]);
    for (const nothing of [
      [undefined, undefined, undefined],
      [0.3, 0.3, 0.3],
    ]) {
      expect(lookedAgain(hits, nothing, { explain: false })).to.deep.equal(hits);
    }
  });
});
