/** The in-process door. */
import { fieldError } from '../server/domain/errors.ts';
import type { SchedulePatterns } from '../server/settings/keeping-settings.ts';
import type { EmbedderConfig } from '../server/embedders/open-embedder.ts';
import { MB } from '../server/policy/limits.ts';
import { DAY_MS } from '../server/policy/retention.ts';
import type { CostRates } from '../server/policy/costs.ts';
import {
  CAP_SCOPES,
  SLEEP_CYCLE,
  THRESHOLD_AGES,
  type CapScope,
  type ThresholdAge,
} from '../server/policy/sleep-cycle.ts';
import type { GlobalLimits } from '../server/policy/tiers.ts';
import { pipelineTransport } from './pipeline-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

/** How Recorda runs in this process. */
export type EmbeddedOptions = {
  /** The folder that holds everything; made if it is not there. One process at a time may have it open. */
  readonly dataDir: string;
  /** What embeds long-term memories; absent: the built-in embedder. A folder stays with the one that made it. */
  readonly embedder?: EmbedderConfig | undefined;
  /** Days that turns of conversations stay findable; absent: 90. */
  readonly recallDays?: number | undefined;
  /** Megabytes of the disk that are held back, so that deletions can be written once it is full; absent: 32; 0: none. */
  readonly diskReserveMb?: number | undefined;
  /** How windows of conversations are cut where `append` does not say; absent: `cached`. */
  readonly windowPolicy?: 'cached' | 'sliding' | undefined;
  /** What all users together may have; absent: 1,000 GB of long-term memories, 10 M entities, 50 M relationships. */
  readonly limits?: Partial<GlobalLimits> | undefined;
  /** What shared backends cost, in dollars a month, for EstimateCost. */
  readonly rates?: Partial<CostRates> | undefined;
  /** Where alerts of quotas are posted, signed with the secret; absent: nowhere. */
  readonly alertWebhook?: { readonly url: string; readonly secret: string } | undefined;
  /** The folder of archive and backups; absent: `cold` in the data folder. */
  readonly coldDir?: string | undefined;
  /**
   * The folder of the users' keys that archive and backups are sealed with, not in `coldDir`: a copy of that is to bring back nobody who
   * was erased. Absent: `user-keys` in the data folder. Without the keys archive and backups are lost.
   */
  readonly userKeysDir?: string | undefined;
  /** What opens them: 32 random bytes in base64 or hexadecimal; absent: `master.key` of the data folder, made if missing. */
  readonly masterKey?: string | undefined;
  /** Long-term memories that an agent may have of one user before the sleep cycle archives the rest; absent: any number. */
  readonly warmTierMaxPerAgent?: number | undefined;
  /** `agent`: the cap counts all users of an agent together, and may archive one user's for another's; absent: each user apart. */
  readonly warmTierScope?: CapScope | undefined;
  /** Importance, 0 to 0.5, under which the sleep cycle archives what is as old as retention lets it become; absent: 0, nothing. */
  readonly sleepThreshold?: number | undefined;
  /** `any`: the threshold reaches younger memories too; absent: those that are as old as retention lets them become, 365 days. */
  readonly sleepThresholdAge?: ThresholdAge | undefined;
  /** What runs by itself while this is open, each with its pattern as cron has it; absent: nothing. */
  readonly schedule?: SchedulePatterns | undefined;
};

const WINDOW_POLICIES = { cached: 'CACHED', sliding: 'SLIDING' } as const;

/** Every option: an unknown one would be one that silently does not hold. */
const OPTIONS: Readonly<Record<keyof EmbeddedOptions, true>> = {
  dataDir: true,
  embedder: true,
  recallDays: true,
  diskReserveMb: true,
  windowPolicy: true,
  limits: true,
  rates: true,
  alertWebhook: true,
  coldDir: true,
  userKeysDir: true,
  masterKey: true,
  warmTierMaxPerAgent: true,
  warmTierScope: true,
  sleepThreshold: true,
  sleepThresholdAge: true,
  schedule: true,
};

/** Recorda in this process, with no server: the same calls, answers and errors as through `connect`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Recorda> {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw fieldError(name, `is no option of openEmbedded; there are ${Object.keys(OPTIONS).join(', ')}.`);
    }
  }
  const { dataDir, embedder, recallDays, windowPolicy, limits, rates, alertWebhook } = options;
  const {
    coldDir,
    userKeysDir,
    masterKey,
    warmTierMaxPerAgent,
    warmTierScope,
    sleepThreshold,
    sleepThresholdAge,
    schedule,
  } = options;
  const { diskReserveMb } = options;
  if (typeof dataDir !== 'string' || dataDir === '') {
    throw fieldError('dataDir', 'must name a folder for the data.');
  }
  if (diskReserveMb !== undefined && !(diskReserveMb >= 0)) throw fieldError('diskReserveMb', 'must be 0 or over.');
  if (recallDays !== undefined && !(recallDays > 0)) throw fieldError('recallDays', 'must be over 0.');
  if (warmTierScope !== undefined && !CAP_SCOPES.includes(warmTierScope)) {
    throw fieldError('warmTierScope', `must be ${CAP_SCOPES.join(' or ')}.`);
  }
  if (sleepThreshold !== undefined && !(sleepThreshold >= 0 && sleepThreshold <= SLEEP_CYCLE.mostThreshold)) {
    throw fieldError('sleepThreshold', `must be from 0 to ${SLEEP_CYCLE.mostThreshold}.`);
  }
  if (sleepThresholdAge !== undefined && !THRESHOLD_AGES.includes(sleepThresholdAge)) {
    throw fieldError('sleepThresholdAge', `must be ${THRESHOLD_AGES.join(' or ')}.`);
  }
  if (windowPolicy !== undefined && !Object.hasOwn(WINDOW_POLICIES, windowPolicy))
    throw fieldError('windowPolicy', `must be one of ${Object.keys(WINDOW_POLICIES).join(', ')}.`);
  // Not a static import: a program that only connects never loads the engine, nor SQLite's native module.
  const { openRecorda } = await import('../server/recorda.ts');
  const { pipeline, close } = await openRecorda({
    dataDir,
    embedder,
    limits,
    rates,
    alertWebhook,
    masterKey,
    warmTierMaxPerAgent,
    warmTierScope,
    sleepThreshold,
    sleepThresholdAge,
    schedule,
    ...(coldDir !== undefined && { cold: { kind: 'files' as const, folder: coldDir } }),
    ...(userKeysDir !== undefined && { userKeys: { kind: 'files' as const, folder: userKeysDir } }),
    ...(windowPolicy !== undefined && { windowPolicy: WINDOW_POLICIES[windowPolicy] }),
    ...(recallDays !== undefined && { recallMs: recallDays * DAY_MS }),
    ...(diskReserveMb !== undefined && { reserveBytes: Math.floor(diskReserveMb * MB) }),
  });
  return recordaOver(pipelineTransport(pipeline, close));
}
