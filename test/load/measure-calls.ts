/** Measures each call from several numbers of clients, with the real server and the bare echo in turn. */
import type { MeasuredCall } from './calls.ts';
import { measureAppend } from './disk.ts';
import { runGhz, type GhzTimings } from './ghz.ts';
import { KIND_FIELD } from './recording.ts';
import type { Timings } from './timings.ts';

/** How much is measured. */
export type Pace = {
  /** The number of rounds for one client's calls that acceptance names; on a slow machine fewer, as `roundSeconds` allow. */
  readonly rounds: number;
  /** The number of rounds for the others, and the minimum. */
  readonly fewestRounds: number;
  readonly roundSeconds: number;
  /** The number of calls of weight 1 in a round. */
  readonly callsOfOne: number;
  /** The number of calls of weight 1 by the number of clients, if there are several. */
  readonly callsByClients: Readonly<Record<number, number>>;
  /** The number of calls of weight 1 and of each kind before anything is measured. */
  readonly warmupCalls: number;
};

/** One run of a call against the server, and of its echo right before or after. */
export type Round = {
  readonly server: GhzTimings;
  readonly echo: GhzTimings;
  /** Times of the disk alone, between the two, if acceptance allows for it. */
  readonly disk?: Timings | undefined;
};

/** One call from this many clients, in every round. */
export type MeasuredRow = { readonly call: MeasuredCall; readonly clients: number; readonly rounds: readonly Round[] };

export type Addresses = { readonly server: string; readonly echo: string };

const WARMUP_CLIENTS = 16;
/** The longest that one run takes in seconds, estimated from the warm-up: a slow call is made less often. */
const MAX_SECONDS = 1;
/** The estimated ratio of calls per second of the warm-up's many clients to those of one. */
const ONE_OF_MANY = 2;

/** Measures one client first, all kinds of calls in turn round after round; then more clients, one round each. */
export async function measureCalls(
  folder: string,
  calls: readonly MeasuredCall[],
  addresses: Addresses,
  pace: Pace,
  onProgress: (done: string) => void,
): Promise<readonly MeasuredRow[]> {
  const measure = (call: MeasuredCall, address: string, clients: number, count: number): Promise<GhzTimings> =>
    runGhz(folder, {
      address,
      method: call.method,
      requests: call.requests(),
      clients,
      calls: Math.max(clients, Math.round(count)),
      metadata: { [KIND_FIELD]: call.kind },
    });

  const most = new Map<MeasuredCall, number>();
  for (const call of calls) {
    const count = pace.warmupCalls / call.weight;
    const warm = await measure(call, addresses.server, WARMUP_CLIENTS, count);
    most.set(call, warm.callsPerSecond * MAX_SECONDS);
    await measure(call, addresses.echo, WARMUP_CLIENTS, count);
  }

  onProgress('warm-up');

  /** Which of the two is first changes from round to round. */
  const measureRound = async (call: MeasuredCall, clients: number, wanted: number, round: number): Promise<Round> => {
    const perSecond = most.get(call) ?? 0;
    const count = Math.min(wanted / call.weight, clients === 1 ? perSecond / ONE_OF_MANY : perSecond);
    const isDurable = clients === 1 && call.acceptance?.durable === true;
    const ofServer = () => measure(call, addresses.server, clients, count);
    const ofEcho = () => measure(call, addresses.echo, clients, count);
    const ofDisk = async () => (isDurable ? measureAppend(folder) : undefined);
    if (round % 2 === 0) {
      const server = await ofServer();
      const disk = await ofDisk();
      return { server, disk, echo: await ofEcho() };
    }
    const echo = await ofEcho();
    const disk = await ofDisk();
    return { echo, disk, server: await ofServer() };
  };

  const ofOne = calls.map((call) => ({ call, clients: 1, rounds: [] as Round[] }));
  const start = performance.now();
  const isInTime = (): boolean => performance.now() - start < pace.roundSeconds * 1000;
  for (let round = 0; round < pace.rounds && (round < pace.fewestRounds || isInTime()); round++) {
    for (const { call, rounds } of ofOne)
      if (call.acceptance !== undefined || round < pace.fewestRounds)
        rounds.push(await measureRound(call, 1, pace.callsOfOne, round));
    onProgress(`round ${round + 1} of ${pace.rounds}`);
  }
  const ofMany: MeasuredRow[] = [];
  for (const call of calls)
    for (const [clients, count] of Object.entries(pace.callsByClients))
      ofMany.push({ call, clients: Number(clients), rounds: [await measureRound(call, Number(clients), count, 0)] });
  return [...ofOne, ...ofMany];
}
