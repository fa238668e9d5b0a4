import { expect } from 'chai';
import { usualRecall } from '../../../server/domain/context/usual-recall.ts';
import { PROMPT } from '../../../server/policy/context.ts';

describe('the usual room of what is recalled', () => {
  const wide = [
    'Draft a thank-you note to the neighbour who drove us to the hospital',
    'escribile a mi hermana que llegamos el viernes',
    'Which trips did we plan for the autumn?',
    '¿Qué cosas tengo que llevar a lo de Marta?',
  ];
  const narrow = [
    'When is the survey of the house?',
    '¿A qué hora abre la farmacia de mi barrio?',
    'I slept badly',
    '',
  ];

  for (const text of wide)
    it(`is larger for what needs several things: ${text}`, () => {
      expect(usualRecall(text)).to.equal(PROMPT.severalRecall);
    });
  for (const text of narrow)
    it(`is that of one answer otherwise: ${text === '' ? 'no new turn' : text}`, () => {
      expect(usualRecall(text)).to.equal(PROMPT.recall);
    });
});
