/** Checks the minimum figures of the rules on sentences that were labelled before anybody saw what the rules made of them. */
import { expect } from 'chai';
import { cacheabilityOf } from '../../server/domain/conversation/cacheability.ts';
import { topicPhrase } from '../../server/domain/conversation/topic-phrase.ts';
import { figuresOf, NOTHING, readSentences } from './read-sentences.ts';
import { SENTENCE_SETS, SENTENCE_TASKS } from './sentence-tasks.ts';

const PRECISION = 0.95;
const RECALL = 0.85;
const LEAST_SENTENCES = 200;

describe('rules on labelled sentences', () => {
  for (const { task, folder, finds } of SENTENCE_TASKS) {
    for (const language of ['es', 'en']) {
      for (const set of SENTENCE_SETS) {
        it(`read ${task} in ${language} (${set})`, () => {
          const sentences = readSentences(`${folder}/sentences/${task}-${language}-${set}.tsv`);
          const { precision, recall, wrong } = figuresOf(sentences, finds);
          if (set === 'held-out') expect(sentences.length).to.be.at.least(LEAST_SENTENCES);
          expect(precision, wrong.join('\n')).to.be.at.least(PRECISION);
          expect(recall, wrong.join('\n')).to.be.at.least(RECALL);
        });
      }
    }
  }

  it('take nothing for cacheable that depends on time, feeling or a side effect', () => {
    for (const language of ['es', 'en']) {
      for (const set of SENTENCE_SETS) {
        const sentences = readSentences(`conversation/sentences/cacheability-${language}-${set}.tsv`);
        const leaks = sentences.filter(
          ({ label, sentence }) => label === NOTHING && cacheabilityOf(sentence).kind !== 'NEVER',
        );
        expect(leaks.map(({ sentence }) => sentence)).to.deep.equal([]);
      }
    }
  });

  it('tell a flush from a shift, and a fact of the user from what a tool computes', () => {
    for (const language of ['es', 'en']) {
      for (const { label, sentence } of readSentences(`conversation/sentences/topics-${language}-held-out.tsv`)) {
        const kind = topicPhrase(sentence)?.kind.toLowerCase() ?? NOTHING;
        expect(kind, sentence).to.equal(label);
      }
      for (const { label, sentence } of readSentences(`conversation/sentences/cacheability-${language}-held-out.tsv`)) {
        const { kind } = cacheabilityOf(sentence);
        if (label === 'tool') expect(kind, sentence).to.equal('TOOL');
        if (label === 'fact') expect(kind, sentence).to.equal('FACT_ABOUT_USER');
      }
    }
  });
});
