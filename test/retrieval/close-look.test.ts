import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { memoryIndex, type IndexDocument, type IndexQuery } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { wholeVectors } from './whole-vectors.ts';

const encoder = staticEncoder(loadStaticTable());
/** The share of memories in sessions, how many of those a session has, and of how many topics all of them are; 0: any. */
const KINDS = {
  'memories without neighbours': [0, 0, 0],
  'memories of few topics': [0, 0, 3],
  'turns of conversations': [1, 15, 0],
  'turns of one long conversation': [1, Infinity, 0],
  'both, in any order': [0.5, 40, 12],
} as const;
const NOW = Date.UTC(2024, 6);

describe('a search that looks closely at few', () => {
  for (const [kind, [share, inOne, topics]] of Object.entries(KINDS)) {
    it(`answers to the last bit what one does that reads all in full: ${kind}`, () => {
      const random = seededRandom(7);
      const texts = Array.from({ length: topics }, () => sentence(random));
      const documents = (count: number, from: number): IndexDocument[] =>
        Array.from({ length: count }, (_, at): IndexDocument => {
          const topic = topics === 0 ? sentence(random) : (texts[Math.floor(random() * topics)] ?? '');
          const words = topic.split(' ');
          words[Math.floor(random() * words.length)] = sentence(random).split(' ').at(-1) ?? '';
          const text = at % 9 === 0 ? `I can't stand ${words.join(' ')}` : words.join(' ');
          const isTurn = random() < share;
          return {
            id: `${from + at}`,
            text,
            speaker: isTurn ? (['Ana', 'Tom'][at % 2] ?? '') : '',
            sessionId: isTurn ? `s${Number.isFinite(inOne) ? Math.floor(random() * (count / inOne)) : 1}` : '',
            createTimeMs: Date.UTC(2024, 3, 1 + (at % 90)),
            vector: encoder.embed(text),
          };
        });
      for (const count of [2, 30, 1500]) {
        const [index, whole] = [memoryIndex(encoder), memoryIndex(encoder, { newVectors: wholeVectors })];
        const first = documents(count, 0);
        for (const each of [index, whole]) each.put(first);
        const questions = (): readonly IndexQuery[] =>
          [
            ...Array.from({ length: 8 }, () => sentence(random).split(' ').slice(0, 6).join(' ')),
            `When did Ana ${sentence(random)} in March 2024?`,
            'Recommend some restaurants before work',
            'zeppelin trombone',
            '',
          ].flatMap((text): readonly IndexQuery[] => {
            const query = { text, topK: 5, nowMs: NOW, explain: true };
            const accepts = (id: string): boolean => Number(id) % 7 === 3;
            const raised = { ids: ['1', '17', `${count + 3}`], times: 1.3 };
            return [query, { ...query, topK: 60 }, { ...query, minSimilarity: 0.55 }, { ...query, accepts, raised }];
          });
        const compare = (): void => {
          for (const query of questions()) {
            const expected = whole.search(query);
            expect(index.search(query), JSON.stringify(query)).to.deep.equal(expected);
            // What an earlier search looked at changes nothing.
            expect(index.search(query)).to.deep.equal(expected);
          }
        };
        compare();
        const gone = first.map(({ id }) => id).filter(() => random() < 0.3);
        for (const each of [index, whole]) each.remove(gone);
        compare();
        const more = documents(count, count);
        for (const each of [index, whole]) each.put(more);
        compare();
        const again = memoryIndex(encoder);
        again.restore(new Uint8Array(index.packed()));
        index.release();
        for (const query of questions()) expect(again.search(query)).to.deep.equal(whole.search(query));
        for (const each of [again, whole]) each.release();
      }
    });
  }
});
