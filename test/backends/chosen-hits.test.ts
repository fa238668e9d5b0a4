import { expect } from 'chai';
import { chosenHits } from '../../server/backends/chosen-hits.ts';
import { responseTooLarge } from '../../server/domain/errors.ts';
import type { Hit, RetrieveQuery } from '../../server/ports/stores.ts';

const ALL = Array.from({ length: 20 }, (_, at) => ({ score: 20 - at }) as Hit);

/** Chooses the worst hit that is allowed. */
const choose = { among: 10, of: async (hits: readonly Hit[]) => hits.slice(-1) };

async function scores(query: Partial<RetrieveQuery>, most = Infinity) {
  const asked: Partial<RetrieveQuery>[] = [];
  const hits = await chosenHits(query as RetrieveQuery, async (one) => {
    asked.push(one);
    if (one.topK > most) throw responseTooLarge();
    return ALL.slice(0, one.topK);
  });
  return { asked, scores: hits.map(({ score }) => score) };
}

describe('hits that are chosen among more', () => {
  it('are those that the function chooses, which is not sent with the search', async () => {
    const { asked, scores: chosen } = await scores({ text: 'x', topK: 2, choose });
    expect(chosen).to.deep.equal([11]);
    expect(asked).to.deep.equal([{ text: 'x', topK: 10 }]);
  });

  it('are the best without a function, if all are requested, and if more would exceed an answer', async () => {
    expect(await scores({ topK: 2 })).to.deep.equal({ asked: [{ topK: 2 }], scores: [20, 19] });
    expect((await scores({ topK: 11, choose })).scores).to.have.length(11);
    expect((await scores({ topK: 0, choose })).scores).to.deep.equal([]);
    expect((await scores({ topK: 2, choose }, 9)).scores).to.deep.equal([20, 19]);
    const failure = await scores({ topK: 2, choose }, 1).catch((error: Error) => error.message);
    expect(failure).to.contain('too large for one answer');
  });
});
