import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readMasterKeys } from '../../../server/lifecycle/master-keys/key-text.ts';
import { lastOf } from '../../api/lifecycle-doors.ts';
import { seededRandom } from '../../load/sentences.ts';
import { scaled, testSeed } from '../../scale.ts';
import { expectWhole, fillSealed, openSealed } from './sealed-folder.ts';

const KILLS = scaled(6, 120);
const MOST_KILLS = 5 * KILLS;
const USERS = Array.from({ length: scaled(6, 20) }, (_, index) => `user-${index}`);
/** The number of kills after which the whole folder is read, which takes longer than a kill. */
const READ_EVERY = 3;
/** The most lines of the child before a kill, and the most milliseconds after the last of them. */
const [MOST_LINES, MOST_MS] = [8, 20];
const CHILD = fileURLToPath(new URL('./rotating-child.js', import.meta.url));

/** Returns the last step that the child printed. */
async function killWhileRotating(folder: string, random: () => number): Promise<string> {
  const child = spawn(process.execPath, [CHILD, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit');
  const faults: string[] = [];
  child.stderr.on('data', (text: Buffer) => faults.push(text.toString()));
  const dueAt = 1 + Math.floor(random() * MOST_LINES);
  const afterMs = random() * MOST_MS;
  let lines = 0;
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    lines += 1;
    if (lines === dueAt) setTimeout(() => child.kill('SIGKILL'), afterMs);
  }
  const [, signal] = (await exit) as [number | null, NodeJS.Signals | null];
  expect(signal, faults.join('')).to.equal('SIGKILL');
  return last;
}

describe('kill -9 while the master key is rotated', () => {
  const seed = testSeed();

  it(`loses nothing at ${KILLS} random points, and the next rotation completes it (seed ${seed}) @torture`, async () => {
    const random = seededRandom(seed);
    const folder = await mkdtemp(join(tmpdir(), 'recorda-rotation-kill-'));
    const options = { standby: undefined };
    const filled = await openSealed(folder, options);
    await fillSealed(filled, USERS);
    await filled.close();
    const killedAt = new Set<string>();
    let unfinished = 0;
    // On a busy machine the first kills may all come before or after the work, and would prove nothing.
    for (let kill = 1; kill <= KILLS || (!killedAt.has('STEP') && kill <= MOST_KILLS); kill += 1) {
      killedAt.add(await killWhileRotating(folder, random));
      const keys = readMasterKeys(await readFile(join(folder, 'data', 'master.key'), 'utf8'));
      expect(keys, 'the file of keys is whole').not.to.equal(undefined);
      if (kill % READ_EVERY !== 0) continue;
      const opened = await openSealed(folder, options);
      await expectWhole(opened, USERS);
      if ((await lastOf(opened.admin.rotateMasterKey({}))).renewedCount > 0) unfinished += 1;
      await opened.close();
    }
    const opened = await openSealed(folder, options);
    const { renewedCount, isNewKey } = await lastOf(opened.admin.rotateMasterKey({ force: true }));
    expect(renewedCount > 0 || !isNewKey).to.equal(true);
    const { olderKeyIds } = await lastOf(opened.admin.rotateMasterKey({}));
    for (const keyId of olderKeyIds) await opened.admin.retireMasterKey({ keyId, force: true });
    await opened.close();
    expect(readMasterKeys(await readFile(join(folder, 'data', 'master.key'), 'utf8'))).to.have.length(1);
    const last = await openSealed(folder, options);
    await expectWhole(last, USERS);
    await last.close();
    await rm(folder, { recursive: true });
    expect(killedAt.has('STEP')).to.equal(true);
    if (KILLS > READ_EVERY * 2) expect(unfinished).to.be.greaterThan(0);
  }).timeout(7_200_000);
});
