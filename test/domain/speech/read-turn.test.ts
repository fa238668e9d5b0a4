import { expect } from 'chai';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { CLAUSES_READ, READ_TURN_UNITS, SENTENCE_UNITS } from '../../../server/policy/facts.ts';

describe('reading a turn', () => {
  it('finds no clauses in a text of nothing but signs', () => {
    for (const sign of [', ', '- ', '( ', ': ', '? ']) expect(readTurn(sign.repeat(4000)).clauses).to.deep.equal([]);
  });

  it('splits a sentence that does not end into parts, each with a limited number of clauses', () => {
    const { clauses } = readTurn('i, my, '.repeat(READ_TURN_UNITS));
    const parts = Math.ceil(READ_TURN_UNITS / SENTENCE_UNITS);
    expect(clauses.length).to.be.within(parts, parts * (CLAUSES_READ + 1));
    for (const { from, sentenceTo } of clauses) expect(sentenceTo - from).to.be.at.most(SENTENCE_UNITS);
  });
});
