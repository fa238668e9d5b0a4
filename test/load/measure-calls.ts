/** Each call from several numbers of clients, against the real server and the bare echo in turn. */
import type { MeasuredCall } from './calls.ts';
import { measureAppend } from './disk.ts';
import { runGhz, type GhzTimings } from './ghz.ts';
import { KIND_FIELD } from './recording.ts';

/** How much is measured. */
export type Pace = {
  /** How many calls of weight 1 each number of clients makes. */
  readonly callsByClients: Readonly<Record<number, number>>;
  readonly warmupCalls: number;
};

/** One call from so many clients. */
export type MeasuredRow = {
  readonly call: MeasuredCall;
  readonly clients: number;
  readonly server: GhzTimings;
  readonly echo: GhzTimings;
  /** Of the disk alone, right before and right after: the slower p95. Only where acceptance allows for it. */
  readonly diskP95Ms?: number | undefined;
};

const WARMUP_CLIENTS = 4;
/** Of one run, going by the warm-up: a slow call is made less often. */
const MAX_SECONDS = 2;

/** In the order of `calls`, so that reads come before the writes that prune what they read. */
export async function measureCalls(
  folder: string,
  calls: readonly MeasuredCall[],
  addresses: { readonly server: string; readonly echo: string },
  pace: Pace,
): Promise<readonly MeasuredRow[]> {
  const rows: MeasuredRow[] = [];
  for (const call of calls) {
    const measure = (address: string, clients: number, count: number): Promise<GhzTimings> =>
      runGhz(folder, {
        address,
        method: call.method,
        requests: call.requests,
        clients,
        calls: Math.max(clients, Math.round(count)),
        metadata: { [KIND_FIELD]: call.kind },
      });
    const warmup = await measure(addresses.server, WARMUP_CLIENTS, pace.warmupCalls / call.weight);
    await measure(addresses.echo, WARMUP_CLIENTS, pace.warmupCalls / call.weight);
    const most = warmup.callsPerSecond * MAX_SECONDS;
    for (const [clients, calls] of Object.entries(pace.callsByClients)) {
      const count = Math.min(calls / call.weight, most);
      const isDurable = clients === '1' && call.acceptance?.durable === true;
      const before = isDurable ? await measureAppend(folder) : undefined;
      const server = await measure(addresses.server, Number(clients), count);
      const after = isDurable ? await measureAppend(folder) : undefined;
      const echo = await measure(addresses.echo, Number(clients), count);
      const diskP95Ms = before && after && Math.max(before.p95Ms, after.p95Ms);
      rows.push({ call, clients: Number(clients), server, echo, diskP95Ms });
    }
  }
  return rows;
}
