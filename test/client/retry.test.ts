import { expect } from 'chai';
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { RecordaError, type ErrorReason } from '../../client/errors.ts';
import { RETRYING } from '../../client/policy.ts';
import type { Transport } from '../../client/transport.ts';
import { AddMemoryRequest } from '../../proto/gen/recorda/v1/memory.ts';

/** Fails with the given failures, one a call, and then answers with nothing. */
function failing(...failures: readonly (ErrorReason | RecordaError | 'MESSAGE_THEN_FAIL')[]) {
  const requests: Uint8Array[] = [];
  const times: number[] = [];
  const left = [...failures];
  const next = (request: Uint8Array): 'MESSAGE_THEN_FAIL' | undefined => {
    requests.push(request);
    times.push(performance.now());
    const failure = left.shift();
    if (failure === undefined || failure === 'MESSAGE_THEN_FAIL') return failure;
    throw failure instanceof RecordaError ? failure : new RecordaError(failure, failure);
  };
  const transport: Transport = {
    async unary(_method, request) {
      next(request);
      return new Uint8Array();
    },
    async *stream(_method, request) {
      const failure = next(request);
      yield new Uint8Array();
      if (failure !== undefined) throw new RecordaError('BACKEND_UNAVAILABLE', failure);
    },
    close: () => Promise.resolve(),
  };
  const over = (tries: number = RETRYING.tries): Recorda => recordaOver(transport, { tries });
  return { requests, times, over };
}

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as RecordaError).reason,
  );
const add = (recorda: Recorda, requestId = ''): Promise<unknown> =>
  recorda.memory.addMemory({ memory: { scope: { userId: 'ana' } }, requestId });
const idOf = (bytes: Uint8Array): string => AddMemoryRequest.decode(bytes).requestId;

describe('A client', () => {
  for (const reason of ['BACKEND_UNAVAILABLE', 'SHUTTING_DOWN', 'OVERLOADED', 'RATE_LIMITED'] as const) {
    it(`tries a read again that failed with ${reason}, three times in all`, async () => {
      const twice = failing(reason, reason);
      expect(await reasonOf(twice.over().memory.retrieveMemories({ query: 'x' }))).to.equal('answered');
      const thrice = failing(reason, reason, reason);
      expect(await reasonOf(thrice.over().memory.retrieveMemories({ query: 'x' }))).to.equal(reason);
      expect(thrice.requests).to.have.length(3);
    });
  }

  it('gives a write an id, the same at each try, and another write another', async () => {
    const { requests, over } = failing('BACKEND_UNAVAILABLE', 'BACKEND_UNAVAILABLE');
    const recorda = over();
    await add(recorda);
    const ids = requests.map(idOf);
    expect(ids).to.have.length(3);
    expect(ids[0]).to.match(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).to.equal(1);
    await add(recorda);
    expect(idOf(requests.at(-1)!)).not.to.equal(ids[0]);
  });

  it("leaves the caller's own id as it is", async () => {
    const { requests, over } = failing('BACKEND_UNAVAILABLE');
    await add(over(), 'mine');
    expect(requests.map(idOf)).to.deep.equal(['mine', 'mine']);
  });

  it('repeats no write that has no place for an id, unless the server did not begin it', async () => {
    const lost = failing('BACKEND_UNAVAILABLE');
    const batch = (recorda: Recorda): Promise<unknown> => recorda.memory.batchAddMemories({ requests: [] });
    expect(await reasonOf(batch(lost.over()))).to.equal('BACKEND_UNAVAILABLE');
    expect(lost.requests).to.have.length(1);
    for (const reason of ['OVERLOADED', 'RATE_LIMITED'] as const) {
      expect(await reasonOf(batch(failing(reason).over()))).to.equal('answered');
    }
  });

  it('repeats nothing that would fail again, or may have been done without an id', async () => {
    for (const reason of ['FIELD_INVALID', 'QUOTA_EXCEEDED', 'DEADLINE_EXCEEDED', 'DISK_FULL', 'INTERNAL'] as const) {
      const { requests, over } = failing(reason);
      expect(await reasonOf(over().memory.retrieveMemories({ query: 'x' }))).to.equal(reason);
      expect(requests, reason).to.have.length(1);
    }
  });

  it('repeats nothing, and makes no id, with one try', async () => {
    const { requests, over } = failing('OVERLOADED');
    expect(await reasonOf(add(over(1)))).to.equal('OVERLOADED');
    expect(requests.map(idOf)).to.deep.equal(['']);
  });

  it('waits as long as the server asks for', async () => {
    const { times, over } = failing(new RecordaError('OVERLOADED', 'full', { retryAfterMs: 300 }));
    await over().memory.retrieveMemories({ query: 'x' });
    expect(times[1]! - times[0]!).to.be.at.least(300);
  });

  it('does not wait beyond the deadline, nor after the caller aborts', async () => {
    const later = new RecordaError('OVERLOADED', 'full', { retryAfterMs: 60_000 });
    const late = failing(later);
    expect(await reasonOf(late.over().memory.retrieveMemories({ query: 'x' }, { timeoutMs: 1000 }))).to.equal(
      'OVERLOADED',
    );
    const controller = new AbortController();
    const left = failing(later)
      .over(2)
      .memory.retrieveMemories({ query: 'x' }, { signal: controller.signal, timeoutMs: 90_000 });
    setTimeout(() => controller.abort(), 20);
    expect(await reasonOf(left)).to.equal('CANCELLED');
  });

  it('restarts a stream only if it has yielded nothing', async () => {
    const early = failing('BACKEND_UNAVAILABLE');
    let messages = 0;
    for await (const _ of early.over().memory.streamRetrieveMemories({})) messages += 1;
    expect([messages, early.requests.length]).to.deep.equal([1, 2]);
    const late = failing('MESSAGE_THEN_FAIL');
    const reading = (async () => {
      for await (const _ of late.over().memory.streamRetrieveMemories({})) messages += 1;
    })();
    expect(await reasonOf(reading)).to.equal('BACKEND_UNAVAILABLE');
    expect([messages, late.requests.length]).to.deep.equal([2, 1]);
  });
});
