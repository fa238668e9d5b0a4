import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { preparedPrompts } from '../../../server/services/context/prepared-prompts.ts';
import { PREPARING } from '../../../server/policy/context.ts';
import type { PreparationOutcome } from '../../../server/ports/telemetry.ts';

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
  const begun: { readonly sessionId: string; readonly changesFacts: boolean }[] = [];
  const prepared = preparedPrompts(
    ({ sessionId }, { changesFacts }) => void begun.push({ sessionId, changesFacts }),
    (outcome) => void (counts[outcome] += 1),
  );
  return { counts, begun, prepared };
}

/** Waits until earlier appends have been prepared: a timer that is set later fires later. */
const prepares = (): Promise<void> => pause(PREPARING.afterMs + 1);

describe('prepared prompts', () => {
  it('are used once, by the next request', async () => {
    const { counts, begun, prepared } = counted();
    prepared.appended(MONDAY, false, 0);
    expect(begun).to.deep.equal([]);
    await prepares();
    expect(begun).to.deep.equal([{ sessionId: 'monday', changesFacts: false }]);
    prepared.asked(MONDAY, 1);
    prepared.asked(MONDAY, 2);
    expect(counts).to.deep.equal({ prepared: 1, used: 1, unused: 0, withheld: 0 });
  });

  it('are not made if the prompt is requested at once', async () => {
    const { counts, begun, prepared } = counted();
    prepared.appended(MONDAY, true, 0);
    prepared.asked(MONDAY, 0);
    await prepares();
    expect(begun).to.deep.equal([]);
    expect(counts).to.deep.equal({ prepared: 0, used: 0, unused: 0, withheld: 0 });
  });

  it('are made once for appends in quick succession, with what any of them changed', async () => {
    const { counts, begun, prepared } = counted();
    for (const changesFacts of [false, true, false]) prepared.appended(MONDAY, changesFacts, 0);
    prepared.appended(scopeOf('tuesday'), false, 0);
    await prepares();
    expect(begun).to.deep.equal([
      { sessionId: 'monday', changesFacts: true },
      { sessionId: 'tuesday', changesFacts: false },
    ]);
    expect(counts).to.deep.equal({ prepared: 2, used: 0, unused: 0, withheld: 0 });
  });

  it('go unused if another append comes first', async () => {
    const { counts, prepared } = counted();
    prepared.appended(MONDAY, false, 0);
    await prepares();
    prepared.appended(MONDAY, false, 1);
    await prepares();
    prepared.asked(MONDAY, 2);
    expect(counts).to.deep.equal({ prepared: 2, used: 1, unused: 1, withheld: 0 });
  });

  it('are no longer made for a session that is only written to, until somebody requests its prompt', async () => {
    const { counts, begun, prepared } = counted();
    for (let at = 0; at < PREPARING.unused + 3; at += 1) {
      prepared.appended(MONDAY, false, at);
      await prepares();
    }
    expect(begun.length).to.equal(PREPARING.unused);
    expect(counts).to.deep.equal({ prepared: PREPARING.unused, used: 0, unused: PREPARING.unused, withheld: 3 });
    prepared.asked(MONDAY, 4);
    expect(counts.used).to.equal(0);
    prepared.appended(MONDAY, false, 5);
    await prepares();
    expect(begun.length).to.equal(PREPARING.unused + 1);
  });

  it('are kept for a limited time, and for a limited number of sessions', async () => {
    const { counts, prepared } = counted();
    prepared.appended(MONDAY, false, 0);
    await prepares();
    prepared.asked(MONDAY, PREPARING.lifeMs + 1);
    expect(counts).to.deep.equal({ prepared: 1, used: 0, unused: 1, withheld: 0 });
    prepared.appended(scopeOf('s0'), false, 0);
    await prepares();
    for (let number = 1; number <= PREPARING.sessions; number += 1) prepared.appended(scopeOf(`s${number}`), false, 0);
    expect(counts.unused).to.equal(2);
    await prepares();
    prepared.asked(scopeOf('s0'), 1);
    expect(counts.used).to.equal(0);
    prepared.asked(scopeOf('s1'), 1);
    expect(counts.used).to.equal(1);
  });
});
