/** A TCP proxy that cuts connections: at once, or between a request and its answer, so that nobody knows whether it was executed. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type CuttingProxy = {
  readonly port: number;
  /** Drops the answers to the next commits, and cuts their connections; with `shut` nothing passes after that. */
  cutAnswerTo(count: number, then?: { readonly shut: boolean }): void;
  readonly cuts: () => number;
  /** Lets nothing pass from now on, and cuts existing connections; `open` lets connections through again. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
};

/** `marks` are byte sequences, each of which identifies a commit. */
export async function cuttingProxy(
  target: number,
  marks: readonly (string | Buffer)[] = ['RPUSH'],
): Promise<CuttingProxy> {
  const sockets = new Set<Socket>();
  let isShut = false;
  let toCut = 0;
  let shutsThen = false;
  let cuts = 0;
  const server = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    const end = (): void => {
      client.destroy();
      upstream.destroy();
      sockets.delete(client);
    };
    sockets.add(client);
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    let isCommitting = false;
    client.on('data', (bytes: Buffer) => {
      // Other commands may be in progress at the same time.
      isCommitting ||= marks.some((mark) => bytes.includes(mark));
      upstream.write(bytes);
    });
    upstream.on('data', (bytes: Buffer) => {
      if (isCommitting && toCut > 0) {
        toCut -= 1;
        cuts += 1;
        isShut ||= shutsThen;
        end();
        return;
      }
      isCommitting = false;
      client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cutAnswerTo(count, { shut } = { shut: false }) {
      toCut = count;
      shutsThen = shut;
    },
    cuts: () => cuts,
    shut() {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    open() {
      isShut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
