import { expect } from 'chai';
import { decideFact, type FactDecision } from '../../../server/domain/facts/decide-fact.ts';
import { extractFacts } from '../../../server/domain/facts/extract-facts.ts';
import { slotOfFact } from '../../../server/domain/facts/fact-slot.ts';
import type { KnownFact } from '../../../server/domain/facts/fact.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';
import { EMBED, FACT_READER } from '../../fact-reader.ts';

const AT = 1_700_000_000_000;

/** Returns the facts that remain after these turns, said in this order; ids are the texts. */
function factsAfter(...turns: readonly string[]): readonly string[] {
  let facts: readonly KnownFact[] = [];
  for (const turn of turns) {
    const { text } = readTurn(turn);
    for (const found of extractFacts(turn, FACT_READER)) {
      const decision = decideFact(facts, { ...found, said: text.slice(found.from, found.to) }, EMBED);
      facts = applied(facts, decision, {
        ...found,
        id: `${facts.length}`,
        createTimeMs: AT,
        lastConfirmedTimeMs: AT,
        confirmations: 0,
      });
    }
  }
  return facts
    .filter(({ supersededBy }) => supersededBy === undefined)
    .map(({ text, confirmations }) => `${text}${'+'.repeat(confirmations)}`);
}

function applied(facts: readonly KnownFact[], decision: FactDecision, fact: KnownFact): readonly KnownFact[] {
  if (decision.does === 'CONFIRM')
    return facts.map((each) => (each.id === decision.id ? { ...each, confirmations: each.confirmations + 1 } : each));
  const closed = facts.map((each) => (decision.closes.includes(each.id) ? { ...each, supersededBy: fact.id } : each));
  return [...closed, fact];
}

