import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import type { Language } from '../../../server/domain/text/language.ts';
import { setsLimit } from '../../../server/domain/text/limits.ts';

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
