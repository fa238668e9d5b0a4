/** The log of changes, as its followers read it. */
import type { MemoryRecord, MemoryType, Scope } from './memory.ts';

/** A committed change. It has no content: the record is the memory at the time of reading, if it still exists. */
export type MemoryChange = {
  readonly operation: 'ADD' | 'UPDATE' | 'REMOVE';
  readonly type: MemoryType;
  readonly id: string;
  /** The owner of the memory and the scope it came from, without the task. */
  readonly scope: Scope;
  readonly atMs: number;
  /** Its position in the log that was read. Only the log itself reads positions: elsewhere they are equal or not. */
  readonly position: string;
  readonly record?: MemoryRecord | undefined;
};

export type ChangesQuery = {
  /** Names one user, or the whole tenant if userId is empty. agentId, sessionId and namespace narrow it if they are set. */
  readonly scope: Scope;
  /** Empty: all types. */
  readonly types: readonly MemoryType[];
  /** The position after which to read. */
  readonly after: string;
  readonly limit: number;
  readonly nowMs: number;
};

/**
 * `next` is the position up to which the log was read, including changes that were left out; `isAtEnd` tells that there was nothing
 * more to read.
 */
export type ChangePage = {
  readonly changes: readonly MemoryChange[];
  readonly next: string;
  readonly isAtEnd: boolean;
};

/** The positions between which a log keeps its changes. */
export type ChangeBounds = { readonly start: string; readonly end: string };
