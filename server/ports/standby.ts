/** A warm standby takes the changes of the embedded store as segments, and makes a store of segments again. */
import type { DataKey } from './cold-storage.ts';
import type { CallContext } from './stores.ts';
import type { MemoryType } from '../domain/memory.ts';

/** A part of a segment holds memories of one type, which may be erased by itself, or all other rows of a user. */
export type ShippedClass = MemoryType | 'ROWS';

/** The owner of a part of a segment is a user, named by the partition (domain/cold-name.ts). Each part is sealed with a key of its own. */
export type PartOwner = { readonly partition: string; readonly shippedClass: ShippedClass };

/** A row's key in its table: a number, or the text of its columns (keySql in shipped-tables.ts). */
export type RowKey = number | string;

/** The row of a table that a walk through all rows has reached. */
export type WalkCursor = { readonly table: string; readonly after: RowKey | undefined };

/** Segments are numbered within a timeline. A new timeline begins when a store is restored, or replaced by an older copy. */
export type SegmentAddress = { readonly timeline: string; readonly number: number };

/** The store keeps track here of what has been shipped. */
export type ShipState = {
  readonly timeline: string;
  /** The segment that this timeline continues; absent if there is nothing before it. */
  readonly parent?: SegmentAddress | undefined;
  /** Earlier timelines of this store, the newest first. */
  readonly ancestors: readonly string[];
  /** The number of the last segment; 0 if there is none. */
  readonly number: number;
  /** The number of the last change that is in a segment. */
  readonly to: number;
  /** The number of the last change when the store was opened. */
  readonly openedTo: number;
  /** The number of the last page of the audit log that is in a segment. */
  readonly auditPage: number;
  /** The walk that is under way; absent if there is none. */
  readonly walk?: WalkCursor | undefined;
  /** The time and the segment at which this walk began; absent if it has yet to begin. */
  readonly walkBegan?: { readonly atMs: number; readonly number: number } | undefined;
  /** The time and the segment at which the last complete walk began. */
  readonly base?: { readonly atMs: number; readonly number: number } | undefined;
  /**
   * A store can be restored that has all that was written before this time. As long as none can be, it is the time at which the timeline
   * began. Absent if an earlier version wrote the state.
   */
  readonly shippedMs?: number | undefined;
};

export type ReadCommand = {
  /** The number of the last change that was shipped. */
  readonly after: number;
  readonly walk: WalkCursor | undefined;
};

/** Changes that were read, and wait to be sealed. */
export type ReadChanges = {
  /** The number of the last change that was read. */
  readonly to: number;
  /** True if all changes have been read: then the segment and those before it are the store as of one moment. */
  readonly isWhole: boolean;
  /** The position from which the walk continues; undefined if there is no walk, or it is complete. */
  readonly walk: WalkCursor | undefined;
  readonly auditPage: number;
  /** The owners of the parts; `seal` takes their keys in the same order. */
  readonly owners: readonly PartOwner[];
};

/** Changes that were read; `changes` is undefined if nothing changed and no walk is under way. */
export type ReadMoment = {
  /** A time of the system's clock: all that was committed before was read, and nothing that was committed later. */
  readonly readMs: number;
  readonly changes: ReadChanges | undefined;
};

/** A segment's description of itself, beside the rows that it holds. */
export type SegmentFacts = {
  readonly name: string;
  readonly address: SegmentAddress;
  readonly parent: SegmentAddress | undefined;
  readonly ancestors: readonly string[];
  readonly atMs: number;
};

/** The time at which a key was made tells which erasures may have destroyed it. */
export type ShippedKey = DataKey & { readonly madeMs: number };

export type SealCommand = {
  readonly facts: SegmentFacts;
  /** Seals the segment's head, and rows of no user. */
  readonly headKey: Uint8Array;
  readonly keys: readonly ShippedKey[];
};

/** Gives the changes of a store that is in use. No call of the store waits for it. */
export interface ShippedStore {
  /** Returns undefined if nothing was shipped yet, or if changes were made without notes of them. */
  state(call: CallContext): Promise<ShipState | undefined>;
  /** Writes counts that are held back in memory. */
  writeCounts(): Promise<void>;
  /** Reads changes, and a part of the walk. */
  read(command: ReadCommand, call: CallContext): Promise<ReadMoment>;
  /** Seals the changes that were read last. */
  seal(command: SealCommand, call: CallContext): Promise<Uint8Array>;
  /** Stores the state, and forgets the notes of changes that are in segments. */
  shipped(state: ShipState, call: CallContext): Promise<void>;
  /** Removes this user's name from the notes of changes that are still to be shipped. */
  forget(whose: { readonly tenant: string; readonly userId: string }, call: CallContext): Promise<void>;
  close(): Promise<void>;
}

export type PartKey =
  | { readonly kind: 'KEY'; readonly key: DataKey }
  /** The part was erased after it was shipped. */
  | { readonly kind: 'ERASED' }
  /** The key is missing, or another is in its place, and no erasure explains it. */
  | { readonly kind: 'MISSING' };

export type AppliedSegment = { readonly rows: number; readonly erasedParts: number; readonly missingParts: number };

/** A store that is made of segments, which are applied in their order. */
export interface RestoredStore {
  /**
   * Throws COLD_OBJECT_DAMAGED. `keyOf` is called for each part with the id of the key that sealed it, and the time at which that was
   * made, which is undefined if an earlier version shipped the part.
   */
  apply(
    name: string,
    bytes: Uint8Array,
    headKey: Uint8Array,
    keyOf: (owner: PartOwner, keyId: string, madeMs: number | undefined) => PartKey,
  ): AppliedSegment;
  /** Computes totals anew, and makes the store durable. A server that opens it continues from this state. */
  finish(state: ShipState): void;
  close(): void;
}

/** The content of a segment's head, as far as a restore needs it. */
export type SegmentSaid = Omit<SegmentFacts, 'name'> & { readonly owners: readonly PartOwner[] };

/** Tells how far behind a standby is. */
export type StandbyStatus = {
  /**
   * The changes of at most this many milliseconds before now would be lost with the machine. Before a store can be restored, this is the
   * time since shipping began.
   */
  readonly lagMs: number;
  /** True if a store can be restored, which takes one complete walk. */
  readonly hasBase: boolean;
  /** The error of the last attempt; undefined if it succeeded. */
  readonly failure: string | undefined;
};
