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

  const moodsOf = (turn: string): readonly string[] => {
    const { clauses, text, at } = readTurn(turn);
    return clauses
      .filter(({ from, to }) => from < to)
      .map(({ mood, from, to }) => `${mood} ${text.slice(at(from), at(to)).trim()}`);
  };

  it('takes what the speaker tells of their own words for theirs again, without the words that tell it', () => {
    expect(moodsOf('he says get a dog and I said I am allergic to dogs and he laughed')).to.deep.equal([
      'STATEMENT he says get a dog',
      'STATEMENT I am allergic to dogs',
      'STATEMENT he laughed',
    ]);
    expect(moodsOf('My sister says she moved, and I told her well, I live in Leeds')).to.include(
      'STATEMENT I live in Leeds',
    );
    expect(moodsOf('Mi prima dice que venga, y le digo, mira, yo trabajo los lunes')).to.include(
      'STATEMENT trabajo los lunes',
    );
    expect(moodsOf('My sister says she moved, and she told her mates that I live in Leeds')).to.satisfy(
      (moods: readonly string[]) => moods.slice(1).every((mood) => mood.startsWith('REPORTED')),
    );
  });

  it('gives a question mark to the last clause where no clause begins like a question', () => {
    expect(moodsOf('I take sertraline in the mornings and they gave me tramadol, safe together?')).to.deep.equal([
      'STATEMENT I take sertraline in the mornings',
      'STATEMENT they gave me tramadol',
      'QUESTION safe together',
    ]);
  });

  it('takes a relative clause after a comma for no question', () => {
    expect(moodsOf('The hall flooded, which is typical, but we rehearse on Tuesdays')).to.include(
      'STATEMENT we rehearse on Tuesdays',
    );
    expect(moodsOf('Mi hermana, que es celíaca, vive en Lugo')).to.include('STATEMENT vive en Lugo');
    expect(moodsOf('I need a bike, which one do I buy')).to.include('QUESTION which one do I buy');
    expect(moodsOf('We have two cats, who feeds them?')).to.include('QUESTION who feeds them');
  });
});
