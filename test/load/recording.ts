/** Records the real server's answers to each kind of call, which the bare echo repeats. */
import { Client, credentials } from '@grpc/grpc-js';
import type { MeasuredCall } from './calls.ts';

/** One answer, or a stream's messages. */
export type Recording = {
  readonly kind: string;
  /** The name, like `recorda.v1.MemoryService/AddMemory`. */
  readonly method: string;
  /** The answers in base64. */
  readonly answers: readonly string[];
};

/** The metadata field by which a call tells the echo its kind; the real server ignores it. */
export const KIND_FIELD = 'load-kind';

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes);
const asBase64 = (bytes: Buffer): string => bytes.toString('base64');

/** Makes each call once; rejects if one fails. */
export async function recordAnswers(
  address: string,
  calls: readonly Pick<MeasuredCall, 'kind' | 'method' | 'requests'>[],
): Promise<readonly Recording[]> {
  const client = new Client(address, credentials.createInsecure());
  try {
    const recordings: Recording[] = [];
    for (const { kind, method, requests } of calls) {
      const [request = Buffer.alloc(0)] = requests();
      const answers: string[] = [];
      const stream = client.makeServerStreamRequest(`/${method}`, asBuffer, asBase64, request);
      // A unary call is a stream of one answer.
      for await (const answer of stream) answers.push(answer as string);
      recordings.push({ kind, method, answers });
    }
    return recordings;
  } finally {
    client.close();
  }
}
