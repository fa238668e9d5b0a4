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
      ['I live with a friend', undefined],
      ['vivo en las nubes', undefined],
      ['I got promoted to tech lead', 'job'],
      ['empecé en Movistar', 'employer'],
      ['tratame de usted', 'address-form'],
      ['llamame Pancho', 'name-used'],
      ['recently got married', 'marital'],
      ['tenemos dos perros', 'count:perr'],
      ["our landlord's name is Otto", 'my:landlord'],
      ['my new landlord is called Otto', 'my:landlord'],
      ['Now my landlord is Otto', 'my:landlord'],
      ['mi nuevo jefe se llama Omar', 'my:jefe'],
      ['Mi jefa es Julia', 'my:jefe'],
      ['mi auto ahora es rojo', 'my:auto'],
      ['my old landlord is called Otto', 'my:old landlord'],
      ['my sister is called Ana', undefined],
      ['use Redis for the cache', 'for:cache'],
      ['tengo 34 años', 'age'],
    ] as const)
      expect(slotOfFact(said), said).to.equal(slot);
  });
});
