/** The options with which the file is opened. */
import type { WindowPolicy } from '../../domain/context/turn.ts';
import type { StaticTable } from '../../embedders/static/static-table.ts';
import type { Clock, EmbedderIdentity } from '../../ports/stores.ts';
import type { StoreChange } from './engine/store-change.ts';
import type { Holder } from './copying/holder.ts';
import type { WriterData } from './writes.ts';

export type SqliteOptions = {
  /** The data folder, which is made if it is missing. One process at a time can have it open. */
  readonly dataDir: string;
  readonly quotas?: WriterData['quotas'] | undefined;
  readonly limits?: WriterData['limits'] | undefined;
  /** True for one job, with one reader: it opens sooner, the first searches take longer, and nothing is swept unless it is asked for. */
  readonly isBrief?: boolean | undefined;
  /** Whether readers search made-up texts once, before their first call; by default, unless `isBrief`. */
  readonly warmsUp?: boolean | undefined;
  readonly table: StaticTable;
  /** The embedder of the vectors that adds bring. */
  readonly embedderIdentity: EmbedderIdentity;
  /** The time for which turns that left their window stay findable, in milliseconds; 90 days by default. */
  readonly recallMs?: number | undefined;
  /** The window policy of sessions without one of their own; CACHED by default. */
  readonly windowPolicy?: WindowPolicy | undefined;
  /** The file of the audit log's head; `audit.head` in the folder by default. */
  readonly auditHead?: string | undefined;
  /** The remote index that mirrors long-term memories, as one text that identifies it; absent if there is none. */
  readonly mirror?: string | undefined;
  /** Which long-term memories share a cap; if absent, it stays as it is, and in a new store those of one user and agent do. */
  readonly capScope?: WriterData['capScope'];
  /** True if changes are noted for a standby. */
  readonly isShipping?: boolean | undefined;
  /** Holds the data of several copies, if the store is one of them; only its own file does by default. */
  readonly holder?: Holder | undefined;
  /** Called with each change of another copy that was applied to this one. */
  readonly onApplied?: ((change: StoreChange) => void) | undefined;
  /** The bytes on the disk that are reserved for deletions, for when it is full; 32 MB by default, 0 for none. */
  readonly reserveBytes?: number | undefined;
  /** Names the backups that there are, for the person who must restore a damaged store. */
  readonly restoreAdvice?: (() => Promise<string>) | undefined;
  /** Called with the number of messages whose session had expired, when they are swept. */
  readonly onExpired?: ((count: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: SqliteLog;
};

/** The part of Pino's logger that is used. Nothing of a memory is ever passed. */
export interface SqliteLog {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
