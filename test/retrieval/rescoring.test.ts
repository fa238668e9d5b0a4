import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { inferredSession } from '../../server/retrieval/inferred-metadata.ts';
import { memoryIndex, type IndexDocument, type IndexQuery } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { wholeVectors } from './whole-vectors.ts';
import { scaled } from '../scale.ts';

const encoder = staticEncoder(loadStaticTable());
const ADDED_TOGETHER = inferredSession({ agentId: '', namespace: '' }, 0);
/** The share of memories in sessions, the size of a session, and the number of topics of all memories; 0 for any topic. */
const KINDS = {
  'memories without neighbours': [0, 0, 0],
  'memories of few topics': [0, 0, 3],
  'turns of conversations': [1, 15, 0],
  'turns of one long conversation': [1, Infinity, 0],
  'both, in any order': [0.5, 40, 12],
} as const;
const NOW = Date.UTC(2024, 6);

describe('a search that rescores few candidates @torture', () => {
  for (const [kind, [share, inOne, topics]] of Object.entries(KINDS)) {
    it(`gives the same results, to the last bit, as a search of all vectors in full: ${kind}`, () => {
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
      for (const count of [2, 30, scaled(70, 1500)]) {
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
            return [query, { ...query, topK: 60 }, { ...query, minSimilarity: 0.27 }, { ...query, accepts, raised }];
          });
        const compare = (): void => {
          for (const query of questions()) {
            const expected = whole.search(query);
            expect(index.search(query), JSON.stringify(query)).to.deep.equal(expected);
            // What an earlier search rescored does not change the results.
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

  it('does so with vectors of few dimensions whose error is as large as it may be, and queries that wait together', () => {
    const random = seededRandom(11);
    const choice = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const unit = (numbers: readonly number[]): Float32Array => {
      const length = Math.hypot(...numbers);
      return Float32Array.from(numbers, (number) => (length > 0 ? number / length : 0));
    };
    for (let round = 0; round < scaled(10, 1000); round++) {
      const dimensions = choice([1, 2, 2, 3, 5, 33]);
      const any = (): number[] => Array.from({ length: dimensions }, () => random() - 0.5);
      const centres = [any(), any(), any()];
      const spread = choice([1e-4, 1e-2, 2]);
      const vector = (): Float32Array => unit(choice(centres).map((number) => number + spread * (random() - 0.5)));
      const texts = Array.from({ length: choice([1, 3, 50]) }, () => sentence(random));
      const inSessions = choice([0, 0, 0.5, 1]);
      const count = choice([1, 2, 3, 20, 65, 300]);
      const documents = Array.from({ length: count }, (_, at): IndexDocument => {
        const sessionId = random() < inSessions ? `s${Math.floor(random() * 4)}` : random() < 0.5 ? ADDED_TOGETHER : '';
        const speaker = sessionId !== '' && random() < 0.7 ? 'Ana' : '';
        return { id: `${at}`, text: choice(texts), speaker, sessionId, createTimeMs: at, vector: vector() };
      });
      const [index, whole] = [memoryIndex(encoder), memoryIndex(encoder, { newVectors: wholeVectors })];
      const queries = Array.from({ length: 5 }, (): IndexQuery => {
        const text = choice([...texts, 'zeppelin', 'Recommend some restaurants before work']);
        const raised = { ids: ['0', '7'], times: 1.3 };
        const query = { text, vector: vector(), topK: choice([1, 5, 400]), nowMs: NOW, explain: true };
        return choice([query, { ...query, minSimilarity: 0.22 }, { ...query, raised }]);
      });
      const compare = (): void => {
        const expected = queries.map((query) => whole.search({ ...query, vector: query.vector?.slice() }));
        for (const [rank, query] of queries.entries()) {
          const told = `round ${round}, query ${rank}, ${dimensions} dimensions, ${count} memories`;
          expect(index.search(query, queries.slice(rank + 1)), told).to.deep.equal(expected[rank]);
        }
      };
      for (const each of [index, whole]) each.put(documents);
      compare();
      for (const each of [index, whole]) each.remove(documents.filter((_, at) => at % 3 === 1).map(({ id }) => id));
      compare();
      for (const each of [index, whole]) each.release();
    }
  });

  it('does so after another search failed half-way', () => {
    const random = seededRandom(12);
    const documents = Array.from({ length: 200 }, (_, at): IndexDocument => {
      const text = sentence(random);
      return { id: `${at}`, text, speaker: '', sessionId: '', createTimeMs: at, vector: encoder.embed(text) };
    });
    const [index, whole] = [memoryIndex(encoder), memoryIndex(encoder, { newVectors: wholeVectors })];
    for (const each of [index, whole]) each.put(documents);
    const about = (text: string, vector: Float32Array): IndexQuery => ({
      text,
      vector,
      topK: 60,
      nowMs: 0,
      explain: true,
    });
    const tea = about('green tea', encoder.embed('green tea'));
    const expected = whole.search(tea);
    index.search({ ...tea, topK: 2 });
    const others = [about('football', encoder.embed('football')), about('x', new Float32Array(3))] as const;
    expect(() => index.search(others[0], [others[1]])).to.throw(RangeError);
    expect(index.search(tea)).to.deep.equal(expected);

    for (const each of [index, whole]) each.release();
  });
});
