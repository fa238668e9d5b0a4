import { expect } from 'chai';
import { lookAgain, type FoundTurn } from '../../../server/domain/context/second-look.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('a second look', () => {
  const found = (id: string, of: Partial<Omit<FoundTurn, 'turn'>> = {}, content = id, day = 0): FoundTurn => ({
    turn: {
      id,
      sessionId: 's',
      turn: 1,
      speaker: 'Ana',
      role: 'USER',
      content,
      words: 1,
      timeMs: day * DAY_MS,
      appendedMs: 0,
    },
    score: 1,
    likeness: 0,
    ...of,
  });
  const orderOf = (turns: readonly FoundTurn[]): string =>
    lookAgain(turns)
      .map(({ id }) => id)
      .join('');

  it('leaves turns that differ in nothing else in their order', () => {
    expect(orderOf([found('a', { score: 3 }), found('b', { score: 2 }), found('c', { score: 1 })])).to.equal('abc');
    expect(orderOf([found('a'), found('b'), found('c')])).to.equal('abc');
    expect(orderOf([])).to.equal('');
  });

  it('raises what is like the first that were found', () => {
    const like = found('c', { score: 0.9, likeness: 0.6 });
    expect(orderOf([found('a', { score: 1.2, likeness: 0.9 }), found('b'), like])).to.equal('acb');
  });

  it('raises turns of a day of which another turn is near, and takes each day of a long session by itself', () => {
    const [near, same, other] = [
      found('a', { score: 3 }, 'a', 1),
      found('c', { score: 0.9 }, 'c', 1),
      found('b', {}, 'b', 2),
    ];
    expect(orderOf([near, other, same])).to.equal('acb');
    const ofOthers = { ...same, turn: { ...same.turn, sessionId: 'another' } };
    expect(orderOf([near, other, ofOthers])).to.equal('abc');
  });

  it('lets a turn that tells something go before one that only asks', () => {
    const asks = found('a', {}, 'Did you ever go to Lima? And to Cusco?');
    const asksAndTells = found('b', { score: 0.9 }, 'I went to Lima. Did you?');
    const tells = found('c', { score: 0.8 }, 'I went to Lima and to Cusco');
    expect(orderOf([asks, asksAndTells, tells])).to.equal('cba');
  });
});
