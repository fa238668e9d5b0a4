import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { loadPackageDefinition, credentials } from '@grpc/grpc-js';
import { service } from 'grpc-health-check';
import { parseConfig } from '../../server/config.ts';
import { runServer, type RunningServer } from '../../server/opening/run-server.ts';
import { rawClient } from '../rpc/raw-client.ts';
import { NO_SECURITY_LOG } from '../../server/ports/security.ts';
import { ADD, keptLog, scriptedPipeline, until } from '../rpc/scripted-pipeline.ts';

describe('a whole server', () => {
  const order: string[] = [];
  const log = keptLog();
  let parts: Record<string, boolean>;
  let running: RunningServer | undefined;

  beforeEach(() => {
    order.length = 0;
    parts = { WORKING: true, LONG_TERM: true };
  });

  afterEach(() => running?.stop());

  async function run(flags: Record<string, string>, pipeline = scriptedPipeline({})): Promise<RunningServer> {
    const { config } = parseConfig({}, { port: '0', httpPort: 'off', shutdownGraceMs: '5000', ...flags });
    running = undefined;
    running = await runServer({
      config,
      log,
      version: '1.2.3',
      env: {},
      open: async () => {
        order.push('opened');
        return Promise.resolve({
          pipeline,
          security: NO_SECURITY_LOG,
          status: () => ({ types: parts, isStoreWriting: parts['LONG_TERM'] === true, isStoreReading: true }),
          close: async () => void (await Promise.resolve(order.push('closed'))),
        });
      },
    });
    return running;
  }

  it('says in its health when a part of it does not answer, and when it does again', async () => {
    const { port } = await run({});
    const { Health } = loadPackageDefinition({ Health: service }) as unknown as {
      Health: new (...options: unknown[]) => {
        watch(request: object): NodeJS.EventEmitter & { cancel(): void };
        close(): void;
      };
    };
    const client = new Health(`127.0.0.1:${port}`, credentials.createInsecure());
    const seen: string[] = [];
    const watch = client.watch({ service: 'recorda.v1.MemoryService' });
    watch.on('data', ({ status }: { status: string }) => seen.push(status)).on('error', () => undefined);
    await until(() => seen.length === 1);
    parts['LONG_TERM'] = false;
    await until(() => seen.length === 2);
    parts['LONG_TERM'] = true;
    await until(() => seen.length === 3);
    expect(seen).to.deep.equal(['SERVING', 'NOT_SERVING', 'SERVING']);
    watch.cancel();
    client.close();
  });

  it('closes its parts after the calls under way have their answers, once', async () => {
    let finish = (): void => undefined;
    const pipeline = scriptedPipeline({
      unary: async () =>
        new Promise((resolve) => {
          finish = () => {
            order.push('answered');
            resolve(new Uint8Array());
          };
        }),
    });
    const { port, stop } = await run({}, pipeline);
    const client = rawClient(port);
    const call = client.unary(ADD);
    await until(() => pipeline.asked.length === 1);
    const stopped = [stop(), stop()];
    setTimeout(() => finish(), 100);
    await call;
    await Promise.all(stopped);
    expect(order).to.deep.equal(['opened', 'answered', 'closed']);
    client.close();
  });

  it('leaves nothing open if it cannot listen', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const error: unknown = await run({ port: `${port}`, metricsPort: '0' }).catch((thrown: unknown) => thrown);
    expect(error).to.be.an('error').with.property('message').that.includes('EADDRINUSE');
    expect(order).to.deep.equal(['opened', 'closed']);
    const metricsTaken: unknown = await run({ metricsPort: `${port}` }).catch((thrown: unknown) => thrown);
    expect(metricsTaken).to.be.an('error').with.property('message').that.includes('EADDRINUSE');
    expect(order).to.deep.equal(['opened', 'closed']);
    taken.close();
  });
});
