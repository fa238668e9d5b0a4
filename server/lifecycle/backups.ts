/** Runs backups one after the other, and after other jobs that change what is kept. */
import { RecordaError } from '../domain/errors.ts';
import type { Backup, Backups } from '../ports/backups.ts';
import type { CallContext } from '../ports/stores.ts';
import { createBackup, expireBackups } from './create-backup.ts';
import { inTurn, type Mutex } from './mutex.ts';
import { restoreBackup, type RestoreParts } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

export type BackupsParts = RestoreParts & {
  readonly turns: Mutex;
  /** Is called after a backup was verified and found complete. */
  readonly onVerified: (backup: string, call: CallContext) => Promise<void>;
};

export function backups(parts: BackupsParts): Backups {
  const { turns, manifests, onVerified } = parts;
  return {
    create: (set, call) =>
      inTurn(turns, async function* () {
        await expireBackups(parts, call);
        yield* createBackup(parts, set, call);
      }),

    async list(call) {
      const found: Backup[] = [];
      const damaged: string[] = [];
      for (const id of await manifests.ids(call)) {
        try {
          found.push(await manifests.head(id, call));
        } catch (error) {
          if (!(error instanceof RecordaError) || error.reason !== 'COLD_OBJECT_DAMAGED') throw error;
          damaged.push(id);
        }
      }
      return { found, damaged };
    },

    verify: (id, call) =>
      inTurn(turns, async function* () {
        for await (const progress of verifyBackup(parts, id, call)) {
          if (progress.isDone && progress.faultCount === 0) await onVerified(id, call);
          yield progress;
        }
      }),

    restore: (command, call) => inTurn(turns, () => restoreBackup(parts, command, call)),
  };
}
