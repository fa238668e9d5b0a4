import { expect } from 'chai';
import { questionWords } from '../../../server/domain/context/question-words.ts';
import type { FoundTurn } from '../../../server/domain/context/second-look.ts';
import { preferUsers } from '../../../server/domain/context/users-turns.ts';

describe("the user's turns among those found", () => {
  const found = (
    content: string,
    score: number,
    role: 'USER' | 'ASSISTANT',
    speaker = role.toLowerCase(),
  ): FoundTurn => ({
    turn: {
      id: content,
      sessionId: 's',
      turn: 1,
      speaker,
      role,
      content,
      words: 1,
      timeMs: 0,
      appendedMs: 0,
    },
    score,
    likeness: 0,
  });
  const order = (question: string, ...turns: readonly FoundTurn[]): readonly string[] =>
    preferUsers(questionWords(question), turns).map(({ turn }) => turn.content);

  it('come before replies that are about as near, and not before those that are much nearer', () => {
    const said = found('we meet in the scout hut', 2, 'USER');
    expect(order('where do we meet', found('send the agenda first', 2.5, 'ASSISTANT'), said)).to.deep.equal([
      'we meet in the scout hut',
      'send the agenda first',
    ]);
    expect(order('where do we meet', found('send the agenda first', 3, 'ASSISTANT'), said)[0]).to.equal(
      'send the agenda first',
    );
  });

  it('do not come before a figure of the assistant, what a named person said, or what the past tense asks for', () => {
    const said = found('the wool was dear', 2, 'USER');
    const figure = found('that comes to 420', 2.5, 'ASSISTANT');
    expect(order('how much is the wool', figure, said)[0]).to.equal('that comes to 420');
    const named = found('I knit as well', 2.5, 'ASSISTANT', 'Melanie');
    expect(order('who knits', named, said)[0]).to.equal('I knit as well');
    const tip = found('wash it cold', 2.5, 'ASSISTANT');
    expect(order('what was your tip for the wool', tip, said)[0]).to.equal('wash it cold');
    expect(order('how do I wash the wool', tip, said)[0]).to.equal('the wool was dear');
  });
});
