/** What the domain knows of a memory type. Each type has one, in a file of this folder; specs.ts has them all. */
import type { FilterableFields, Payload, PayloadPatch } from '../payloads.ts';

/** What distinguishes an owner's memories of a type, beside their ids. */
export type MergeKey = { readonly kind: string; readonly key: string };

/** How an add goes into a memory of the same key. */
export interface Merging<P extends Payload> {
  /** Undefined where this payload has none. */
  key(payload: P): MergeKey | undefined;
  /** What a memory would have, were it called so. */
  keyNamed(kind: string, key: string): MergeKey;
  /** Whether an add goes into this memory of the same key. */
  mergesInto(existing: P, added: P): boolean;
  /** What the two become; `existing` itself where the add says nothing new. `fromMs` is when `existing` was recorded. */
  merged(existing: P, added: P, fromMs: number, nowMs: number): P;
}

export interface MemoryTypeSpec<P extends Payload> {
  /** Two letters and `_`: an id alone says where to look for it. */
  readonly idPrefix: string;
  /** What memories are kept by beyond tenant, user and namespace. The other fields of a scope say where one came from. */
  readonly keptBy: readonly ('agentId' | 'sessionId' | 'taskId')[];
  /** Whose quota they count for: the user's, or that of the user and an agent or a session. */
  readonly owner: 'user' | 'agent' | 'session';
  /** What ends with its task or session cannot be pinned. */
  readonly isPinnable: boolean;
  /** Absent: two of them are never one. */
  readonly merging?: Merging<P>;
  /** What quotas count, without metadata: bytes of the content and of the small fields. */
  contentBytes(payload: P): number;
  /** The text by which it is found. `nameOf` gives the name of the entity with an id. */
  searchText(payload: P, nameOf: (id: string) => string | undefined): string;
  /**
   * The payload with the fields of a patch. `createTimeMs` is when what it says was recorded first. Throws FIELD_INVALID for fields
   * that are not the type's.
   */
  patched(payload: P, fields: PayloadPatch, createTimeMs: number, nowMs: number): P;
  /** What the archive says about one in the clear. Content stays out: it is sealed, and this is not. */
  archivedHead(payload: P): FilterableFields;
  /** From when its age counts; `writtenMs` is when it was last written. */
  ageFromMs(payload: P, writtenMs: number): number;
  /** What happens when the quota is full, and how room is made without paying. */
  whenFull(measure: 'COUNT' | 'BYTES'): string;
}

/** A spec's members that most types share. */
export const SHARED = {
  archivedHead: () => ({}),
  ageFromMs: (_: Payload, writtenMs: number) => writtenMs,
} as const;
