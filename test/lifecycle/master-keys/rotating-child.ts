/** Rotates the master key and retires older ones, over and over, until it is killed. It prints each step. Its argument is the folder. */
import { writeSync } from 'node:fs';
import { openSealed } from './sealed-folder.ts';

const [folder = ''] = process.argv.slice(2);
const { admin } = await openSealed(folder, { standby: undefined });

for (;;) {
  writeSync(1, 'ROTATE\n');
  for await (const { olderKeyIds, isDone } of admin.rotateMasterKey({ force: true })) {
    writeSync(1, 'STEP\n');
    if (!isDone) continue;
    for (const keyId of olderKeyIds) {
      writeSync(1, 'RETIRE\n');
      const { isPossible } = await admin.retireMasterKey({ keyId, force: true });
      if (!isPossible) throw new Error('A finished rotation left something to its older key.');
    }
  }
}
