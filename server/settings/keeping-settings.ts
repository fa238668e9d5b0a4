/** The settings of what runs by itself: retention and the sleep cycle. */
import { z } from 'zod';
import { isPattern } from '../jobs/schedule.ts';
import { BACKUP_SETS } from '../policy/backups.ts';
import { SCHEDULE } from '../policy/scheduling.ts';
import { SLEEP_CYCLE } from '../policy/sleep-cycle.ts';
import { setting, wholeNumber } from './setting.ts';

const OFF = 'off';

const pattern = z
  .string()
  .refine(
    (text) => text === OFF || isPattern(text),
    'must be five fields like cron’s, for example "0 2 * * *", or off',
  );

const zone = z.string().refine(isZone, 'must be a time zone like UTC or Europe/Madrid');

function isZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const KEEPING_SETTINGS = {
  warmTierMaxPerAgent: setting({
    env: 'RECORDA_WARM_TIER_MAX_PER_AGENT',
    flag: '--warm-tier-max-per-agent <number>',
    meaning:
      'Long-term memories that one agent may have, of all its users and namespaces; the sleep cycle archives the rest, least important first; 0: any number. What no agent wrote counts for each user apart. WARM_TIER_MAX_PER_AGENT is read as well',
    byDefault: '0',
    schema: wholeNumber(0, SLEEP_CYCLE.mostPerAgent),
  }),
  scheduleZone: setting({
    env: 'RECORDA_SCHEDULE_ZONE',
    flag: '--schedule-zone <zone>',
    meaning: 'Time zone of the schedule',
    byDefault: SCHEDULE.zone,
    schema: zone,
  }),
  scheduleEpisodic: setting({
    env: 'RECORDA_SCHEDULE_EPISODIC',
    flag: '--schedule-episodic <pattern>',
    meaning: 'When episodes that are too old are archived, as cron has it, or off',
    byDefault: SCHEDULE.episodic,
    schema: pattern,
  }),
  scheduleLongTerm: setting({
    env: 'RECORDA_SCHEDULE_LONG_TERM',
    flag: '--schedule-long-term <pattern>',
    meaning: 'When long-term memories that are too old are archived',
    byDefault: SCHEDULE.longTerm,
    schema: pattern,
  }),
  scheduleStructured: setting({
    env: 'RECORDA_SCHEDULE_STRUCTURED',
    flag: '--schedule-structured <pattern>',
    meaning: 'When documents that are too old are archived',
    byDefault: SCHEDULE.structured,
    schema: pattern,
  }),
  scheduleSleepCycle: setting({
    env: 'RECORDA_SCHEDULE_SLEEP_CYCLE',
    flag: '--schedule-sleep-cycle <pattern>',
    meaning: 'When long-term memories are weighed, and those that matter too little archived',
    byDefault: SCHEDULE.sleepCycle,
    schema: pattern,
  }),
  scheduleBackup: setting({
    env: 'RECORDA_SCHEDULE_BACKUP',
    flag: '--schedule-backup <pattern>',
    meaning: 'When everything but persona is backed up',
    byDefault: BACKUP_SETS.DAILY.schedule,
    schema: pattern,
  }),
  scheduleBackupPersona: setting({
    env: 'RECORDA_SCHEDULE_BACKUP_PERSONA',
    flag: '--schedule-backup-persona <pattern>',
    meaning: 'When persona is backed up',
    byDefault: BACKUP_SETS.WEEKLY.schedule,
    schema: pattern,
  }),
} as const;

export type KeepingValues = {
  readonly warmTierMaxPerAgent: number;
  readonly scheduleZone: string;
  readonly scheduleEpisodic: string;
  readonly scheduleLongTerm: string;
  readonly scheduleStructured: string;
  readonly scheduleSleepCycle: string;
  readonly scheduleBackup: string;
  readonly scheduleBackupPersona: string;
};

/** Patterns of the jobs that are to run by themselves; absent: off. */
export type SchedulePatterns = {
  readonly zone: string;
  readonly episodic?: string | undefined;
  readonly longTerm?: string | undefined;
  readonly structured?: string | undefined;
  readonly sleepCycle?: string | undefined;
  readonly backup?: string | undefined;
  readonly backupPersona?: string | undefined;
};

export type KeepingConfig = { readonly warmTierMaxPerAgent: number; readonly schedule: SchedulePatterns };

/** What the settings say. */
export function keepingConfig(values: KeepingValues): KeepingConfig {
  const unlessOff = (text: string): string | undefined => (text === OFF ? undefined : text);
  return {
    warmTierMaxPerAgent: values.warmTierMaxPerAgent,
    schedule: {
      zone: values.scheduleZone,
      episodic: unlessOff(values.scheduleEpisodic),
      longTerm: unlessOff(values.scheduleLongTerm),
      structured: unlessOff(values.scheduleStructured),
      sleepCycle: unlessOff(values.scheduleSleepCycle),
      backup: unlessOff(values.scheduleBackup),
      backupPersona: unlessOff(values.scheduleBackupPersona),
    },
  };
}

const OTHER_NAME = 'WARM_TIER_MAX_PER_AGENT';

/** Some know the cap by a name without our prefix. */
export function withOtherNames<T extends Readonly<Record<string, string | undefined>>>(texts: T): T {
  const own = KEEPING_SETTINGS.warmTierMaxPerAgent.env;
  const other = texts[OTHER_NAME];
  return other === undefined || (texts[own] ?? '') !== '' ? texts : { ...texts, [own]: other };
}
