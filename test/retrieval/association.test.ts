import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'chai';

import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { memoryIndex } from '../../server/retrieval/memory-index.ts';
import { ROOT } from '../root.ts';

const encoder = staticEncoder(loadStaticTable());

/** Returns whether, of three memories, the related one ranks before the ones that only share a word or a form. */
function findsRelated(query: string, texts: readonly string[]): boolean {
  const index = memoryIndex(encoder);
  index.put(
    texts.map((text, at) => {
      return { id: String(at), text, speaker: '', sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
    }),
  );
  const order = index.search({ text: query, topK: 3, nowMs: 0, explain: false }).map((hit) => hit.id);
  return order.indexOf('1') < order.indexOf('2');
}

describe('association', () => {
  const lines = readFileSync(join(ROOT, 'test', 'bench', 'association.tsv'), 'utf8').split('\n');
  const triples = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));

  for (const language of ['en', 'es']) {
    it(`finds what belongs with a query before what shares a word with it (${language})`, () => {
      const own = triples.filter((triple) => triple[0] === language);
      const found = own.filter(([, query = '', ...texts]) => findsRelated(query, texts));
      expect(own.length).to.be.greaterThan(30);
      expect(found.length / own.length).to.be.greaterThan(0.9);
    });
  }
});
