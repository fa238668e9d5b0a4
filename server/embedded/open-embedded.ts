/** Opens Recorda in this process. */
import { recordaOver, type Recorda } from '../../client/recorda.ts';
import { fieldError } from '../domain/errors.ts';
import { refuseOptions } from './refuse-options.ts';
import type { SchedulePatterns } from '../settings/lifecycle-settings.ts';
import type { SettingName } from '../settings/settings.ts';
import type { EmbedderConfig } from '../embedders/open-embedder.ts';
import type { SecondEmbedderConfig } from '../embedders/second/open-second-embedder.ts';
import { MB, DAY_MS } from '../policy/units.ts';
import type { CostRates, GlobalLimits } from '../policy/limits.ts';
import type { CapScope, ThresholdAge } from '../policy/lifecycle.ts';
import { pipelineTransport } from './pipeline-transport.ts';

/** Options for Recorda in this process. */
export type EmbeddedOptions = {
  /** The folder that holds everything; it is made if it does not exist. Only one process at a time may have it open. */
  readonly dataDir: string;
  /** The embedder of long-term memories; if absent, the built-in one. A folder stays with the embedder that it was made with. */
  readonly embedder?: EmbedderConfig | undefined;
  /** The embedder that ranks the best long-term memories of a search again; if absent, none. */
  readonly secondEmbedder?: SecondEmbedderConfig | undefined;
  /** The number of days for which turns of conversations can be found, a whole number; if absent, 90. */
  readonly recallDays?: number | undefined;
  /**
   * Whole megabytes of the disk that are reserved, so that deletions can be written once it is full; if absent, 32; 0 reserves nothing.
   */
  readonly diskReserveMb?: number | undefined;
  /** How windows of conversations are cut if `append` does not say; if absent, `cached`. */
  readonly windowPolicy?: 'cached' | 'sliding' | undefined;
  /**
   * If true or absent, the most frequent calls run once before this resolves. With false it opens sooner, and first calls take longer.
   */
  readonly warmUp?: boolean | undefined;
  /** The limits of all users together; if absent, 1,000 GB of long-term memories, 10 M entities, 50 M relationships. */
  readonly limits?: Partial<GlobalLimits> | undefined;
  /** The prices of shared backends in dollars a month, for EstimateCost. */
  readonly rates?: Partial<CostRates> | undefined;
  /** The URL to which quota alerts are posted, signed with the secret; if absent, they are not posted. */
  readonly alertWebhook?: { readonly url: string; readonly secret: string } | undefined;
  /** The folder of the archive and the backups; if absent, `cold` in the data folder. */
  readonly coldDir?: string | undefined;
  /**
   * The folder of the users' keys with which archive and backups are sealed. It must not be in `coldDir`, since a copy of that must not
   * bring an erased user back. If absent, `user-keys` in the data folder. Without the keys archive and backups are lost.
   */
  readonly userKeysDir?: string | undefined;
  /**
   * The key that opens them: 32 random bytes in base64 or hexadecimal; if absent, `master.key` of the data folder, which is made if
   * missing.
   */
  readonly masterKey?: string | undefined;
  /**
   * The number of long-term memories that an agent may have of one user before the sleep cycle archives the rest; if absent, any number.
   */
  readonly warmTierMaxPerAgent?: number | undefined;
  /**
   * `agent`: the cap counts all users of an agent together, and may archive one user's memories for another's; if absent, each user is
   * counted apart.
   */
  readonly warmTierScope?: CapScope | undefined;
  /**
   * The importance, 0 to 0.5, under which the sleep cycle archives memories that are as old as retention allows; if absent, 0, which
   * archives nothing.
   */
  readonly sleepThreshold?: number | undefined;
  /** `any`: the threshold also applies to younger memories; if absent, only to those that are as old as retention allows, 365 days. */
  readonly sleepThresholdAge?: ThresholdAge | undefined;
  /** Jobs that run by themselves while this is open, each with its cron pattern; if absent, none. */
  readonly schedule?: SchedulePatterns | undefined;
};

/**
 * Maps every option to its setting, if it is one, so that both allow the same values. Unknown options are refused, since they would
 * silently have no effect.
 */
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

/** Opens Recorda in this process, with no server: calls, answers and errors are the same as through `connect`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Recorda> {
  refuseOptions(options, Object.keys(OPTIONS));
  if (typeof options.dataDir !== 'string' || options.dataDir === '') {
    throw fieldError('dataDir', 'must name a folder for the data.');
  }
  // These are not static imports, so that a program that only connects never loads the engine or SQLite's native module.
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
