/** Declares who holds the data of several copies of a store, and what it may ask of one of them. */
import type { HeldChange, Position, StoreChange } from '../engine/store-change.ts';

/** A copy of the store. */
export interface Copy {
  /** Returns its position; undefined if nothing was ever loaded. */
  position(): Promise<Position | undefined>;
  /** Applies changes in one transaction. */
  apply(changes: readonly HeldChange[]): Promise<void>;
  /** Notes that it cannot be used any more, for this reason. */
  fail(why: Error): void;
}

/** Holds the data of several copies of a store. */
export interface Holder {
  /** True if other servers read the same data: counts are then written within a second, and otherwise as in a plain store. */
  readonly isShared: boolean;
  /** Is called once, before anything else: brings the copy up to date, or loads it. */
  open(copy: Copy): Promise<void>;
  /** Resolves once the copy has all that stood when this was called. Rejects if that cannot be found out. */
  catchUp(): Promise<void>;
  /** The same before a read; if its caller has seen a revision, once the copy has that, and what stood a few seconds ago. */
  catchUpForRead(revision: number | undefined): Promise<void>;
  /**
   * Is called with the position that the copy had when the change was tried out. Resolves to true once the change stands and the copy has
   * it, or will have it before `catchUp` resolves the next time; to false if the copy lacked something that the change may depend on: it
   * must then be tried out again. If it rejects, the change may stand or not, unless the error says that nothing was written.
   */
  commit(change: StoreChange, position: Position | undefined): Promise<boolean>;
}
