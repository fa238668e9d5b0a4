/**
 * Is loaded into the server's process (`node --expose-gc --import`): SIGUSR2 collects garbage and writes the number of bytes
 * that are left into the file that OUTAGE_HEAP_FILE names.
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
