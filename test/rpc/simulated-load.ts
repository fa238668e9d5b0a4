/**
 * Simulates clients that call again as soon as they are answered, and a server of known speed, on a simulated clock: every run is the same.
 */
import { RecordaError } from '../../server/domain/errors.ts';
import { type AdmissionLimits, admission, type Permit } from '../../server/rpc/admission.ts';

export type Load = {
  readonly clients: number;
  readonly deadlineMs: number;
  /** The time of a call on the processor, which all running calls share. */
  readonly processorMs: number;
  /** The time that a call also spends waiting elsewhere, whatever else runs. */
  readonly elsewhereMs?: number;
  readonly seconds: number;
  /** Whether a refused client waits as long as RetryInfo says; if not, it calls again after AGAIN_MS. */
  readonly heedsRetryInfo?: boolean;
  /** Whether a caller was alone before, so that the server knows how long a call takes then; true if absent. */
  readonly wasAlone?: boolean;
  /** Additional clients of another tenant; each pauses for this long after an answer. */
  readonly neighbours?: { readonly clients: number; readonly pauseMs: number };
};

export type Outcome = {
  /** The rate over all seconds except the first. */
  readonly answeredPerSecond: number;
  readonly refused: number;
  readonly late: number;
  readonly longestMs: number;
  /** The 95th percentile of the latency of answers after the first seconds. */
  readonly p95Ms: number;
  readonly neighbours: { readonly refused: number; readonly p95Ms: number };
};

type Call = {
  readonly startedAt: number;
  readonly permit: Permit;
  runsSince: number | undefined;
  leftMs: number;
};

const WARM_UP_MS = 1000;
/** The time from which latencies count: by then the burst at the start has been worked off. */
const SETTLED_MS = 3000;
/** The time after which a client that ignores RetryInfo has its refusal and calls again. */
const AGAIN_MS = 10;

/** Simulates in steps of a millisecond. A client whose call was late calls again in the next step. */
export async function simulate(limits: AdmissionLimits, load: Load): Promise<Outcome> {
  const { clients, deadlineMs, processorMs, elsewhereMs = 0, seconds, heedsRetryInfo = false } = load;
  const { wasAlone = true } = load;
  const { neighbours = { clients: 0, pauseMs: 0 } } = load;
  const clock = { ms: 0, look: (): void => undefined };
  const door = admission(limits, undefined, {
    now: () => clock.ms,
    repeat(run) {
      clock.look = run;
      return () => (clock.look = () => undefined);
    },
  });
  if (wasAlone) {
    clock.ms = -(processorMs + elsewhereMs);
    const permit = door.request({ method: 'search', tenant: 'own' }, deadlineMs, () => undefined) as Permit;
    clock.ms = 0;
    permit.end(true);
  }
  /** The time from which each client may call. */
  const idle = new Map(Array.from({ length: clients + neighbours.clients }, (_, client) => [client, 0]));
  const calls = new Map<number, Call>();
  const own = { answered: 0, refused: 0, late: 0, longestMs: 0, times: [] as number[] };
  const others = { ...own, times: [] as number[] };
  const outcomeOf = (client: number): typeof own => (client < clients ? own : others);
  const leave = (client: number, isAnswered: boolean, waitMs = 0): void => {
    calls.get(client)?.permit.end(isAnswered);
    calls.delete(client);
    idle.set(client, clock.ms + (client < clients ? waitMs : neighbours.pauseMs));
  };
  const refuse = (client: number, { detail }: RecordaError): void => {
    outcomeOf(client).refused += 1;
    leave(client, false, heedsRetryInfo ? detail.retryAfterMs : AGAIN_MS);
  };
  for (; clock.ms < seconds * 1000; clock.ms += 1) {
    for (const [client, from] of Array.from(idle)) {
      if (from > clock.ms) continue;
      const tenant = client < clients ? 'own' : 'neighbour';
      const permit = door.request({ method: 'search', tenant }, deadlineMs, (why) => refuse(client, why));
      if (permit instanceof RecordaError) {
        refuse(client, permit);
        continue;
      }
      idle.delete(client);
      const call: Call = { startedAt: clock.ms, permit, runsSince: undefined, leftMs: processorMs };
      calls.set(client, call);
      if (permit.turn === undefined) call.runsSince = clock.ms;
      else void permit.turn.then(() => (call.runsSince = clock.ms));
    }
    // Lets the calls that were granted a turn begin.
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
    const running = [...calls].filter(
      ([, { runsSince }]) => runsSince !== undefined && clock.ms - runsSince >= elsewhereMs,
    );
    for (const [client, call] of running) {
      call.leftMs -= 1 / running.length;
      if (call.leftMs > 0) continue;
      const outcome = outcomeOf(client);
      const tookMs = clock.ms - call.startedAt;
      if (clock.ms >= WARM_UP_MS) outcome.answered += 1;
      if (clock.ms >= SETTLED_MS) outcome.times.push(tookMs);
      outcome.longestMs = Math.max(outcome.longestMs, tookMs);
      leave(client, true);
    }
    for (const [client, { startedAt }] of Array.from(calls)) {
      if (clock.ms - startedAt < deadlineMs) continue;
      outcomeOf(client).late += 1;
      leave(client, false);
    }
    clock.look();
  }
  return {
    answeredPerSecond: own.answered / (seconds - WARM_UP_MS / 1000),
    refused: own.refused,
    late: own.late,
    longestMs: own.longestMs,
    p95Ms: p95(own.times),
    neighbours: { refused: others.refused, p95Ms: p95(others.times) },
  };
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
}
