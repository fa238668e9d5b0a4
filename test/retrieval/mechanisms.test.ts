/** Tests that the mechanisms which are there for speed alone change no result. */
import { expect } from 'chai';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { plainDocuments } from '../../server/retrieval/document.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { indexWithoutZones } from '../bench/without-zone-maps.ts';
import { query, seededRandom, sentence } from '../load/sentences.ts';
import { wholeVectors } from './whole-vectors.ts';

const MEMORIES = 1000;
const QUERIES = 20;

describe('what is there for speed alone', () => {
  it('changes no result: neither rescoring nor zone maps', async () => {
    const encoder = staticEncoder(loadStaticTable());
    const withoutZones = await indexWithoutZones();
    const random = seededRandom(1);
    const plain = plainDocuments((text) => encoder.embed(text));
    const documents = Array.from({ length: MEMORIES }, (_, at) => plain(`lt_${at}`, sentence(random), at));
    const [all, ...without] = [
      memoryIndex(encoder),
      memoryIndex(encoder, { newVectors: wholeVectors }),
      withoutZones(encoder),
    ].map((index) => {
      index.put(documents);
      return index;
    });
    for (let time = 0; time < QUERIES; time += 1) {
      const asked = { text: query(random), topK: 10, nowMs: MEMORIES, explain: false };
      const found = all!.search(asked);
      expect(found).to.have.length(10);
      for (const index of without) expect(index.search(asked)).to.deep.equal(found);
    }
  });
});
