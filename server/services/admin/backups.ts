/** CreateBackup, ListBackups, VerifyBackup and RestoreBackup. */
import { BACKUP_SETS, type BackupSet } from '../../policy/lifecycle.ts';
import type { Backup, Backups } from '../../ports/backups.ts';
import type {
  Backup as BackupMessage,
  CreateBackupRequest,
  CreateBackupResponse,
  ListBackupsRequest,
  ListBackupsResponse,
  RestoreBackupRequest,
  RestoreBackupResponse,
  VerifyBackupRequest,
  VerifyBackupResponse,
} from '../../../proto/gen/recorda/v1/backup.ts';
import type { ServiceCall } from '../call.ts';

type BackupDependencies = {
  readonly backups: Backups;
  readonly lastVerifiedMs: (call: ServiceCall) => Promise<number | undefined>;
};

export function backupCalls({ backups, lastVerifiedMs }: BackupDependencies) {
  async function* createBackup({ set }: CreateBackupRequest, call: ServiceCall): AsyncGenerator<CreateBackupResponse> {
    for await (const { backup, isDone } of backups.create(toSet(set)!, call)) {
      yield { backup: fromBackup(backup), isDone };
    }
  }

  async function listBackups(_: ListBackupsRequest, call: ServiceCall): Promise<ListBackupsResponse> {
    const [{ found, damaged }, verifiedMs] = await Promise.all([backups.list(call), lastVerifiedMs(call)]);
    return {
      backups: found.map(fromBackup),
      damagedIds: [...damaged],
      verifiedTime: verifiedMs === undefined ? undefined : new Date(verifiedMs),
    };
  }

  async function* verifyBackup({ id }: VerifyBackupRequest, call: ServiceCall): AsyncGenerator<VerifyBackupResponse> {
    for await (const { users, usersDone, lines, faultCount, faults, isDone } of backups.verify(id, call)) {
      const sentFaults = isDone
        ? faults.map(({ userId, part, what }) => ({ userId, part, isDamaged: what === 'DAMAGED' }))
        : [];
      yield { userCount: users, doneCount: usersDone, lineCount: lines, faultCount, faults: sentFaults, isDone };
    }
  }

  async function* restoreBackup(
    { id, time, userId, force }: RestoreBackupRequest,
    call: ServiceCall,
  ): AsyncGenerator<RestoreBackupResponse> {
    const order = {
      tenant: call.tenant,
      userId: userId === '' ? undefined : userId,
      from: id === '' ? { atMs: time?.getTime() ?? call.nowMs } : { id },
      force,
    };
    for await (const progress of backups.restore(order, call)) {
      yield {
        backupIds: [...progress.backups],
        userCount: progress.users,
        doneCount: progress.usersDone,
        restoredCount: progress.restored,
        removedCount: progress.removed,
        isDone: progress.isDone,
        erasedUserCount: progress.erasedUsers,
      };
    }
  }

  return { createBackup, listBackups, verifyBackup, restoreBackup };
}

/** Returns undefined if none is set. */
function toSet(set: string): BackupSet | undefined {
  return (Object.keys(BACKUP_SETS) as BackupSet[]).find((name) => set === `BACKUP_SET_${name}`);
}

function fromBackup({ id, set, atMs, users, refusedUsers = 0, lines, bytes, newBytes }: Backup): BackupMessage {
  return {
    id,
    set: `BACKUP_SET_${set}` as const,
    createTime: new Date(atMs),
    expireTime: new Date(atMs + BACKUP_SETS[set].keptMs),
    userCount: users,
    refusedUserCount: refusedUsers,
    lineCount: lines,
    sizeBytes: bytes,
    newBytes,
  };
}
