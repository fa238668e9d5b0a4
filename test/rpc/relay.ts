/** A relay whose port stays while servers behind it come and go; a port that a server released could be taken by another process. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Relay = {
  readonly port: number;
  /** Sets the port to which new connections are forwarded; if undefined, they are cut. */
  to(port: number | undefined): void;
  close(): Promise<void>;
};

export async function relay(): Promise<Relay> {
  let target: number | undefined;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    if (target === undefined) {
      incoming.on('error', () => undefined).destroy();
      return;
    }
    const outgoing = connect(target, '127.0.0.1');
    const ends = [incoming, outgoing] as const;
    for (const [end, other] of [ends, ends.toReversed() as [Socket, Socket]]) {
      open.add(end);
      end.on('error', () => undefined);
      end.on('close', (hadError) => {
        open.delete(end);
        if (hadError) other.destroy();
        else other.end();
      });
      end.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    to: (port) => void (target = port),
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
