/** The log of changes, as its followers read it. */
import type { MemoryRecord, MemoryType, Scope } from './memory.ts';

/** A change that was committed. No content: the record is the memory as it is when the change is read, if it still is. */
export type MemoryChange = {
  readonly operation: 'ADD' | 'UPDATE' | 'REMOVE';
  readonly type: MemoryType;
  readonly id: string;
  /** Whose it was and where it came from; no task. */
  readonly scope: Scope;
  readonly atMs: number;
  /** Where it stands in the log that was read. */
  readonly sequence: number;
  readonly record?: MemoryRecord | undefined;
};

export type ChangesQuery = {
  /**
   * Names one user, or without userId the whole tenant. agentId, sessionId and namespace narrow it where they are set.
   */
  readonly scope: Scope;
  /** Empty: all. */
  readonly types: readonly MemoryType[];
  readonly after: number;
  readonly limit: number;
  readonly nowMs: number;
};

/** `next` is the place up to which was read, whatever was left out; at the end there was no more to read. */
export type ChangePage = {
  readonly changes: readonly MemoryChange[];
  readonly next: number;
  readonly isAtEnd: boolean;
};
