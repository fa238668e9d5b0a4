import { expect } from 'chai';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { memoryIndex, type IndexDocument, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';

const encoder = staticEncoder(loadStaticTable());
const COUNT = 600;
/** How far what a memory says, 0 to 1, may be from what it would be now: it is let drift by a twentieth before a pass begins. */
const STALENESS = 0.03;

function informationOf(index: MemoryIndex): ReadonlyMap<string, number> {
  const hits = index.search({ text: 'sports', topK: COUNT, nowMs: 0, explain: true });
  return new Map(
    hits.flatMap(({ id, signals }): [string, number][] => {
      const valueOf = (wanted: string): number => signals.find(({ signal }) => signal === wanted)!.value;
      const meaning = valueOf('meaning');
      // One that means nothing of what is asked does not tell how much it says.
      return meaning > 0 ? [[id, valueOf('information') / meaning]] : [];
    }),
  );
}

describe('what memories say', () => {
  const random = seededRandom(11);
  const documents = Array.from({ length: COUNT }, (_, at): IndexDocument => {
    const text = sentence(random);
    return { id: `${at}`, text, speaker: '', sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
  });
  const whole = memoryIndex(encoder);
  whole.put(documents);
  const expected = informationOf(whole);

  function expectAlike(index: MemoryIndex): void {
    const found = informationOf(index);
    expect([...found.keys()]).to.have.members([...expected.keys()]);
    expect(found.size).to.be.greaterThan(COUNT / 2);
    for (const [id, value] of found) expect(value, id).to.be.closeTo(expected.get(id)!, STALENESS);
  }

  it('is as of an index made at once, whether they came one by one', () => {
    const index = memoryIndex(encoder);
    for (const document of documents) index.put([document]);
    expectAlike(index);
  });

  it('is so after others left one by one, and after a pack was taken and restored', () => {
    const index = memoryIndex(encoder);
    const others = documents.map((document) => ({ ...document, id: `other ${document.id}`, text: 'We went sailing' }));
    index.put([...documents.slice(0, 300), ...others]);
    for (const { id } of others.slice(0, 300)) index.remove([id]);
    const restored = memoryIndex(encoder);
    restored.restore(new Uint8Array(index.packed()));
    for (const { id } of others.slice(300)) restored.remove([id]);
    for (const document of documents.slice(300)) restored.put([document]);
    expectAlike(restored);
  });
});
