/** Clients that call again as soon as they are answered, and a server of known speed, by a clock of their own: the same each time. */
import { RecordaError } from '../../server/domain/errors.ts';
import { type AdmissionLimits, admission, type Permit } from '../../server/rpc/admission.ts';

export type Load = {
  readonly clients: number;
  readonly deadlineMs: number;
  /** What a call takes of the processor, which all that run share. */
  readonly processorMs: number;
  /** How long it waits for others besides, whatever else runs. */
  readonly elsewhereMs?: number;
  readonly seconds: number;
};

export type Outcome = {
  /** The rate over all but the first second. */
  readonly answeredPerSecond: number;
  readonly refused: number;
  readonly late: number;
  readonly longestMs: number;
};

type Call = {
  readonly startedAt: number;
  readonly permit: Permit;
  runsSince: number | undefined;
  leftMs: number;
};

const WARM_UP_MS = 1000;

/** In steps of a millisecond. A client that was refused or was late calls again in the next one. */
export async function simulate(limits: AdmissionLimits, load: Load): Promise<Outcome> {
  const { clients, deadlineMs, processorMs, elsewhereMs = 0, seconds } = load;
  const clock = { ms: 0, look: (): void => undefined };
  const door = admission(limits, undefined, {
    now: () => clock.ms,
    repeat(run) {
      clock.look = run;
      return () => (clock.look = () => undefined);
    },
  });
  const idle = new Set(Array.from({ length: clients }, (_, client) => client));
  const calls = new Map<number, Call>();
  let answered = 0;
  let refused = 0;
  let late = 0;
  let longestMs = 0;
  const leave = (client: number, isAnswered: boolean): void => {
    calls.get(client)?.permit.end(isAnswered);
    calls.delete(client);
    idle.add(client);
  };
  for (; clock.ms < seconds * 1000; clock.ms += 1) {
    for (const client of [...idle]) {
      const permit = door.request('search', deadlineMs, () => {
        refused += 1;
        leave(client, false);
      });
      if (permit instanceof RecordaError) {
        refused += 1;
        continue;
      }
      idle.delete(client);
      const call: Call = { startedAt: clock.ms, permit, runsSince: undefined, leftMs: processorMs };
      calls.set(client, call);
      if (permit.turn === undefined) call.runsSince = clock.ms;
      else void permit.turn.then(() => (call.runsSince = clock.ms));
    }
    // The turns that were given.
    // oxlint-disable-next-line no-await-in-loop
    await Promise.resolve();
    const running = [...calls].filter(
      ([, { runsSince }]) => runsSince !== undefined && clock.ms - runsSince >= elsewhereMs,
    );
    for (const [client, call] of running) {
      call.leftMs -= 1 / running.length;
      if (call.leftMs > 0) continue;
      if (clock.ms >= WARM_UP_MS) answered += 1;
      longestMs = Math.max(longestMs, clock.ms - call.startedAt);
      leave(client, true);
    }
    for (const [client, { startedAt }] of [...calls]) {
      if (clock.ms - startedAt < deadlineMs) continue;
      late += 1;
      leave(client, false);
    }
    clock.look();
  }
  return { answeredPerSecond: answered / (seconds - WARM_UP_MS / 1000), refused, late, longestMs };
}
