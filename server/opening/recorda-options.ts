/** What a server is opened with. */
import type { CallerLimits } from '../pipeline/caller-limits.ts';
import type { StoresConfig } from '../settings/settings.ts';
import type { ModelPrice } from '../policy/model-prices.ts';
import type { Quotas, GlobalLimits, CostRates } from '../policy/limits.ts';
import type { Clock } from '../ports/stores.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';

/** What each setting says where it is absent stands in its area in server/settings; nothing runs by itself without `schedule`. */
type Settings = {
  readonly [Name in keyof Omit<StoresConfig, 'dataDir' | 'limits' | 'rates'>]?: StoresConfig[Name] | undefined;
};

export type RecordaOptions = Settings & {
  /** Where the store's file is, or will be made. One process at a time may use a folder. */
  readonly dataDir: string;
  /** Limits of the whole server that are other than the policy's. */
  readonly limits?: Partial<GlobalLimits> | undefined;
  /** Rates that are other than the policy's. */
  readonly rates?: Partial<CostRates> | undefined;
  /** What users may call; absent: all that they like. */
  readonly callerLimits?: Pick<CallerLimits, 'enterFor'> | undefined;
  /** What GetServerInfo calls this server; nothing by default. */
  readonly serverName?: string | undefined;
  /** Quotas that are other than the policy's. */
  readonly quotas?: Partial<Quotas> | undefined;
  /** Prices of models that hold before the table's, beside those of `modelPricesFile`. */
  readonly modelPrices?: readonly ModelPrice[] | undefined;
  /** Loads the tokenizer on opening, not with the first conversation: that call, and those beside it, then need not wait for it. */
  readonly tokenizerAtOnce?: boolean | undefined;
  /** Runs the common calls once on opening, so that no caller waits for what is compiled then; true by default, but where `isBrief`. */
  readonly warmUp?: boolean | undefined;
  /** For one job, as a command has: opens sooner, with one thread that reads and no sweeps, and the first calls take longer. */
  readonly isBrief?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly telemetry?: Telemetry | undefined;
};
