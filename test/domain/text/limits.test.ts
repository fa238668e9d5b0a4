import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import type { Language } from '../../../server/domain/text/language.ts';
import { asksForLimit, setsLimit } from '../../../server/domain/text/limits.ts';

describe('a text sets a limit', () => {
  const limits: Readonly<Record<Language, readonly string[]>> = {
    en: [
      'I can\u2019t stand raw fish.',
      'The user avoids crowded places',
      'Wool gives me a rash',
      'She is allergic to cats',
      'I only fly in daylight',
      'Crowds make my mother nervous',
      'I gave up coffee',
    ],
    es: [
      'No como pescado crudo',
      'El usuario evita las multitudes',
      'Me da miedo volar',
      'Soy celíaca',
      'Viajo solo de día',
    ],
  };
  const others: Readonly<Record<Language, readonly string[]>> = {
    en: ['I like ramen on a cold day', 'We went to Kyoto in May', 'I didn\u2019t see him on Monday'],
    es: ['Me gusta el ramen', 'Fuimos a Kioto en mayo', 'Trabajo en un hospital'],
  };
  for (const language of ['en', 'es'] as const) {
    for (const text of limits[language]) it(`: ${text}`, () => expect(setsLimit(fold(text), language)).to.equal(true));
    for (const text of others[language]) {
      it(`, not so: ${text}`, () => expect(setsLimit(fold(text), language)).to.equal(false));
    }
  }
});

describe('a question asks for a limit', () => {
  const asking: Readonly<Record<Language, readonly string[]>> = {
    en: ['What can she not eat?', 'which animals is he afraid of', 'What does Marta avoid?', 'What is he allergic to?'],
    es: ['¿Qué no puede comer?', '¿A qué es alérgico?', '¿Qué le da miedo?', '¿Con qué no hay que contar?'],
  };
  const others: Readonly<Record<Language, readonly string[]>> = {
    en: ['What does she like to eat?', 'What did he not bring?', 'Why is she allergic to cats?', 'Where does he live?'],
    es: ['¿Qué come de noche?', '¿Dónde vive?', '¿Por qué no vino?'],
  };
  for (const language of ['en', 'es'] as const) {
    for (const text of asking[language])
      it(`: ${text}`, () => expect(asksForLimit(fold(text), language)).to.equal(true));
    for (const text of others[language]) {
      it(`, not so: ${text}`, () => expect(asksForLimit(fold(text), language)).to.equal(false));
    }
  }
});
