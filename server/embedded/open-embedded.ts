/** The in-process door. */
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { fieldError } from '../domain/errors.ts';
import type { SchedulePatterns } from '../settings/lifecycle-settings.ts';
import type { SettingName } from '../settings/settings.ts';
import type { EmbedderConfig } from '../embedders/open-embedder.ts';
import type { SecondEmbedderConfig } from '../embedders/second/open-second-embedder.ts';
import { MB, DAY_MS } from '../policy/units.ts';
import type { CostRates, GlobalLimits } from '../policy/limits.ts';
import type { CapScope, ThresholdAge } from '../policy/lifecycle.ts';
import { pipelineTransport } from './pipeline-transport.ts';

/** How Recorda runs in this process. */
export type EmbeddedOptions = {
  /** The folder that holds everything; made if it is not there. One process at a time may have it open. */
  readonly dataDir: string;
  /** What embeds long-term memories; absent: the built-in embedder. A folder stays with the one that made it. */
  readonly embedder?: EmbedderConfig | undefined;
  /** What looks again at the best long-term memories of a search; absent: nothing. */
  readonly secondEmbedder?: SecondEmbedderConfig | undefined;
  /** Days that turns of conversations stay findable, a whole number; absent: 90. */
  readonly recallDays?: number | undefined;
  /** Whole megabytes of the disk that are held back, so that deletions can be written once it is full; absent: 32; 0: none. */
  readonly diskReserveMb?: number | undefined;
  /** How windows of conversations are cut where `append` does not say; absent: `cached`. */
  readonly windowPolicy?: 'cached' | 'sliding' | undefined;
  /** Whether the common calls run once before this resolves; absent: true. With false it opens sooner, and first calls take longer. */
  readonly warmUp?: boolean | undefined;
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

/** Every option, with its setting where it is one: then it may be what that may be. An unknown one would silently not hold. */
const OPTIONS = {
  dataDir: 'dataDir',
  embedder: undefined,
  secondEmbedder: undefined,
  recallDays: 'recallDays',
  diskReserveMb: 'diskReserveMb',
  windowPolicy: 'windowPolicy',
  warmUp: undefined,
  limits: undefined,
  rates: undefined,
  alertWebhook: undefined,
  coldDir: undefined,
  userKeysDir: undefined,
  masterKey: 'masterKey',
  warmTierMaxPerAgent: 'warmTierMaxPerAgent',
  warmTierScope: 'warmTierScope',
  sleepThreshold: 'sleepThreshold',
  sleepThresholdAge: 'sleepThresholdAge',
  schedule: undefined,
} as const satisfies Record<keyof EmbeddedOptions, SettingName | undefined>;

/** Recorda in this process, with no server: the same calls, answers and errors as through `connect`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Recorda> {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw fieldError(name, `is no option of openEmbedded; there are ${Object.keys(OPTIONS).join(', ')}.`);
    }
  }
  if (typeof options.dataDir !== 'string' || options.dataDir === '') {
    throw fieldError('dataDir', 'must name a folder for the data.');
  }
  // Not static imports: a program that only connects never loads the engine, nor SQLite's native module.
  const [{ openRecorda }, { SETTINGS }] = await Promise.all([
    import('../recorda.ts'),
    import('../settings/settings.ts'),
  ]);
  for (const [option, setting] of Object.entries(OPTIONS)) {
    const value: unknown = options[option as keyof EmbeddedOptions];
    if (setting === undefined || value === undefined) continue;
    const { error } = SETTINGS[setting].schema.safeParse(typeof value === 'number' ? String(value) : value);
    if (error !== undefined) throw fieldError(option, `${error.issues[0]?.message}.`);
  }
  if (options.warmUp !== undefined && typeof options.warmUp !== 'boolean') {
    throw fieldError('warmUp', 'must be true or false.');
  }
  const { coldDir, userKeysDir, windowPolicy, recallDays, diskReserveMb, ...same } = options;
  const folder = (path: string) => ({ kind: 'files' as const, folder: path });
  const { pipeline, close } = await openRecorda({
    ...same,
    cold: coldDir === undefined ? undefined : folder(coldDir),
    userKeys: userKeysDir === undefined ? undefined : folder(userKeysDir),
    windowPolicy: windowPolicy && SETTINGS.windowPolicy.schema.parse(windowPolicy),
    recallMs: recallDays === undefined ? undefined : recallDays * DAY_MS,
    reserveBytes: diskReserveMb === undefined ? undefined : diskReserveMb * MB,
  });
  return recordaOver(pipelineTransport(pipeline, close));
}
