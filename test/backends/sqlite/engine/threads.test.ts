import { expect } from 'chai';
import { readerPool, type ReaderPool } from '../../../../server/backends/sqlite/engine/reader-pool.ts';
import { startThread, type Thread } from '../../../../server/backends/sqlite/engine/start-thread.ts';
import { deadlineExceeded } from '../../../../server/domain/abort.ts';
import { RecordaError } from '../../../../server/domain/errors.ts';
import { failure } from '../../../conformance/subject.ts';
import { until } from '../../../rpc/scripted-pipeline.ts';
import { IS_HELD, MAY_GO, type OddApi } from './odd-thread.ts';

const ODD_THREAD = new URL('./odd-thread.js', import.meta.url);
const closed = new RecordaError('SHUTTING_DOWN', 'closed');

describe('a thread’s channel', () => {
  let thread: Thread<OddApi>;
  const crashes: Error[] = [];
  beforeEach(() => {
    crashes.length = 0;
    thread = startThread<OddApi>(ODD_THREAD, (cause) => crashes.push(cause));
  });
  afterEach(() => thread.stop(closed));

  it('answers each call with its own result', async () => {
    const values = Array.from({ length: 500 }, (_, index) => ({ index }));
    expect(await Promise.all(values.map((value) => thread.calls.echo(value)))).to.deep.equal(values);
  });

  it('sends the calls of one turn together', async () => {
    await thread.calls.echo(0);
    const before = await thread.calls.batches({});
    await Promise.all(Array.from({ length: 100 }, (_, index) => thread.calls.echo(index)));
    expect(await thread.calls.batches({})).to.be.at.most(before + 3);
  });

  it('sends what is called together at once to a thread that has nothing to do, and the next with what its turn brings', async () => {
    await thread.calls.echo(0);
    const flags = [1, 2, 3].map(() => new Int32Array(new SharedArrayBuffer(4)));
    const isWoken = (at: number, waitMs: number): boolean => Atomics.wait(flags[at]!, 0, 0, waitMs) !== 'timed-out';
    const calls = [flags[0]!, flags[1]!].map((flag) => thread.calls.wake(flag));
    await Promise.resolve();
    // The event loop is blocked here, so both calls must have been sent already.
    expect([isWoken(0, 30_000), isWoken(1, 30_000)]).to.deep.equal([true, true]);
    calls.push(thread.calls.wake(flags[2]!));
    await Promise.resolve();
    expect(isWoken(2, 50)).to.equal(false);
    await Promise.all(calls);
    expect(flags.map(([woken]) => woken)).to.deep.equal([1, 1, 1]);
  });

  it('passes errors on unchanged', async () => {
    const error = await failure(thread.calls.refuse('memory.id'));
    expect(error).to.include({ reason: 'FIELD_INVALID', code: 'INVALID_ARGUMENT' });
    expect(error.detail.fields).to.deep.equal([{ field: 'memory.id', description: 'is wrong' }]);
    const fault: unknown = await thread.calls.fail('odd').catch((cause: unknown) => cause);
    expect(fault).to.be.instanceOf(Error).and.not.instanceOf(RecordaError);
    expect((fault as Error).stack).to.include('odd-thread');
  });

  it('rejects as soon as the signal aborts, and drops calls that had not begun', async () => {
    const state = new Int32Array(new SharedArrayBuffer(8));
    const busy = thread.calls.busy(state.buffer);
    await until(() => Atomics.load(state, IS_HELD) === 1);
    const controller = new AbortController();
    const given = failure(thread.calls.echo('given up', controller.signal));
    const kept = thread.calls.echo('kept');
    // By then both calls have been sent, and the thread is blocked until it is told to go on.
    await new Promise(setImmediate);
    controller.abort(deadlineExceeded());
    expect((await given).reason).to.equal('DEADLINE_EXCEEDED');
    await new Promise(setImmediate);
    Atomics.store(state, MAY_GO, 1);
    Atomics.notify(state, MAY_GO);
    await Promise.all([busy, kept]);
    expect(await thread.calls.seen({})).to.deep.equal(['kept']);
  });

  it('rejects waiting calls when the thread ends, and logs it once', async () => {
    const state = new Int32Array(new SharedArrayBuffer(8));
    const busy = thread.calls.busy(state.buffer);
    const error = failure(thread.calls.crash({}));
    Atomics.store(state, MAY_GO, 1);
    Atomics.notify(state, MAY_GO);
    // Its answer may be lost with the thread.
    await busy.catch(() => undefined);
    expect((await error).reason).to.equal('BACKEND_UNAVAILABLE');
    expect((await failure(thread.calls.echo(1))).reason).to.equal('BACKEND_UNAVAILABLE');
    expect(crashes.length).to.equal(1);
  });

  it('that could not even start rejects with the cause, for whoever starts the server', async () => {
    const broken = new URL('data:text/javascript,throw new Error("the driver is not there")');
    const unstarted = startThread<OddApi>(broken, (cause) => crashes.push(cause));
    const error: unknown = await unstarted.calls.echo(1).catch((cause: unknown) => cause);
    expect((error as Error).message).to.equal('the driver is not there');
    expect(crashes).to.deep.equal([error]);
  });

  it('still answers what waits after it refuses more', async () => {
    const waiting = thread.calls.echo('waiting');
    const stillCall = thread.channel.refuse(closed);
    expect((await failure(thread.calls.echo('late'))).reason).to.equal('SHUTTING_DOWN');
    expect(await Promise.all([waiting, stillCall('echo', 'goodbye')])).to.deep.equal(['waiting', 'goodbye']);
  });
});

describe('the pool of readers', () => {
  let pool: ReaderPool<OddApi>;
  const crashes: Error[] = [];
  beforeEach(async () => {
    crashes.length = 0;
    pool = await readerPool<OddApi, object>(ODD_THREAD, 3, {}, Promise.resolve(), (cause) => crashes.push(cause), {
      lostAfterMs: 200,
    });
  });
  afterEach(() => pool.close(closed));

  const get = (userId: string, id: string, signal?: AbortSignal): Promise<unknown> => {
    return pool.of({ tenant: 't', userId }).get({ ref: { id } }, signal);
  };

  it('sends a user always to the same reader, and users to all of them', () => {
    const of = (userId: string) => pool.of({ tenant: 't', userId });
    expect(of('ana')).to.equal(of('ana'));
    expect(new Set(Array.from({ length: 100 }, (_, index) => of(`user ${index}`))).size).to.equal(3);
  });

  it('replaces a reader that crashed, and only what it had begun fails', async () => {
    expect((await failure(get('ana', 'crash'))).reason).to.equal('BACKEND_UNAVAILABLE');
    expect(crashes.length).to.equal(1);
    expect(await get('ana', 'x')).to.equal(undefined);
    const others = Array.from({ length: 30 }, (_, index) => get(`user ${index}`, 'x'));
    await Promise.all(others);
  });

  it('replaces a reader that does not come back to those who wait, once its caller has given up', async () => {
    const given = new AbortController();
    const lost = failure(get('ana', 'spin', given.signal));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(crashes).to.deep.equal([]);
    const waiting = failure(get('ana', 'x'));
    given.abort(deadlineExceeded());
    expect((await lost).reason).to.equal('DEADLINE_EXCEEDED');
    expect((await waiting).reason).to.equal('BACKEND_UNAVAILABLE');
    expect(crashes.map(({ message }) => message)).to.deep.equal(['It worked for 200 ms on a call that was abandoned.']);
    expect(await get('ana', 'x')).to.equal(undefined);
  });
});
