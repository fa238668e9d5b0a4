import { expect } from 'chai';

import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { memoryIndex, type IndexDocument, type MemoryIndex } from '../../../server/retrieval/memory-index.ts';
import { seededRandom } from '../../load/sentences.ts';

const encoder = staticEncoder(loadStaticTable());

/** Returns the speaker signal of each memory, in order, for a query. */
function signals(query: string, memories: readonly (readonly [speaker: string, text: string])[]): number[] {
  const index = memoryIndex(encoder);
  index.put(
    memories.map(([speaker, text], at) => {
      return { id: String(at), text, speaker, sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
    }),
  );
  const hits = index.search({ text: query, topK: memories.length, nowMs: 0, explain: true });
  const byId = new Map(hits.map(({ id, signals }) => [id, signals.find(({ signal }) => signal === 'speaker')?.value]));
  return memories.map((_, at) => byId.get(String(at)) ?? NaN);
}

describe('the speaker', () => {
  const talk = [
    ['Caroline Smith', 'I went to the lake'],
    ['José', 'Me gusta el lago'],
    ['', 'The lake is deep'],
  ] as const;

  it('is theirs, if the query names one participant, by first name or whole', () => {
    expect(signals('What does Caroline like?', talk)).to.deep.equal([1, -1, 0]);
    expect(signals("What is Caroline Smith's lake?", talk)).to.deep.equal([1, -1, 0]);
    expect(signals('¿Qué le gusta a José?', talk)).to.deep.equal([-1, 1, 0]);
    expect(signals('que le gusta a jose', talk)).to.deep.equal([-1, 1, 0]);
  });

  it('says nothing if the query names none, or two', () => {
    expect(signals('Who likes the lake?', talk)).to.deep.equal([0, 0, 0]);
    expect(signals('What do Caroline and José like?', talk)).to.deep.equal([0, 0, 0]);
  });

  it('says nothing where all are one person’s, however some of them put it', () => {
    const caroline = ['Caroline likes tea', 'Caroline left', 'Then Caroline ran', 'Water boils'];
    const told = caroline.map((text) => ['', text] as const);
    expect(signals('What does Caroline like?', told)).to.deep.equal([0, 0, 0, 0]);
    expect(signals('What does Caroline like?', [...told, ['Caroline', 'I like tea']])).to.deep.equal([0, 0, 0, 0, 0]);
  });

  it('of a memory without speaker is whose name it has first, where many have names', () => {
    const facts = [
      'Caroline likes tea',
      'Caroline met Mel at work',
      'Mel told Caroline a story',
      'Mel paints',
      'Mel runs',
      'Then Caroline left',
      'Water boils',
    ].map((text) => ['', text] as const);
    expect(signals('What does Caroline do?', facts)).to.deep.equal([1, 1, -1, -1, -1, 1, 0]);
  });

  it('is of the memories as they are, whatever came and went since the last search', () => {
    const names = ['Caroline', 'Mel', 'Beth', 'Paul', 'Greg'];
    const [random, oneOf] = [seededRandom(7), <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!];
    const index = memoryIndex(encoder);
    const memories = new Map<string, IndexDocument>();
    const valuesOf = (of: MemoryIndex, text: string) => {
      const hits = of.search({ text, topK: memories.size, nowMs: 0, explain: true });
      return new Map(hits.map(({ id, signals }) => [id, signals.find(({ signal }) => signal === 'speaker')?.value]));
    };
    let told = 0;
    for (let step = 0; step < 150; step += 1) {
      const id = String(Math.floor(random() * 40));
      if (random() < 0.25 && memories.delete(id)) index.remove([id]);
      else {
        const text = `${oneOf(names)} ${oneOf(['met', 'likes', 'paints', 'told'])} ${oneOf([...names, 'tea', 'lakes'])}`;
        const speaker = random() < 0.2 ? oneOf(['Caroline Smith', 'Lucy']) : '';
        const document = { id, text, speaker, sessionId: '', createTimeMs: step, vector: encoder.embed(text) };
        memories.set(id, document);
        index.put([document]);
      }
      const fresh = memoryIndex(encoder);
      fresh.put([...memories.values()]);
      for (const text of ['What does Caroline like?', `And ${oneOf(names)}?`, 'lucy']) {
        const values = valuesOf(index, text);
        expect(values, text).to.deep.equal(valuesOf(fresh, text));
        if ([...values.values()].includes(-1)) told += 1;
      }
    }
    expect(told).to.be.above(50);
  });
});
