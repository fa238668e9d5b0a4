/**
 * Makes calls that are due at fixed times, and measures by how much they exceed the median when nothing runs: a call that the main
 * thread could not begin in time is late as well. In addition, it reports what occupied each thread.
 */
import { BroadcastChannel, Worker } from 'node:worker_threads';
import { formatCount, formatMs, printTable } from '../../load/table.ts';
import { OCCUPATIONS, sharedNow, watchTicks, type Occupation } from './occupations.ts';

/** The interval between calls of a kind, in milliseconds. */
const EVERY_MS = 20;
/** A call that is later than this is a stall. */
const STALL_MS = 20;

export const QUIET = 'nothing runs';

type Told = { readonly endMs: number; readonly ms: number };

/** Watches from now until `stop`; `during` names what is in progress from now on. */
export function watchStalls(calls: Readonly<Record<string, () => Promise<unknown>>>) {
  const phases: { readonly name: string; readonly fromMs: number }[] = [{ name: '', fromMs: 0 }];
  const taken = new Map(Object.keys(calls).map((name) => [name, [] as Told[]]));
  const occupations: Occupation[] = [];
  const channel = new BroadcastChannel(OCCUPATIONS);
  channel.addEventListener('message', (message) => {
    occupations.push((message as Event & { readonly data: Occupation }).data);
  });
  const idle = new Worker(new URL('./idle-thread.js', import.meta.url));
  watchTicks('main');
  const timers = Object.entries(calls).map(([name, call]) => {
    let dueMs = sharedNow();
    return setInterval(() => {
      dueMs = Math.max(dueMs + EVERY_MS, sharedNow() - EVERY_MS);
      const startMs = dueMs;
      void call().then(() => taken.get(name)?.push({ endMs: sharedNow(), ms: sharedNow() - startMs }));
    }, EVERY_MS);
  });
  const phaseAt = (ms: number): string => phases.findLast(({ fromMs }) => fromMs <= ms)?.name ?? '';
  const timesOf = (name: string, during: string): readonly number[] =>
    (taken.get(name) ?? []).filter(({ endMs }) => phaseAt(endMs) === during).map(({ ms }) => ms);

  function printCalls(during: string): void {
    const head = ['call', 'calls', 'p50', 'p99', 'latest', `over ${STALL_MS} ms`];
    const rows = Object.keys(calls).flatMap((name) => {
      const usual = percentile(timesOf(name, QUIET), 0.5);
      return [QUIET, during].map((phase) => {
        const late = timesOf(name, phase).map((ms) => ms - usual);
        const over = late.filter((ms) => ms > STALL_MS).length;
        const figures = [0.5, 0.99, 1].map((share) => formatMs(percentile(late, share)));
        return [`${name}, ${phase}`, formatCount(late.length), ...figures, formatCount(over)];
      });
    });
    printTable(head, rows);
  }

  /** Prints for each kind of work how often it took over a millisecond, and the longest time. */
  function printOccupations(during: string): void {
    const kinds = new Map<string, Occupation[]>();
    for (const one of occupations) {
      if (phaseAt(one.endMs) !== during) continue;
      const kind = `${one.thread}: ${[...new Set(one.what)].toSorted().join(', ')}`;
      kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
    }
    const most = (of: readonly Occupation[], what: 'tookMs' | 'onCoreMs' | 'readyMs'): string =>
      formatMs(Math.max(...of.map((one) => one[what])));
    const rows = [...kinds]
      .toSorted(([left], [right]) => left.localeCompare(right))
      .map(([kind, of]) => [
        kind,
        formatCount(of.length),
        most(of, 'tookMs'),
        most(of, 'onCoreMs'),
        most(of, 'readyMs'),
      ]);
    printTable([`what held a thread, ${during}`, 'over 1 ms', 'longest', 'most on a core', 'most kept from one'], rows);
  }

  return {
    during: (name: string): void => void phases.push({ name, fromMs: sharedNow() }),
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await idle.terminate();
      channel.close();
    },
    printCalls,
    printOccupations,
  };
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
