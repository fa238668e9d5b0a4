/** Each call from several numbers of clients, against the real server and the bare echo in turn. */
import type { MeasuredCall } from './calls.ts';
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
};

const WARMUP_CLIENTS = 4;
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
        calls: Math.max(clients, Math.round(count / call.weight)),
        maxSeconds: MAX_SECONDS,
        metadata: { [KIND_FIELD]: call.kind },
      });
    for (const address of [addresses.server, addresses.echo]) await measure(address, WARMUP_CLIENTS, pace.warmupCalls);
    for (const [clients, count] of Object.entries(pace.callsByClients)) {
      const server = await measure(addresses.server, Number(clients), count);
      const echo = await measure(addresses.echo, Number(clients), count);
      rows.push({ call, clients: Number(clients), server, echo });
    }
  }
  return rows;
}
