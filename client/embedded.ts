/** The in-process door. */
import { fieldError } from '../server/domain/errors.ts';
import type { SchedulePatterns } from '../server/settings/keeping-settings.ts';
import type { EmbedderConfig } from '../server/embedders/open-embedder.ts';
import { DAY_MS } from '../server/policy/retention.ts';
import type { CostRates } from '../server/policy/costs.ts';
import type { GlobalLimits } from '../server/policy/tiers.ts';
import { pipelineTransport } from './pipeline-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

/** How Recorda runs in this process. */
export type EmbeddedOptions = {
  /** The folder that holds everything; made if it is not there. One process at a time may have it open. */
  readonly dataDir: string;
  /** What embeds long-term memories; absent: the built-in embedder. A folder stays with the one that made it. */
  readonly embedder?: EmbedderConfig | undefined;
  /** Days that turns which left their session's window stay findable; absent: 90. */
  readonly recallDays?: number | undefined;
  /** What all users together may have; absent: 1,000 GB of long-term memories, 10 M entities, 50 M relationships. */
  readonly limits?: Partial<GlobalLimits> | undefined;
  /** What shared backends cost, in dollars a month, for EstimateCost. */
  readonly rates?: Partial<CostRates> | undefined;
  /** Where alerts of quotas are posted, signed with the secret; absent: nowhere. */
  readonly alertWebhook?: { readonly url: string; readonly secret: string } | undefined;
  /** The folder of archive and backups; absent: `cold` in the data folder. */
  readonly coldDir?: string | undefined;
  /** What opens them: 32 random bytes in base64 or hexadecimal; absent: `master.key` of the data folder, made if missing. */
  readonly masterKey?: string | undefined;
  /** Long-term memories that one agent may have, of all its users, before the sleep cycle archives the rest; absent: any number. */
  readonly warmTierMaxPerAgent?: number | undefined;
  /** What runs by itself while this is open, each with its pattern as cron has it; absent: nothing. */
  readonly schedule?: SchedulePatterns | undefined;
};

/** Every option: an unknown one would be one that silently does not hold. */
const OPTIONS: Readonly<Record<keyof EmbeddedOptions, true>> = {
  dataDir: true,
  embedder: true,
  recallDays: true,
  limits: true,
  rates: true,
  alertWebhook: true,
  coldDir: true,
  masterKey: true,
  warmTierMaxPerAgent: true,
  schedule: true,
};

/** Recorda in this process, with no server: the same calls, answers and errors as through `connect`. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Recorda> {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw fieldError(name, `is no option of openEmbedded; there are ${Object.keys(OPTIONS).join(', ')}.`);
    }
  }
  const { dataDir, embedder, recallDays, limits, rates, alertWebhook } = options;
  const { coldDir, masterKey, warmTierMaxPerAgent, schedule } = options;
  if (typeof dataDir !== 'string' || dataDir === '') {
    throw fieldError('dataDir', 'must name a folder for the data.');
  }
  if (recallDays !== undefined && !(recallDays > 0)) throw fieldError('recallDays', 'must be over 0.');
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
    schedule,
    ...(coldDir !== undefined && { cold: { kind: 'files' as const, folder: coldDir } }),
    ...(recallDays !== undefined && { recallMs: recallDays * DAY_MS }),
  });
  return recordaOver(pipelineTransport(pipeline, close));
}
