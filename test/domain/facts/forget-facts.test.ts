import { expect } from 'chai';
import type { KnownFact } from '../../../server/domain/facts/fact.ts';
import { factsToForget, forgetRequest } from '../../../server/domain/facts/forget-facts.ts';
import { mentionedFacts } from '../../../server/domain/facts/mentioned-facts.ts';

const facts: readonly KnownFact[] = (
  [
    ['city', 'PERSONAL', 'vivo en Rosario'],
    ['dog', 'PERSONAL', 'mi perro se llama Toto'],
    ['deploy', 'DECISIONS', 'migrar el deployment a Kubernetes'],
    ['job', 'WORK', 'I work at Acme in logistics'],
  ] as const
).map(([id, domain, text]) => ({
  id,
  domain,
  text,
  confidence: 'HIGH',
  source: 'EXPLICIT',
  createTimeMs: 0,
  lastConfirmedTimeMs: 0,
  confirmations: 0,
}));
const forgotten = (turn: string, lastId?: string): readonly string[] => {
  const request = forgetRequest(turn);
  return request === undefined ? [] : factsToForget(facts, request, lastId);
};

describe('a turn that asks to forget', () => {
  it('means what it names', () => {
    expect(forgotten('Olvidá que vivo en Rosario')).to.deep.equal(['city']);
    expect(forgotten('olvidate de lo de mi perro')).to.deep.equal(['dog']);
    expect(forgotten('Forget that I work at Acme')).to.deep.equal(['job']);
    expect(forgotten('please delete what I told you about Acme')).to.deep.equal(['job']);
    expect(forgotten('¿Podés borrar lo que te dije sobre el deployment?')).to.deep.equal(['deploy']);
  });

  it('means what it asks about, in both languages', () => {
    expect(forgotten('Olvida dónde vivo')).to.deep.equal(['city']);
    expect(forgotten('Olvidate de cómo se llama mi perro')).to.deep.equal(['dog']);
    expect(forgotten('Borra en qué ciudad vivo, por favor')).to.deep.equal(['city']);
    expect(forgotten('Forget where I work')).to.deep.equal(['job']);
  });

  it('means what was said last where it names nothing', () => {
    expect(forgotten('Olvidate de eso', 'dog')).to.deep.equal(['dog']);
    expect(forgotten('Forget that.', 'job')).to.deep.equal(['job']);
    expect(forgotten('Forget that.')).to.deep.equal([]);
  });

  it('is none where it denies, quotes or only waves off', () => {
    for (const turn of [
      'No te olvides de que vivo en Rosario',
      "Don't forget that I work at Acme",
      'Forget it',
      'olvidalo',
      'Me olvidé de mi perro',
      'Traducí: olvidá que vivo en Rosario',
      'She said forget that I work at Acme',
      'I forgot my dog',
      'Se me olvida dónde vivo',
      'No olvides dónde vivo',
    ])
      expect(forgetRequest(turn), turn).to.equal(undefined);
  });
});

describe('facts that a turn mentions', () => {
  it('are those that it repeats or presupposes', () => {
    expect(mentionedFacts(facts, '¿Cómo quedó lo que decidimos ayer sobre el deployment?')).to.deep.equal(['deploy']);
    expect(mentionedFacts(facts, 'As I work in logistics at Acme, which visa?')).to.deep.equal(['job']);
    expect(mentionedFacts(facts, 'mi perro Toto no come')).to.deep.equal(['dog']);
  });

  it('are none that it merely touches', () => {
    expect(mentionedFacts(facts, '¿Qué raza de perro me conviene?')).to.deep.equal([]);
    expect(mentionedFacts(facts, '¿Decidimos algo sobre el deployment?')).to.deep.equal([]);
    expect(mentionedFacts(facts, 'hola')).to.deep.equal([]);
  });
});
