/** The settings of jobs that run by themselves: retention and the sleep cycle. */
import { z } from 'zod';
import { isPattern } from '../jobs/schedule.ts';
import {
  BACKUP_SETS,
  SCHEDULE,
  CAP_SCOPES,
  SLEEP_CYCLE,
  THRESHOLD_AGES,
  type CapScope,
  type ThresholdAge,
} from '../policy/lifecycle.ts';
import { OFF, OWN, SAME, setting, settingArea, type ValuesOf, wholeNumber } from './setting.ts';

const THRESHOLD_FORM = 'must be a number from 0 to 0.5, for example 0.15';

const pattern = z
  .string()
  .refine(
    (text) => text === OFF || isPattern(text),
    'must be a cron pattern of five fields, for example "0 2 * * *", or off',
  );

const zone = z.string().refine(isZone, 'must be a time zone like UTC or Europe/Madrid');

function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const LIFECYCLE_SETTINGS = {
  warmTierMaxPerAgent: setting({
    env: 'RECORDA_WARM_TIER_MAX_PER_AGENT',
    flag: '--warm-tier-max-per-agent <number>',
    meaning:
      'Maximum number of long-term memories that an agent has of one user, in all namespaces; the sleep cycle archives the rest, least important first; 0 sets no limit. WARM_TIER_MAX_PER_AGENT is read as well',
    byDefault: '0',
    schema: wholeNumber(0, SLEEP_CYCLE.mostPerAgent),
    shared: SAME,
  }),
  warmTierScope: setting({
    env: 'RECORDA_WARM_TIER_SCOPE',
    flag: '--warm-tier-scope <scope>',
    meaning:
      'What that limit counts: user-agent counts each user of an agent separately; agent counts all users of an agent together, so that what one user adds may cause memories of another to be archived (a dry run of the sleep cycle says whose). Memories that no agent wrote are counted for each user separately',
    byDefault: SLEEP_CYCLE.capScope,
    schema: z.enum(CAP_SCOPES, `must be ${CAP_SCOPES.join(' or ')}`),
    shared: SAME,
  }),
  sleepThreshold: setting({
    env: 'RECORDA_SLEEP_THRESHOLD',
    flag: '--sleep-threshold <number>',
    meaning:
      'Importance below which the sleep cycle archives long-term memories that have reached the age limit of retention, from 0 to 0.5, for example 0.15; 0 archives none by importance',
    byDefault: String(SLEEP_CYCLE.threshold),
    schema: z
      .string()
      .regex(/^0(\.\d{1,6})?$/, THRESHOLD_FORM)
      .transform(Number)
      .refine((value) => value <= SLEEP_CYCLE.mostThreshold, THRESHOLD_FORM),
    shared: SAME,
  }),
  sleepThresholdAge: setting({
    env: 'RECORDA_SLEEP_THRESHOLD_AGE',
    flag: '--sleep-threshold-age <age>',
    meaning:
      'Long-term memories to which the threshold applies: retention, those that have reached the age limit of retention (365 days, or what the tenant set); or any, younger ones as well',
    byDefault: SLEEP_CYCLE.thresholdAge,
    schema: z.enum(THRESHOLD_AGES, `must be ${THRESHOLD_AGES.join(' or ')}`),
    shared: SAME,
  }),
  scheduleZone: setting({
    env: 'RECORDA_SCHEDULE_ZONE',
    flag: '--schedule-zone <zone>',
    meaning: 'Time zone of the schedule',
    byDefault: SCHEDULE.zone,
    schema: zone,
    // A job runs at one of the servers whose schedule has it, so that some may leave it to the others.
    shared: OWN,
  }),
  scheduleEpisodic: setting({
    env: 'RECORDA_SCHEDULE_EPISODIC',
    flag: '--schedule-episodic <pattern>',
    meaning: 'When episodes that are too old are archived, as a cron pattern, or off',
    byDefault: SCHEDULE.episodic,
    schema: pattern,
    shared: OWN,
  }),
  scheduleLongTerm: setting({
    env: 'RECORDA_SCHEDULE_LONG_TERM',
    flag: '--schedule-long-term <pattern>',
    meaning: 'When long-term memories that are too old are archived',
    byDefault: SCHEDULE.longTerm,
    schema: pattern,
    shared: OWN,
  }),
  scheduleStructured: setting({
    env: 'RECORDA_SCHEDULE_STRUCTURED',
    flag: '--schedule-structured <pattern>',
    meaning: 'When documents that are too old are archived',
    byDefault: SCHEDULE.structured,
    schema: pattern,
    shared: OWN,
  }),
  scheduleSleepCycle: setting({
    env: 'RECORDA_SCHEDULE_SLEEP_CYCLE',
    flag: '--schedule-sleep-cycle <pattern>',
    meaning:
      'When long-term memories are scored, those beyond an agent’s limit are archived, and only one is kept of memories that say the same',
    byDefault: SCHEDULE.sleepCycle,
    schema: pattern,
    shared: OWN,
  }),
  scheduleCheck: setting({
    env: 'RECORDA_SCHEDULE_CHECK',
    flag: '--schedule-check <pattern>',
    meaning: 'When the whole store is checked for damage, in addition to the check after each start, or off',
    byDefault: SCHEDULE.check,
    schema: pattern,
    shared: OWN,
  }),
  scheduleAuditAnchor: setting({
    env: 'RECORDA_SCHEDULE_AUDIT_ANCHOR',
    flag: '--schedule-audit-anchor <pattern>',
    meaning:
      'When the end of the audit log is signed and written to cold storage, and compared with earlier ends, or off; only if RECORDA_COLD is set, since the data folder could be rewritten whole',
    byDefault: SCHEDULE.auditAnchor,
    schema: pattern,
    shared: OWN,
  }),
  scheduleBackup: setting({
    env: 'RECORDA_SCHEDULE_BACKUP',
    flag: '--schedule-backup <pattern>',
    meaning: 'When everything except personas is backed up',
    byDefault: BACKUP_SETS.DAILY.schedule,
    schema: pattern,
    shared: OWN,
  }),
  scheduleBackupPersona: setting({
    env: 'RECORDA_SCHEDULE_BACKUP_PERSONA',
    flag: '--schedule-backup-persona <pattern>',
    meaning: 'When personas are backed up',
    byDefault: BACKUP_SETS.WEEKLY.schedule,
    schema: pattern,
    shared: OWN,
  }),
} as const;

