/** A TCP proxy that cuts the connection of a commit at once, and passes the commit on a while later: it is executed when nobody waits for it. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

export type LateProxy = {
  readonly port: number;
  /** Does so with the next commits. */
  delay(count: number, ms: number): void;
  readonly delays: () => number;
  close(): Promise<void>;
};

export async function lateProxy(target: number, mark: string): Promise<LateProxy> {
  let left = 0;
  let lateMs = 0;
  let delays = 0;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    let isLate = false;
    const end = (): void => {
      client.destroy();
      if (!isLate) upstream.destroy();
    };
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    client.on('data', (bytes: Buffer) => {
      if (left === 0 || !bytes.includes(mark)) return void upstream.write(bytes);
      left -= 1;
      delays += 1;
      isLate = true;
      client.destroy();
      setTimeout(() => upstream.end(bytes), lateMs);
    });
    upstream.on('data', (bytes: Buffer) => {
      if (!isLate) client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    delay(count, ms) {
      left = count;
      lateMs = ms;
    },
    delays: () => delays,
    async close() {
      server.close();
    },
  };
}
