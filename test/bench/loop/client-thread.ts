/**
 * Sends the requests, one row after another, in a thread of its own, so that making them does not count as the server's
 * work.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { grpcTransport } from '../../../client/grpc-transport.ts';
import { recordaOver } from '../../../client/recorda.ts';
import type { Transport } from '../../../client/transport.ts';
import { fillUsers } from './fill-users.ts';
import { rows } from './rows.ts';

export type ClientData = { readonly address: string; readonly only: string };

/** The messages of the thread, which waits for an answer to each. */
export type Told =
  | { readonly step: 'begin' }
  | {
      readonly step: 'end';
      readonly call: string;
      readonly of: string;
      readonly mb: number;
      readonly ms: number;
      readonly failed?: string;
    }
  | { readonly step: 'done' };

const TIMES = 3;
const WARM_UPS = 20;
const WARM_UP = {
  role: 'user' as const,
  content: 'I like tea, and we decided to go to Lima. What about the flight?',
} as const;
const BYTES_PER_MB = 2 ** 20;

const port = parentPort as MessagePort;
const { address, only } = workerData as ClientData;

let largest = 0;
const transport = grpcTransport(address);
const measuring: Transport = {
  ...transport,
  unary(method, request, call) {
    largest = Math.max(largest, request.byteLength);
    return transport.unary(method, request, call);
  },
};
const recorda = recordaOver(measuring);

const tell = async (told: Told): Promise<void> => {
  port.postMessage(told);
  await new Promise<void>((resolve) => port.once('message', () => resolve()));
};

// The server must have worked for a while, since the cost of its very first call has nothing to do with the request.
for (let time = 0; time < WARM_UPS; time += 1)
  await recorda.conversation({ userId: 'warm', sessionId: 'warm' }).append(WARM_UP);
if (!/^(Append|Count|Assemble|EndS|Detect|Extract|PutSys)/.test(only)) await fillUsers(recorda);
const wanted = new RegExp(only);
for (const { call, of, times = TIMES, run } of rows()) {
  if (!wanted.test(`${call} ${of}`)) continue;
  largest = 0;
  await tell({ step: 'begin' });
  const from = performance.now();
  let failed: string | undefined;
  for (let time = 0; time < times; time += 1) {
    try {
      await run(recorda, time);
    } catch (error) {
      failed = String(error);
    }
  }
  const ms = (performance.now() - from) / times;
  await tell({ step: 'end', call, of, mb: largest / BYTES_PER_MB, ms, ...(failed !== undefined && { failed }) });
}
await recorda.close();
await tell({ step: 'done' });
