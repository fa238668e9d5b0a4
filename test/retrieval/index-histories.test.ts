import { expect } from 'chai';
import fc from 'fast-check';

import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { inferredSession } from '../../server/retrieval/inferred-metadata.ts';
import { memoryIndex, type IndexDocument, type MemoryIndex } from '../../server/retrieval/memory-index.ts';
import { scaled } from '../scale.ts';

const encoder = staticEncoder(loadStaticTable());
const ADDED_TOGETHER = inferredSession({ agentId: '', namespace: '' }, 0);

/** Each is clearly in one language: a text that could be either is read in the language of most memories at the time when it is added. */
const TEXTS = [
  'We went hiking in the Alps last May',
  'I adopted a puppy called Rex',
  'El usuario prefiere el té verde',
  'She plays the violin in an orchestra',
  'The meeting moved to Friday at noon',
  'Caroline bought her red bicycle',
  'My sister lives in Lisbon',
  'and that was it',
];
/** Texts whose language is uncertain, and texts without words. */
const UNCERTAIN = ['Caroline bought a red bicycle', 'Rex', 'Lisbon 2024', '', '?!'];
/** There are enough of these that no change makes the other language that of most memories. */
const BACKGROUND = { ENGLISH: 'We went hiking in the Alps last May', SPANISH: 'El usuario prefiere el té verde' };
const QUESTIONS = ['Where did Caroline go hiking?', 'qué té prefiere', 'What did Rex do in May?', 'violin', ''];

type Step =
  | {
      readonly put: {
        readonly id: number;
        readonly text: number;
        readonly speaker: number;
        readonly session: number;
        readonly turn: number;
      };
    }
  | { readonly remove: number };

function documentOf(
  put: Extract<Step, { put: unknown }>['put'],
  step: number,
  texts: readonly string[] = TEXTS,
): IndexDocument {
  const text = texts[put.text] ?? '';
  return {
    id: `id ${put.id}`,
    text,
    speaker: ['', 'Caroline', 'Mel'][put.speaker] ?? '',
    sessionId: ['', 'one', 'two', ADDED_TOGETHER][put.session] ?? '',
    turn: put.turn === 0 ? undefined : put.turn,
    eventTimeMs: Date.UTC(2020 + put.turn, 3 + put.session),
    createTimeMs: step,
    vector: encoder.embed(text),
  };
}

/** The score and signals of each memory, by id. */
type Answer = ReadonlyMap<string, readonly number[]>;

function answers(index: MemoryIndex): readonly Answer[] {
  return QUESTIONS.map((text) => {
    const hits = index.search({ text, topK: 100, nowMs: Date.UTC(2024, 8), explain: true });
    expect(hits.map(({ score }) => score)).to.deep.equal(hits.map(({ score }) => score).toSorted((a, b) => b - a));
    return new Map(hits.map(({ id, score, signals }) => [id, [score, ...signals.map(({ value }) => value)]]));
  });
}

/** Expects the same except for rounding: an index that has had neighbours adds up in another order than one that never had. */
function expectSameAnswers(changed: MemoryIndex, fresh: MemoryIndex): void {
  const expected = answers(fresh);
  for (const [index, answer] of answers(changed).entries()) {
    expect([...answer.keys()]).to.have.members([...(expected[index]?.keys() ?? [])]);
    for (const [id, values] of answer) {
      for (const [at, value] of values.entries())
        expect(value).to.be.closeTo(expected[index]?.get(id)?.[at] ?? NaN, ROUNDING);
    }
  }
}

const ROUNDING = 1e-4;

describe('an index that has been changed @torture', () => {
  const small = (max: number) => fc.nat({ max });
  const stepOf = (texts: readonly string[], lastId: number): fc.Arbitrary<Step> => {
    const put = fc.record({
      id: small(lastId),
      text: small(texts.length - 1),
      speaker: small(2),
      session: small(3),
      turn: small(3),
    });
    return fc.oneof(
      { arbitrary: fc.record({ put }), weight: 3 },
      { arbitrary: fc.record({ remove: small(lastId) }), weight: 1 },
    );
  };

  /** Checks that after any history of these texts the answers are those of an empty index to which the remaining texts are added. */
  function expectNoTrace(texts: readonly string[], lastId: number, background: readonly IndexDocument[]): void {
    fc.assert(
      fc.property(fc.array(stepOf(texts, lastId), { maxLength: 40 }), (steps) => {
        const changed = memoryIndex(encoder);
        changed.put(background);
        const held = new Map<string, { readonly document: IndexDocument; readonly arrival: number }>();
        for (const document of background) held.set(document.id, { document, arrival: -1 });
        for (const [at, one] of steps.entries()) {
          // What the index caches from a search must not outlive the memories that it was about.
          changed.search({ text: 'What did Caroline do in May?', topK: 1, nowMs: 0, explain: false });
          if ('remove' in one) {
            changed.remove([`id ${one.remove}`]);
            held.delete(`id ${one.remove}`);
            continue;
          }
          const document = documentOf(one.put, at, texts);
          changed.put([document]);
          held.set(document.id, { document, arrival: held.get(document.id)?.arrival ?? at });
        }
        const fresh = memoryIndex(encoder);
        const inOrder = [...held.values()].toSorted((left, right) => left.arrival - right.arrival);
        fresh.put(inOrder.map(({ document }) => document));
        expect(changed.count).to.equal(held.size);
        expectSameAnswers(changed, fresh);
      }),
      { numRuns: scaled(12, 60) },
    );
  }

  it('answers like one that has only ever held what it holds', () => {
    expectNoTrace(TEXTS, 12, []);
  });

  for (const [language, text] of Object.entries(BACKGROUND)) {
    it(`also of texts of no certain language and of empty ones, among many in ${language.toLowerCase()}`, () => {
      // The index holds only these, because in a larger one a memory's information is computed again only after several changes.
      const LAST_ID = 8;
      const background = Array.from({ length: LAST_ID + 2 }, (_, at) => ({
        ...documentOf({ id: 0, text: 0, speaker: at % 3, session: at % 3, turn: 0 }, 0, [text]),
        id: `background ${at}`,
      }));
      expectNoTrace([...UNCERTAIN, ...TEXTS], LAST_ID, background);
    });
  }

  it('gives its slots back when most of it has gone, and answers as before', () => {
    const many = Array.from({ length: 2000 }, (_, at) =>
      documentOf({ id: at, text: at % TEXTS.length, speaker: at % 3, session: at % 3, turn: at % 4 }, at),
    );
    const changed = memoryIndex(encoder);
    changed.put(many);
    const kept = many.filter((_, at) => at % 50 === 7);
    changed.remove(many.filter((document) => !kept.includes(document)).map(({ id }) => id));
    const fresh = memoryIndex(encoder);
    fresh.put(kept);
    expectSameAnswers(changed, fresh);
  });
});
