import { expect } from 'chai';
import fc from 'fast-check';
import { decideAdd } from '../../../server/domain/decide/add.ts';
import type { Sized } from '../../../server/domain/decide/quota.ts';
import type { AutoPrune } from '../../../server/domain/intents.ts';
import type { Payload, Scope } from '../../../server/domain/memory.ts';
import { QUOTAS } from '../../../server/policy/limits.ts';

const scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: 's', namespace: '', taskId: '' };
const long = { type: 'LONG_TERM', content: '', speaker: '' } as const;
const message = { type: 'SHORT_TERM', role: 'USER', content: '', timeMs: 0 } as const;
const quota = { count: 50, bytes: 5000 };

const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 60 });
const size = fc.integer({ min: 1, max: quota.bytes });

function memories(sizesInBytes: readonly number[]): readonly Sized[] {
  return sizesInBytes.map((sizeBytes, index) => ({ id: `m${index}`, sizeBytes }));
}

function usageOf(all: readonly Sized[]) {
  return { count: all.length, bytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}

function wish(payload: Payload, autoPrune: AutoPrune): { scope: Scope; payload: Payload; autoPrune: AutoPrune } {
  return { scope, payload, autoPrune };
}

function fits(all: readonly Sized[], sizeBytes: number): boolean {
  const { count, bytes } = usageOf(all);
  return count + 1 <= quota.count && bytes + sizeBytes <= quota.bytes;
}

describe('decideAdd, long-term', () => {
  const decide = (all: readonly Sized[], autoPrune: AutoPrune, sizeBytes: number, max = quota) =>
    decideAdd({ usage: usageOf(all), quota: max, oldest: all }, wish(long, autoPrune), sizeBytes);

  it('adds exactly while there is room, unless it may prune', () => {
    fc.assert(
      fc.property(sizes, size, (all, sizeBytes) => {
        const decision = decide(memories(all), 'OFF', sizeBytes);
        expect(decision.ok).to.equal(fits(memories(all), sizeBytes));
        if (decision.ok) expect(decision.value).to.deep.include({ operation: 'ADD', removed: [] });
      }),
    );
  });

  it('removes the fewest of the oldest to fit, and counts exactly', () => {
    fc.assert(
      fc.property(sizes, size, (all, sizeBytes) => {
        const before = memories(all);
        const decision = decide(before, 'TO_FIT', sizeBytes);
        if (!decision.ok) throw decision.error;
        const { removed, usage, remaining, operation } = decision.value;
        expect(removed).to.deep.equal(before.slice(0, removed.length));
        const left = before.slice(removed.length);
        expect(fits(left, sizeBytes)).to.equal(true);
        if (removed.length > 0) expect(fits(before.slice(removed.length - 1), sizeBytes)).to.equal(false);
        expect(operation).to.equal(removed.length > 0 ? 'ADD_WITH_PRUNE' : 'ADD');
        expect(usage).to.deep.equal(usageOf([...left, { id: 'new', sizeBytes }]));
        expect(remaining).to.deep.equal({ count: quota.count - usage.count, bytes: quota.bytes - usage.bytes });
      }),
    );
  });

  it('removes whole tenths, at least one each, and not one tenth more than it takes', () => {
    fc.assert(
      fc.property(sizes, size, (all, sizeBytes) => {
        const before = memories(all);
        const decision = decide(before, 'FRACTION', sizeBytes);
        if (!decision.ok) throw decision.error;
        const steps = [0];
        for (let left = before.length; left > 0;) {
          const tenth = Math.max(1, Math.floor(left / 10));
          left -= tenth;
          steps.push(before.length - left);
        }
        const expected = steps.find((gone) => fits(before.slice(gone), sizeBytes));
        expect(decision.value.removed.length).to.equal(expected);
      }),
    );
  });

  it('of 10,000 keeps 10,000 to fit, and 9,001 by fraction', () => {
    const full = memories(Array.from({ length: 10_000 }, () => 100));
    const left = (autoPrune: AutoPrune): number => {
      const decision = decide(full, autoPrune, 100, QUOTAS.LONG_TERM);
      if (!decision.ok) throw decision.error;
      return decision.value.usage.count;
    };
    expect(left('TO_FIT')).to.equal(10_000);
    expect(left('FRACTION')).to.equal(9001);
    const refusal = decide(full, 'OFF', 100, QUOTAS.LONG_TERM);
    expect(refusal.ok ? '' : refusal.error.message)
      .to.include('max: 10,000')
      .and.include('Delete old memories or upgrade');
  });

  it('refuses what alone is too large, and does not even look at the others', () => {
    const unread = {
      [Symbol.iterator]: (): Iterator<Sized> => {
        throw new Error('read');
      },
    };
    const state = { usage: { count: 3, bytes: 30 }, quota, oldest: unread };
    for (const autoPrune of ['OFF', 'TO_FIT', 'FRACTION'] as const) {
      const decision = decideAdd(state, wish(long, autoPrune), quota.bytes + 1);
      expect(decision.ok ? undefined : decision.error.detail.quota).to.deep.equal({
        subject: 'user:ana/long_term.bytes',
        limit: quota.bytes,
        current: 30,
        addedBytes: quota.bytes + 1,
      });
    }
  });

  it('reads no more of the oldest than it removes, but one', () => {
    let read = 0;
    function* oldest(): Generator<Sized> {
      for (;;) yield { id: String((read += 1)), sizeBytes: 100 };
    }
    const usage = { count: quota.count, bytes: 0 };
    decideAdd({ usage: { ...usage, bytes: 5000 }, quota, oldest: oldest() }, wish(long, 'TO_FIT'), 250);
    expect(read).to.equal(3);
  });
});

describe('decideAdd, a message', () => {
  it('always makes room by the fewest of the oldest', () => {
    fc.assert(
      fc.property(sizes, size, (all, sizeBytes) => {
        const before = memories(all);
        const state = { usage: usageOf(before), quota, oldest: before };
        const decision = decideAdd(state, wish(message, 'OFF'), sizeBytes);
        if (!decision.ok) throw decision.error;
        const { removed, operation } = decision.value;
        const left = before.slice(removed.length);
        expect(fits(left, sizeBytes)).to.equal(true);
        if (removed.length > 0) expect(fits(before.slice(removed.length - 1), sizeBytes)).to.equal(false);
        expect(operation).to.equal(removed.length > 0 ? 'ADD_WITH_EVICTION' : 'ADD');
      }),
    );
  });

  it('refuses a message that alone is too large', () => {
    const state = { usage: { count: 0, bytes: 0 }, quota, oldest: [] };
    const decision = decideAdd(state, wish(message, 'OFF'), quota.bytes + 1);
    expect(decision.ok ? undefined : decision.error.detail.quota?.subject).to.equal(
      'user:ana/session:s/short_term.bytes',
    );
  });
});
