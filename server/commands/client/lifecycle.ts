/** `recorda archive, retention, sleep`: what is forgotten, and when. */
import { Option } from 'commander';
import type { MemoryType as TypeName } from '../../../client/agent-types.ts';
import { pages } from '../../../client/pages.ts';
import { WIRE_TYPES, wireType } from '../../../client/wire-names.ts';
import { type ClientCommand, withOptions } from './client-command.ts';
import { shownName, shownTime } from './output.ts';

const TYPES = Object.keys(WIRE_TYPES);
const FORCE = new Option('--force', 'apply the changes; without it, nothing changes');
const unchanged = (force: boolean): string => (force ? '' : ' Nothing was changed; use --force to apply.');

export const ARCHIVE_COMMANDS: readonly ClientCommand[] = [
  withOptions<{ readonly type?: TypeName; readonly filter?: string }>({
    usage: 'list',
    description: 'List archived memories of a user, newest first: time, id, type, reason',
    options: [
      new Option('--type <type>', 'only memories of this type').choices(TYPES).default('long_term'),
      new Option('--filter <cel>', 'only memories that match this CEL expression'),
    ],
    subject: 'USER',
    async run({ recorda, out, scope: { userId }, options: { type = 'long_term', filter = '' }, call }) {
      const every = pages(async (pageToken) => {
        const asked = { userId, type: wireType(type), filter, pageToken };
        const { memories, nextPageToken } = await recorda.admin.listArchive(asked, call);
        return { elements: memories, nextPageToken };
      });
      await out.rows('ArchivedMemory', every, ({ id, archiveTime, reason, type: of }) => [
        shownTime(archiveTime),
        id,
        shownName('MEMORY_TYPE', of),
        shownName('ARCHIVE_REASON', reason),
      ]);
    },
  }),
  {
    usage: 'restore <id...>',
    description: 'Restore archived memories of a user',
    arguments: { id: 'ids of the memories' },
    subject: 'USER',
    async run({ recorda, out, scope: { userId }, args, call }) {
      const answer = await recorda.admin.restoreArchived({ userId, ids: [...args] }, call);
      const { restoredIds, skippedIds } = answer;
      const skipped = skippedIds.length === 0 ? '' : `, ${skippedIds.length} already existed`;
      out.document('RestoreArchivedResponse', answer, `${restoredIds.length} restored${skipped}`);
    },
  },
];

export const RETENTION_COMMANDS: readonly ClientCommand[] = [
  {
    usage: 'list',
    description: 'List after how many days memories of each type are archived or deleted',
    subject: 'SERVER',
    async run({ recorda, out, call }) {
      const { rules } = await recorda.admin.getRetention({}, call);
      for (const rule of rules) {
        const { type, days, leastDays, mostDays, isSet } = rule;
        const range = `${leastDays} to ${mostDays} may be set`;
        out.row('RetentionRule', rule, [
          shownName('MEMORY_TYPE', type),
          `${days} days`,
          isSet ? 'set' : 'by default',
          range,
        ]);
      }
    },
  },
  {
    usage: 'set <type> <days>',
    description: 'Set after how many days memories of a type are archived; 0 restores the default',
    arguments: { type: TYPES, days: 'whole number of days' },
    subject: 'SERVER',
    async run({ recorda, out, args: [type = '', days = ''], call }) {
      const { rule } = await recorda.admin.setRetention({ type: wireType(type as TypeName), days: Number(days) }, call);
      if (rule !== undefined) out.document('RetentionRule', rule, `${type}  ${rule.days} days`);
    },
  },
  withOptions<{ readonly force?: boolean }>({
    usage: 'run <type>',
    description: 'Archive memories of a type that are due; without --force, print how many there are',
    arguments: { type: TYPES },
    options: [FORCE],
    subject: 'SERVER',
    isJob: true,
    async run({ recorda, out, args: [type = ''], options: { force = false }, call }) {
      for await (const progress of recorda.admin.runRetention({ type: wireType(type as TypeName), force }, call)) {
        if (!progress.isDone) continue;
        const { dueCount, archivedCount } = progress;
        out.document(
          'RunRetentionResponse',
          progress,
          `${dueCount} due, ${archivedCount} archived.${unchanged(force)}`,
        );
      }
    },
  }),
];

export const SLEEP_COMMAND = withOptions<{ readonly force?: boolean }>({
  usage: 'sleep',
  description:
    'Run the sleep cycle for one user or all users: score, archive and consolidate memories; without --force, print what it would do',
  options: [FORCE],
  subject: 'USERS',
  isJob: true,
  async run({ recorda, out, userId, options: { force = false }, call }) {
    for await (const progress of recorda.admin.runSleepCycle({ userId, force }, call)) {
      if (!progress.isDone) continue;
      const { weighedCount, thresholdEvicted, capacityEvicted = 0, consolidatedCount } = progress;
      const archived = `${thresholdEvicted + capacityEvicted} archived, ${consolidatedCount} consolidated`;
      out.document('RunSleepCycleResponse', progress, `${weighedCount} scored, ${archived}.${unchanged(force)}`);
    }
  },
});
