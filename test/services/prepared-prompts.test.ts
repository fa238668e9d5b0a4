import { expect } from 'chai';
import { preparedPrompts } from '../../server/services/context/prepared-prompts.ts';
import { PREPARING } from '../../server/policy/context.ts';
import type { PreparationOutcome } from '../../server/telemetry/ports.ts';

const scopeOf = (sessionId: string) => ({
  tenant: '',
  userId: 'ana',
  agentId: '',
  sessionId,
  taskId: '',
  namespace: '',
});
const MONDAY = scopeOf('monday');

function counted() {
  const counts: Record<PreparationOutcome, number> = { prepared: 0, used: 0, unused: 0, withheld: 0 };
  return { counts, prepared: preparedPrompts((outcome) => void (counts[outcome] += 1)) };
}

describe('prompts that are prepared', () => {
  it('are used by the prompt that follows, once', () => {
    const { counts, prepared } = counted();
    expect(prepared.appended(MONDAY, 0)).to.equal(true);
    prepared.asked(MONDAY, 1);
    prepared.asked(MONDAY, 2);
    expect(counts).to.deep.equal({ prepared: 1, used: 1, unused: 0, withheld: 0 });
  });

  it('are unused where another append comes first', () => {
    const { counts, prepared } = counted();
    prepared.appended(MONDAY, 0);
    prepared.appended(MONDAY, 1);
    prepared.asked(MONDAY, 2);
    expect(counts).to.deep.equal({ prepared: 2, used: 1, unused: 1, withheld: 0 });
  });

  it('are prepared no more for a session that is only written to, until somebody asks', () => {
    const { counts, prepared } = counted();
    for (let at = 0; at < PREPARING.unused; at += 1) expect(prepared.appended(MONDAY, at)).to.equal(true);
    for (let at = 0; at < 3; at += 1) expect(prepared.appended(MONDAY, at)).to.equal(false);
    expect(counts).to.deep.equal({ prepared: PREPARING.unused, used: 0, unused: PREPARING.unused, withheld: 3 });
    prepared.asked(MONDAY, 4);
    expect(counts.used).to.equal(0);
    expect(prepared.appended(MONDAY, 5)).to.equal(true);
  });

  it('wait so long, and for so many sessions at once', () => {
    const { counts, prepared } = counted();
    prepared.appended(MONDAY, 0);
    prepared.asked(MONDAY, PREPARING.lifeMs + 1);
    expect(counts).to.deep.equal({ prepared: 1, used: 0, unused: 1, withheld: 0 });
    for (let number = 0; number <= PREPARING.sessions; number += 1) prepared.appended(scopeOf(`s${number}`), 0);
    expect(counts.unused).to.equal(2);
    prepared.asked(scopeOf('s0'), 1);
    expect(counts.used).to.equal(0);
    prepared.asked(scopeOf('s1'), 1);
    expect(counts.used).to.equal(1);
  });
});
