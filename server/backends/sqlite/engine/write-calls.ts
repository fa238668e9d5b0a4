/** The interface between the writer's engine and the subjects that write. */
import type { Database } from 'better-sqlite3';
import type { AuditHead, Origin } from '../../../domain/audit.ts';
import type { Trials } from './store-change.ts';
import type { WireOutcome } from './wire-error.ts';

/** Traits of a call that the engine needs beside its function. */
export type WriteTraits<Argument = never> = {
  /** True if it deletes, or notes what was deleted: it is written while the disk is full, on the reserve's room. */
  readonly deletes?: true | ((argument: Argument) => boolean);
  /** True if it is long, and must have a transaction for itself. */
  readonly isAlone?: true;
  /** True if it does not use the file, and runs between two transactions. */
  readonly isAside?: true;
  /** True if it makes savepoints itself, so that a part of it may be undone alone. */
  readonly hasOwnSavepoints?: true;
  /** Returns its share of a transaction; if absent, one intent without size. */
  readonly size?: (argument: Argument) => { readonly intents: number; readonly bytes: number };
};

export interface Savepoints {
  /** Applies an intent. What it wrote is undone if it throws. */
  one<T>(apply: () => T): T;
  /** Does the same, but returns an error as the outcome. */
  asOutcome<T>(apply: () => T): WireOutcome<T>;
}

/** The methods of the writer's subjects, and their cached state of the file. */
export interface Work<W> {
  readonly writes: W;
  /** The traits of methods that have any. */
  readonly traits: Readonly<Record<string, WriteTraits | undefined>>;
  /** Called before and after a call that writes; the second time with its result. */
  begin(method: string, argument: unknown, origin: Origin | undefined): void;
  end(method: string, argument: unknown, result: unknown): void;
  /** Called after each savepoint: tells whether what was written since holds. */
  settled(holds: boolean): void;
  /** Called before the commit. */
  beforeCommit(): void;
  /** Returns the last page of the audit log. */
  head(): AuditHead;
  /** Returns whether there are events to publish since the last call, whatever became of the transaction. */
  takeEvents(): boolean;
  /** Returns whether text was deleted or overwritten that the log may still hold. */
  hasRemovedText(): boolean;
  textIsScrubbed(): void;
  /** Absent in a store that is not copied. */
  readonly trials?: Trials | undefined;
}

/** Makes the work of a writer. */
export interface WorkSource<W> {
  /** Runs once, when the file was opened. */
  prepare(db: Database): void;
  /** Starts the work, and starts it again after each batch that was undone. */
  start(db: Database, headFile: string, savepoints: Savepoints): Work<W>;
}
