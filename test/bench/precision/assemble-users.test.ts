import { expect } from 'chai';
import { assembleUsers } from './assemble-users.ts';
import { LANGUAGES, readLabelledSet } from './labelled-set.ts';

const sets = { en: readLabelledSet('en'), es: readLabelledSet('es') };

describe('the labelled set of the precision bench', () => {
  it('has the same themes in both languages, each with a dozen statements that allude to it, half a dozen that name it and three questions', () => {
    expect([...sets.es.themes.keys()]).to.deep.equal([...sets.en.themes.keys()]);
    expect(sets.en.themes.size).to.be.at.least(40);
    for (const language of LANGUAGES) {
      for (const [name, { named, alluding, questions }] of sets[language].themes) {
        expect(alluding.length, name).to.be.at.least(12);
        expect(named.length, name).to.be.at.least(6);
        expect(questions.length, name).to.be.at.least(3);
      }
      expect(sets[language].oneOffs.length).to.be.at.least(150);
    }
  });

  it('says nothing twice and labels only with themes there are', () => {
    for (const language of LANGUAGES) {
      const { themes, oneOffs } = sets[language];
      const statements = [
        ...[...themes.values()].flatMap(({ named, alluding }) => [...named, ...alluding]),
        ...oneOffs,
      ];
      expect(new Set(statements.map(({ text }) => text)).size).to.equal(statements.length);
      expect([...themes.keys()]).to.include.members(statements.flatMap((statement) => statement.themes));
    }
  });

  it('makes the same hundred users each time, with five relevant memories for each of 200 questions', () => {
    const users = assembleUsers(sets, 1);
    expect(assembleUsers(sets, 1)).to.deep.equal(users);
    expect(assembleUsers(sets, 2)).not.to.deep.equal(users);
    expect(users).to.have.length(100);
    const queries = users.flatMap((user) => user.queries);
    expect(new Set(queries.map(({ id }) => id)).size).to.equal(200);
    expect(queries.filter(({ language }) => language === 'es')).to.have.length(100);
    for (const { memories, queries } of users) {
      for (const { id, theme, text } of queries) {
        expect(text, id).to.match(/^[^{}]+$/);
        expect(memories.filter(({ themes }) => themes.includes(theme)).length, id).to.be.at.least(5);
      }
    }
  });
});
