/** Sends requests over gRPC in a thread of its own, so that the cost of sending them is not counted as the server's. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { RecordaError } from '../../client/errors.ts';
import { grpcTransport } from '../../client/grpc-transport.ts';

export type Asked = { readonly method: string; readonly request: Uint8Array };
/** The reason of the RecordaError, or a description, if the request failed; absent if it was answered. */
export type Outcome = { readonly reason?: string };

const DEADLINE_MS = 200_000;

const port = parentPort as MessagePort;
const transport = grpcTransport(workerData as string);

port.on('message', ({ method, request }: Asked) => {
  const call = { signal: new AbortController().signal, deadlineMs: Date.now() + DEADLINE_MS, headers: {} };
  transport.unary(method, request, call).then(
    () => port.postMessage({} satisfies Outcome),
    (error: unknown) =>
      port.postMessage({ reason: error instanceof RecordaError ? error.reason : String(error) } satisfies Outcome),
  );
});
