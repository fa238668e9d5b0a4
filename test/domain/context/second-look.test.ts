import { expect } from 'chai';
import fc from 'fast-check';
import { mergeRankings, spreadOverSessions } from '../../../server/domain/context/second-look.ts';
import { recallWorth } from '../../../server/domain/context/worth.ts';
import { SECOND_LOOK } from '../../../server/policy/context.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('a second look', () => {
  const said = (id: string, sessionId: string, day = 0) => ({
    ...{ id, sessionId, turn: 1, speaker: 'Ana', role: 'USER' as const, content: id, words: 1 },
    ...{ timeMs: day * DAY_MS, appendedMs: 0 },
  });
  const idsOf = (turns: readonly { readonly id: string }[]): string => turns.map(({ id }) => id).join('');

  it('adds what it found to the first, whose best stays the best', () => {
    const merged = mergeRankings(['a', 'b', 'c'], ['c', 'd'], 10);
    expect(merged[0]).to.equal('a');
    expect(merged.indexOf('c')).to.be.lessThan(merged.indexOf('d'));
    expect(merged).to.have.members(['a', 'b', 'c', 'd']);
    expect(mergeRankings(['a', 'b'], ['c'], 2)).to.have.length(2);
  });

  it('lets a turn of another session by those that follow many of one, and a day of a long session is one', () => {
    const ofOne = Array.from({ length: 12 }, (_, at) => said(String.fromCodePoint(97 + at), 'monday'));
    for (const other of [said('X', 'tuesday'), said('X', 'monday', 1)]) {
      const order = idsOf(spreadOverSessions([...ofOne, other]));
      expect(order.startsWith('a'), order).to.equal(true);
      expect(order.indexOf('X'), order).to.be.lessThan(12);
      expect(order.replace('X', '')).to.equal(idsOf(ofOne));
    }
  });

  it('changes nothing where each turn is of a session of its own, or all are of one', () => {
    const apart = ['a', 'b', 'c', 'd'].map((id) => said(id, id));
    expect(idsOf(spreadOverSessions(apart))).to.equal('abcd');
    expect(idsOf(spreadOverSessions(apart.map((turn) => ({ ...turn, sessionId: 's' }))))).to.equal('abcd');
  });

  it('takes at each step what is worth most beside what was taken', () => {
    const sessions = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(sessions, (ofTurns) => {
        const ranked = ofTurns.map((session, at) => said(`${at},`, `s${session}`));
        const left = ranked.map((turn, place) => ({ turn, worth: recallWorth(place) }));
        const taken: string[] = [];
        const greedy: typeof ranked = [];
        while (left.length > 0) {
          const worths = left.map(
            ({ turn, worth }) => worth * SECOND_LOOK.sameSession ** taken.filter((id) => id === turn.sessionId).length,
          );
          const [{ turn }] = left.splice(worths.indexOf(Math.max(...worths)), 1) as [(typeof left)[number]];
          taken.push(turn.sessionId);
          greedy.push(turn);
        }
        expect(idsOf(spreadOverSessions(ranked))).to.equal(idsOf(greedy));
      }),
    );
  });
});
