/** Erases a user, and is killed meanwhile. Its arguments: folder, id of the erasure. */
import { startThread } from '../../server/backends/sqlite/threads/start-thread.ts';
import type { WriterApi } from '../../server/backends/sqlite/writer-thread.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { GLOBAL_LIMITS } from '../../server/policy/tiers.ts';

const [dataDir = '', erasureId = ''] = process.argv.slice(2);
const whose = { tenant: 'default', userId: 'ana' };

const { calls: writer } = startThread<WriterApi>(
  new URL('../../server/backends/sqlite/writer-thread.js', import.meta.url),
  (cause) => {
    throw cause;
  },
);
await writer.open({ dataDir, quotas: QUOTAS, limits: GLOBAL_LIMITS });
process.stdout.write('open\n');
const openMs = performance.now();
await writer.detachUser({ whose, erasureId, nowMs: Date.now() });
process.stdout.write('gone\n');
while ((await writer.eraseStep({ nowMs: Date.now() })) > 0);
await writer.scrub({});
// Told by itself: who reads it may be late.
process.stdout.write(`erased in ${performance.now() - openMs} ms\n`);
// The kill comes yet.
setInterval(() => undefined, 1000);