/** Patterns of the jobs that run by themselves; absent ones are off. */
export type SchedulePatterns = {
  readonly zone: string;
  readonly episodic?: string | undefined;
  readonly longTerm?: string | undefined;
  readonly structured?: string | undefined;
  readonly sleepCycle?: string | undefined;
  /** Reads the store for damage, in addition to the check when it is opened. */
  readonly check?: string | undefined;
  /** Anchors the audit log, if cold storage lies elsewhere than in the data folder. */
  readonly auditAnchor?: string | undefined;
  readonly backup?: string | undefined;
  readonly backupPersona?: string | undefined;
};

export type LifecycleConfig = {
  /** The number of long-term memories that may share a cap; 0 allows any number. */
  readonly warmTierMaxPerAgent: number;
  readonly warmTierScope: CapScope;
  /** The importance under which memories are archived, 0 to 1; 0 archives none by it. */
  readonly sleepThreshold: number;
  readonly sleepThresholdAge: ThresholdAge;
  readonly schedule: SchedulePatterns;
};

function lifecycleConfig(values: ValuesOf<typeof LIFECYCLE_SETTINGS>): LifecycleConfig {
  const { warmTierMaxPerAgent, warmTierScope, sleepThreshold, sleepThresholdAge } = values;
  const unlessOff = (text: string): string | undefined => (text === OFF ? undefined : text);
  return {
    warmTierMaxPerAgent,
    warmTierScope,
    sleepThreshold,
    sleepThresholdAge,
    schedule: {
      zone: values.scheduleZone,
      episodic: unlessOff(values.scheduleEpisodic),
      longTerm: unlessOff(values.scheduleLongTerm),
      structured: unlessOff(values.scheduleStructured),
      sleepCycle: unlessOff(values.scheduleSleepCycle),
      check: unlessOff(values.scheduleCheck),
      auditAnchor: unlessOff(values.scheduleAuditAnchor),
      backup: unlessOff(values.scheduleBackup),
      backupPersona: unlessOff(values.scheduleBackupPersona),
    },
  };
}

export const lifecycleArea = settingArea(LIFECYCLE_SETTINGS, lifecycleConfig);

const OTHER_NAME = 'WARM_TIER_MAX_PER_AGENT';

/** Accepts the cap under a name without Recorda's prefix, too. */
export function withOtherNames<T extends Readonly<Record<string, string | undefined>>>(texts: T): T {
  const own = LIFECYCLE_SETTINGS.warmTierMaxPerAgent.env;
  const other = texts[OTHER_NAME];
  return other === undefined || (texts[own] ?? '') !== '' ? texts : { ...texts, [own]: other };
}
