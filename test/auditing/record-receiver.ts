/** The receiving end of the audit log: a real server on this machine that answers as a test prescribes, and keeps what it received. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer =
  'HANG' | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };
export type Received = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly answer: Answer;
};

export const TAKEN: Answer = { status: 200 };

/** The lines of a body that the webhook got. */
export function linesOf(body: string): readonly { readonly number: number; readonly [name: string]: unknown }[] {
  return body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { number: number });
}

export async function recordReceiver(answerTo: (attempt: number, body: string) => Answer) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const answer = answerTo(received.length + 1, body);
      received.push({ path: request.url ?? '', headers: request.headers, body, answer });
      if (answer !== 'HANG') response.writeHead(answer.status, answer.headers).end(answer.body ?? 'thanks');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const taken = (): readonly Received[] => received.filter(({ answer }) => answer !== 'HANG' && answer.status === 200);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit`,
    received,
    /** What it took. */
    taken,
    /** The numbers of the records that the webhook delivered, in order of their delivery. */
    numbers: (): readonly number[] => taken().flatMap(({ body }) => linesOf(body).map((line) => line.number)),
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type RecordReceiver = Awaited<ReturnType<typeof recordReceiver>>;
