import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { temporaryFolder } from '../temporary-store.ts';

const CHILD = fileURLToPath(new URL('./full-disk-child.js', import.meta.url));
/** The limit of each file's size, in units of 1,024 bytes; beyond it the system fails writes as a full disk does. */
const LIMIT = 2000;

describe('a disk that fails', () => {
  it('stops the store from writing, for good, while it reads on and loses nothing acknowledged', async function () {
    if (process.platform === 'win32') this.skip();
    const dataDir = await temporaryFolder();
    try {
      const limited = `trap '' XFSZ; ulimit -f ${LIMIT}; exec "$0" "$@"`;
      const child = spawn('bash', ['-c', limited, process.execPath, CHILD, dataDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (text: Buffer) => (output += text.toString()));
      const [code] = (await once(child, 'close')) as [number | null];
      expect(code).to.equal(0);
      const report = JSON.parse(output) as Record<string, unknown>;
      expect(report['acknowledged']).to.be.greaterThan(10);
      expect(report).to.deep.include({
        firstFailure: 'BACKEND_UNAVAILABLE',
        laterFailures: ['BACKEND_UNAVAILABLE', 'BACKEND_UNAVAILABLE', 'BACKEND_UNAVAILABLE'],
        unaudited: ['BACKEND_UNAVAILABLE', 'BACKEND_UNAVAILABLE'],
        told: 1,
        readable: report['acknowledged'],
        readableAfterReopening: report['acknowledged'],
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
