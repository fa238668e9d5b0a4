import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import { guessLanguage } from '../../../server/domain/text/language.ts';

const guess = (text: string): string | undefined => guessLanguage(text, fold(text));

describe('the language of a text', () => {
  const english = [
    'I once met my son in a red car',
    'No sugar in my pie',
    'The user lived near the sea once',
    'Pan fried fish with the family',
    'error in the real time data',
  ];
  const spanish = [
    'Me duele el pie',
    'La red no funciona',
    'Come pan con queso',
    'Vos tenés dos hijos',
    'prefiero té',
    'contraseña del servidor',
    '¿Quién es su jefe?',
    'Ella come una vez al día',
  ];
  for (const text of english) it(`of "${text}" is English`, () => expect(guess(text)).to.equal('en'));
  for (const text of spanish) it(`of "${text}" is Spanish`, () => expect(guess(text)).to.equal('es'));
  for (const text of ['red', '', 'Vamos a Madrid', '12:30', '東京']) {
    it(`of "${text}" cannot be told`, () => expect(guess(text)).to.equal(undefined));
  }
});
