import { expect } from 'chai';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { memoryIndex, type IndexDocument, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';

const encoder = staticEncoder(loadStaticTable());
const COUNT = 600;

function informationOf(index: MemoryIndex): ReadonlyMap<string, number> {
  const hits = index.search({ text: 'sports', topK: COUNT, nowMs: 0, explain: true });
  return new Map(
    hits.map(({ id, signals }): [string, number] => [
      id,
      signals.find(({ signal }) => signal === 'information')!.value,
    ]),
  );
}

function scoresOf(index: MemoryIndex): readonly [string, number][] {
  return index.search({ text: 'sports', topK: COUNT, nowMs: 0, explain: false }).map(({ id, score }) => [id, score]);
}

describe('what memories say', () => {
  const random = seededRandom(11);
  const documents = Array.from({ length: COUNT }, (_, at): IndexDocument => {
    const text = sentence(random);
    return { id: `${at}`, text, speaker: '', sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
  });
  const others = documents.map((document, at) => ({ ...document, id: `other ${at}`, text: 'We went sailing' }));
  const whole = memoryIndex(encoder);
  whole.put(documents);
  const expected = informationOf(whole);

  /** Compares to the last bit: the same memories give the same results, whatever was there before. */
  function expectSame(index: MemoryIndex): void {
    expect(informationOf(index)).to.deep.equal(expected);
    expect(scoresOf(index)).to.deep.equal(scoresOf(whole));
  }

  it('differs from one to another', () => {
    expect(new Set(expected.values()).size).to.be.greaterThan(COUNT / 4);
  });

  it('is that of an index made at once, where they came one by one', () => {
    const index = memoryIndex(encoder);
    for (const document of documents) index.put([document]);
    expectSame(index);
  });

  it('is so where they came in parts of any size, and were searched in between', () => {
    const sizes = seededRandom(5);
    const index = memoryIndex(encoder);
    for (let from = 0; from < COUNT;) {
      const size = 1 + Math.floor(sizes() * 90);
      index.put(documents.slice(from, from + size));
      informationOf(index);
      from += size;
    }
    expectSame(index);
  });

  it('is so after others left one by one, and after a pack was taken and restored', () => {
    const index = memoryIndex(encoder);
    index.put([...documents.slice(0, 300), ...others]);
    for (const { id } of others.slice(0, 300)) index.remove([id]);
    const restored = memoryIndex(encoder);
    restored.restore(new Uint8Array(index.packed()));
    for (const { id } of others.slice(300)) restored.remove([id]);
    for (const document of documents.slice(300)) restored.put([document]);
    expectSame(restored);
  });

  it('is so after texts changed and changed back, and after gaps were closed', () => {
    const index = memoryIndex(encoder);
    index.put([...others, ...others.map((other) => ({ ...other, id: `${other.id} again` }))]);
    index.put(documents);
    for (const document of documents.slice(0, 50)) index.put([{ ...document, text: 'We went home by train' }]);
    informationOf(index);
    index.remove(others.flatMap(({ id }) => [id, `${id} again`]));
    for (const document of documents.slice(0, 50)) index.put([document]);
    expect(informationOf(index)).to.deep.equal(expected);
  });
});
