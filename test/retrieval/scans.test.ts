import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { memoryIndex, type IndexDocument, type IndexQuery } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';

const encoder = staticEncoder(loadStaticTable());
const random = seededRandom(12);

function documents(count: number, from = 0): IndexDocument[] {
  return Array.from({ length: count }, (_, at) => {
    const text = sentence(random);
    return { id: `${from + at}`, text, speaker: '', sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
  });
}

function queries(count: number): IndexQuery[] {
  return Array.from({ length: count }, () => ({ text: sentence(random), topK: 5, nowMs: 0, explain: true }));
}

describe('queries that wait together', () => {
  it('are answered as one by one, also after a change and after another index was asked', () => {
    const [one, other] = [memoryIndex(encoder), memoryIndex(encoder)];
    const [oneAlone, otherAlone] = [memoryIndex(encoder), memoryIndex(encoder)];
    const [first, second] = [documents(300), documents(80)];
    for (const index of [one, oneAlone]) index.put(first);
    for (const index of [other, otherAlone]) index.put(second);
    const [a, b, c, d, e, f] = queries(6) as [IndexQuery, IndexQuery, IndexQuery, IndexQuery, IndexQuery, IndexQuery];
    expect(one.search(a, [b, c, a, d, e])).to.deep.equal(oneAlone.search(a));
    expect(one.search(b)).to.deep.equal(oneAlone.search(b));
    expect(other.search(c, [d])).to.deep.equal(otherAlone.search(c));
    expect(one.search(c, [e])).to.deep.equal(oneAlone.search(c));
    const late = documents(40, 300);
    for (const index of [one, oneAlone]) {
      index.put(late);
      index.remove(['3', '4', '5']);
    }
    expect(one.search(e)).to.deep.equal(oneAlone.search(e));
    const withVector = { ...f, vector: encoder.embed('chess lessons') };
    expect(one.search(f, [withVector])).to.deep.equal(oneAlone.search(f));
    expect(one.search(withVector)).to.deep.equal(oneAlone.search(withVector));
    for (const index of [one, other, oneAlone, otherAlone]) index.release();
  });

  it('are scored once under several conditions, and anew once scores were raised or documents changed', () => {
    const [one, other] = [memoryIndex(encoder), memoryIndex(encoder)];
    const list = documents(300);
    for (const index of [one, other]) index.put(list);
    // Searches a new index each time, so that nothing of earlier searches remains.
    const afresh = (query: IndexQuery) => {
      const index = memoryIndex(encoder);
      index.put(list);
      try {
        return index.search(query);
      } finally {
        index.release();
      }
    };
    const [query] = queries(1) as [IndexQuery];
    const even: IndexQuery = { ...query, accepts: (id) => Number(id) % 2 === 0 };
    const [best] = afresh(query);
    const raised: IndexQuery = { ...query, raised: { ids: [list[7]!.id, best!.id], times: 3 } };
    const later: IndexQuery = { ...query, text: 'What did Ana buy in March?', nowMs: Date.UTC(2026, 3, 5) };
    const earlier: IndexQuery = { ...later, nowMs: Date.UTC(2020, 3, 5) };
    for (const asked of [query, even, query, raised, query, raised, even, later, earlier, later])
      expect(one.search(asked)).to.deep.equal(afresh(asked));
    expect(one.search(query)).to.deep.equal(other.search(query));
    one.remove([best!.id]);
    other.remove([best!.id]);
    expect(one.search(query)).to.deep.equal(other.search(query));
    for (const index of [one, other]) index.release();
  });
});
