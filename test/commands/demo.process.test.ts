import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROOT } from '../root.ts';

const run = promisify(execFile);

/** What the story prints, in order. */
const STORY: readonly RegExp[] = [
  /^ {2}Recorda, a memory server for AI agents .* gRPC on 127\.0\.0\.1:\d+, SQLite$/,
  /^ {2}working .* current_destination = "Paris" .* [✓✗] +1 ms$/,
  /^ {2}short_term .* Where shall we go in January\? .* [✓✗] +10 ms$/,
  /^ {2}long_term .* User enjoys skiing .* [✓✗] +100 ms$/,
  /^ {2}Retrieving “skiing preferences”/,
  /^ {2}long_term +0\.\d\d {2}User enjoys skiing /,
  /^ {2}long_term +0\.\d\d {2}User avoids advanced slopes$/,
  /^ {2}Streaming “Paris trip planning”/,
  /^ {2}working .* current_destination = "Paris"$/,
  /^ {2}long_term .* done /,
  /^ {2}all .* 6 results .* [✓✗] +150 ms$/,
  /^ {2}✗ error +QUOTA_EXCEEDED$/,
  /max: 10,000\)\. Delete/,
  /ADD_WITH_PRUNE, the oldest 1 deleted/,
  /^ {2}operation +types +calls +p50 ms +p95 ms +p99 ms +target +held %$/,
  /^ {2}create_memory +working .* 1 +[\d.]+$/,
  /^ {2}The server is closed and its folder removed\.$/,
];

describe('recorda demo', () => {
  it('tells the story in 100 columns and leaves nothing behind', async () => {
    const main = join(ROOT, 'dist/server/main.js');
    const folder = await mkdtemp(join(tmpdir(), 'recorda-demo-test-'));
    const env = { ...process.env, NO_COLOR: '1', TMPDIR: folder };
    const { stdout, stderr } = await run(process.execPath, [main, 'demo'], { env });
    expect(stderr).to.equal('');
    // This fails if the folder is not empty.
    await rmdir(folder);
    const lines = stdout.split('\n');
    expect(lines.filter((line) => line.length > 100)).to.deep.equal([]);
    let at = -1;
    for (const told of STORY) {
      at = lines.findIndex((line, number) => number > at && told.test(line));
      expect(at, `${told} in:\n${stdout}`).to.be.greaterThan(-1);
    }
  });

  it('cleans up also where its reader leaves early, as head does', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recorda-demo-test-'));
    const main = join(ROOT, 'dist/server/main.js');
    const demo = spawn(process.execPath, [main, 'demo'], { env: { ...process.env, TMPDIR: folder } });
    let stderr = '';
    demo.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    demo.stdout.once('data', () => demo.stdout.destroy());
    const [code] = (await once(demo, 'close')) as [number];
    expect([code, stderr]).to.deep.equal([1, 'Not all output could be written: write EPIPE\n']);
    await rmdir(folder);
  });
});
