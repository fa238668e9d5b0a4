import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { endWithUs } from '../end-with-us.ts';
import { ROOT } from '../root.ts';
import { faultyProcess } from './faulty-server.ts';

describe('too few file handles', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recorda-handles-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  for (const limit of [24, 64, 100]) {
    it(`are reported in a sentence if there are ${limit} at the start`, async () => {
      const main = join(ROOT, 'dist/server/main.js');
      const serve = [main, 'serve', '--port', '0', '--http-port', 'off', '--data-dir', join(folder, 'data')];
      const limited = `ulimit -n ${limit}; exec "$0" "$@"`;
      const child = endWithUs(spawn('bash', ['-c', limited, process.execPath, ...serve]));
      let stderr = '';
      child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      expect(code).to.equal(1);
      expect(stderr).to.match(/^The limit of open files is too low for Recorda \(\d+\): .*ulimit -n 1024.*\n$/);
      expect(stderr.split('\n').length, stderr).to.equal(2);
    });
  }

  it('keep a running server from new connections while open ones continue, until it recovers by itself', async () => {
    const server = await faultyProcess({ dataDir: join(folder, 'data') });
    const ana = server.recorda.agent({ userId: 'ana' });
    const limitTo = (count: number): void => {
      const [{ pid }, hard] = [server.process, 4096];
      execFileSync('prlimit', ['--pid', String(pid), `--nofile=${count}:${hard}`]);
    };
    /** Tells whether a new connection stays open. */
    const isTaken = async (): Promise<boolean> => {
      const socket = dial(Number(server.address.split(':')[1]), '127.0.0.1');
      const closed = once(socket, 'close').then(
        () => false,
        () => false,
      );
      // The server sends its first frame of HTTP/2 unasked.
      const greeted = once(socket, 'data').then(
        () => true,
        () => false,
      );
      const late = pause(2000, false, { ref: false });
      const taken = await Promise.race([closed, greeted, late]);
      socket.destroy();
      return taken;
    };
    try {
      const { memory } = await ana.add('Enjoys skiing');
      expect(await isTaken()).to.equal(true);
      limitTo(10);
      expect(await isTaken()).to.equal(false);
      await ana.add('Avoids advanced slopes');
      expect((await ana.get(memory.id)).id).to.equal(memory.id);
      expect((await ana.retrieve('skiing')).length).to.equal(2);
      limitTo(1024);
      expect(await isTaken()).to.equal(true);
      await ana.add('Likes coffee');
      expect(server.logged()).not.to.match(/\n\s+at /);
    } finally {
      limitTo(1024);
      await server.stop();
    }
  });
});
