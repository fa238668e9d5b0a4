/** The place of the copies that migrations left beside the file. */
import type { ErasureTarget } from '../../../ports/users.ts';
import type { CopiesApi } from './copies-thread.ts';
import { startThread } from '../engine/start-thread.ts';

const NAME = 'sqlite/migration_copies';

export function migrationCopies(dataDir: string): ErasureTarget {
  async function ask(method: keyof CopiesApi, command: Parameters<CopiesApi['erase']>[0]): Promise<number> {
    const thread = startThread<CopiesApi>(new URL('./copies-thread.bundle.cjs', import.meta.url), () => undefined);
    try {
      return await thread.channel.call(method, command);
    } finally {
      await thread.stop(new Error('The copies were looked at.'));
    }
  }
  const targets = (count: number) => (count === 0 ? [] : [{ place: NAME, count }]);
  return {
    name: NAME,
    count: async ({ tenant, userId }, types) =>
      targets(await ask('count', { dataDir, whose: { tenant, userId }, types })),
    erase: async ({ tenant, userId }, types) =>
      targets(await ask('erase', { dataDir, whose: { tenant, userId }, types })),
  };
}
