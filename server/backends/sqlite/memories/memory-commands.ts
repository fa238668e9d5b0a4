/** Intents about memories as the writer takes them: their content in stored form. */
import type { AddIntent, AddOperation, Remaining, RemoveIntent, UpdateIntent } from '../../../domain/intents.ts';
import type { MemoryRecord, Payload } from '../../../domain/memory.ts';
import type { PortableMemory } from '../../../domain/portable.ts';
import type { SearchDocument } from '../../../ports/search.ts';
import type { StoredText } from '../../stored-text.ts';
import type { StoredPayload, StoredType } from '../records/stored-types.ts';

/** An add, its content in stored form. */
export type StoredAdd = Omit<AddIntent, 'payload' | 'metadata'> & {
  /** Without the content, for messages and texts. */
  readonly payload: StoredPayload;
  readonly text: StoredText;
  readonly metadataJson: string | undefined;
  readonly sizeBytes: number;
};

/** The answer to an add, apart from what the intent holds. Remembered as it is for repeats: no content. */
export type AddFacts = {
  readonly id: string;
  readonly createTimeMs: number;
  readonly expireTimeMs?: number | undefined;
  readonly saidMs?: number | undefined;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly isCompressed: boolean;
  readonly operation: AddOperation;
  readonly remaining: Remaining;
  readonly prunedCount: number;
  readonly evictedCount: number;
  readonly removedIds: readonly string[];
  /** What an add became that went into another memory. Not remembered: its content is the snapshot's. */
  readonly merged?: MemoryRecord | undefined;
  /** What was added the first time, for a repeated add of a type that is stored as JSON. */
  readonly payload?: Payload | undefined;
};

/** The index's document of a memory that is to be changed, its content in stored form. */
export type KnownDocument = SearchDocument & { readonly text: StoredText };

/** As `Known` of the port, for the writer. */
export type KnownThere = KnownDocument | 'GONE' | 'RECORD';

/** What is known of a memory that a remote index holds. */
type Known = { readonly known?: KnownThere | undefined };

export type StoredUpdate = UpdateIntent &
  Known & {
    readonly type: StoredType;
    /** The stored form of the patch's content. */
    readonly text?: StoredText | undefined;
  };

export type StoredRemove = RemoveIntent & Known & { readonly type: StoredType };

/** A memory that is put back as it was. */
export type StoredPutBack = StoredAdd &
  Pick<
    MemoryRecord,
    'createTimeMs' | 'updateTimeMs' | 'expireTimeMs' | 'version' | 'accessCount' | 'lastAccessTimeMs'
  > &
  Pick<PortableMemory, 'isApart'>;
