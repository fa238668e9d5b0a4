import { expect } from 'chai';
import { cancelled, stopSignal } from '../../../server/domain/abort.ts';
import { sessionEvents } from '../../../server/services/context/session-events.ts';
import { watchSession } from '../../../server/services/context/watch-session.ts';
import type { ServiceCall } from '../../../server/services/call.ts';

describe('watching a session', () => {
  it('adds no listener for each event, and ends when it is aborted while it waits', async () => {
    const published = sessionEvents();
    const stop = stopSignal();
    let listening = 0;
    const signal: typeof stop = {
      get aborted() {
        return stop.aborted;
      },
      reason: undefined,
      abort: (reason) => stop.abort(reason),
      addEventListener(type, listener) {
        listening += 1;
        stop.addEventListener(type, listener);
      },
      removeEventListener(type, listener) {
        listening -= 1;
        stop.removeEventListener(type, listener);
      },
    };
    const scope = { tenant: 'default', userId: 'ana', agentId: '', sessionId: 's', namespace: '', taskId: '' };
    const call = { tenant: 'default', signal } as unknown as ServiceCall;
    const watched = watchSession({ sessionEvents: published })({ scope }, call);
    expect((await watched.next()).value).to.deep.equal({ event: undefined });
    for (let value = 1; value <= 100; value += 1) {
      const next = watched.next();
      await new Promise(setImmediate);
      published.publish(scope, [{ $case: 'missedCount', value }]);
      expect((await next).value).to.deep.equal({ event: { $case: 'missedCount', value } });
    }
    expect(listening).to.be.at.most(1);
    const last = watched.next();
    await new Promise(setImmediate);
    stop.abort(cancelled());
    expect((await last).done).to.equal(true);
    expect(listening).to.equal(0);
  });
});
