/** The receiving end of a webhook: a real server on this machine that answers as a test prescribes, and keeps what it received. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly status: number | 'HANG';
};

export async function alertReceiver(statusOf: (attempt: number) => number | 'HANG') {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const status = statusOf(received.length + 1);
      received.push({ headers: request.headers, body, status });
      if (status !== 'HANG') response.writeHead(status, { location: '/elsewhere' }).end('thanks');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    received,
    /** Resolves once this many were received. */
    async until(count: number): Promise<readonly Received[]> {
      while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
      return received;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type AlertReceiver = Awaited<ReturnType<typeof alertReceiver>>;
