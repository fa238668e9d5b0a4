/** The writer's commands about memories, with content in stored form. */
import type { AddIntent, AddOperation, Remaining, RemoveIntent, UpdateIntent } from '../../../domain/intents.ts';
import type { MemoryRecord, Payload } from '../../../domain/memory.ts';
import type { PortableMemory } from '../../../domain/portable.ts';
import type { SearchDocument } from '../../../ports/search.ts';
import type { StoredText } from '../../stored-text.ts';
import type { StoredPayload, StoredType } from './stored-types.ts';

/** An add with its content in stored form. */
export type StoredAdd = Omit<AddIntent, 'payload' | 'metadata'> & {
  /** The payload; for messages and texts, without the content. */
  readonly payload: StoredPayload;
  readonly text: StoredText;
  readonly metadataJson: string | undefined;
  readonly sizeBytes: number;
};

/** The writer's reply to an add: what the intent does not say already. It is remembered for repeats, without content. */
export type AddReply = {
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
  /** True if this is the first reply again. It is not remembered. */
  readonly isRepeated?: true | undefined;
  /** The memory into which an add was merged. It is not remembered: its content is in the snapshot. */
  readonly merged?: MemoryRecord | undefined;
  /** The payload of the first add, for a repeat of a type that is stored as JSON. */
  readonly payload?: Payload | undefined;
};

/** The index's document of a memory that is to be changed, with its content in stored form. */
export type KnownDocument = SearchDocument & { readonly text: StoredText };

/** The writer's form of the port's `Known`. */
export type KnownThere = KnownDocument | 'GONE' | 'RECORD';

/** The state of a memory in a remote index, as far as it is known. */
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
