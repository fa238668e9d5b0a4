import { expect } from 'chai';
import { loadStaticTable } from '../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../server/embedders/static/static-encoder.ts';
import { INFERRED_SESSION, type Signal } from '../../server/policy/score-weights.ts';
import { inferredSession } from '../../server/retrieval/inferred-metadata.ts';
import { memoryIndex, type IndexDocument } from '../../server/retrieval/memory-index.ts';
import { seededRandom, sentence } from '../load/sentences.ts';
import { plainFormula } from './plain-formula.ts';
import { scaled } from '../scale.ts';

const encoder = staticEncoder(loadStaticTable());
/** The error of vectors in fixed-point numbers, normalised over a query's range. */
const TOLERANCE = 2e-3;
/**
 * The share of documents that are turns of conversations, and how many turns of a conversation follow one another; 0 spreads them
 * everywhere.
 */
const KINDS = {
  'memories without neighbours': [0, 0],
  'turns of conversations': [1, 0],
  both: [0.5, 0],
  'conversations that follow each other': [1, 14],
  'conversations of facts and turns that follow each other, some broken': [0.97, 14],
  'conversations among notes that were added together': [0.3, 0],
} as const;
/** For these kinds, the sessions of documents that are not turns are inferred; the number says how many notes there are. */
const NOTES: Readonly<Record<string, number>> = { 'conversations among notes that were added together': 70 };
const NOW = Date.UTC(2024, 6);

function sessionOfNote(together: number | undefined, at: number): string {
  if (together === undefined) return '';
  return inferredSession({ agentId: '', namespace: '' }, Math.floor(at / together) * INFERRED_SESSION.windowMs);
}

describe('a search, signal by signal, is the plain formula @torture', () => {
  for (const [kind, [share, inOne]] of Object.entries(KINDS)) {
    it(`over ${kind}: all of them, in its order`, () => {
      const random = seededRandom(100 * share + 3);
      for (const count of [1, 2, scaled(70, 300)]) {
        const documents = Array.from({ length: count }, (_, at): IndexDocument => {
          const text = random() < 0.2 ? `${sentence(random)} ${sentence(random)}` : sentence(random);
          const often = at % 37 === 5 ? 'tea '.repeat(at / 6) : '';
          const isTurn = random() < share;
          return {
            id: `${at}`,
            text: at % 11 === 0 ? `A Marta le gusta “El Aleph”, dijo ${sentence(random)}` : often + text,
            speaker: isTurn && random() < 0.8 ? (['Ana', 'Tom', 'Caroline Smith'][at % 3] ?? '') : '',
            sessionId: isTurn
              ? `s${Math.floor(inOne > 0 ? at / inOne : random() * (1 + count / 12))}`
              : sessionOfNote(NOTES[kind], at),
            turn: inOne === 0 && at % 4 === 0 ? Math.floor(random() * 20) : undefined,
            eventTimeMs: at % 2 === 0 ? Date.UTC(2024, 0, 1 + at) : undefined,
            createTimeMs: Date.UTC(2024, 3, 1 + (at % 90)),
            vector: encoder.embed(text),
          };
        });
        const index = memoryIndex(encoder);
        index.put(documents);
        const six = sentence(random).split(' ').slice(0, 6).join(' ');
        const questions = [
          six,
          `When did Ana ${sentence(random)} in March 2024?`,
          `Where was ${six} last week?`,
          'Which book does Marta like?',
          'Recommend some restaurants before work',
          '¿Qué le gusta a Marta?',
          'green tea with Tom',
          'zeppelin trombone',
          '',
        ];
        for (const text of questions) {
          const expected = plainFormula(encoder, documents, { text, nowMs: NOW });
          const hits = index.search({ text, topK: count, nowMs: NOW, explain: true });
          expect(hits).to.have.length(count);
          for (const [rank, { id, score, signals }] of hits.entries()) {
            const plain = expected[Number(id)];
            for (const { signal, value } of signals) {
              const right = plain?.[signal as Signal];
              expect(value, `${signal} of ${id} for ${text}`).to.be.closeTo(right ?? NaN, TOLERANCE);
            }
            expect(score).to.be.closeTo(plain?.score ?? NaN, TOLERANCE);
            const before = expected[Number(hits[rank - 1]?.id ?? id)]?.score ?? NaN;
            expect(before, `the place of ${id} for ${text}`).to.be.greaterThan((plain?.score ?? NaN) - TOLERANCE);
          }
        }
        index.release();
      }
    });
  }
});
