import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { connect } from '../../client/connect.ts';
import { type Executable, listening, type LogLine, type RunAs, startExecutable } from './executable.ts';

const DAY_MS = 86_400_000;

describe('recorda serve --clock', () => {
  let folder: string;
  let clock: string;
  const started: Executable[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-clock-'));
    clock = join(folder, 'clock');
  });

  afterEach(async () => {
    for (const { process: child } of started) child.kill('SIGKILL');
    await Promise.all(started.splice(0).map(({ exit }) => exit));
    await rm(folder, { recursive: true });
  });

  function start({ args = [], ...rest }: Partial<RunAs> = {}): Executable {
    const data = ['--port', '0', '--data-dir', join(folder, 'data')];
    const executable = startExecutable({ args: ['serve', ...data, ...args], cwd: folder, ...rest });
    started.push(executable);
    return executable;
  }

  async function refused(run: Partial<RunAs>, code = 1): Promise<string> {
    const server = start(run);
    expect(await server.exit).to.equal(code);
    return server.stderr();
  }

  it('follows the file, logs a warning, and makes memories expire by it', async () => {
    await writeFile(clock, '+0s\n');
    const server = start({ args: ['--clock', clock] });
    const { port } = await listening(server);
    const warning = server.lines().find(({ msg }) => msg.startsWith('DEVELOPMENT ONLY'));
    expect(warning).to.include({ level: 'warn', clock });
    const recorda = connect(`127.0.0.1:${String(port)}`);
    const ana = recorda.agent({ userId: 'ana', agentId: 'a', sessionId: 's' });
    const first = await ana.add('Where shall we go?', { type: 'short_term' });
    const createTimeMs = async (): Promise<number> => (await ana.add('A note')).memory.createTime.getTime();
    /** Adds until the time of creation is right, since the file is read now and then. */
    const untilCreated = async (isRight: (atMs: number) => boolean): Promise<void> => {
      while (!isRight(await createTimeMs())) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const before = await createTimeMs();
    expect((await ana.list({ type: 'short_term' })[Symbol.asyncIterator]().next()).value).to.include({
      id: first.memory.id,
    });

    await writeFile(clock, '+30d\n');
    await untilCreated((atMs) => atMs - before >= 30 * DAY_MS);
    expect((await ana.list({ type: 'short_term' })[Symbol.asyncIterator]().next()).done).to.equal(true);

    await writeFile(clock, 'half past nine\n');
    const complains = ({ level, msg }: LogLine): boolean => level === 'error' && msg.includes('The clock is unchanged');
    await untilCreated(() => server.lines().some(complains));
    expect((await createTimeMs()) - before).to.be.at.least(30 * DAY_MS);

    await writeFile(clock, '2040-01-01T09:00:00Z\n');
    await untilCreated((atMs) => atMs === Date.parse('2040-01-01T09:00:00Z'));
    await recorda.close();
  });

  it('is refused with what servers in earnest have', async () => {
    await writeFile(clock, '+1d');
    const args = ['--clock', clock];
    expect(await refused({ args, env: { NODE_ENV: 'production' } })).to.include('NODE_ENV is production');
    const keys = { RECORDA_HOST: '127.0.0.1', RECORDA_API_KEYS_FILE: join(folder, 'keys.json') };
    expect(await refused({ args, env: keys }))
      .to.include('for development only')
      .and.include('API keys');
    const redis = { RECORDA_CACHE: 'redis://cache.example.org:6379/0' };
    expect(await refused({ args, env: redis })).to.include('on another machine');
    expect(await refused({ args, env: { RECORDA_HOST: '0.0.0.0' } }, 3)).to.include('RECORDA_HOST');
  });

  it('is refused for memories that were kept by the real time', async () => {
    await writeFile(clock, '+1d');
    const server = start();
    await listening(server);
    server.process.kill('SIGTERM');
    await server.exit;
    expect(await refused({ args: ['--clock', clock] })).to.include('was used with the real time');
  });

  it('is refused where its file says no time', async () => {
    expect(await refused({ args: ['--clock', clock] })).to.include('cannot be read');
    await writeFile(clock, 'tomorrow');
    expect(await refused({ args: ['--clock', clock] })).to.include('neither a time');
  });

  it('is a flag alone', async () => {
    await writeFile(clock, '+1d');
    expect(await refused({ env: { RECORDA_CLOCK: clock } }, 3)).to.include('RECORDA_CLOCK');
  });
});
