import { expect } from 'chai';

import { asksForAdvice } from '../../../server/domain/text/advice.ts';
import { fold } from '../../../server/domain/text/fold.ts';

describe('a question asks for advice', () => {
  const wishes = [
    'Recommend some restaurants in Kyoto',
    'What should I cook tonight?',
    'Any ideas for a weekend trip?',
    'Help me pick a laptop',
    'Recomendame un restaurante',
    '¿Qué me conviene comprar?',
    '¿Qué película veo esta noche?',
    '¿Adónde deberíamos ir de vacaciones?',
  ];
  const facts = [
    'What did I cook yesterday?',
    'Where does Caroline live?',
    'When is the meeting?',
    'skiing preferences',
    '¿Dónde vive Carolina?',
    '¿Qué compramos ayer?',
    '¿Cuándo es la reunión?',
  ];
  for (const text of wishes) it(`: ${text}`, () => expect(asksForAdvice(fold(text))).to.equal(true));
  for (const text of facts) it(`, not so: ${text}`, () => expect(asksForAdvice(fold(text))).to.equal(false));
});
