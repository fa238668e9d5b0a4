import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { memoryIndex, type IndexDocument } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { floatVectors } from './float-vectors.ts';

const MEMORIES = 2000;
const QUERIES = 40;
/** Scores differ by some tenths; fixed-point numbers change one by less than this. */
const TOLERANCE = 1e-3;

describe('a search with the kernel', () => {
  it('finds what one with floats and plain arithmetic finds, in the same order, but for scores that are equal', () => {
    const encoder = staticEncoder(loadStaticTable());
    const random = seededRandom(5);
    const documents = Array.from({ length: MEMORIES }, (_, at): IndexDocument => {
      const text = sentence(random);
      const sessionId = random() < 0.5 ? `s${at >> 4}` : '';
      const speaker = random() < 0.3 ? 'Ana' : '';
      return { id: `${at}`, text, speaker, sessionId, createTimeMs: at, vector: encoder.embed(text) };
    });
    const index = memoryIndex(encoder);
    const exact = memoryIndex(encoder, { newVectors: floatVectors });
    index.put(documents);
    exact.put(documents);
    let same = 0;
    for (let round = 0; round < QUERIES; round++) {
      const text = sentence(random).split(' ').slice(0, 7).join(' ');
      const query = { text, topK: 5, nowMs: 0, explain: false };
      const found = index.search(query);
      const right = exact.search({ ...query, topK: 50 });
      for (const [rank, hit] of found.entries()) {
        expect(hit.score).to.be.closeTo(right[rank]?.score ?? NaN, TOLERANCE);
        expect(hit.similarity).to.be.closeTo(right.find(({ id }) => id === hit.id)?.similarity ?? NaN, TOLERANCE);
        if (hit.id === right[rank]?.id) same += 1;
      }
    }
    expect(same / (5 * QUERIES)).to.be.greaterThan(0.99);
    index.release();
  });
});
