import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { errorOf } from '../api/doors.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { startExecutable } from '../commands/executable.ts';
import { failingDisk } from './failing-disk.ts';
import { CONTEXT, faultyProcess, faultyServer, MEMORY, READS, untilHolds, type FaultyServer } from './faulty-server.ts';

const PAGE = 4096;
const FILLED = 40;
/** In milliseconds: the files are checked every 5 s, and the check of such a small store takes less than one. */
const NOTICED_WITHIN_MS = 20_000;

describe('a store that is damaged', () => {
  /** A store with memories, of which each test damages a copy. */
  let filled: string;
  let folder: string;
  let dataDir: string;
  let server: FaultyServer | undefined;
  const ids: string[] = [];
  const file = (): string => join(dataDir, 'recorda.db');
  const log = (): string => `${file()}-wal`;

  const start = async (settings: Readonly<Record<string, string>> = {}): Promise<FaultyServer> =>
    (server = await faultyServer({ RECORDA_DATA_DIR: dataDir, ...settings }));
  const startProcess = async (env: Readonly<Record<string, string>> = {}): Promise<ChildProcess> => {
    const started = await faultyProcess({ dataDir, env });
    server = started;
    return started.process;
  };
  const ana = () => server!.recorda.agent({ userId: 'ana', agentId: 'guide', sessionId: 's' });
  const add = async (): Promise<void> =>
    void ids.push((await ana().add(randomBytes(3000).toString('base64'))).memory.id);
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = undefined;
  };
  async function run(...args: readonly string[]) {
    const { exit, stdout, stderr } = startExecutable({ args: [...args, '--data-dir', dataDir] });
    return { code: await exit, stdout: stdout(), stderr: stderr() };
  }
  /** Overwrites some of its pages with zeros, in the middle of what is written. */
  function zeroPages(): void {
    const descriptor = openSync(file(), 'r+');
    const pages = Math.floor(statSync(file()).size / PAGE);
    // The first page is SQLite's header, which has a test of its own.
    for (let page = Math.floor(pages / 3); page < pages; page += 2)
      writeSync(descriptor, Buffer.alloc(PAGE), 0, PAGE, page * PAGE);
    closeSync(descriptor);
  }
  /** Overwrites the leaf of a table that has the memory with zeros. */
  function zeroPageOf(id: string): void {
    const LEAF = 0x0d;
    const bytes = readFileSync(file());
    const pages = Array.from({ length: bytes.length / PAGE }, (_, page) =>
      bytes.subarray(page * PAGE, (page + 1) * PAGE),
    );
    const page = pages.findIndex((of) => of[0] === LEAF && of.includes(id));
    expect(page, 'a leaf that has it').to.be.greaterThan(0);
    const descriptor = openSync(file(), 'r+');
    writeSync(descriptor, Buffer.alloc(PAGE), 0, PAGE, page * PAGE);
    closeSync(descriptor);
  }
  /** Checks that the server reports the damage to writers, in its health and in its log, and writes no more. */
  async function expectStopped(what: RegExp): Promise<void> {
    const error = await errorOf(add());
    expect(error).to.include({ reason: 'STORE_DAMAGED', code: 'DATA_LOSS', retryable: false });
    expect(error.message).to.match(what).and.include(file()).and.include('move').and.include('backup');
    expect(error.detail.resource).to.deep.equal({ type: 'recorda.v1.Store', name: file() });
    await untilHolds(async () => !(await server!.serves(READS))[0], NOTICED_WITHIN_MS);
    expect(await server!.serves(MEMORY, CONTEXT, READS)).to.deep.equal([false, false, false]);
    await untilHolds(async () => server!.logged().includes('is damaged and stopped writing'), NOTICED_WITHIN_MS);
  }
  /** Checks that the server does not start, and that `doctor` finds the damage. */
  async function expectRefused(what: RegExp): Promise<void> {
    const before = existsSync(file()) ? readFileSync(file()) : undefined;
    const doctor = await run('doctor');
    expect(doctor.stdout)
      .to.match(/^✗ +store .*is damaged/m)
      .and.match(what);
    expect(doctor.code).to.equal(5);
    const started = await run('serve', '--port', '0');
    expect(started.code).to.equal(1);
    expect(started.stderr)
      .to.match(what)
      .and.match(/^The store .* is damaged: .*\n$/);
    expect(existsSync(file()) ? readFileSync(file()) : undefined, 'nothing is written into it').to.deep.equal(before);
  }

  before(async () => {
    filled = mkdtempSync(join(tmpdir(), 'recorda-whole-'));
    dataDir = filled;
    await startProcess();
    for (let count = 0; count < FILLED; count += 1) await add();
    await stop();
    // A server may end before its log is written back, from which SQLite would restore a page that a test damages.
    const sqlite = new Sqlite(file());
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    sqlite.close();
  });
  after(() => rmSync(filled, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recorda-damage-'));
    dataDir = join(folder, 'data');
    cpSync(filled, dataDir, { recursive: true });
    ids.length = FILLED;
  });
  afterEach(async () => {
    await stop();
    // A process that was ended may leave a file behind while its folder is removed.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  it('is noticed if its file is unlinked while the server runs, and nothing more is acknowledged', async () => {
    await start();
    await add();
    unlinkSync(file());
    await expectStopped(/its file is no longer there/);
    expect((await ana().get(ids[0]!)).id, 'what is read is what was written').to.equal(ids[0]);
  });

  it('is noticed if its file is unlinked, even if nobody writes', async () => {
    await start();
    unlinkSync(file());
    await untilHolds(async () => !(await server!.serves(MEMORY))[0], NOTICED_WITHIN_MS);
  });

  it('is noticed if another file takes its place', async () => {
    await start();
    await add();
    copyFileSync(file(), join(folder, 'other'));
    renameSync(join(folder, 'other'), file());
    const before = readFileSync(file());
    await expectStopped(/another file is in the place of its file/);
    await stop();
    expect(readFileSync(file()), 'nothing is written into it').to.deep.equal(before);
  });

  it('is noticed if its log is cut while the server runs', async () => {
    await start();
    await add();
    truncateSync(log(), 0);
    await expectStopped(/its log was cut short/);
  });

  it('is noticed if its log was cut or deleted before the start', async () => {
    const process = await startProcess();
    for (let count = 0; count < 3; count += 1) await add();
    process.kill('SIGKILL');
    await stop();
    // The log's header stays: what was committed last is lost.
    truncateSync(log(), 32);
    await expectRefused(/its log was truncated or removed/);
    unlinkSync(log());
    await expectRefused(/its log was truncated or removed/);
  });

  it('is noticed if its file is missing at the start, and no empty one is made', async () => {
    unlinkSync(file());
    await expectRefused(/its file is no longer there/);
    expect(existsSync(file())).to.equal(false);
  });

  it('is noticed if its first page is zeros', async () => {
    const descriptor = openSync(file(), 'r+');
    writeSync(descriptor, Buffer.alloc(PAGE), 0, PAGE, 0);
    closeSync(descriptor);
    await expectRefused(/its first page is damaged|commit \d+/);
  });

  it('is noticed by doctor and by the check after the start if pages are zeros', async () => {
    zeroPages();
    const doctor = await run('doctor');
    expect(doctor.stdout).to.match(/^✗ +store .*pages of it are damaged/m);
    expect(doctor.code).to.equal(5);
    // The damage may be found at once, or by reads after the start.
    const failure = await start().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (failure !== undefined) {
      expect(failure).to.match(/is damaged: pages of it/);
      return;
    }
    await untilHolds(async () => !(await server!.serves(MEMORY))[0], NOTICED_WITHIN_MS);
    await expectStopped(/pages of it are damaged/);
  });

  it('is noticed by the scheduled check', async () => {
    await start({ RECORDA_SCHEDULE_CHECK: '* * * * * *' });
    // The check after the start is over by then; schedules are checked every 20 s.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await server!.serves(MEMORY)).to.deep.equal([true]);
    // This is a page of memories that nothing else reads meanwhile.
    zeroPageOf(ids[20]!);
    const found = /"job":"check of the store","error":"[^"]*pages of it are damaged/;
    await untilHolds(async () => found.test(server!.logged()), 3 * NOTICED_WITHIN_MS);
    await expectStopped(/pages of it are damaged/);
  });

  it('is noticed if its disk fails to read it', async () => {
    const disk = failingDisk(folder);
    await startProcess(disk.env);
    disk.fail('READS');
    const error = await errorOf(readAll());
    expect(error).to.include({ reason: 'STORE_DAMAGED', code: 'DATA_LOSS' });
    expect(error.message).to.include('its disk fails to read it');
    await expectStopped(/its disk fails to read it/);
  });

  for (const [what, failing] of [
    ['sync', 'SYNCS'],
    ['write', 'WRITES'],
  ] as const) {
    it(`accepts no writes after a failed ${what} until the server is restarted, and loses nothing that was acknowledged`, async () => {
      const disk = failingDisk(folder);
      await startProcess(disk.env);
      disk.fail(failing);
      expect((await errorOf(add())).reason).to.equal('BACKEND_UNAVAILABLE');
      disk.mend();
      const error = await errorOf(add());
      expect(error.reason, 'though the disk is well again').to.equal('BACKEND_UNAVAILABLE');
      expect(error.message).to.include('restart Recorda');
      await untilHolds(async () => !(await server!.serves(MEMORY))[0], NOTICED_WITHIN_MS);
      expect(await server!.serves(MEMORY, READS)).to.deep.equal([false, true]);
      await stop();
      await start();
      for (const id of ids) await ana().get(id);
      await add();
    });
  }

  it('is reported with the newest backups, and can be restored from them as the report says', async () => {
    await start();
    const { backup } = await lastOf(server!.recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    await stop();
    unlinkSync(file());
    await expectRefused(new RegExp(`the newest backups are ${backup!.id}`));
    rmSync(join(dataDir, 'audit.head'));
    await start();
    await lastOf(server!.recorda.admin.restoreBackup({ id: backup!.id, force: true }));
    for (const id of ids) await ana().get(id);
  });

  async function readAll(): Promise<void> {
    for (const id of ids) await ana().get(id);
  }
});
