/** `recorda backup`: what the server's operator keeps and checks. */
import { Option } from 'commander';
import { type Backup, BackupSet } from '../../../proto/gen/recorda/v1/backup.ts';
import { EXIT } from '../exit-codes.ts';
import { type ClientCommand, timeOption, withOptions } from './client-command.ts';
import { choicesOf, shownTime, wireNameOf } from './output.ts';

/** Tells how many users are not in a backup. */
const withoutRefused = ({ refusedUserCount }: Backup): string =>
  refusedUserCount === 0 ? '' : ` (without ${refusedUserCount} who could not be read)`;

export const BACKUP_COMMANDS: readonly ClientCommand[] = [
  withOptions<{ readonly set: string }>({
    usage: 'create',
    description: 'Back up all users',
    options: [
      new Option('--set <set>', 'set of backups to which it belongs').choices(choicesOf(BackupSet)).default('daily'),
    ],
    subject: 'SERVER',
    isJob: true,
    async run({ recorda, out, options: { set }, call }) {
      for await (const progress of recorda.admin.createBackup({ set: wireNameOf(BackupSet, set) }, call)) {
        const { backup, isDone } = progress;
        if (!isDone || backup === undefined) continue;
        const { id, userCount, lineCount, sizeBytes, newBytes } = backup;
        const text = `${id}  ${userCount} users${withoutRefused(backup)}, ${lineCount} lines, ${sizeBytes} bytes, ${newBytes} of them new`;
        out.document('CreateBackupResponse', progress, text);
      }
    },
  }),
  {
    usage: 'list',
    description: 'List the backups, newest first: time, id, users, bytes, expiry; exits with 5 if one cannot be read',
    subject: 'SERVER',
    async run({ recorda, out, call }) {
      const { backups, damagedIds } = await recorda.admin.listBackups({}, call);
      for (const backup of backups) {
        const { id, createTime, expireTime, userCount, sizeBytes } = backup;
        const cells = [
          shownTime(createTime),
          id,
          `${userCount} users${withoutRefused(backup)}`,
          `${sizeBytes} bytes`,
          `until ${shownTime(expireTime)}`,
        ];
        out.row('Backup', backup, cells);
      }
      for (const id of damagedIds) out.note(`${id} cannot be read: it is damaged`);
      return damagedIds.length === 0 ? EXIT.ok : EXIT.notFound;
    },
  },
  {
    usage: 'verify <id>',
    description: 'Read a whole backup and check every part of it; exits with 5 if anything is wrong',
    arguments: { id: 'id of the backup' },
    subject: 'SERVER',
    isJob: true,
    async run({ recorda, out, args: [id = ''], call }) {
      let faults = 0;
      for await (const progress of recorda.admin.verifyBackup({ id }, call)) {
        for (const { userId, part, isDamaged } of progress.faults)
          out.note(`${userId} ${part} ${isDamaged ? 'is damaged' : 'is missing'}`);
        if (!progress.isDone) continue;
        const { userCount, lineCount, faultCount } = progress;
        faults = faultCount;
        out.document(
          'VerifyBackupResponse',
          progress,
          `${id}  ${userCount} users, ${lineCount} lines, ${faultCount} faults`,
        );
      }
      return faults === 0 ? EXIT.ok : EXIT.notFound;
    },
  },
  withOptions<{ readonly at?: Date; readonly force?: boolean }>({
    usage: 'restore [id]',
    description: 'Restore users from a backup; without --force, print what would change',
    arguments: { id: 'id of the backup; default: the newest, or the newest at --at' },
    options: [
      timeOption('--at <time>', 'restore the state at this time'),
      new Option('--force', 'restore; without it, nothing changes'),
    ],
    subject: 'USERS',
    isJob: true,
    async run({ recorda, out, userId, args: [id = ''], options: { at, force = false }, call }) {
      for await (const progress of recorda.admin.restoreBackup({ id, time: at, userId, force }, call)) {
        if (!progress.isDone) continue;
        const { backupIds, userCount, restoredCount, removedCount } = progress;
        const done = force ? '' : ' Nothing was changed; use --force to restore.';
        const text = `${backupIds.join(', ')}  ${userCount} users, ${restoredCount} restored, ${removedCount} removed.${done}`;
        out.document('RestoreBackupResponse', progress, text);
      }
    },
  }),
];
