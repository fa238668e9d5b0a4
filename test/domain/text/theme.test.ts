import { expect } from 'chai';

import { themeStrength } from '../../../server/domain/text/theme.ts';

const NOBODY: ReadonlySet<string> = new Set();

describe('a query asks for a theme', () => {
  for (const query of [
    'skiing preferences',
    'How is my running going?',
    '¿Cómo va la huerta?',
    '¿Qué pasa con la huerta?',
    'running',
  ]) {
    it(`in full: ${query}`, () => expect(themeStrength(query, NOBODY)).to.equal(1));
  }

  for (const query of [
    'Which colour did the painters of the hospital corridor choose before Christmas?',
    '¿Qué color eligieron los pintores del pasillo del hospital antes de Navidad?',
    '¿Dónde vive mi tía?',
    '¿De qué marca es la bici?',
    '¿Tiene hermanos?',
  ]) {
    it(`not at all: ${query}`, () => expect(themeStrength(query, NOBODY)).to.equal(0));
  }

  it('the less the more words tell', () => {
    const queries = ['ski trip', 'ski trip cousins March', 'ski trip cousins March Andorra'];
    const strengths = queries.map((query) => themeStrength(query, NOBODY));
    expect(strengths).to.deep.equal(strengths.toSorted((left, right) => right - left));
    expect(new Set(strengths).size).to.equal(queries.length);
  });

  it('whoever is named', () => {
    const query = "Caroline's ski trip cousins";
    expect(themeStrength(query, new Set(['caroline']))).to.be.greaterThan(themeStrength(query, NOBODY));
  });
});
