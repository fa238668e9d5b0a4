import { expect } from 'chai';

import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { memoryIndex } from '../../../server/retrieval/memory-index.ts';

const encoder = staticEncoder(loadStaticTable());

/** Returns a signal of the best memory for a query. */
function best(signal: 'own' | 'window' | 'wide', query: string): number {
  const index = memoryIndex(encoder);
  const texts = ['Tango chased the postman', 'The kettle whistles', 'Rain all afternoon', 'Mount the shelf higher'];
  const sessionOf = (at: number): string => (at < 2 ? 'one' : 'two');
  index.put(
    texts.map((text, at) => {
      return {
        id: String(at),
        text,
        speaker: 'Ana',
        sessionId: sessionOf(at),
        createTimeMs: at,
        vector: encoder.embed(text),
      };
    }),
  );
  const hits = index.search({ text: query, topK: texts.length, nowMs: 0, explain: true });
  return Math.max(...hits.flatMap(({ signals }) => signals.find((share) => share.signal === signal)?.value ?? 0));
}

describe('words found around a memory', () => {
  it('count less where no window has many of the words asked, as its own do not', () => {
    const [met, strange] = ['chased postman', 'sourdough zeppelin trombone postman'] as const;
    for (const signal of ['window', 'wide'] as const) {
      expect(best(signal, strange), signal).to.be.greaterThan(0);
      expect(best(signal, strange), signal).to.be.lessThan(best(signal, met));
    }
    expect(best('own', strange)).to.be.closeTo(best('own', met), 1e-6);
  });
});
