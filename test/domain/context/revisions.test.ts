import { expect } from 'chai';
import type { Recalled } from '../../../server/domain/context/recall-block.ts';
import { withRevisions } from '../../../server/domain/context/revisions.ts';
import { RECALL } from '../../../server/policy/context.ts';

function turn(number: number, content: string, role: Recalled['role'] = 'USER'): Recalled {
  const words = content.split(' ').length;
  const at = { turn: number, timeMs: number, appendedMs: number };
  return { id: String(number), sessionId: 's', speaker: role.toLowerCase(), role, content, words, ...at };
}

/** Returns the numbers of the turns of a prompt that found some of them, if all turns share rare words. */
function withAll(all: readonly Recalled[], found: readonly number[]): readonly number[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  const related = (id: string): readonly string[] => all.filter((one) => one.id !== id).map((one) => one.id);
  const recalled = withRevisions(
    found.map((number) => byId.get(String(number))!),
    related,
    (id) => byId.get(id),
  );
  return recalled.map(({ turn: number }) => number);
}

describe('withRevisions', () => {
  const start = turn(1, 'the contractor is Bela Kovacs, he starts on 12 October');

  it('puts a later turn that mentions a change right before the turn that it revises', () => {
    const other = turn(2, 'the kitchen is 3.6 m long');
    const moved = turn(3, "Bela called, he starts on the 19th now because he's delayed");
    expect(withAll([start, other, moved], [1, 2])).to.deep.equal([3, 1, 2]);
    expect(withAll([start, other, moved], [1, 2, 3])).to.deep.equal([3, 1, 2]);
  });

  it('does so in Spanish', () => {
    const roof = turn(1, 'para la casa de Gómez quedamos en techo de chapa');
    const slab = turn(2, 'al final Gómez quiere losa en vez de chapa');
    expect(withAll([roof, slab], [1])).to.deep.equal([2, 1]);
  });

  it('adds no turn that was said before, by the assistant, or without a change', () => {
    const before = turn(0, 'Bela Kovacs no longer works for the contractor of the neighbours');
    const assistant = turn(2, 'Bela Kovacs now starts on the 19th, noted.', 'ASSISTANT');
    const plain = turn(3, 'Bela Kovacs likes coffee');
    expect(withAll([start, before, assistant, plain], [1])).to.deep.equal([1]);
  });

  it('adds no turn that shares only words which do not tell what it is about', () => {
    const also = turn(2, 'also, we dropped the oak');
    expect(withAll([turn(1, 'also the drawer needs a lock'), also], [1])).to.deep.equal([1]);
  });

  it('adds a few turns only, and for the first of the user only', () => {
    const changes = Array.from({ length: 9 }, (_, at) => turn(10 + at, `Bela Kovacs starts on the ${at + 13}th now`));
    expect(withAll([start, ...changes], [1])).to.have.lengthOf(1 + RECALL.revisionsEach);
    const others = Array.from({ length: RECALL.revisedAmong }, (_, at) => turn(2 + at, 'Kovacs likes tea'));
    const later = turn(20, 'the contractor of 12 October is cancelled');
    const lookUp = (found: readonly Recalled[]): readonly Recalled[] =>
      withRevisions(
        found,
        (id) => (id === start.id ? [later.id] : []),
        () => later,
      );
    expect(lookUp([start, ...others])).to.include(later);
    expect(lookUp([...others, start])).not.to.include(later);
  });
});
