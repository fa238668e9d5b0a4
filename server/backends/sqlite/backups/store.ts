/** Implements the port of backups: each snapshot and each scratch store is a thread that ends with it. */
import { cancelled } from '../../../domain/abort.ts';
import type { Clock } from '../../../ports/stores.ts';
import type { BackupStore, Parts } from '../../../ports/backups.ts';
import type { BackupApi } from './backup-api.ts';
import type { Remote } from '../engine/batch-channel.ts';
import { packTexts } from '../engine/slices.ts';
import { startThread, type Thread } from '../engine/start-thread.ts';
import type { BackupWrites } from './writes.ts';
import type { LifecycleWrites } from '../lifecycle/writes.ts';

const THREAD = new URL('./backup-thread.bundle.cjs', import.meta.url);
const NOBODY = { tenant: '', userId: '' };

export type SqliteBackups = BackupStore & {
  /** Tells whether a snapshot keeps the log of the store from being emptied. */
  isReading(): boolean;
  close(): Promise<void>;
};

export type BackupStoreOptions = {
  /** The store's file. */
  readonly file: string;
  readonly writer: Remote<BackupWrites & Pick<LifecycleWrites, 'putArchiveBack'>>;
  readonly clock: Clock;
  readonly flush: () => Promise<unknown>;
  /** Rejects if the store is damaged: a backup of it would be taken for a whole one. */
  readonly refuseDamaged: () => Promise<void>;
};

export function sqliteBackupStore({ file, writer, clock, flush, refuseDamaged }: BackupStoreOptions): SqliteBackups {
  /** Starts a thread, whose calls reject if it ends unexpectedly. */
  const start = (): Thread<BackupApi> => startThread<BackupApi>(THREAD, () => undefined);
  const opened = async <T>(open: (thread: Thread<BackupApi>) => Promise<T>): Promise<T> => {
    const thread = start();
    try {
      return await open(thread);
    } catch (error) {
      await thread.stop(error as Error);
      throw error;
    }
  };
  let snapshots = 0;
  /** The thread of a closed scratch store, which the next one uses again. It keeps no process alive. */
  let idle: Thread<BackupApi> | undefined;
  const partsOf = ({ calls }: Thread<BackupApi>, end: () => Promise<void>): Parts & { close(): Promise<void> } => ({
    users: (after = NOBODY, { signal }) => calls.users({ after }, signal),
    part: (whose, part, after, { signal }) => calls.part({ whose, part, after }, signal),
    async close() {
      // The connection is closed first: ending the thread alone would leave the snapshot to the garbage collector.
      await calls.close({}).catch(() => undefined);
      await end();
    },
  });
  return {
    snapshot: ({ signal }) =>
      opened(async (thread) => {
        await refuseDamaged();
        await flush();
        const facts = await thread.calls.openSnapshot({ file }, signal);
        snapshots += 1;
        const end = (): Promise<void> => {
          snapshots -= 1;
          return thread.stop(cancelled());
        };
        return { ...facts, ...partsOf(thread, end) };
      }),
    async scratch(embedder, { signal }) {
      const thread = idle ?? start();
      idle = undefined;
      const end = async (): Promise<void> => {
        if (idle === undefined) idle = thread;
        else await thread.stop(cancelled());
      };
      try {
        await thread.calls.openScratch({ embedder }, signal);
      } catch (error) {
        await thread.stop(error as Error);
        throw error;
      }
      return {
        ...partsOf(thread, end),
        put: (whose, part, lines, call) => thread.calls.put({ whose, part, lines }, call.signal),
      };
    },
    isReading: () => snapshots > 0,
    async close() {
      await idle?.stop(cancelled());
    },
    async replaceRows(whose, lines, { signal }) {
      // Buffered confirmations would otherwise be applied to the restored facts.
      await flush();
      const rows = await packTexts(lines, signal);
      return writer.replaceRows({ whose, rows, nowMs: clock.now() }, signal);
    },
    async putArchiveBack(whose, lines, { signal }) {
      return writer.putArchiveBack({ whose, lines: await packTexts(lines, signal) }, signal);
    },
  };
}
