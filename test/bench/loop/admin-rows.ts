/** The largest legal requests of AdminService. */
import { KB } from '../../../server/policy/units.ts';
import type { Recorda } from '../../../client/recorda.ts';
import { EXPORTING } from '../../../server/policy/limits.ts';
import { ARCHIVED, ARCHIVED_WIDE, archiveOld } from './fill-archive.ts';
import { fewAdminRows } from './few-rows.ts';
import { linesOf, withOtherIds } from './lines.ts';
import { BIG, drain, PATIENT, type Row } from './row.ts';
import { text } from './texts.ts';

const importing = (userId: string): Row => ({
  call: 'ImportUserData',
  of: `15 MB of ${userId}`,
  times: 2,
  run: async (recorda, time) =>
    recorda.admin.importUserData(
      { userId: `${userId}-again`, lines: withOtherIds(await linesOf(recorda, userId), time) },
      PATIENT,
    ),
});

/** Restores a user after a change. */
const restoring = (userId: string, of: string, change: (recorda: Recorda) => Promise<void>): Row =>
  admin('RestoreBackup', of, async (recorda) => {
    await change(recorda);
    const { backups } = await recorda.admin.listBackups({});
    for (const { id } of backups) await drain(recorda.admin.restoreBackup({ id, userId, force: true }, PATIENT));
  });

const admin = (call: string, of: string, run: (recorda: Recorda) => Promise<unknown>): Row => ({
  call,
  of,
  times: 1,
  run,
});

export function adminRows(): readonly Row[] {
  return [
    admin('ExportUserData', 'a user with all', (recorda) =>
      drain(recorda.admin.exportUserData({ userId: BIG }, PATIENT)),
    ),
    admin('ExportUserData', '1,000 long-term of 15 KB', (recorda) =>
      drain(recorda.admin.exportUserData({ userId: 'loop-wide' }, PATIENT)),
    ),
    importing(BIG),
    importing('loop-wide'),
    importing('loop-facts'),
    admin('VerifyErasureReceipt', '2 MB', (recorda) =>
      recorda.admin.verifyErasureReceipt({
        text: text('sentences', EXPORTING.textBytes - KB),
        signature: Buffer.alloc(64),
      }),
    ),
    admin('ListUsage', 'a page of 1,000', (recorda) => recorda.admin.listUsage({ pageSize: 1000 })),
    admin('GetUsage', 'a user with all', (recorda) => recorda.admin.getUsage({ userId: BIG })),
    admin('EstimateCost', 'a user with all', (recorda) => recorda.admin.estimateCost({ userId: BIG, horizonDays: 90 })),
    admin('ListAlerts', 'a page of 1,000', (recorda) => recorda.admin.listAlerts({ pageSize: 1000 })),
    admin('ListAuditEvents', 'a page of 1,000', (recorda) => recorda.admin.listAuditEvents({ pageSize: 1000 })),
    admin('VerifyAudit', 'all', (recorda) => drain(recorda.admin.verifyAudit({}, PATIENT))),
    admin('RunSleepCycle', 'a user with all', (recorda) =>
      drain(recorda.admin.runSleepCycle({ userId: BIG, force: true }, PATIENT)),
    ),
    admin('RunRetention', '15 MB that are too old', (recorda) => archiveOld(recorda, 'loop-old', 'loop-wide')),
    admin('ListArchive', 'a page of 1,000 of 10,000', async (recorda) => {
      const { memories } = await recorda.admin.listArchive({ userId: ARCHIVED, pageSize: 1000 }, PATIENT);
      expectCount(memories, 1000);
    }),
    admin('ListArchive', 'a page of 1,000 of 15 KB', async (recorda) => {
      const { memories } = await recorda.admin.listArchive({ userId: ARCHIVED_WIDE, pageSize: 1000 }, PATIENT);
      expectCount(memories, 1);
    }),
    ...[ARCHIVED, ARCHIVED_WIDE].map((userId) =>
      admin('RetrieveMemories', `with the archive of ${userId}`, async (recorda) => {
        const query = { query: 'skiing in January', includeArchived: true, topK: 1000 };
        const { results } = await recorda.memory.retrieveMemories({ scope: { userId }, ...query }, PATIENT);
        expectCount(results, 1);
      }),
    ),
    admin('CreateBackup', 'daily', (recorda) =>
      drain(recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }, PATIENT)),
    ),
    admin('VerifyBackup', 'daily', async (recorda) => {
      const { backups } = await recorda.admin.listBackups({});
      for (const { id } of backups) await drain(recorda.admin.verifyBackup({ id }, PATIENT));
    }),
    restoring('loop-wide', '15 MB of memories', async (recorda) => {
      await recorda.memory.deleteMemories(
        { scope: { userId: 'loop-wide' }, type: 'MEMORY_TYPE_LONG_TERM', filter: 'true', force: true },
        PATIENT,
      );
    }),
    restoring('loop-facts', '12 MB of turns', async (recorda) => {
      const scope = { userId: 'loop-facts', agentId: 'a', sessionId: 'another' };
      await recorda.context.appendTurns({ scope, turns: [{ role: 'ROLE_USER', content: 'Another turn.' }] }, PATIENT);
    }),
    ...fewAdminRows(),
    admin('DeleteUserData', 'a user with all', (recorda) =>
      drain(recorda.admin.deleteUserData({ userId: BIG, force: true }, PATIENT)),
    ),
  ];
}

/** A row that finds nothing measures nothing. */
function expectCount(found: readonly unknown[], least: number): void {
  if (found.length < least) throw new Error(`There are ${found.length}, not ${least}.`);
}
