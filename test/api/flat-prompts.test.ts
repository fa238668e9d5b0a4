import { expect } from 'chai';
import type { WindowPolicy } from '../../server/domain/context/turn.ts';
import { exchangesOf, flatRun } from '../bench/context/flat.ts';
import { mean } from '../bench/context/line-through.ts';
import { scaled } from '../scale.ts';

const TURNS = scaled(24, 240);
const RESTART_EVERY = scaled(12, 40);

/** test/bench/context/flat.ts measures the same with 2,400 turns. */
describe('The prompts of a long conversation @torture', () => {
  const exchanges = exchangesOf(TURNS);
  for (const { windowPolicy, most, mostPriced } of [
    { windowPolicy: 'CACHED', most: 2800, mostPriced: 1000 },
    { windowPolicy: 'SLIDING', most: 1500, mostPriced: Infinity },
  ] satisfies { windowPolicy: WindowPolicy; most: number; mostPriced: number }[])
    it(`stay small, and have the same bytes across restarts, with the window policy ${windowPolicy}`, async () => {
      const one = { windowPolicy, model: '' };
      const { digests, raw, priced, leastLeft } = await flatRun(exchanges, one, Infinity);
      expect(mean(raw)).to.be.at.most(most);
      expect(mean(priced)).to.be.at.most(mostPriced);
      expect(leastLeft).to.be.at.least(0);
      expect((await flatRun(exchanges, one, RESTART_EVERY)).digests).to.deep.equal(digests);
    });
});
