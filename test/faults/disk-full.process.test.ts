import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { errorOf } from '../api/doors.ts';
import { startExecutable } from '../commands/executable.ts';
import { CONTEXT, faultyProcess, faultyServer, MEMORY, READS, untilHolds, type FaultyServer } from './faulty-server.ts';
import { canMount, inNamespace, smallDisk, type SmallDisk } from './small-disk.ts';

/** A server that is still running after this time, in milliseconds, has found room. */
const STARTED_MS = 30_000;
const MOST_ATTEMPTS = 8;
const MB = 1024 * 1024;
const DISK_MB = 24;
const RESERVE_MB = 2;
/** The time within which writing must resume by itself after room was freed, in milliseconds. */
const BACK_WITHIN_MS = 5000;
const IS_MOUNTABLE = canMount();

const text = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

(IS_MOUNTABLE ? describe.skip : describe)('a full disk, where nothing can be mounted', () => {
  it('is tried in a namespace of its own', () => inNamespace(fileURLToPath(import.meta.url)));
});

(IS_MOUNTABLE ? describe : describe.skip)('a full disk', () => {
  let disk: SmallDisk;
  let server: FaultyServer;
  let ids: string[];

  const start = (): Promise<FaultyServer> =>
    faultyServer({ RECORDA_DATA_DIR: join(disk.path, 'data'), RECORDA_DISK_RESERVE_MB: String(RESERVE_MB) });
  const startProcess = () =>
    faultyProcess({ dataDir: join(disk.path, 'data'), flags: ['--disk-reserve-mb', String(RESERVE_MB)] });
  const ballast = (): string => join(disk.path, 'ballast');
  const reserve = (): number => {
    const path = join(disk.path, 'data/recorda.reserve');
    return existsSync(path) ? statSync(path).size : 0;
  };
  const ana = () => server.recorda.agent({ userId: 'ana', agentId: 'guide', sessionId: 's' });
  const add = async (bytes = 20_000): Promise<void> => void ids.push((await ana().add(text(bytes))).memory.id);
  const isWriting = (): Promise<boolean> =>
    add(100).then(
      () => true,
      () => false,
    );

  /** Takes all room down to the last byte, or to this many. */
  async function takeAllRoom(left = 0): Promise<void> {
    const handle = await open(join(disk.path, 'more'), 'w');
    for (let bytes = MB; bytes >= 1; bytes = Math.floor(bytes / 2)) {
      while (
        await handle.appendFile(randomBytes(bytes)).then(
          () => true,
          () => false,
        )
      );
    }
    await handle.truncate(Math.max(0, (await handle.stat()).size - left));
    await handle.close();
  }
  const giveRoom = (): void => {
    for (const name of ['ballast', 'more']) rmSync(join(disk.path, name), { force: true });
  };

  /** Leaves this many bytes, then writes until there is no room. */
  async function fill(left = MB) {
    await untilHolds(async () => reserve() === RESERVE_MB * MB, 20_000);
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(ballast(), randomBytes(bavail * bsize - left));
    for (let count = 0; count < 1000; count += 1) {
      const failure = await add().then(
        () => undefined,
        () => errorOf(add()),
      );
      if (failure !== undefined) return failure;
    }
    throw new Error('The disk did not fill up.');
  }

  beforeEach(async () => {
    ids = [];
    disk = smallDisk(DISK_MB);
    server = await start();
    await add(100);
  });
  afterEach(async () => {
    await server.stop();
    disk.unmount();
  });

  it('refuses writes with DISK_FULL and a time to wait, loses nothing that was acknowledged, and answers reads and GetUsage', async () => {
    const failure = await fill();
    expect(failure).to.include({ reason: 'DISK_FULL', code: 'RESOURCE_EXHAUSTED', retryable: true });
    expect(failure.detail.retryAfterMs).to.equal(5000);
    expect(failure.message).to.include('Free space on the disk');
    expect((await errorOf(ana().set('place', 'Paris'))).reason, 'working memory, whose record needs room').to.equal(
      'DISK_FULL',
    );
    for (const id of ids) await ana().get(id);
    expect((await ana().retrieve('anything')).length).to.be.greaterThan(0);
    expect(await server.recorda.admin.getUsage({ userId: 'ana' })).to.have.property('usages');
    expect(server.logged()).to.include('the disk of the embedded store is full');
  });

  it('reports reads and writes separately in the server’s health', async () => {
    await fill();
    await untilHolds(async () => !(await server.serves(MEMORY))[0], 10_000);
    expect(await server.serves(MEMORY, CONTEXT, READS)).to.deep.equal([false, false, true]);
    rmSync(ballast());
    await untilHolds(async () => (await server.serves(MEMORY))[0] === true, 10_000);
    expect(await server.serves(MEMORY, CONTEXT, READS)).to.deep.equal([true, true, true]);
  });

  it('lets deletions and erasures through, on the reserve', async () => {
    const thread = server.recorda.agent({ userId: 'ana' }).documents.ordered('thread');
    const [first, second] = await thread.append([{ said: 'one' }, { said: 'two' }]);
    await fill(2 * MB);
    expect(reserve()).to.equal(0);
    await thread.write([{ remove: first!.sequence }]);
    expect(
      (await errorOf(thread.write([{ remove: second!.sequence }, { append: { said: 'three' } }]))).reason,
    ).to.equal('DISK_FULL');
    await ana().delete(ids.pop()!);
    await server.recorda.agent({ userId: 'ana' }).delete(ids.pop()!);
    const receipts = [];
    for await (const progress of server.recorda.admin.deleteUserData({ userId: 'ana', types: [], force: true }))
      receipts.push(progress);
    expect(receipts.at(-1)?.receipt, 'a receipt').not.to.equal(undefined);
    expect((await errorOf(ana().get(ids[0]!))).reason).to.equal('MEMORY_NOT_FOUND');
  });

  it('accepts writes again by itself within 5 s after room was freed, and makes its reserve again', async () => {
    await fill();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(await isWriting(), 'still full').to.equal(false);
    rmSync(ballast());
    await untilHolds(isWriting, BACK_WITHIN_MS);
    await untilHolds(async () => reserve() === RESERVE_MB * MB, BACK_WITHIN_MS);
    for (const id of ids) await ana().get(id);
    expect(server.logged()).to.include('there is space again');
  });

  it('accepts writes again if deletions made room within the file, though others fill the disk', async function () {
    // Deletions are refused if the others are quicker than the checkpoint that makes room for the next.
    this.retries(5);
    await fill(12 * MB);
    // This leaves too little to make the reserve again; the log's room, which is freed once deletions are in the file, is taken as
    // well.
    const takeRoom = (): void => {
      const { bavail, bsize } = statfsSync(disk.path);
      const bytes = bavail * bsize - 1.5 * MB;
      if (bytes > 0) appendFileSync(join(disk.path, 'more'), randomBytes(bytes));
    };
    takeRoom();
    const timer = setInterval(takeRoom, 10);
    try {
      for (const id of ids.splice(0, Math.ceil((ids.length * 7) / 8))) await ana().delete(id);
      await untilHolds(isWriting, BACK_WITHIN_MS);
      expect(reserve()).to.equal(0);
    } finally {
      clearInterval(timer);
    }
  });

  it('can fill up again and again without losing anything', async () => {
    for (let round = 0; round < 3; round += 1) {
      await fill();
      rmSync(ballast());
      await untilHolds(isWriting, BACK_WITHIN_MS);
    }
    for (const id of ids) await ana().get(id);
    await server.stop();
    server = await start();
    for (const id of ids) await ana().get(id);
  });

  it('lets a server that was killed or stopped start, to read and to delete', async () => {
    await server.stop();
    let started = await startProcess();
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      server = started;
      await fill();
      started.process.kill(signal);
      await server.stop();
      await takeAllRoom(MB / 2);
      started = await startProcess();
      server = started;
      expect((await ana().get(ids[0]!)).id).to.equal(ids[0]);
      await ana().delete(ids.pop()!);
      await untilHolds(async () => !(await isWriting()), 10_000);
      giveRoom();
      await untilHolds(isWriting, BACK_WITHIN_MS);
    }
  });

  it('makes the server say in a sentence that there is no room even to start', async () => {
    await fill();
    await server.stop();
    rmSync(join(disk.path, 'data/recorda.reserve'));
    const dataDir = join(disk.path, 'data');
    for (let attempt = 1; ; attempt += 1) {
      await takeAllRoom();
      const {
        exit,
        stderr,
        process: child,
      } = startExecutable({ args: ['serve', '--port', '0', '--data-dir', dataDir] });
      const ended = await Promise.race([exit, pause(STARTED_MS, 'STARTED' as const, { ref: false })]);
      if (ended !== 'STARTED' || attempt === MOST_ATTEMPTS) {
        expect(ended).to.equal(1);
        expect(stderr()).to.match(/^The disk of .* is full.*\n$/);
        break;
      }
      // The file system had some room left after all: tmpfs counts its room for each core. A server that is killed would leave its log,
      // and the next one could start within it.
      child.kill('SIGTERM');
      await exit;
      rmSync(join(dataDir, 'recorda.reserve'), { force: true });
    }
    giveRoom();
    server = await start();
    expect((await ana().get(ids[0]!)).id).to.equal(ids[0]);
  });
});
