/** What a warm standby needs of the embedded store: its changes as segments, and a store made of segments. */
import type { DataKey } from './cold-storage.ts';
import type { CallContext } from './stores.ts';
import type { MemoryType } from '../domain/memory.ts';

/** What a part of a segment is of: memories of a type, which may be erased alone, or everything else of a user. */
export type ShippedClass = MemoryType | 'ROWS';

/** Whose a part of a segment is: a user's, by the partition (domain/cold-name.ts). Each has a key of its own. */
export type PartOwner = { readonly partition: string; readonly shippedClass: ShippedClass };

/** A row's key in its table: a number, or the text of what names it. */
export type RowKey = number | string;

/** How far a walk through all rows has come: behind this row of this table. */
export type WalkCursor = { readonly table: string; readonly after: RowKey | undefined };

/** Segments are numbered within a timeline: a store, until a copy of it goes on from an earlier moment. */
export type SegmentAddress = { readonly timeline: string; readonly number: number };

/** What the store knows of what was shipped. */
export type ShipState = {
  readonly timeline: string;
  /** The segment after which this timeline goes on; absent where it has nothing before it. */
  readonly parent?: SegmentAddress | undefined;
  /** Timelines of this store before this one, the newest first. */
  readonly ancestors: readonly string[];
  /** The last segment that is kept; 0: none. */
  readonly number: number;
  /** The last change that is in a segment. */
  readonly to: number;
  /** The last change that there was when the store was opened. */
  readonly openedTo: number;
  /** The last page of the audit log that is in a segment. */
  readonly auditPage: number;
  /** The walk that is under way; absent: none. */
  readonly walk?: WalkCursor | undefined;
  /** When it began, and with which segment; absent where it is still to begin. */
  readonly walkBegan?: { readonly atMs: number; readonly number: number } | undefined;
  /** When the last whole walk began, and with which segment. */
  readonly base?: { readonly atMs: number; readonly number: number } | undefined;
  /**
   * All that was written before is in segments that a store can be made of. As long as none can be, when the timeline began; absent
   * where an earlier version noted the state.
   */
  readonly shippedMs?: number | undefined;
};

export type ReadOrder = {
  /** The last change that was shipped. */
  readonly after: number;
  readonly walk: WalkCursor | undefined;
};

/** What was read, and waits to be sealed. */
export type ReadChanges = {
  /** The last change that is in it. */
  readonly to: number;
  /** Whether it has all changes that there were: then it is the store as of one moment, together with what was before it. */
  readonly isWhole: boolean;
  /** Where the walk goes on; absent where there is none, or none any more. */
  readonly walk: WalkCursor | undefined;
  readonly auditPage: number;
  readonly rows: number;
  /** In the order of the keys that `seal` is given. */
  readonly owners: readonly PartOwner[];
};

/** `changes` are undefined where there are none, and no walk. */
export type ReadMoment = {
  /** By the system's clock: what was committed before is in it, and nothing that was committed later. */
  readonly readMs: number;
  readonly changes: ReadChanges | undefined;
};

/** What a segment says of itself, beside what it holds. */
export type SegmentFacts = {
  readonly name: string;
  readonly address: SegmentAddress;
  readonly parent: SegmentAddress | undefined;
  readonly ancestors: readonly string[];
  readonly atMs: number;
};

/** When it was made tells which erasures it may have gone with. */
export type ShippedKey = DataKey & { readonly madeMs: number };

export type SealOrder = {
  readonly facts: SegmentFacts;
  /** Seals what the segment says of itself, and what is of no user. */
  readonly headKey: Uint8Array;
  readonly keys: readonly ShippedKey[];
};

/** The changes of a store that is written to. Nothing waits for it. */
export interface ShippedStore {
  /** Undefined where nothing was shipped yet, or changes were made without being noted. */
  state(call: CallContext): Promise<ShipState | undefined>;
  /** Counts that are kept back are written. */
  writeCounts(): Promise<void>;
  /** Reads changes, and a stretch of the walk. */
  read(order: ReadOrder, call: CallContext): Promise<ReadMoment>;
  /** Seals what was read last. */
  seal(order: SealOrder, call: CallContext): Promise<Uint8Array>;
  /** What is in segments is forgotten; the state is this from now on. */
  shipped(state: ShipState, call: CallContext): Promise<void>;
  /** Names of this user leave the notes of what is to be shipped. */
  forget(whose: { readonly tenant: string; readonly userId: string }, call: CallContext): Promise<void>;
  close(): Promise<void>;
}

export type PartKey =
  | { readonly kind: 'KEY'; readonly key: DataKey }
  /** It was erased after it was shipped. */
  | { readonly kind: 'ERASED' }
  /** The key is lost, or is another: nobody knows why. */
  | { readonly kind: 'MISSING' };

export type AppliedSegment = { readonly rows: number; readonly erasedParts: number; readonly missingParts: number };

/** A store that is made of segments, in their order. */
export interface RestoredStore {
  /**
   * Throws COLD_OBJECT_DAMAGED. `keyOf` is asked for each part, with the id of the key that sealed it and when that was made, undefined
   * where an earlier version shipped it.
   */
  apply(
    name: string,
    bytes: Uint8Array,
    headKey: Uint8Array,
    keyOf: (owner: PartOwner, keyId: string, madeMs: number | undefined) => PartKey,
  ): AppliedSegment;
  /** Counts anew what counts others, and makes it durable: a server that opens it goes on from this segment. */
  finish(state: ShipState): void;
  close(): void;
}

/** What the head of a segment says, for those who choose and open segments. */
export type SegmentSaid = Omit<SegmentFacts, 'name'> & { readonly owners: readonly PartOwner[] };

/** How far a standby is. */
export type StandbyStatus = {
  /**
   * What would be lost now if the machine were: all changes of the last so many milliseconds at most. Before a store can be made of what
   * is shipped, the time since that began.
   */
  readonly lagMs: number;
  /** Whether a store can be restored from it: not before all of it was shipped once. */
  readonly hasBase: boolean;
  /** Why the last attempt failed; undefined where it did not. */
  readonly failure: string | undefined;
};
