import { expect } from 'chai';
import { withExchanges } from '../../../server/domain/context/exchanges.ts';
import type { Recalled } from '../../../server/domain/context/recall-block.ts';
import { RECALL } from '../../../server/policy/context.ts';

function turn(number: number, role: Recalled['role'], content: string): Recalled {
  const words = content.split(' ').length;
  const at = { turn: number, timeMs: number, appendedMs: number };
  return { id: String(number), sessionId: 's', speaker: role.toLowerCase(), role, content, words, ...at };
}

const TALK = [
  turn(0, 'USER', 'The farm is flooded. We booked the Parador de La Granja'),
  turn(1, 'ASSISTANT', 'Good thing that they had room. The same date?'),
  turn(2, 'USER', 'No, the 27th of June'),
  turn(3, 'ASSISTANT', 'Noted.'),
  turn(4, 'USER', 'How late may the band play?'),
  turn(5, 'USER', 'They want 1,800 euros'),
  turn(6, 'ASSISTANT', 'How lovely! 😀'),
  turn(7, 'ASSISTANT', 'Where do you go afterwards? 🙂'),
  turn(8, 'USER', 'To Namibia, although we first wanted to see the glaciers and the whales of Iceland for ten days'),
];

/** Returns the numbers of the turns of a prompt that found some of them. */
function completed(...found: readonly number[]): readonly number[] {
  const idOf = (at: number): string | undefined => TALK[at]?.id;
  const recalled = withExchanges(
    found.map((number) => TALK[number]!),
    (id) => ({ before: idOf(Number(id) - 1), after: idOf(Number(id) + 1) }),
    (id) => TALK[Number(id)],
  );
  return recalled.map(({ turn: number }) => number);
}

describe('withExchanges', () => {
  it('puts the short answer behind its question, and the question before its short answer', () => {
    expect(completed(1, 0)).to.deep.equal([1, 2, 0]);
    expect(completed(2, 0)).to.deep.equal([1, 2, 0]);
    expect(completed(0, 2, 1)).to.deep.equal([0, 1, 2]);
  });

  it('joins neither a long answer nor what the same speaker goes on to say', () => {
    expect(completed(7, 8)).to.deep.equal([7, 8]);
    expect(completed(7)).to.deep.equal([]);
    expect(completed(8)).to.deep.equal([8]);
    expect(completed(4)).to.deep.equal([4]);
    expect(completed(5)).to.deep.equal([5]);
  });

  it('leaves out short questions of the assistant without their answer', () => {
    const date = turn(9, 'ASSISTANT', 'And the date?');
    const [answer, other] = [turn(10, 'USER', 'The 27th'), TALK[0]!];
    const found = (turns: readonly Recalled[], after: Recalled | undefined) =>
      withExchanges(
        turns,
        (id) => ({ before: undefined, after: id === date.id ? after?.id : undefined }),
        (id) => (id === answer.id ? answer : undefined),
      );
    expect(found([date, other], answer)).to.deep.equal([date, answer, other]);
    expect(found([date, other], undefined)).to.deep.equal([other]);
    expect(found([{ ...date, role: 'USER' }, other], undefined)).to.have.lengthOf(2);
  });

  it('leaves out what only acknowledges', () => {
    expect(completed(3, 0, 6)).to.deep.equal([0]);
  });

  it('joins nothing to turns that are far down, but keeps a slight answer with its question', () => {
    const first = Array.from({ length: RECALL.exchanges.among }, () => 0);
    expect(completed(...first, 1)).to.deep.equal([0, 1]);
    expect(completed(...first, 5)).to.deep.equal([0, 5]);
    const [yes, asked] = [turn(1, 'USER', 'Yes'), turn(0, 'ASSISTANT', 'Is it online?')];
    const found = withExchanges(
      [...Array.from({ length: RECALL.exchanges.among }, () => TALK[0]!), yes],
      (id) => (id === asked.id ? { before: undefined, after: yes.id } : { before: asked.id, after: undefined }),
      (id) => (id === asked.id ? asked : yes),
    );
    expect(found).to.deep.equal([TALK[0], asked, yes]);
  });

  it('joins no turn that recall does not accept', () => {
    const found = withExchanges(
      [TALK[1]!],
      () => ({ before: undefined, after: '2' }),
      () => undefined,
    );
    expect(found).to.deep.equal([TALK[1]]);
  });
});
