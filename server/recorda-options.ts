/** What a server is opened with. */
import type { ChatSummarizerConfig } from './summarizers/chat-summarizer.ts';
import type { AlertedName } from './domain/accounts.ts';
import type { EmbedderConfig } from './embedders/open-embedder.ts';
import type { Neo4jPlace } from './backends/neo4j/connect-neo4j.ts';
import type { RedisPlace } from './backends/redis/connect-redis.ts';
import type { ColdPlace } from './settings/cold-settings.ts';
import type { WebhookConfig } from './jobs/webhook.ts';
import type { LongTermPlace } from './settings/long-term-settings.ts';
import type { WindowPolicy } from './domain/context/turn.ts';
import type { KeepingOptions } from './opening/open-keeping.ts';
import type { CostRates } from './policy/costs.ts';
import type { ModelPrice } from './policy/model-prices.ts';
import type { Quotas } from './policy/limits.ts';
import type { GlobalLimits } from './policy/tiers.ts';
import type { Clock } from './ports/stores.ts';
import type { Log, Telemetry } from './telemetry/ports.ts';

export type RecordaOptions = KeepingOptions & {
  /** Where the store's file is, or will be made. One process at a time may use a folder. */
  readonly dataDir: string;
  /** Other quotas than the policy's. */
  readonly quotas?: Partial<Quotas> | undefined;
  /** The quotas that raise alerts where nobody set it, and PROMPT_COST where prompts' cost does; policy's by default. */
  readonly alertQuotas?: readonly AlertedName[] | undefined;
  /** Where alerts are posted, beside the log; nowhere by default. */
  readonly alertWebhook?: WebhookConfig | undefined;
  /** Other rates than the policy's. */
  readonly rates?: Partial<CostRates> | undefined;
  /** Other limits of the whole server than the policy's. */
  readonly limits?: Partial<GlobalLimits> | undefined;
  /** Where short-term memory lives; in the data folder by default. */
  readonly shortTerm?: RedisPlace | undefined;
  /** Where working memory lives; in the memory of this process by default. */
  readonly working?: RedisPlace | undefined;
  /** Where embeddings and answers are cached for several servers; each keeps its own by default. */
  readonly cache?: RedisPlace | undefined;
  /** Where entities and episodes live; in the data folder by default. */
  readonly graph?: Neo4jPlace | undefined;
  /** The index that mirrors long-term memory; none by default. */
  readonly longTerm?: LongTermPlace | undefined;
  /** Where archive and backups lie; the folder `cold` of the data folder by default. */
  readonly cold?: ColdPlace | undefined;
  /** Where the keys lie that archive and backups are sealed with, apart from those; the folder `user-keys` of the data folder by default. */
  readonly userKeys?: ColdPlace | undefined;
  /** What wraps those keys: 32 bytes in base64 or hexadecimal; `master.key` of the data folder by default, made if missing. */
  readonly masterKey?: string | undefined;
  /** Of long-term memories; the built-in one by default. */
  readonly embedder?: EmbedderConfig | undefined;
  /** Who writes summaries of turns that leave the window; rules by default. */
  readonly summarizer?: ChatSummarizerConfig | undefined;
  /** Prices of models that hold before the table's. */
  readonly modelPrices?: readonly ModelPrice[] | undefined;
  /** How long turns of conversations stay findable; 90 days. */
  readonly recallMs?: number | undefined;
  /** A conversation that nobody goes on with is summed up after so long; 30 minutes. Infinity: never. */
  readonly sessionIdleMs?: number | undefined;
  /** How windows of conversations are cut where AppendTurns does not say; CACHED. */
  readonly windowPolicy?: WindowPolicy | undefined;
  /** The file that says which record of the audit log is the last; `audit.head` of the data folder. */
  readonly auditHead?: string | undefined;
  /** Room on the disk that is held back for deletions, for when it is full; 32 MB. 0: none. */
  readonly reserveBytes?: number | undefined;
  /** Loads the tokenizer on opening, not with the first conversation: that call, and those beside it, then need not wait for it. */
  readonly tokenizerAtOnce?: boolean | undefined;
  /** For one job, as a command has: opens sooner, with one thread that reads and no sweeps, and the first calls take longer. */
  readonly isBrief?: boolean | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
  readonly telemetry?: Telemetry | undefined;
};
