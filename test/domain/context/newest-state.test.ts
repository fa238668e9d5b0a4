import { expect } from 'chai';
import { asksForState, preferNewer } from '../../../server/domain/context/newest-state.ts';
import { questionWords } from '../../../server/domain/context/question-words.ts';
import type { FoundTurn } from '../../../server/domain/context/second-look.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('the newest state of things', () => {
  const found = (id: string, score: number, day: number, speaker = 'user'): FoundTurn => ({
    turn: {
      id,
      sessionId: 's',
      turn: 1,
      speaker,
      role: 'USER',
      content: id,
      words: 1,
      timeMs: day * DAY_MS,
      appendedMs: 0,
    },
    score,
    likeness: 0,
  });
  const asks = (text: string, turns: readonly FoundTurn[] = []): boolean =>
    asksForState(text, questionWords(text), turns);

  it('is asked for in the present, by questions and by orders', () => {
    for (const text of [
      'what time is the rehearsal',
      'Write the mail to Neil',
      'how much do I owe them',
      '¿cuánto le pago a Ulises?',
      'armame el mensaje con los horarios',
    ])
      expect(asks(text), text).to.equal(true);
  });

  it('is not what the past tense asks for', () => {
    for (const text of [
      'what time did we say',
      'Where was the rehearsal?',
      'have I ever been to Norway',
      '¿Cuánto le pagué a Ulises?',
      '¿Cómo se llamaba mi perro?',
      'qué hice el martes',
    ])
      expect(asks(text), text).to.equal(false);
  });

  it('is not what is asked of a named speaker, who may have said it at any time', () => {
    const turns = [found('a', 1, 1, 'Caroline'), found('b', 1, 2, 'Melanie Ruiz')];
    expect(asks('What is Caroline’s hobby?', turns)).to.equal(false);
    expect(asks('what does melanie paint', turns)).to.equal(false);
    expect(asks('What is my hobby?', turns)).to.equal(true);
    expect(asks('what does the user paint', [found('a', 1, 1)])).to.equal(true);
  });

  it('comes first of turns that are about as near, and does not outdo what is much nearer', () => {
    const order = (turns: readonly FoundTurn[]): string =>
      preferNewer(turns)
        .map(({ turn }) => turn.id)
        .join('');
    expect(order([found('a', 3, 1), found('b', 2.9, 2)])).to.equal('ba');
    expect(order([found('a', 3, 2), found('b', 2.9, 1)])).to.equal('ab');
    expect(order([found('a', 3, 1), found('b', 1, 2)])).to.equal('ab');
    expect(order([found('a', -1, 1), found('b', -2, 2)])).to.equal('ab');
    expect(order([])).to.equal('');
  });
});
