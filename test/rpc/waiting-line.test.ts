import { expect } from 'chai';
import { waitingLine } from '../../server/rpc/waiting-line.ts';

const FAR = 60_000;

type Call = { readonly name: string; readonly tenant: string; readonly arrivedAt: number; readonly dueAt: number };

function line(...calls: readonly [name: string, tenant: string, dueAt?: number][]) {
  const waiting = waitingLine<Call>();
  for (const [name, tenant, dueAt = FAR] of calls) waiting.join({ name, tenant, arrivedAt: 0, dueAt });
  return {
    waiting,
    /** Returns the order in which calls get their turns if each is expected to take what `costs` has for its tenant. */
    order(costs: Readonly<Record<string, number>> = {}): string[] {
      const names: string[] = [];
      while (waiting.size > 0) names.push(waiting.takeNext(0, ({ tenant }) => costs[tenant] ?? 1).name);
      return names;
    },
  };
}

describe('the calls that wait', () => {
  it('take turns by tenant, however many one of them has', () => {
    const { order } = line(['a1', 'a'], ['a2', 'a'], ['a3', 'a'], ['a4', 'a'], ['b1', 'b'], ['b2', 'b']);
    expect(order()).to.deep.equal(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('take fewer turns where theirs take longer', () => {
    const { order } = line(['a1', 'a'], ['a2', 'a'], ['b1', 'b'], ['b2', 'b'], ['b3', 'b'], ['b4', 'b']);
    expect(order({ a: 3 })).to.deep.equal(['a1', 'b1', 'b2', 'b3', 'a2', 'b4']);
  });

  it('wait longer for later turns after a call that took longer than expected', () => {
    const { waiting, order } = line(['a1', 'a'], ['a2', 'a'], ['b1', 'b'], ['b2', 'b'], ['b3', 'b']);
    expect(waiting.takeNext(0, () => 1).name).to.equal('a1');
    waiting.correct('a', 2);
    expect(order()).to.deep.equal(['b1', 'b2', 'b3', 'a2']);
  });

  it('save up no turns: a tenant that comes late is next, once', () => {
    const { waiting, order } = line(...[1, 2, 3, 4, 5, 6].map((call) => [`a${call}`, 'a'] as [string, string]));
    for (let turn = 0; turn < 3; turn += 1) waiting.takeNext(0, () => 1);
    for (const name of ['b1', 'b2', 'b3']) waiting.join({ name, tenant: 'b', arrivedAt: 0, dueAt: FAR });
    expect(order()).to.deep.equal(['b1', 'a4', 'b2', 'a5', 'b3', 'a6']);
  });

  it('are ordered within a tenant by their deadlines', () => {
    expect(line(['late', 'a', 900], ['soon', 'a', 500], ['b', 'b', 100]).order()).to.deep.equal(['soon', 'b', 'late']);
  });

  it('say how many turns pass until a newcomer has its own', () => {
    const { waiting } = line(['a1', 'a'], ['a2', 'a'], ['a3', 'a'], ['b1', 'b']);
    expect(['a', 'b', 'c'].map((tenant) => waiting.turnsBefore(tenant))).to.deep.equal([4, 3, 2]);
    expect(waitingLine<Call>().turnsBefore('a')).to.equal(0);
  });

  it('make room with a call of whoever has most, and with none for whoever has most itself', () => {
    const { waiting } = line(['a1', 'a'], ['a2', 'a'], ['b1', 'b']);
    expect(waiting.leastHopeful('b', 0)?.name).to.equal('a2');
    expect(waiting.leastHopeful('c', 0)?.name).to.equal('a2');
    expect(waiting.leastHopeful('a', 0)).to.equal(undefined);
    expect(waiting.leastHopeful('a', FAR)?.name).to.equal('a1');
  });

  it('leave, wherever they stand', () => {
    const { waiting, order } = line(['a1', 'a'], ['a2', 'a'], ['b1', 'b']);
    waiting.leave(waiting.filter(({ name }) => name === 'a1' || name === 'b1'));
    expect([waiting.size, waiting.oldestAt()]).to.deep.equal([1, 0]);
    expect(order()).to.deep.equal(['a2']);
    expect(waiting.oldestAt()).to.equal(undefined);
  });
});
