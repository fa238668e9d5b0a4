import { expect } from 'chai';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { CLAUSES_READ, READ_TURN_UNITS, SENTENCE_UNITS } from '../../../server/policy/facts.ts';

describe('a turn as it is read', () => {
  it('has no clauses where it is nothing but signs', () => {
    for (const sign of [', ', '- ', '( ', ': ', '? ']) expect(readTurn(sign.repeat(4000)).clauses).to.deep.equal([]);
  });

  it('is read in parts where a sentence does not end, and so many clauses of each', () => {
    const { clauses } = readTurn('i, my, '.repeat(READ_TURN_UNITS));
    const parts = Math.ceil(READ_TURN_UNITS / SENTENCE_UNITS);
    expect(clauses.length).to.be.within(parts, parts * (CLAUSES_READ + 1));
    for (const { from, sentenceTo } of clauses) expect(sentenceTo - from).to.be.at.most(SENTENCE_UNITS);
  });
});
