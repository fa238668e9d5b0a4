/**
 * Declares what the services need of stores. A backend is one folder that implements `MemoryStore`; test/conformance holds it to every
 * obligation written here. Terms: an *intent* is a change that a caller asks for, checked for form but not against the store; an
 * *outcome* is its result. Quota, etag and request id are decided where the change is applied, by the pure functions of domain/decide, so
 * that they cannot race.
 */
import type { StopSignal } from '../domain/abort.ts';
import type {
  Added,
  AddIntent,
  ListCursor,
  MemoryRef,
  Outcome,
  RemoveIntent,
  Removed,
  Updated,
  UpdateIntent,
} from '../domain/intents.ts';
import type { Archival } from '../domain/archived.ts';
import type { Origin } from '../domain/audit.ts';
import type { ChangeBounds, ChangePage, ChangesQuery } from '../domain/changes.ts';
import type { Collection, CollectionPut, PutCollectionIntent } from '../domain/collections.ts';
import type { SortField } from '../domain/list-order.ts';
import type { GraphQuestion, Traversal, TraverseQuery } from '../domain/graph/questions.ts';
import type { MemoryRecord, MemoryType, Scope } from '../domain/memory.ts';
import type {
  DocumentListQuery,
  DocumentPage,
  OrderedDocument,
  PopDocumentIntent,
  WriteDocumentsIntent,
  WrittenDocuments,
} from '../domain/ordered-documents.ts';
import type { UserMemories } from './users.ts';
import type { CallTrace } from './telemetry.ts';

export type * from '../domain/graph/questions.ts';
export type * from '../domain/intents.ts';
export type * from '../domain/changes.ts';
export type * from '../domain/collections.ts';

/** The clock, as a port, so that tests can set it. */
export interface Clock {
  /** Returns the time, in milliseconds since 1970 UTC. */
  now(): number;
}

/** Accompanies a call down to the last backend. */
export type CallContext = {
  /** Aborts at the deadline or when the caller cancels. A store then stops waiting; a commit that has begun may be applied. */
  readonly signal: StopSignal;
  /** The parent span of the backends' spans; absent if the call is not traced. */
  readonly trace?: CallTrace | undefined;
  /** The caller; absent: the server itself. */
  readonly origin?: Origin | undefined;
};

/** A filter's source; domain/filter.ts has checked it and compiles it on any machine. */
export type FilterSource = string;

export type ListQuery = {
  readonly scope: Scope;
  readonly filter?: FilterSource | undefined;
  /**
   * Finds only memories of this kind and, if given, this key (MergeKey in domain/merge). Asking for an entry of working memory by its key
   * counts as a use of it, as `get` does.
   */
  readonly named?: { readonly kind: string; readonly key?: string | undefined } | undefined;
  readonly pageSize: number;
  readonly descending: boolean;
  /** The order of documents; `descending` is then ignored. */
  readonly order?: readonly SortField[] | undefined;
  /** The position after which the list starts. */
  readonly after?: ListCursor | undefined;
  readonly nowMs: number;
};

export type RecordPage = { readonly records: readonly MemoryRecord[]; readonly next?: ListCursor | undefined };

export type RetrieveQuery = {
  readonly scope: Scope;
  readonly text: string;
  /**
   * The vector of `text`, from an embedder that cannot run beside the index; the built-in one can, and weighs words by the user's own.
   */
  readonly vector?: Float32Array | undefined;
  /** The key of the embedder of `vector`, or of the index's own; absent: the store's embedder. */
  readonly embedder?: string | undefined;
  readonly topK: number;
  readonly filter?: FilterSource | undefined;
  readonly minSimilarity?: number | undefined;
  /** Whether to return nothing if no memory is close to the text (domain/context/relevance.ts). */
  readonly nearOnly?: boolean | undefined;
  readonly explain: boolean;
  /** The time to which words of the question such as "yesterday" refer; expiry goes by the store's clock. */
  readonly nowMs: number;
  /** Given to a GraphStore only. */
  readonly graph?: GraphQuestion | undefined;
  /** Given to the store of long-term memories only: chooses which hits are returned, if not just the best by score. */
  readonly choose?: ChooseHits | undefined;
};

