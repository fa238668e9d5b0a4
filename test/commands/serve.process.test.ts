import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  AddMemoryRequest,
  AddMemoryResponse,
  ListMemoriesRequest,
  ListMemoriesResponse,
} from '../../proto/gen/recorda/v1/memory.ts';
import { MemoryType } from '../../proto/gen/recorda/v1/resources.ts';
import { type RawClient, rawClient } from '../rpc/raw-client.ts';
import { ADD, until } from '../rpc/scripted-pipeline.ts';
import { type Executable, listening, type RunAs, startExecutable } from './executable.ts';

const LIST = 'recorda.v1.MemoryService/ListMemories';
const SCOPE = { userId: 'ana' };
const NOTHING_THERE = 14;

describe('recorda serve', () => {
  let dataDir: string;
  const started: Executable[] = [];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'recorda-serve-'));
  });

  afterEach(async () => {
    for (const { process: child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map(({ exit }) => exit));
    await rm(dataDir, { recursive: true });
  });

  function start({ args = [], ...rest }: Partial<RunAs> = {}): Executable {
    const executable = startExecutable({
      args: ['serve', '--port', '0', '--data-dir', join(dataDir, 'data'), ...args],
      cwd: dataDir,
      ...rest,
    });
    started.push(executable);
    return executable;
  }

  const addBytes = (content: string): Uint8Array =>
    AddMemoryRequest.encode(
      AddMemoryRequest.fromPartial({ memory: { scope: SCOPE, payload: { $case: 'text', value: { content } } } }),
    ).finish();

  async function storedIds(client: RawClient): Promise<string[]> {
    const request = ListMemoriesRequest.fromPartial({ scope: SCOPE, type: MemoryType.LONG_TERM, pageSize: 1000 });
    const ids: string[] = [];
    for (let pageToken = ''; ;) {
      // oxlint-disable-next-line no-await-in-loop
      const bytes = await client.unary(LIST, ListMemoriesRequest.encode({ ...request, pageToken }).finish());
      const { memories, nextPageToken } = ListMemoriesResponse.decode(bytes);
      ids.push(...memories.map(({ id }) => id));
      if (nextPageToken === '') return ids;
      pageToken = nextPageToken;
    }
  }

  it('says in one line where it listens, serves, and exits with 0 on SIGTERM', async () => {
    const server = start();
    const { host, port } = await listening(server);
    expect(server.lines()).to.have.length(1);
    expect(host).to.equal('127.0.0.1');
    const client = rawClient(port as number);
    await client.unary(ADD, addBytes('Enjoys skiing'));
    expect(await storedIds(client)).to.have.length(1);
    server.process.kill('SIGTERM');
    expect(await server.exit).to.equal(0);
    client.close();
    expect(server.stdout()).not.to.include('skiing');
    expect(server.stderr()).to.equal('');
  });

  it('starts with the code that was compiled in advance', async () => {
    // V8 then says of each program whether it takes it from the cache.
    const server = start({ nodeOptions: ['--profile-deserialization'] });
    await listening(server);
    expect(server.stdout()).to.include('[Deserializing from ').and.not.include('[Cached code failed check');
  });

  it('handles SIGINT the same way', async () => {
    const server = start();
    await listening(server);
    server.process.kill('SIGINT');
    expect(await server.exit).to.equal(0);
  });

  it('takes its settings from .env in its folder, and says every fault of them', async () => {
    await writeFile(join(dataDir, '.env'), 'RECORDA_PORTS=1\nRECORDA_LOG_LEVEL=loud\n');
    const server = start({ args: ['--host', '0.0.0.0'] });
    expect(await server.exit).to.equal(3);
    expect(server.stderr()).to.include('RECORDA_PORTS').and.include('RECORDA_LOG_LEVEL in .env').and.include('--host');
    expect(server.stdout()).to.equal('');
  });

  it('exits with 1 and says why if the port is in use', async () => {
    const first = start();
    const { port } = await listening(first);
    const second = start({ args: ['--port', String(port), '--data-dir', join(dataDir, 'other')] });
    expect(await second.exit).to.equal(1);
    expect(second.stderr()).to.include('EADDRINUSE');
  });

  it('serves its metrics on the configured port', async () => {
    const server = start({ args: ['--metrics-port', '0'] });
    const { port, metricsPort } = await listening(server);
    const client = rawClient(port as number);
    await client.unary(ADD, addBytes('Enjoys skiing'));
    client.close();
    const text = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
    expect(text).to.match(/^rpc_server_call_duration_count\{.*recorda_memory_type="long_term".*\} 1$/m);
    expect(text).to.match(/^recorda_store_duration_count\{.*recorda_store_operation="add".*\} 1$/m);
    expect(text).not.to.include('skiing').and.not.include('ana');
  });

  it('loses no call and no write when SIGTERM comes under load', async () => {
    const server = start();
    const { port } = await listening(server);
    const acknowledged: string[] = [];
    const failures: number[] = [];
    const caller = async (client: RawClient, name: string): Promise<void> => {
      for (let count = 0; ; count += 1) {
        try {
          // oxlint-disable-next-line no-await-in-loop
          const { memory } = AddMemoryResponse.decode(await client.unary(ADD, addBytes(`${name} ${count}`)));
          acknowledged.push(memory!.id);
        } catch (error) {
          failures.push((error as { code: number }).code);
          return;
        }
      }
    };
    const clients = Array.from({ length: 4 }, () => rawClient(port as number));
    const callers = clients.flatMap((client, index) =>
      Array.from({ length: 8 }, (_, each) => caller(client, `caller ${index}.${each}`)),
    );
    await until(() => acknowledged.length > 500);
    server.process.kill('SIGTERM');
    await Promise.all(callers);
    for (const client of clients) client.close();
    expect(await server.exit).to.equal(0);
    expect(new Set(failures)).to.deep.equal(new Set([NOTHING_THERE]));

    const again = start();
    const client = rawClient((await listening(again))['port'] as number);
    const stored = await storedIds(client);
    client.close();
    // Every answer was given: what is stored is what was acknowledged, no more and no less.
    expect(stored.toSorted()).to.deep.equal(acknowledged.toSorted());
  });

  /** Returns Node options that make the process run `fault` on SIGUSR2. */
  const onSignal = (fault: string): string[] => [
    '--import',
    `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault} })`)}`,
  ];

  it('logs a rejection that nobody caught, and goes on', async () => {
    const server = start({ nodeOptions: onSignal("void Promise.reject(new Error('made up'))") });
    const { port } = await listening(server);
    server.process.kill('SIGUSR2');
    await until(() => server.lines().some(({ msg }) => msg === 'Unhandled rejection'));
    const client = rawClient(port as number);
    await client.unary(ADD, addBytes('Enjoys skiing'));
    client.close();
    expect(server.lines().find(({ level }) => level === 'error')).to.have.property('errorId');
  });

  it('drains after an exception that nobody caught, and exits with 1', async () => {
    const server = start({ nodeOptions: onSignal("throw new Error('made up')") });
    await listening(server);
    server.process.kill('SIGUSR2');
    expect(await server.exit).to.equal(1);
    expect(server.lines().map(({ msg }) => msg)).to.include('Uncaught exception: draining');
  });

  it('exits at once on a second signal', async () => {
    const server = start();
    const { port } = await listening(server);
    const session = connect(`http://127.0.0.1:${String(port)}`);
    session.on('error', () => undefined);
    // A request that never ends keeps the connection open.
    const request = session.request({ ':method': 'POST', ':path': `/${ADD}`, 'content-type': 'application/grpc' });
    request.on('error', () => undefined);
    await new Promise((resolve) => request.write(Buffer.alloc(5), resolve));
    // The ping is answered after the request was read.
    await new Promise((resolve) => session.ping(resolve));
    server.process.kill('SIGTERM');
    await until(() => server.lines().some(({ msg }) => msg === 'Asked to stop: draining'));
    server.process.kill('SIGTERM');
    expect(await server.exit).to.equal(1);
    session.destroy();
  });
});

describe('recorda', () => {
  const run = async (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const executable = startExecutable({ args });
    return { code: await executable.exit, stdout: executable.stdout(), stderr: executable.stderr() };
  };

  it('says its version', async () => {
    const { stdout, code } = await run('--version');
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
    expect(code).to.equal(0);
  });

  it('prints each effective setting and its source', async () => {
    const { stdout, code } = await run('config', '--port', '7');
    expect(stdout)
      .to.match(/^RECORDA_PORT +7 +--port$/m)
      .and.match(/^RECORDA_HOST +127\.0\.0\.1 +default$/m);
    expect(code).to.equal(0);
  });

  it('prints its usage without a command', async () => {
    const { stderr, code } = await run();
    expect(stderr).to.include('serve').and.include('config').and.include('demo');
    expect(code).to.equal(2);
  });
});