describe('a statement and what is known', () => {
  it('takes the place of what it contradicts in other words', () => {
    for (const [before, after] of [
      ['I live in Paris', 'I moved to Rome'],
      ['Vivo en París', 'Me mudé a Roma'],
      ['I work at Google', 'I joined Meta'],
      ['Trabajo en Telefónica', 'Empecé a trabajar en Movistar'],
      ["I'm single", 'I got married'],
      ['Soy casado', 'Me divorcié'],
      ['I use VS Code', 'I switched to Neovim'],
      ['Uso Android', 'Me pasé a iPhone'],
      ['I have two kids', 'I have three kids'],
      ['My favorite color is blue', 'My favourite colour is green'],
    ] as const)
      expect(factsAfter(before, after), after).to.deep.equal([after]);
  });

  it('leaves what goes well beside it', () => {
    for (const [before, after] of [
      ['I work at Google', 'I work with Python'],
      ['I use Postgres', 'I use Redis'],
      ['I like tea', 'I like coffee'],
      ['Tengo un perro', 'Tengo un gato'],
    ] as const)
      expect(factsAfter(before, after), after).to.have.lengthOf(2);
  });

  it('leaves what shares one word with it, whatever else it denies', () => {
    for (const [before, after] of [
      ["I'm allergic to nuts", "I'm allergic to eggs, don't offer me any"],
      ["I'm allergic to nuts", "I'm allergic to early mornings, don't even try"],
      ['Soy alérgica a las nueces', 'Soy alérgica al huevo, no me ofrezcas'],
    ] as const)
      expect(factsAfter(before, after), after).to.include(before);
  });

  it('leaves what it shares a word with while it goes on about much else, and a club beside a club', () => {
    const fact = (text: string): KnownFact => ({
      id: text,
      domain: 'PERSONAL',
      text,
      confidence: 'HIGH',
      source: 'EXPLICIT',
      slot: slotOfFact(text),
      createTimeMs: AT,
      lastConfirmedTimeMs: AT,
      confirmations: 0,
    });
    for (const [known, said] of [
      ['I like fish', 'Fish usually do not live long in small bowls at home'],
      ['I joined a book club', 'I joined a climbing group last week'],
      ['My uncle eats pork', 'I do not eat pork'],
    ] as const)
      expect(decideFact([fact(known)], fact(said), EMBED), said).to.deep.equal({ does: 'ADD', closes: [] });
    expect(decideFact([fact('I eat pork')], fact('I do not eat pork'), EMBED)).to.include({ does: 'SUPERSEDE' });
  });

  it('confirms what it repeats', () => {
    expect(factsAfter('Soy celíaco', 'soy celiaco.')).to.deep.equal(['Soy celíaco+']);
    expect(factsAfter('I live in Denver', 'Remember that I live in Denver')).to.deep.equal(['I live in Denver+']);
  });

  it('supersedes what it contradicts', () => {
    for (const [before, after] of [
      ['Vivo en Rosario', 'Me mudé a Córdoba'],
      ['I live in Denver', 'I moved to Austin'],
      ['Trabajo en fintech', 'Ahora trabajo en salud'],
      ['Me llamo Ana', 'Me llamo Eva'],
      ['Tengo 34 años', 'Tengo 35 años'],
      ['Me gusta el picante', 'No me gusta el picante'],
      ['Prefiero respuestas directas', 'Prefiero respuestas detalladas'],
      ['Siempre respondeme en español', 'Siempre respondeme en inglés'],
      ['My favorite color is green', 'My favorite color is blue'],
      ['Mi esposa se llama Carla', 'Mi esposa se llama Marta'],
      ['Decidí usar Kimi K2.5', 'Decidí usar Claude en vez de Kimi'],
    ] as const)
      expect(factsAfter(before, after), `${before} -> ${after}`).to.have.lengthOf(1).and.not.include(before);
  });

  it('supersedes what it says has ended', () => {
    expect(factsAfter('Trabajo en Mercado Libre', 'Ya no trabajo en Mercado Libre')).to.deep.equal([
      'Ya no trabajo en Mercado Libre',
    ]);
    expect(factsAfter('I drink coffee every morning', 'I stopped drinking coffee')).to.deep.equal([
      'I stopped drinking coffee',
    ]);
  });

  it('adds what goes beside', () => {
    for (const [before, after] of [
      ['Me gusta el jazz', 'Me gusta el tango'],
      ['Tengo dos perros', 'Tengo tres gatos'],
      ['Trabajo en fintech', 'También trabajo en una radio'],
      ['Mi hija se llama Ana', 'Mi hijo se llama Leo'],
      ['Decidimos usar Postgres', 'Decidimos usar React'],
      ['I work at Acme', 'I also work at a bakery'],
      ['Trabajo en fintech', 'Trabajo como analista'],
    ] as const)
      expect(factsAfter(before, after), `${before} -> ${after}`).to.have.lengthOf(2);
  });

  it('leaves closed facts alone', () => {
    const closed: KnownFact = {
      id: 'old',
      domain: 'PERSONAL',
      text: 'vivo en Rosario',
      slot: 'home',
      confidence: 'HIGH',
      source: 'EXPLICIT',
      createTimeMs: AT,
      lastConfirmedTimeMs: AT,
      confirmations: 0,
      forgottenTimeMs: AT,
    };
    expect(decideFact([closed], { domain: 'PERSONAL', text: 'vivo en Rosario', slot: 'home' })).to.deep.equal({
      does: 'ADD',
      closes: [],
    });
  });

  it('closes nothing for a statement of low confidence, and confirms what it repeats', () => {
    const home: KnownFact = {
      id: 'f1',
      domain: 'PERSONAL',
      text: 'vivo en Rosario',
      slot: 'home',
      confidence: 'HIGH',
      source: 'EXPLICIT',
      createTimeMs: AT,
      lastConfirmedTimeMs: AT,
      confirmations: 0,
    };
    const said = { domain: 'PERSONAL', text: 'vivo en Salta', slot: 'home' } as const;
    expect(decideFact([home], said, EMBED)).to.deep.equal({ does: 'SUPERSEDE', closes: ['f1'] });
    expect(decideFact([home], { ...said, confidence: 'LOW' }, EMBED)).to.deep.equal({ does: 'ADD', closes: [] });
    const again = { ...said, text: home.text, confidence: 'LOW' } as const;
    expect(decideFact([home], again, EMBED)).to.deep.equal({ does: 'CONFIRM', id: 'f1' });
  });
});