/** Chooses the answer of a search among more hits than were requested. Hits that are not chosen do not count as used. */
export type ChooseHits = {
  /** The number of hits, the best by score, to choose from. */
  readonly among: number;
  /** Resolves to at most `topK` of them, best first. Rejects only if the call has ended. */
  of(hits: readonly Hit[]): Promise<readonly Hit[]>;
};

/** The fields of a memory that an index infers if its client did not send them, by the API's names. */
export type InferredField = 'speaker' | 'session_id' | 'event_time';

export type SignalShare = { readonly signal: string; readonly value: number; readonly share: number };

export type Hit = {
  readonly record: MemoryRecord;
  readonly score: number;
  /** The calibrated similarity, 0 to 1. */
  readonly similarity: number;
  readonly signals: readonly SignalShare[];
  /** The neighbours, if they were asked for, without the entity itself. */
  readonly neighbors?: Traversal | undefined;
  /** With `explain`: the fields that were not sent and that the index inferred. */
  readonly inferred?: readonly InferredField[] | undefined;
  /** Set for a memory that is in the archive and no longer in the store. */
  readonly archive?: Archival | undefined;
};

/**
 * The event that an acknowledged write survives at most: none; an end of the process, as the session's engine promises; a crash of the
 * machine.
 */
export type Durability = 'VOLATILE' | 'SESSION' | 'DURABLE';

/** Describes what a backend can do. The domain decides by this, never by the backend's name. */
export type StoreCapabilities = {
  readonly durability: Durability;
  /** True if its changes are in the change log. */
  readonly isLogged: boolean;
};

/**
 * Stores the memories of one type.
 *
 * For every method, identifiers are compared byte for byte, and no tenant or user ever sees another's memories. Rejects with a
 * RecordaError if the caller can act on it, never with a driver's error. Once `call.signal` aborts it soon rejects with CANCELLED or
 * DEADLINE_EXCEEDED (`abortError` in domain/abort.ts tells which).
 */
export interface MemoryStore {
  readonly type: MemoryType;
  /** The name of the backend in spans and reports: `process`, `sqlite`, …. */
  readonly backend: string;
  readonly capabilities: StoreCapabilities;
  /**
   * Applies the intents in order, with an outcome for each. One that fails changes nothing and does not stop the others. Those of one
   * call become durable together. A read that starts after it resolves sees them.
   */
  add(intents: readonly AddIntent[], call: CallContext): Promise<readonly Outcome<Added>[]>;
  /** Returns the memory, or undefined if there is none in this scope or it has expired. */
  get(ref: MemoryRef, nowMs: number, call: CallContext): Promise<MemoryRecord | undefined>;
  /** Lists memories by create time, then id, or as `order` says. Pages neither skip nor repeat a memory that stays as it is. */
  list(query: ListQuery, call: CallContext): Promise<RecordPage>;
  /** Updates a memory. Rejects with MEMORY_NOT_FOUND, ETAG_MISMATCH, QUOTA_EXCEEDED; then nothing has changed. */
  update(intent: UpdateIntent, call: CallContext): Promise<Updated>;
  /** Removes a memory. Rejects with MEMORY_NOT_FOUND, ETAG_MISMATCH; then nothing has changed. */
  remove(intent: RemoveIntent, call: CallContext): Promise<Removed>;
  /** Returns at most topK hits, best score first; of equal scores the newest first. Sees every write that resolved before it began. */
  retrieve(query: RetrieveQuery, call: CallContext): Promise<readonly Hit[]>;
  /** All memories of one user: counts, exports, imports and erases them. */
  readonly ofUser: UserMemories;
}

/** Holds the schemas of collections. The store of documents checks every write by them. */
export interface CollectionStore {
  /**
   * Puts a collection. Rejects with FIELD_INVALID if its schema is invalid, SCHEMA_CONFLICT, ETAG_MISMATCH, COLLECTION_KIND_MISMATCH if a
   * plain collection is put as an ordered one, QUOTA_EXCEEDED if it is new; then nothing has changed.
   */
  put(intent: PutCollectionIntent, call: CallContext): Promise<CollectionPut>;
  /** Returns a collection that was put or has documents; the count includes those of all agents and namespaces. */
  get(scope: Scope, name: string, call: CallContext): Promise<Collection | undefined>;
  /** Lists collections by name, byte for byte; `after` and `next` are names. */
  list(
    query: { readonly scope: Scope; readonly pageSize: number; readonly after?: string | undefined },
    call: CallContext,
  ): Promise<{ readonly collections: readonly Collection[]; readonly next?: string | undefined }>;
  /** Removes the schema, but not the documents; does nothing if there is none. */
  remove(scope: Scope, name: string, call: CallContext): Promise<void>;
}

