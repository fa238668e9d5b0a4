import { expect } from 'chai';
import { nextRunMs, schedule, type Job } from '../../server/jobs/schedule.ts';
import { SCHEDULING } from '../../server/policy/lifecycle.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-21T12:00:00Z');

describe('the schedule', () => {
  const runs: string[] = [];
  let faults: number;
  const last = new Map<string, number>();
  const store = {
    lastRun: async (job: string) => last.get(job),
    noteRun: async (job: string, atMs: number) => void last.set(job, atMs),
  };
  const held = new Set<string>();
  const leases = { hold: async (name: string) => held.has(name) };
  let clock: ReturnType<typeof movableClock>;
  const job: Job = {
    name: 'nightly',
    pattern: '0 2 * * *',
    run: async () => {
      runs.push(new Date(clock.now()).toISOString());
      if (faults > 0) {
        faults -= 1;
        throw new Error('it failed');
      }
    },
  };
  const open = (jobs = [job], zone = 'UTC') => schedule({ jobs, zone, store, leases, clock, log: silentLog });

  beforeEach(() => {
    runs.length = 0;
    faults = 0;
    last.clear();
    held.clear();
    for (const name of ['nightly', 'other']) held.add(name);
    clock = movableClock(START);
  });

  it('runs a job once at its time, and not at the first start', async () => {
    const running = open();
    await running.tick();
    clock.advance(14 * HOUR_MS - 1);
    await running.tick();
    expect(runs).to.deep.equal([]);
    clock.advance(1);
    await Promise.all([running.tick(), running.tick()]);
    await running.tick();
    expect(runs).to.deep.equal(['2026-11-22T02:00:00.000Z']);
    clock.advance(24 * HOUR_MS);
    await running.tick();
    expect(runs).to.have.length(2);
    await running.stop();
  });

  it('runs a job only while this server has its lease, and makes up for a missed run once it has', async () => {
    const running = open();
    await running.tick();
    clock.advance(14 * HOUR_MS);
    held.delete('nightly');
    await running.tick();
    expect(runs).to.deep.equal([]);
    held.add('nightly');
    await running.tick();
    expect(runs).to.have.length(1);
    // Another server ran it meanwhile.
    clock.advance(24 * HOUR_MS);
    last.set('nightly', clock.now());
    await running.tick();
    expect(runs).to.have.length(1);
    await running.stop();
  });

  it('runs a job daily even if the clock was 400 days ahead at its last run', async () => {
    const ahead = open();
    await ahead.tick();
    clock.advance(400 * 24 * HOUR_MS);
    await ahead.tick();
    expect(runs).to.have.length(1);
    clock.advance(-400 * 24 * HOUR_MS);
    await ahead.tick();
    clock.advance(24 * HOUR_MS);
    await ahead.tick();
    expect(runs).to.have.length(2);
    await ahead.stop();
  });

  it('makes up for missed runs once, however many there were', async () => {
    const before = open();
    await before.tick();
    await before.stop();
    clock.advance(80 * HOUR_MS);
    const after = open();
    await after.tick();
    await after.tick();
    expect(runs).to.deep.equal([new Date(clock.now()).toISOString()]);
    await after.stop();
  });

  it('retries a failed run later, and an aborted run after the next start', async () => {
    const running = open();
    await running.tick();
    clock.advance(15 * HOUR_MS);
    faults = 1;
    await running.tick();
    await running.tick();
    expect(runs).to.have.length(1);
    clock.advance(SCHEDULING.retryMs);
    await running.tick();
    await running.tick();
    expect(runs).to.have.length(2);
    await running.stop();
    clock.advance(24 * HOUR_MS);
    const stopped = open([
      {
        ...job,
        run: ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up')))),
      },
    ]);
    const ticking = stopped.tick();
    await stopped.stop();
    await ticking;
    const after = open();
    await after.tick();
    expect(runs).to.have.length(3);
    await after.stop();
  });

  it('runs other jobs even if one fails', async () => {
    const running = open([job, { ...job, name: 'other' }]);
    await running.tick();
    clock.advance(15 * HOUR_MS);
    faults = 1;
    await running.tick();
    expect(runs).to.have.length(2);
    await running.stop();
  });

  it('follows time zones, and nights that are an hour shorter or longer', () => {
    const next = (after: string): string =>
      new Date(nextRunMs('0 3 * * 0', 'Europe/Madrid', Date.parse(after)) ?? 0).toISOString();
    expect(next('2026-11-22T01:59:59Z')).to.equal('2026-11-22T02:00:00.000Z');
    expect(next('2026-11-22T02:00:00Z')).to.equal('2026-11-29T02:00:00.000Z');
    expect(next('2026-06-01T00:00:00Z')).to.equal('2026-06-07T01:00:00.000Z');
  });
});
