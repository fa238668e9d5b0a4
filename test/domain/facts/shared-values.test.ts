import { expect } from 'chai';
import { compareValues, valuesOf } from '../../../server/domain/facts/shared-values.ts';
import { comparedText } from '../../../server/domain/facts/telling-words.ts';

/** Returns what holds of a statement beside a fact. */
function found(said: string, known: string): readonly string[] {
  const [statement, fact] = [comparedText(said), comparedText(known)];
  const compared = compareValues(statement, valuesOf(statement), fact, valuesOf(fact));
  return Object.entries(compared).flatMap(([name, holds]) => (holds ? [name] : []));
}

describe('the values of a statement and a fact', () => {
  it('are other days, months and numbers of the same list, in figures or in words', () => {
    for (const [said, known] of [
      ['The standup is on Fridays', 'The standup is on Monday'],
      ['La entrega es en junio', 'La entrega es en marzo'],
      ['I have three dogs', 'I have 2 dogs'],
      ['Tengo dos perros', 'Tengo tres perros'],
    ] as const)
      expect(found(said, known), said).to.deep.equal(['isOther']);
    expect(found('On Mondays the standup is short', 'The standup is on Monday')).to.deep.equal(['isSame']);
    expect(found('I have three dogs', 'The standup is on Monday')).to.deep.equal([]);
  });

  it('are names, except for the first word, which is capitalised in any case', () => {
    expect(found('Mi jefa ahora es Ruth', 'Mi jefe es Óscar')).to.deep.equal(['hasNewName', 'lacksName']);
    expect(found('We moved Pomelo to a new server', 'The app is called Pomelo')).to.deep.equal(['sharesName']);
    expect(found("Oscar's no longer my manager", 'My manager is Oscar')).to.deep.equal([]);
    expect(found('I think I may go', 'The app is called Pomelo')).to.deep.equal(['lacksName']);
  });
});
