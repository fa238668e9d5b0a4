import { expect } from 'chai';
import { slotOfFact } from '../../../server/domain/facts/fact-slot.ts';

describe('the slot of a fact', () => {
  it('is the same in the words of the user and of an agent', () => {
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
