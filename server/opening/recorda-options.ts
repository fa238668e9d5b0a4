/** The options with which a server is opened. */
import type { CallerLimits } from '../pipeline/caller-limits.ts';
import type { StoresConfig } from '../settings/settings.ts';
import type { ModelPrice } from '../policy/model-prices.ts';
import type { Quotas, GlobalLimits, CostRates } from '../policy/limits.ts';
import type { Clock } from '../ports/stores.ts';
import type { ServerReport } from '../ports/server-report.ts';
import type { Log, Telemetry } from '../ports/telemetry.ts';

/** The defaults of these settings are in their areas of server/settings; nothing runs by itself without `schedule`. */
type Settings = {
  readonly [Name in keyof Omit<StoresConfig, 'dataDir' | 'limits' | 'rates'>]?: StoresConfig[Name] | undefined;
};

export type RecordaOptions = Settings & {
  /** The folder of the store's file, which is made if it does not exist. One process at a time may use a folder. */
  readonly dataDir: string;
  /** Limits of the whole server that differ from the policy's. */
  readonly limits?: Partial<GlobalLimits> | undefined;
  /** Rates that differ from the policy's. */
  readonly rates?: Partial<CostRates> | undefined;
  /** Limits of users' calls; if absent, there are none. */
  readonly callerLimits?: Pick<CallerLimits, 'enterFor'> | undefined;
  /** The name of this server in GetServerInfo; empty by default. */
  readonly serverName?: string | undefined;
  /** The report that GetSettings and CheckBackends return; if absent, they return nothing. */
  readonly report?: ServerReport | undefined;
  /** Quotas that differ from the policy's. */
  readonly quotas?: Partial<Quotas> | undefined;
  /** Prices of models that take precedence over the table's, in addition to those of `modelPricesFile`. */
  readonly modelPrices?: readonly ModelPrice[] | undefined;
  /** Loads the tokenizer when the server opens, rather than with the first conversation, so that no call has to wait for it. */
  readonly tokenizerAtOnce?: boolean | undefined;
  /**
   * Runs the most frequent calls once when the server opens, so that no caller waits for what is compiled then; true by default, except
   * with `isBrief`.
   */
  readonly warmUp?: boolean | undefined;
  /** Opens for one job, such as a command: sooner, with one reading thread and no sweeps, and with slower first calls. */
  readonly isBrief?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly telemetry?: Telemetry | undefined;
};
