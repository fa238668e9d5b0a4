/** Clients that ask a server for more than it can do, and the answers that they get. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorFromStatus } from '../../client/grpc-status.ts';
import { endWithUs } from '../end-with-us.ts';

export const SEARCH = 'recorda.v1.MemoryService/RetrieveMemories';
/** Clients share connections, as threads of an application do. */
const CLIENTS_PER_CONNECTION = 10;

export type Clients = {
  readonly address: string;
  readonly clients: number;
  readonly deadlineMs: number;
  readonly seconds: number;
  readonly apiKey?: string;
  /** The pause of each client after a call, in milliseconds; if absent, there is none. */
  readonly pauseMs?: number;
  /** If true, a client that is refused waits as long as the answer says, as every client of Recorda does. */
  readonly heedsRetryInfo: boolean;
};

/** What they call. */
type Called = { readonly method: string; readonly request: () => Uint8Array };

/** Clients in a process of their own, so that those of another process do not wait for the same event loop. */
export interface CallingProcess {
  /** Runs one load after another. */
  call(load: Clients): Promise<Got>;
  stop(): void;
}

export async function callingProcess(seed: number): Promise<CallingProcess> {
  const child = endWithUs(
    fork(join(import.meta.dirname, 'overload-process.js'), [`${seed}`], { serialization: 'advanced' }),
  );
  await once(child, 'message');
  return {
    async call(load) {
      child.send(load);
      const [got] = (await once(child, 'message')) as [Got];
      return got;
    },
    stop: () => child.disconnect(),
  };
}

/** The answers that they got. */
export type Got = {
  readonly callsPerSecond: number;
  readonly answeredPerSecond: number;
  /** Answers per second, by the name of the status. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The number of refusals without a reason, or without a time to wait. */
  readonly untyped: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
};

/** Calls again as soon as each call is answered. */
export async function callThem(load: Clients & Called): Promise<Got> {
  const { address, clients, deadlineMs, seconds, method, request, apiKey, pauseMs = 0, heedsRetryInfo } = load;
  const connections = Array.from({ length: Math.ceil(clients / CLIENTS_PER_CONNECTION) }, () => ownConnection(address));
  const metadata = new Metadata();
  if (apiKey !== undefined) metadata.set('authorization', `Bearer ${apiKey}`);
  const outcomes = new Map<string, number>();
  const answeredMs: number[] = [];
  let calls = 0;
  let untyped = 0;
  const end = performance.now() + seconds * 1000;
  const client = async (connection: Client): Promise<void> => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      // oxlint-disable-next-line no-await-in-loop
      const error = await unary(connection, method, request(), metadata, Date.now() + deadlineMs);
      calls += 1;
      const name = status[error?.code ?? status.OK];
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      let waitMs = pauseMs;
      if (error === undefined) answeredMs.push(performance.now() - startedAt);
      if (error?.code === status.RESOURCE_EXHAUSTED) {
        const { reason, detail } = errorFromStatus(error, address);
        if (!['OVERLOADED', 'RATE_LIMITED'].includes(reason) || detail.retryAfterMs === undefined) untyped += 1;
        if (heedsRetryInfo) waitMs = detail.retryAfterMs ?? 0;
      }
      // oxlint-disable-next-line no-await-in-loop
      if (waitMs > 0) await sleep(Math.min(waitMs, Math.max(0, end - performance.now())));
    }
  };
  await Promise.all(
    Array.from({ length: clients }, (_, index) => client(connections[index % connections.length] as Client)),
  );
  for (const connection of connections) connection.close();
  const sorted = answeredMs.toSorted((a, b) => a - b);
  return {
    callsPerSecond: calls / seconds,
    answeredPerSecond: sorted.length / seconds,
    outcomes: new Map(Array.from(outcomes, ([name, count]) => [name, count / seconds])),
    untyped,
    p50Ms: sorted[Math.floor(sorted.length / 2)] ?? NaN,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? NaN,
  };
}

export function ownConnection(address: string): Client {
  return new Client(address, credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    'grpc.use_local_subchannel_pool': 1,
  });
}

/** Resolves to undefined if it was answered. */
export function unary(
  client: Client,
  method: string,
  request: Uint8Array,
  metadata: Metadata,
  deadline: number,
): Promise<ServiceError | undefined> {
  return new Promise((resolve) => {
    const asIs = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    client.makeUnaryRequest(`/${method}`, asIs, asIs, request, metadata, { deadline }, (error) =>
      resolve(error ?? undefined),
    );
  });
}

/** Makes a call whose answers are a stream, and reads it to its end. Resolves to undefined if that succeeded. */
export function streamed(
  client: Client,
  method: string,
  request: Uint8Array,
  metadata: Metadata,
  deadline: number,
): Promise<ServiceError | undefined> {
  return new Promise((resolve) => {
    const asIs = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    client
      .makeServerStreamRequest(`/${method}`, asIs, asIs, request, metadata, { deadline })
      .on('error', (error: ServiceError) => resolve(error))
      .on('end', () => resolve(undefined))
      .resume();
  });
}
