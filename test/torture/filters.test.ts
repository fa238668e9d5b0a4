/**
 * Tests filters that are made to block readers: each is refused or ends with its caller's deadline, and others wait no longer than a search
 * may take.
 */
import { expect } from 'chai';
import type { RecordaError } from '../../client/errors.ts';
import { describeDoors } from '../api/doors.ts';
import { FILTER_BUDGETS } from '../../server/policy/limits.ts';
import { scaled } from '../scale.ts';

/**
 * COSTLY evaluates some 480 nodes for each number. At both scales that is more than a reader's budget of units, so it is refused even by
 * a machine that finishes within the budget of milliseconds.
 */
const DOCUMENTS = scaled(30, 40);
const NUMBERS = scaled(4000, 30_000);
const DEADLINE_MS = 100;

/** No document has a number over 5, so every term is evaluated for every number. */
const COSTLY = `data.l.exists(x, ${Array.from({ length: 120 }, () => 'x > 5.0').join(' || ')})`;

async function first<T>(elements: AsyncIterable<T>): Promise<T | undefined> {
  for await (const element of elements) return element;
  return undefined;
}

describeDoors(`Costly filters over ${DOCUMENTS} documents of ${NUMBERS} numbers`, (door) => {
  /** Returns the longest wait of another user's reads while `work` runs, in milliseconds. */
  async function longestWait(work: Promise<unknown>): Promise<number> {
    const other = door().recorda.agent({ userId: door().newUser(), agentId: 'a' });
    const { memory } = await other.documents.put({ collection: 'small', key: 'k' }, { n: 1 });
    const state = { isOver: false };
    const end = work.finally(() => {
      state.isOver = true;
    });
    let longestMs = 0;
    while (!state.isOver) {
      const startMs = performance.now();
      expect((await other.documents.get({ collection: 'small', key: 'k' }))?.id).to.equal(memory.id);
      longestMs = Math.max(longestMs, performance.now() - startMs);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await end;
    return longestMs;
  }

  async function fill() {
    const hostile = door().recorda.agent({ userId: door().newUser(), agentId: 'a' });
    const l = Array.from({ length: NUMBERS }, (_, index) => index % 5);
    for (let key = 0; key < DOCUMENTS; key += 1)
      await hostile.documents.put({ collection: 'wide', key: `${key}` }, { l });
    return hostile;
  }

  /**
   * Lists a page of the documents that a filter matches. Returns the reason of its error, or 'answered', and how long others waited
   * meanwhile.
   */
  async function outcomeOf(filter: string, timeoutMs?: number) {
    const hostile = await fill();
    const startMs = performance.now();
    const outcome = first(hostile.documents.find('wide', { filter, ...(timeoutMs && { timeoutMs }) })).then(
      () => 'answered',
      (error: RecordaError) => error.reason,
    );
    const waitedMs = await longestWait(outcome);
    const tookMs = performance.now() - startMs;
    process.stdout.write(
      `      took ${tookMs.toFixed(0)} ms; another user's read waited ${waitedMs.toFixed(0)} ms at most\n`,
    );
    return { reason: await outcome, waitedMs };
  }

  it('are refused by what they evaluate, however many documents there are @torture', async () => {
    expect((await outcomeOf(COSTLY)).reason).to.equal('FILTER_INVALID');
  });

  it('are refused where they take memory rather than time @torture', async () => {
    const copied = 'data.l.map(x, data.l + data.l).size() < 0';
    expect((await outcomeOf(copied)).reason).to.equal('FILTER_INVALID');
  });

  it('end with the deadline of the call @torture', async () => {
    const { reason, waitedMs } = await outcomeOf(COSTLY, DEADLINE_MS);
    expect(reason).to.equal('DEADLINE_EXCEEDED');
    // Without the deadline, the others would wait until the filter's own budget is spent.
    expect(waitedMs).to.be.lessThan(FILTER_BUDGETS.reader.ms - DEADLINE_MS);
  });
});
