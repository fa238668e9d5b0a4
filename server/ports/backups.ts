/** Declares what backups need of the embedded store, and what they report. */
import type { UserKey } from '../domain/accounts.ts';
import type { BackupPart, BackupSet } from '../policy/lifecycle.ts';
import type { CallContext, EmbedderIdentity } from './stores.ts';

export type PartPage = {
  /** Each a JSON text without line breaks. */
  readonly lines: readonly string[];
  /** The place at which the next page begins; absent at the end. */
  readonly next?: string | undefined;
};

/** Lists whose parts there are to read, in a fixed order. */
export interface Parts {
  users(after: UserKey | undefined, call: CallContext): Promise<readonly UserKey[]>;
  part(whose: UserKey, part: BackupPart, after: string | undefined, call: CallContext): Promise<PartPage>;
}

/** A store as of one moment, whatever is written meanwhile. */
export interface Snapshot extends Parts {
  /** The newest of the store's changes that it has. */
  readonly sequence: number;
  /** The embedder that its vectors are of. */
  readonly embedder: EmbedderIdentity | undefined;
  close(): Promise<void>;
}

/** An empty store that nobody serves from. */
export interface Scratch extends Parts {
  put(whose: UserKey, part: BackupPart, lines: readonly string[], call: CallContext): Promise<void>;
  close(): Promise<void>;
}

export interface BackupStore {
  snapshot(call: CallContext): Promise<Snapshot>;
  /** Opens a scratch store, whose vectors are of this embedder. */
  scratch(embedder: EmbedderIdentity | undefined, call: CallContext): Promise<Scratch>;
  /**
   * Replaces all that a user has beside memories: facts, conversations and answers become those of the lines, in one
   * transaction. Schemas, tiers and quotas that are missing come back; others stay as they are.
   */
  replaceRows(whose: UserKey, lines: readonly string[], call: CallContext): Promise<void>;
  /** Notes where archived memories lie, but for those that the store has or knows of. How many it took. */
  putArchiveBack(whose: UserKey, lines: readonly string[], call: CallContext): Promise<number>;
}

/** A backup that is whole. */
export type Backup = {
  readonly id: string;
  readonly set: BackupSet;
  /** The moment that it is of. */
  readonly atMs: number;
  readonly sequence: number;
  readonly embedder: EmbedderIdentity | undefined;
  readonly users: number;
  /** Lines: memories, facts, turns, ….*/
  readonly lines: number;
  /**
   * Bytes of the lines, uncompressed; `newBytes` are those that this backup had to put itself: the rest lies with
   * backups before.
   */
  readonly bytes: number;
  readonly newBytes: number;
};

export type BackupProgress = { readonly backup: Backup; readonly usersDone: number; readonly isDone: boolean };

export type BackupFault = UserKey & { readonly part: BackupPart; readonly what: 'DAMAGED' | 'DIFFERENT' };

export type VerifyProgress = {
  readonly users: number;
  readonly usersDone: number;
  readonly lines: number;
  readonly faultCount: number;
  /** The first. */
  readonly faults: readonly BackupFault[];
  readonly isDone: boolean;
};

export type RestoreCommand = {
  /** The tenant whose data comes back. */
  readonly tenant: string;
  /** The user whose data comes back; absent: all users. */
  readonly userId?: string | undefined;
  /** A backup, or the newest of each set at that time. */
  readonly from: { readonly id: string } | { readonly atMs: number };
  /** Otherwise it only says what would come back and go. */
  readonly force: boolean;
};

export type RestoreProgress = {
  readonly backups: readonly string[];
  readonly users: number;
  readonly usersDone: number;
  /** Memories and rows that came back, or would. */
  readonly restored: number;
  /** Memories and rows that are not in the backup, or are others there. */
  readonly removed: number;
  /** Users of the backups who are meant and were erased since: they do not come back. */
  readonly erasedUsers: number;
  readonly isDone: boolean;
};

export interface Backups {
  create(set: BackupSet, call: CallContext): AsyncIterable<BackupProgress>;
  /** The newest first, and the ids of those that cannot be read. */
  list(call: CallContext): Promise<{ readonly found: readonly Backup[]; readonly damaged: readonly string[] }>;
  /** Puts all of it into a scratch store and compares what comes out. */
  verify(id: string, call: CallContext): AsyncIterable<VerifyProgress>;
  restore(order: RestoreCommand, call: CallContext): AsyncIterable<RestoreProgress>;
}
