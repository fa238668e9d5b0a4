import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { monitorEventLoop } from '../../server/telemetry/event-loop.ts';

const BLOCKED_MS = 150;

describe('the delay of the event loop', () => {
  it('is seen where something keeps the thread, and is no time that the thread had for others', async () => {
    const monitor = monitorEventLoop();
    await sleep(50);
    const until = performance.now() + BLOCKED_MS;
    while (performance.now() < until) continue;
    await sleep(50);
    const { p50Ms, p99Ms, maxMs } = monitor.read();
    monitor.close();
    expect(maxMs).to.be.greaterThan(BLOCKED_MS / 2);
    expect(p99Ms).to.be.within(p50Ms, maxMs);
  });
});
