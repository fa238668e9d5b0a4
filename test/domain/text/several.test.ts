import { expect } from 'chai';

import { fold } from '../../../server/domain/text/fold.ts';
import type { Language } from '../../../server/domain/text/language.ts';
import { asksForSeveral } from '../../../server/domain/text/several.ts';

describe('a question asks for several answers', () => {
  const several: Readonly<Record<Language, readonly string[]>> = {
    en: [
      'Which dishes does Olga cook?',
      'what instruments can he play',
      'Where has she worked?',
      'What are the names of her brothers?',
      'What do both of them like?',
      'How many marathons did I run?',
      'What does Ivan enjoy on weekends?',
      'Which old board games did we sell?',
    ],
    es: [
      '¿Qué idiomas habla?',
      '¿Cuáles son sus películas preferidas?',
      '¿Dónde ha trabajado?',
      '¿Qué le gusta?',
      '¿Quiénes vienen a la cena?',
      '¿Qué tipo de libros lee?',
    ],
  };
  const one: Readonly<Record<Language, readonly string[]>> = {
    en: [
      'When does the course begin?',
      'What is her name?',
      'Which bus goes to the office?',
      'Where did he grow up?',
      'What was the price?',
      'Who is my dentist?',
      'Is she allergic to cats?',
    ],
    es: [
      '¿Cómo se llama su perro?',
      '¿Qué es lo que más temía?',
      '¿En qué país nació?',
      '¿Qué mes viaja?',
      '¿Dónde vive mi hermana?',
      '¿Cuándo empieza el curso?',
    ],
  };
  for (const language of ['en', 'es'] as const) {
    for (const text of several[language]) {
      it(text, () => expect(asksForSeveral(fold(text), language)).to.equal(true));
    }
    for (const text of one[language]) {
      it(`not: ${text}`, () => expect(asksForSeveral(fold(text), language)).to.equal(false));
    }
  }
});
