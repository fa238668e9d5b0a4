import { expect } from 'chai';
import { topicPhrase } from '../../../server/domain/conversation/topic-phrase.ts';
import { forgetRequest } from '../../../server/domain/facts/forget-facts.ts';
import { ENGLISH } from '../../../server/domain/languages/en/language.ts';
import { grammarOf } from '../../../server/domain/languages/grammar.ts';
import { LANGUAGES } from '../../../server/domain/languages/languages.ts';
import { readTurn } from '../../../server/domain/speech/read-turn.ts';

describe('a grammar', () => {
  const english = grammarOf([ENGLISH]);

  it('reads in the languages that it is made of, and in no other', () => {
    for (const [turn, isEnglish] of [
      ["Let's change topic", true],
      ['Cambiemos de tema', false],
    ] as const) {
      expect(topicPhrase(turn)?.kind, turn).to.equal('FLUSH');
      expect(topicPhrase(readTurn(turn, english)) !== undefined, turn).to.equal(isEnglish);
    }
    expect(forgetRequest(readTurn('Forget that I work at Acme', english))?.target).to.equal('I work at Acme');
    expect(forgetRequest(readTurn('Olvidá que vivo en Rosario', english))).to.equal(undefined);
    const moods = (turn: string) => readTurn(turn, english).clauses.map(({ mood }) => mood);
    expect(moods('Maybe I work nights')).to.deep.equal(['HYPOTHESIS']);
    expect(moods('Quizás trabajo de noche')).to.deep.equal(['STATEMENT']);
  });

  it('knows each language once', () => {
    const tags = LANGUAGES.map(({ tag }) => tag);
    expect(new Set(tags).size).to.equal(tags.length);
    expect(tags).to.have.members(['en', 'es']);
  });
});
