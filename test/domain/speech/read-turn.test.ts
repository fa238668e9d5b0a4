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

  it('cuts run-on talk where a new subject, a request or an aside begins', () => {
    const cut = (turn: string): readonly string[] => moodsOf(turn).map((one) => one.replace(/^\S+ /, ''));
    expect(cut('we moved in spring im in Leeds now can you find me a gym')).to.deep.equal([
      'we moved in spring',
      'im in Leeds now',
      'can you find me a gym',
    ]);
    expect(cut('anyway mum rang and im off dairy now cos of my stomach so no more lattes')).to.deep.equal([
      'mum rang',
      'im off dairy now cos of my stomach',
      'no more lattes',
    ]);
    expect(cut('she works nights cos hes at uni btw what do i cook')).to.include('what do i cook');
    expect(cut('me llamo Rita soy de Vigo trabajo en un bar y yo no como carne dime qué ceno')).to.deep.equal([
      'me llamo Rita',
      'soy de Vigo',
      'trabajo en un bar',
      'no como carne',
      'dime qué ceno',
    ]);
  });

  it('keeps together what a subject continues: relative clauses, conditions, days named first', () => {
    for (const turn of [
      'the flat I live in',
      'we eat what I cook on Sundays',
      'on Thursdays I have choir',
      'my whole life I wanted a dog',
      'la casa que yo uso',
    ])
      expect(readTurn(turn).clauses, turn).to.have.lengthOf(1);
  });

  it('ends a question without a mark where a statement follows, unless it goes on supposing', () => {
    expect(moodsOf('what can i cook tonight, i have gout')).to.deep.equal([
      'QUESTION what can i cook tonight',
      'STATEMENT i have gout',
    ]);
    expect(moodsOf('qué le regalo a mi cuñada, soy pésima en esto')).to.include('STATEMENT soy pésima en esto');
    expect(moodsOf('what if i have gout, i have no idea')).to.deep.equal([
      'QUESTION what if i have gout',
      'QUESTION i have no idea',
    ]);
    expect(moodsOf('do you eat fish and i said no, I have gout')).to.include('STATEMENT I have gout');
  });

  it('goes on with the story of the speaker after a report, but never takes the words of others for theirs', () => {
    expect(moodsOf('he said get a cat, so anyway I keep hens')).to.include('STATEMENT I keep hens');
    expect(moodsOf("she goes what about Mo and I'm like yeah, I keep hens")).to.include('STATEMENT I keep hens');
    expect(moodsOf('dijo aquí no se fuma y yo señora, tengo asma')).to.include('STATEMENT tengo asma');
    expect(moodsOf('Mi prima dijo no gracias, soy vegetariana')).to.include('REPORTED soy vegetariana');
    expect(moodsOf("my sister said no, I'm like you, I hate fish")).to.include('REPORTED I hate fish');
  });

  it('takes a heading of notes for no speaker', () => {
    expect(moodsOf('Staff: four. We open at six')).to.include('STATEMENT We open at six');
    expect(moodsOf('Dieta: sin sal. Vivo en Lugo')).to.include('STATEMENT Vivo en Lugo');
    expect(moodsOf('Nora: I live in Oslo')).to.deep.equal([]);
  });
});
