/** `recorda usage, quota, tier, alerts, latency`: what users have and may have, and how fast it is. */
import { Option } from 'commander';
import { followed } from '../../../client/followed.ts';
import { pages } from '../../../client/pages.ts';
import {
  AlertLevel,
  QuotaName,
  Tier,
  type Alert,
  type EffectiveQuota,
  type OverQuota,
} from '../../../proto/gen/recorda/v1/limits.ts';
import { numberOption, withOptions, type ClientCommand } from './client-command.ts';
import { choicesOf, shownName, shownTime, table, wireNameOf } from './output.ts';

const QUOTAS = choicesOf(QuotaName);
const TIERS = choicesOf(Tier);
const DRY_RUN = new Option('--dry-run', 'change nothing; print who would exceed the limit');
const LEVEL = new Option('--level <level>', 'only alerts of this level').choices(choicesOf(AlertLevel));

export const LIMIT_COMMANDS: readonly ClientCommand[] = [
  {
    usage: 'usage',
    description: 'Print the usage of one user or all users, with their quotas',
    subject: 'USERS',
    async run({ recorda, out, userId, call }) {
      const answer = await recorda.admin.getUsage({ userId }, call);
      const rows = answer.usages.map(({ name, count, maxCount, bytes, maxBytes }) => [
        shownName('QUOTA_NAME', name),
        `${count}${userId === '' ? '' : ` of ${maxCount}`}`,
        `${bytes} bytes${userId === '' ? '' : ` of ${maxBytes}`}`,
      ]);
      out.document('GetUsageResponse', answer, table(rows));
    },
  },
  {
    usage: 'latency',
    description: 'Print the latencies of each operation and their targets, in milliseconds',
    subject: 'SERVER',
    async run({ recorda, out, call }) {
      const answer = await recorda.admin.getLatencyReport({}, call);
      const rows = answer.rows.map(({ operation, types, backend, count, p50Ms, p95Ms, p99Ms, targetMs }) => [
        operation,
        types.map((type) => shownName('MEMORY_TYPE', type)).join(', '),
        backend,
        `${count} calls`,
        ...[p50Ms, p95Ms, p99Ms].map((ms) => ms.toFixed(2)),
        targetMs === 0 ? '' : `target ${targetMs}`,
      ]);
      out.document('GetLatencyReportResponse', answer, table(rows));
    },
  },
];

export const QUOTA_COMMANDS: readonly ClientCommand[] = [
  {
    usage: 'get',
    description: 'Print the quotas of one user or of the tenant',
    subject: 'USERS',
    async run({ recorda, out, userId, call }) {
      const answer = await recorda.admin.getQuota({ userId }, call);
      out.document('GetQuotaResponse', answer, `tier ${shownName('TIER', answer.tier)}\n${quotaTable(answer.quotas)}`);
    },
  },
  withOptions<{ readonly maxCount?: number; readonly maxBytes?: number; readonly dryRun?: boolean }>({
    usage: 'set <name>',
    description: 'Set a quota for one user, or for each user of the tenant',
    arguments: { name: QUOTAS },
    options: [
      numberOption('--max-count <number>', 'maximum count', [0, Number.MAX_SAFE_INTEGER]),
      numberOption('--max-bytes <number>', 'maximum bytes', [0, Number.MAX_SAFE_INTEGER]),
      DRY_RUN,
    ],
    subject: 'USERS',
    async run({ recorda, out, userId, args: [name = ''], options: { maxCount, maxBytes, dryRun = false }, call }) {
      const quotas = [{ name: wireNameOf(QuotaName, name), maxCount, maxBytes }];
      const answer = await recorda.admin.setQuota({ userId, quotas, dryRun }, call);
      out.document('SetQuotaResponse', answer, `${quotaTable(answer.quota?.quotas ?? [])}${overText(answer.over)}`);
    },
  }),
];

export const TIER_COMMANDS: readonly ClientCommand[] = [
  withOptions<{ readonly dryRun?: boolean }>({
    usage: 'set <tier>',
    description: 'Set the tier of one user or of the tenant',
    arguments: { tier: TIERS },
    options: [DRY_RUN],
    subject: 'USERS',
    async run({ recorda, out, userId, args: [tier = ''], options: { dryRun = false }, call }) {
      const answer = await recorda.admin.setTier({ userId, tier: wireNameOf(Tier, tier), dryRun }, call);
      const text = `tier ${shownName('TIER', answer.quota?.tier ?? '')}${overText(answer.over)}`;
      out.document('SetTierResponse', answer, text);
    },
  }),
];

type OfLevel = { readonly level?: string };
const levelOf = ({ level }: OfLevel): AlertLevel =>
  level === undefined ? AlertLevel.UNSPECIFIED : wireNameOf(AlertLevel, level);

export const ALERT_COMMANDS: readonly ClientCommand[] = [
  withOptions<OfLevel>({
    usage: 'list',
    description: 'List alerts that need attention, newest first',
    options: [LEVEL],
    subject: 'USERS',
    async run({ recorda, out, userId, options, call }) {
      const every = pages(async (pageToken) => {
        const asked = { userId, level: levelOf(options), pageToken };
        const { alerts, nextPageToken } = await recorda.admin.listAlerts(asked, call);
        return { elements: alerts, nextPageToken };
      });
      await out.rows('Alert', every, alertCells);
    },
  }),
  withOptions<OfLevel>({
    usage: 'watch',
    description: 'Print alerts as they are raised, until Ctrl+C',
    options: [LEVEL],
    subject: 'USERS',
    async run({ recorda, out, userId, options, call }) {
      const events = followed(
        (resumeToken, calling) => recorda.admin.watchAlerts({ userId, level: levelOf(options), resumeToken }, calling),
        ({ resumeToken }) => resumeToken,
        { signal: call.signal },
      );
      for await (const { alert } of events) if (alert !== undefined) out.row('Alert', alert, alertCells(alert));
    },
  }),
];

function alertCells({ createTime, level, name, userId, advice, resolveTime }: Alert): readonly string[] {
  const state = resolveTime === undefined ? shownName('ALERT_LEVEL', level) : 'resolved';
  return [shownTime(createTime), state, shownName('QUOTA_NAME', name), userId, advice];
}

function quotaTable(quotas: readonly EffectiveQuota[]): string {
  return table(
    quotas.map(({ name, maxCount, maxBytes, countOrigin }) => [
      shownName('QUOTA_NAME', name),
      `${maxCount}`,
      `${maxBytes} bytes`,
      `by ${shownName('QUOTA_ORIGIN', countOrigin).replace('_', ' ')}`,
    ]),
  );
}

function overText(over: readonly OverQuota[]): string {
  if (over.length === 0) return '';
  const rows = over.map(({ userId, name, count, maxCount }) => [
    userId,
    shownName('QUOTA_NAME', name),
    `${count} of ${maxCount}`,
  ]);
  return `\nabove the limit:\n${table(rows)}`;
}
