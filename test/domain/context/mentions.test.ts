import { expect } from 'chai';
import { mentionsLeft } from '../../../server/domain/context/mentions.ts';

const outcome = (
  turn: number,
  id: string,
  operation: 'ADDED' | 'CONFIRMED' | 'SUPERSEDED',
  closedIds: string[] = [],
) => ({
  turn,
  id,
  operation,
  closedIds,
  rule: 'en.work',
});
const turns = [{ turn: 7 }, { turn: 8 }];
const says = { forget: undefined };

describe('the mentions of an append', () => {
  it('are what its turns are about, each once', () => {
    const made = { turns, facts: [], forgottenIds: [] };
    expect(mentionsLeft([['a', 'b'], ['b']], [says, says], made)).to.deep.equal(['a', 'b']);
    expect(mentionsLeft([[], []], [says, says], made)).to.deep.equal([]);
  });

  it('are not what the append made, closed or forgot, whichever of its turns did', () => {
    const facts = [outcome(8, 'new', 'SUPERSEDED', ['old']), outcome(8, 'more', 'ADDED')];
    const found = [['old', 'new', 'more', 'gone', 'kept'], []];
    expect(mentionsLeft(found, [says, says], { turns, facts, forgottenIds: ['gone'] })).to.deep.equal(['kept']);
  });

  it('are not what the turn itself says again, but what another turn says', () => {
    const made = { turns, facts: [outcome(7, 'a', 'CONFIRMED')], forgottenIds: [] };
    expect(mentionsLeft([['a'], []], [says, says], made)).to.deep.equal([]);
    expect(mentionsLeft([['a'], ['a']], [says, says], made)).to.deep.equal(['a']);
  });

  it('are none of a turn that asks to forget', () => {
    const forgets = { forget: { rule: 'en.forget', from: 0, to: 9 } };
    const made = { turns, facts: [], forgottenIds: [] };
    expect(mentionsLeft([['a'], ['b']], [forgets, says], made)).to.deep.equal(['b']);
  });
});
