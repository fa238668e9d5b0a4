/**
 * Erases a user when it reads a line, and is killed meanwhile. Its arguments are the folder and the id of the erasure. It prints when the
 * store is open, when the user is gone and when all is erased, each with the milliseconds since that line.
 */
import { once } from 'node:events';
import { pagePasses } from '../../server/backends/sqlite/engine/page-passes.ts';
import { startThread } from '../../server/backends/sqlite/engine/start-thread.ts';
import type { WriterApi } from '../../server/backends/sqlite/writer-thread.ts';
import { QUOTAS, GLOBAL_LIMITS } from '../../server/policy/limits.ts';

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
await once(process.stdin, 'data');
const startMs = performance.now();
// The child measures these times itself, since its parent may read the lines late.
const say = (what: string): boolean => process.stdout.write(`${what} ${performance.now() - startMs}\n`);
await writer.detachUser({ whose, erasureId, nowMs: Date.now() });
say('gone');
while ((await writer.eraseStep({ nowMs: Date.now() })) > 0);
await writer.scrub({});
await pagePasses(writer, () => {
  throw new Error('The store is too large.');
})();
say('erased');
// The child waits here to be killed.
setInterval(() => undefined, 1000);
