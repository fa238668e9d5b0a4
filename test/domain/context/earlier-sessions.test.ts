import { expect } from 'chai';
import { asksForEarlier } from '../../../server/domain/context/earlier-sessions.ts';

describe('asksForEarlier', () => {
  it('recognises questions about an earlier conversation', () => {
    for (const question of [
      'What did we decide yesterday?',
      'where did we leave off',
      'lo que decidimos ayer',
      '¿qué te dije la otra vez?',
      'sigamos con lo de ayer',
    ])
      expect(asksForEarlier(question), question).to.equal(true);
  });

  it('takes no statement about another day for one, and no question about the present', () => {
    for (const said of [
      'I was made redundant yesterday',
      'Ayer comimos pizza',
      'El médico me dijo que nada de levantar peso',
      'Where do I work?',
    ])
      expect(asksForEarlier(said), said).to.equal(false);
  });
});