/** Stores documents of ordered collections, which are not memories: nothing finds, archives or prunes them. */
export interface OrderedDocumentStore {
  /**
   * Applies all writes in their order, durable when it resolves, or none. A sequence is larger than all that the user's documents ever
   * had. A request id that was applied is answered alike. Rejects with COLLECTION_KIND_MISMATCH, MEMORY_NOT_FOUND, ETAG_MISMATCH,
   * SCHEMA_MISMATCH, QUOTA_EXCEEDED.
   */
  write(intent: WriteDocumentsIntent, call: CallContext): Promise<WrittenDocuments>;
  /**
   * Removes the document with the largest sequence and resolves to it; undefined if there is none. A request id that was applied is
   * answered alike. Rejects with COLLECTION_KIND_MISMATCH.
   */
  pop(intent: PopDocumentIntent, call: CallContext): Promise<OrderedDocument | undefined>;
  /** Lists documents by sequence. Pages neither skip nor repeat a document that stays. Rejects with COLLECTION_KIND_MISMATCH. */
  list(query: DocumentListQuery, call: CallContext): Promise<DocumentPage>;
  /** Removes at most this many of a collection's documents, the oldest, and resolves to how many it removed. */
  removeOldest(
    command: { readonly scope: Scope; readonly collection: string; readonly limit: number; readonly nowMs: number },
    call: CallContext,
  ): Promise<number>;
}

/**
 * Keeps the committed changes of memories in their order, for a while: those of each user, and those of a tenant, with the changes of
 * all its users in the order of their commits. Each change has a position of its own in either. A user who comes back after an erasure
 * begins anew.
 */
export interface ChangeLog {
  /**
   * Returns the positions between which changes are kept, as of one moment: reading after `start` reads everything, and `end` is the
   * position of the newest change. They are equal if none is kept.
   */
  bounds(scope: Scope, call: CallContext): Promise<ChangeBounds>;
  /**
   * Reads changes, each with the memory as it is now, which is as new as its change or newer. Rejects with CHANGES_GONE if changes after
   * that position are no longer kept, or if the log never gave the position.
   */
  read(query: ChangesQuery, call: CallContext): Promise<ChangePage>;
  /**
   * Calls `listener` soon after each commit of this user, or of the tenant if no user is named, whoever made it, until the returned function
   * is called. A read that starts then sees the commit. May call it without a commit.
   */
  subscribe(scope: Scope, listener: () => void): () => void;
}

/** The store of working memory, which ends with its task. */
export interface WorkingStore extends MemoryStore {
  readonly type: 'WORKING';
  /** Removes the entries of scope.taskId ('' is the unnamed task) and returns how many there were. */
  clearTask(scope: Scope, call: CallContext): Promise<number>;
}

/**
 * The store of entities and relationships, which form a graph. A relationship only exists together with both its ends: adding one is
 * refused (FIELD_INVALID, which names the end) if an end is missing, and removing an entity removes its relationships.
 */
export interface GraphStore extends MemoryStore {
  readonly type: 'ENTITY';
  /**
   * Finds entities by what they are and by the relationships that hold, at present or at the time asked for. Those whose name or alias
   * is the query come first, with similarity 1.
   */
  retrieve(query: RetrieveQuery, call: CallContext): Promise<readonly Hit[]>;
  /**
   * Walks as domain/graph/walk.ts does, over what is valid at asOfMs and recorded at knownAtMs, as of one moment of the store. Records
   * have no versions. Rejects with MEMORY_NOT_FOUND if a start does not exist.
   */
  traverse(query: TraverseQuery, call: CallContext): Promise<Traversal>;
}

/** Identifies the embedder that made a vector: vectors of two identities are never compared. */
export type EmbedderIdentity = { readonly name: string; readonly version: string; readonly dimensions: number };

/** Converts texts to normalised vectors. */
export interface Embedder {
  readonly identity: EmbedderIdentity;
  embed(texts: readonly string[], call: CallContext): Promise<readonly Float32Array[]>;
}
