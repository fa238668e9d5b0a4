import {
  type Client,
  credentials,
  type ClientReadableStream,
  loadPackageDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { expect } from 'chai';
import { service } from 'grpc-health-check';
import { type Serving, serve } from '../../server/rpc/serve.ts';
import { failure } from './raw-client.ts';
import { keptLog, scriptedPipeline, until } from './scripted-pipeline.ts';

type Check = { status: string };
type HealthClient = Client & {
  check(request: { service: string }, done: (error: ServiceError | null, answer?: Check) => void): void;
  list(request: object, done: (error: ServiceError | null, answer?: { statuses: Record<string, Check> }) => void): void;
  watch(request: { service: string }): ClientReadableStream<Check>;
};

const MEMORY = 'recorda.v1.MemoryService';
const CONTEXT = 'recorda.v1.ContextService';
const ADMIN = 'recorda.v1.AdminService';

describe('grpc.health.v1', () => {
  let serving: Serving;
  let client: HealthClient;

  beforeEach(async () => {
    serving = await serve({ pipeline: scriptedPipeline({}), log: keptLog(), host: '127.0.0.1', port: 0 });
    const { Health } = loadPackageDefinition({ Health: service }) as unknown as {
      Health: new (...options: unknown[]) => HealthClient;
    };
    client = new Health(`127.0.0.1:${serving.port}`, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
    });
  });

  afterEach(async () => {
    client.close();
    await serving.drain(0);
  });

  const check = (name: string): Promise<string> =>
    new Promise((resolve, reject) => {
      client.check({ service: name }, (error, answer) => (answer ? resolve(answer.status) : reject(error!)));
    });

  function watch(name: string): {
    seen: string[];
    stream: ClientReadableStream<Check>;
    ended: () => ServiceError | undefined;
  } {
    const seen: string[] = [];
    let error: ServiceError | undefined;
    const stream = client.watch({ service: name });
    stream.on('data', ({ status }: Check) => seen.push(status));
    stream.on('error', (thrown: ServiceError) => (error = thrown));
    return { seen, stream, ended: () => error };
  }

  it('says of each service and of the server whether it serves', async () => {
    expect(await Promise.all(['', MEMORY, CONTEXT, ADMIN].map(check))).to.deep.equal([
      'SERVING',
      'SERVING',
      'SERVING',
      'SERVING',
    ]);
    serving.setServing(MEMORY, false);
    expect(await Promise.all(['', MEMORY, ADMIN].map(check))).to.deep.equal(['NOT_SERVING', 'NOT_SERVING', 'SERVING']);
    serving.setServing(MEMORY, true);
    expect(await Promise.all(['', MEMORY].map(check))).to.deep.equal(['SERVING', 'SERVING']);
  });

  it('does not know other services', async () => {
    const error = await check('no.Such').catch((thrown: ServiceError) => thrown);
    expect(error).to.have.property('code', 5);
  });

  it('lists them', async () => {
    const statuses = await new Promise((resolve) => client.list({}, (_error, answer) => resolve(answer?.statuses)));
    expect(Object.keys(statuses as object)).to.have.members(['', MEMORY, CONTEXT, ADMIN]);
  });

  it('tells who watches of every change, once', async () => {
    const [server, memory, unknown] = [watch(''), watch(MEMORY), watch('no.Such')];
    await until(() => [server, memory, unknown].every(({ seen }) => seen.length === 1));
    serving.setServing(MEMORY, false);
    serving.setServing(MEMORY, false);
    serving.setServing(MEMORY, true);
    await until(() => memory.seen.length === 3 && server.seen.length === 3);
    expect(memory.seen).to.deep.equal(['SERVING', 'NOT_SERVING', 'SERVING']);
    expect(unknown.seen).to.deep.equal(['SERVICE_UNKNOWN']);
    for (const { stream } of [server, memory, unknown]) stream.cancel();
  });

  it('tells who watches that the server goes down, then ends the stream', async () => {
    const { seen, ended } = watch('');
    await until(() => seen.length === 1);
    await serving.drain(0);
    await until(() => ended() !== undefined);
    expect(seen).to.deep.equal(['SERVING', 'NOT_SERVING']);
    expect(failure(ended()!).reason).to.equal('SHUTTING_DOWN');
  });
});
