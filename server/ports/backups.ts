/** Declares what backups need of the embedded store, and what they report. */
import type { UserKey } from '../domain/accounts.ts';
import type { BackupPart, BackupSet } from '../policy/lifecycle.ts';
import type { CallContext, EmbedderIdentity } from './stores.ts';

export type PartPage = {
  /** The rows, each a JSON text without line breaks. */
  readonly lines: readonly string[];
  /** The cursor of the next page; absent at the end. */
  readonly next?: string | undefined;
};

/** Lists whose parts there are to read, in a fixed order. */
export interface Parts {
  users(after: UserKey | undefined, call: CallContext): Promise<readonly UserKey[]>;
  part(whose: UserKey, part: BackupPart, after: string | undefined, call: CallContext): Promise<PartPage>;
}

/** A store as of one moment, unaffected by later writes. */
export interface Snapshot extends Parts {
  /** The number of the newest change that it includes. */
  readonly sequence: number;
  /** The embedder that made its vectors. */
  readonly embedder: EmbedderIdentity | undefined;
  /** The number of users whom the server refuses, of whom it has nothing; absent: none. */
  readonly refusedUsers?: number | undefined;
  close(): Promise<void>;
}

/** An empty store that serves no callers. */
export interface Scratch extends Parts {
  put(whose: UserKey, part: BackupPart, lines: readonly string[], call: CallContext): Promise<void>;
  close(): Promise<void>;
}

export interface BackupStore {
  snapshot(call: CallContext): Promise<Snapshot>;
  /** Opens a scratch store, whose vectors are of this embedder. */
  scratch(embedder: EmbedderIdentity | undefined, call: CallContext): Promise<Scratch>;
  /**
   * Replaces everything that a user has beside memories: facts, conversations, answers and documents of ordered collections become those of
   * the lines, in one transaction. Schemas, tiers and quotas are restored if they are missing, and otherwise stay as they are; the last
   * sequence of an ordered document never goes back.
   */
  replaceRows(whose: UserKey, lines: readonly string[], call: CallContext): Promise<void>;
  /** Notes the places of archived memories, except those that the store has or knows of; returns how many it noted. */
  putArchiveBack(whose: UserKey, lines: readonly string[], call: CallContext): Promise<number>;
}

/** A complete backup. */
export type Backup = {
  readonly id: string;
  readonly set: BackupSet;
  /** The moment whose state it has, in milliseconds since 1970. */
  readonly atMs: number;
  readonly sequence: number;
  readonly embedder: EmbedderIdentity | undefined;
  readonly users: number;
  /** The number of users who are not in it, since the server could not read them; absent: none. */
  readonly refusedUsers?: number | undefined;
  /** The number of lines: memories, facts, turns, …. */
  readonly lines: number;
  /**
   * The bytes of the lines, uncompressed; `newBytes` are those that this backup had to store itself, while the rest is
   * stored with earlier backups.
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
  /** The first faults. */
  readonly faults: readonly BackupFault[];
  readonly isDone: boolean;
};

export type RestoreCommand = {
  /** The tenant whose data is restored. */
  readonly tenant: string;
  /** The user whose data is restored; absent: all users. */
  readonly userId?: string | undefined;
  /** The backup, or a time: the newest backup of each set at that time. */
  readonly from: { readonly id: string } | { readonly atMs: number };
  /** Whether to restore; otherwise it only reports what would be restored and removed. */
  readonly force: boolean;
};

export type RestoreProgress = {
  readonly backups: readonly string[];
  readonly users: number;
  readonly usersDone: number;
  /** The number of memories and rows that were restored, or would be. */
  readonly restored: number;
  /** The number of memories and rows that are missing from the backup or differ from it. */
  readonly removed: number;
  /** The number of selected users in the backups who were erased since: they are not restored. */
  readonly erasedUsers: number;
  readonly isDone: boolean;
};

export interface Backups {
  create(set: BackupSet, call: CallContext): AsyncIterable<BackupProgress>;
  /** Lists the backups, newest first, and the ids of those that cannot be read. */
  list(call: CallContext): Promise<{ readonly found: readonly Backup[]; readonly damaged: readonly string[] }>;
  /** Restores all of it to a scratch store and compares the result. */
  verify(id: string, call: CallContext): AsyncIterable<VerifyProgress>;
  restore(command: RestoreCommand, call: CallContext): AsyncIterable<RestoreProgress>;
}
