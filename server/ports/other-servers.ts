/** Declares what a store tells about the other servers that share its data. */
import type { UserKey } from '../domain/accounts.ts';
import type { CallContext } from './stores.ts';

/** The values that all servers of a database must have in common, by the names of the settings: each must have the first value of the other. */
export type AgreedSettings = Readonly<Record<string, readonly string[]>>;

export interface OtherServers {
  /** Runs when another server begins to erase everything of a user. */
  onErasure(listener: (whose: UserKey) => void): void;
  /** Runs when another server has set quotas. */
  onQuotas(listener: () => void): void;
  /** Claims work that no two servers may do, until it is released or this server ends; resolves to false if another one is at it. */
  claim(work: string, call: CallContext): Promise<boolean>;
  release(work: string): Promise<void>;
  /** Resolves to the mark by which all servers know a place; that is `mark` if there was none yet. */
  agreeOnPlace(place: string, mark: string): Promise<string>;
}
