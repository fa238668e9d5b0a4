import { expect } from 'chai';
import { workingStore } from '../../../server/backends/process/working-store.ts';
import { memoryIndex } from '../../../server/retrieval/memory-index.ts';
import { ANA, call, subjectOf } from '../../conformance/subject.ts';
import { encoder, movableClock } from '../sqlite/temporary-store.ts';

describe('Working memory of a server that is full', () => {
  const open = (heldBytes: number) => {
    const clock = movableClock();
    const store = workingStore({
      heldBytes,
      clock,
      newIndex: () => memoryIndex(encoder),
      embed: (text) => encoder.embed(text),
    });
    const never = () => Promise.reject(new Error('not asked for'));
    return subjectOf(
      {
        store,
        clock,
        embed: () => undefined,
        flush: never,
        reopen: never,
        close: async () => undefined,
      },
      'WORKING',
    );
  };

  it('takes no more until a task ends, and drops nothing', async () => {
    const { store, intent } = open(10 * 1024);
    const added: string[] = [];
    let refused;
    for (let n = 0; refused === undefined; n += 1) {
      const scope = { ...ANA, userId: `user ${n}`, taskId: 'task' };
      const [outcome] = await store.add([intent('x'.repeat(500), { scope })], call());
      if (outcome?.ok) added.push(scope.userId);
      else refused = outcome?.error;
    }
    expect(refused).to.include({ reason: 'OVERLOADED', retryable: true });
    expect(added.length).to.be.within(5, 10);
    for (const userId of added) {
      const page = await store.list({ scope: { ...ANA, userId }, pageSize: 10, descending: false, nowMs: 0 }, call());
      expect(page.records).to.have.length(1);
    }
    await (store as ReturnType<typeof workingStore>).clearTask({ ...ANA, userId: 'user 0', taskId: 'task' }, call());
    const [again] = await store.add([intent('x'.repeat(500))], call());
    expect(again?.ok).to.equal(true);
  });
});
