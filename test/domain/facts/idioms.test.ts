/**
 * Idioms say nothing about the speaker, although their words taken literally might. A language model wrote the sentences for this project,
 * one per line, by language; the vetoes were made with them in view, and none is trained on.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { extractFacts } from '../../../server/domain/facts/extract-facts.ts';
import { factsToForget, forgetRequest } from '../../../server/domain/facts/forget-facts.ts';
import { IDIOMS as ENGLISH } from '../../../server/domain/languages/en/idioms.ts';
import { IDIOMS as SPANISH } from '../../../server/domain/languages/es/idioms.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { FACT_READER } from '../../fact-reader.ts';
import { ROOT } from '../../root.ts';

/** The share of idioms that may become facts, because no veto knows them and the reader is wrong. */
const MADE_AT_MOST = 0.03;

for (const [language, known] of [
  ['en', ENGLISH],
  ['es', SPANISH],
] as const) {
  describe(`idioms (${language})`, () => {
    const sentences = readFileSync(join(ROOT, 'test/domain/facts/idioms', `${language}.txt`), 'utf8')
      .split('\n')
      .filter(Boolean);

    it('are more than 250, each once', () => {
      expect(sentences.length).to.be.greaterThan(250);
      expect(new Set(sentences).size).to.equal(sentences.length);
    });

    it('take back and forget nothing of what was said before', () => {
      const last = {
        id: 'last',
        domain: 'DECISIONS',
        text: 'we go with Postgres',
        confidence: 'HIGH',
        source: 'EXPLICIT',
        createTimeMs: 0,
        lastConfirmedTimeMs: 0,
        confirmations: 0,
      } as const;
      for (const sentence of sentences) {
        const request = forgetRequest(sentence);
        const forgotten = request === undefined ? [] : factsToForget([last], request, last.id);
        expect(forgotten, sentence).to.deep.equal([]);
        const taking = extractFacts(sentence, FACT_READER).filter(({ corrects }) => corrects === true);
        expect(taking, sentence).to.deep.equal([]);
      }
    });

    it('hardly ever make a fact that prompts may tell', () => {
      const made = sentences.filter((sentence) =>
        extractFacts(sentence, FACT_READER).some(({ confidence }) => confidence !== 'LOW'),
      );
      expect(made.length / sentences.length, made.join('\n')).to.be.at.most(MADE_AT_MOST);
    });

    it('are each heard where the veto lists it', () => {
      const folded = sentences.map((sentence) => readTurn(sentence).folded);
      for (const idiom of known) {
        const pattern = new RegExp(`(?<!\\p{L})(?:${idiom})(?!\\p{L})`, 'u');
        expect(
          folded.some((said) => pattern.test(said)),
          idiom,
        ).to.equal(true);
      }
    });
  });
}
