/** That each rule does what its examples say, and none stands there for nothing. */
import { expect } from 'chai';
import {
  commandOf,
  correctionOf,
  FACT_PACKS,
  plainRuleOf,
  slotCueOf,
  subjectRuleOf,
  vetoOf,
} from '../../../server/domain/facts/packs/packs.ts';
import { slotOfFact } from '../../../server/domain/facts/fact-slot.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';

/** A turn as rules see it, from its first clause on. */
function clauseOf(said: string): { readonly folded: string; readonly after: (units: number) => string } {
  const { clauses, folded, text, at } = readTurn(said);
  // `Che,` is a clause of nothing but opening words.
  const { from } = clauses.find((clause) => clause.from < clause.to)!;
  return { folded: folded.slice(from), after: (units) => text.slice(at(from + units)) };
}

describe('rules of facts', () => {
  for (const { commands, corrections, plain, slots, subjects, vetoes, lexicon } of FACT_PACKS) {
    for (const row of corrections) {
      it(`${row.id} takes back in its examples, and in nothing else of them`, () => {
        const pattern = correctionOf(row, lexicon);
        for (const said of row.yes) expect(pattern.test(readTurn(said).folded), said).to.equal(true);
        for (const said of row.no) expect(pattern.test(readTurn(said).folded), said).to.equal(false);
        expect(row.yes.length * row.no.length).to.be.greaterThan(0);
      });
    }
    for (const row of vetoes) {
      it(`${row.id} vetoes its examples, and nothing else of them`, () => {
        const { pattern, isAsWritten } = vetoOf(row, lexicon);
        const isVetoed = (said: string): boolean => {
          const { folded, after } = clauseOf(said);
          return pattern.test(isAsWritten === true ? after(0) : folded);
        };
        for (const said of row.yes) expect(isVetoed(said), said).to.equal(true);
        for (const said of row.no) expect(isVetoed(said), said).to.equal(false);
        expect(row.yes.length * row.no.length).to.be.greaterThan(0);
      });
    }
    for (const row of plain) {
      it(`${row.id} takes its examples as plain statements, and nothing else of them`, () => {
        const pattern = plainRuleOf(row, lexicon);
        for (const said of row.yes) expect(pattern.test(clauseOf(said).folded), said).to.equal(true);
        for (const said of row.no) expect(pattern.test(clauseOf(said).folded), said).to.equal(false);
        expect(row.yes.length * row.no.length).to.be.greaterThan(0);
      });
    }
    for (const row of commands) {
      it(`${row.id} fires on its examples, and on nothing else of them`, () => {
        const { pattern } = commandOf(row, lexicon);
        expect(row.yes).not.to.deep.equal([]);
        for (const [said, fact] of row.yes) {
          const { folded, after } = clauseOf(said);
          const found = pattern.exec(folded);
          expect(found && after(found[0].length), said).to.equal(fact);
        }
        expect(row.no).not.to.deep.equal([]);
        for (const said of row.no) expect(pattern.test(clauseOf(said).folded), said).to.equal(false);
      });
    }
    for (const row of subjects) {
      it(`${row.id} tells whom its examples are about`, () => {
        const pattern = subjectRuleOf(row);
        expect(row.yes).not.to.deep.equal([]);
        for (const [said, relation, name] of row.yes) {
          const found = pattern.exec(said)?.groups;
          expect([found?.['relation'], found?.['name']], said).to.deep.equal([relation, name]);
        }
        expect(row.no).not.to.deep.equal([]);
        for (const said of row.no) expect(pattern.test(said), said).to.equal(false);
      });
    }
    for (const row of slots) {
      it(`${row.slot} is filled by its examples (${row.yes[0]})`, () => {
        const { pattern } = slotCueOf(row, lexicon);
        expect(row.yes).not.to.deep.equal([]);
        for (const said of row.yes) expect(pattern.test(clauseOf(said).folded), said).to.equal(true);
        expect(row.no).not.to.deep.equal([]);
        for (const said of row.no) expect(pattern.test(clauseOf(said).folded), said).to.equal(false);
      });
    }
  }

  it('name no id twice, and use every word of their lexicon', () => {
    for (const { commands, corrections, plain, lexicon, slots, vetoes } of FACT_PACKS) {
      const ids = [...commands, ...corrections, ...plain, ...vetoes].map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      const used = JSON.stringify([commands, slots, vetoes, lexicon]);
      for (const name of Object.keys(lexicon)) expect(used).to.contain(`{${name}}`);
    }
  });

  it('fill the same slot in the words of the user and of an agent', () => {
    for (const [said, slot] of [
      ['I live in Denver', 'home'],
      ['The user lives in Denver', 'home'],
      ['se mudó a Córdoba', 'home'],
      ['works at Acme', 'employer'],
      ['Mi color favorito es el azul', 'favourite:color'],
      ['my favourite colour is blue', 'favourite:color'],
      ['I like tea', undefined],
    ] as const)
      expect(slotOfFact(said), said).to.equal(slot);
  });
});
