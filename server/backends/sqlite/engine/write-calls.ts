/** What the writer's engine and the subjects that write agree on. */
import type { Database } from 'better-sqlite3';
import type { AuditHead, Origin } from '../../../domain/audit.ts';
import type { WireOutcome } from './wire-error.ts';

/** What the engine knows of a call beside its function. */
export type WriteTraits<Argument = never> = {
  /** It deletes, or notes what was deleted: it is written while the disk is full, on the reserve's room. */
  readonly deletes?: true | ((argument: Argument) => boolean);
  /** It is long, and shares its transaction with nothing. */
  readonly isAlone?: true;
  /** It touches nothing of the file, and runs between two transactions. */
  readonly isAside?: true;
  /** It makes savepoints itself, so that a part of it may be undone alone. */
  readonly hasOwnSavepoints?: true;
  /** How much of a transaction it is; absent: one intent of no size. */
  readonly size?: (argument: Argument) => { readonly intents: number; readonly bytes: number };
};

export interface Savepoints {
  /** Applies an intent. What it wrote is undone if it throws. */
  one<T>(apply: () => T): T;
  /** The same, answering with the error instead. */
  asOutcome<T>(apply: () => T): WireOutcome<T>;
}

/** The methods of the writer's subjects, and what it holds in memory of what is in the file. */
export interface Work<W> {
  readonly writes: W;
  /** What is known of the methods, where there is anything. */
  readonly traits: Readonly<Record<string, WriteTraits | undefined>>;
  /** Before and after a call that writes; the second time with what it answered. */
  begin(method: string, argument: unknown, origin: Origin | undefined): void;
  end(method: string, argument: unknown, result: unknown): void;
  /** After each savepoint: whether what was written since holds. */
  settled(holds: boolean): void;
  /** Before the commit. */
  beforeCommit(): void;
  /** The last page of the audit log. */
  head(): AuditHead;
  /** Whether there are events to publish since this was last asked, whatever became of the transaction. */
  takeEvents(): boolean;
  /** Whether text was deleted or overwritten that the log may still hold. */
  hasRemovedText(): boolean;
  textIsScrubbed(): void;
}

/** Makes the work of a writer. */
export interface WorkSource<W> {
  /** Once, when the file was opened. */
  prepare(db: Database): void;
  /** Then, and again after each batch that was undone. */
  start(db: Database, headFile: string, savepoints: Savepoints): Work<W>;
}
