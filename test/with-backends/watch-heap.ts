/**
 * Loaded into the server's process (`node --expose-gc --import`): SIGUSR2 collects what is garbage and writes into the file that
 * OUTAGE_HEAP_FILE names how many bytes are left.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['OUTAGE_HEAP_FILE'];
if (isMainThread && file !== undefined) {
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(file, `${heapUsed + external}`);
  });
}
