/** The specification of a memory type for the domain. Each type has one, in a file of this folder; specs.ts lists them all. */
import type { FilterableFields, Payload, PayloadPatch } from '../payloads.ts';

/** The identity of a memory among its owner's memories of a type, besides the id. */
export type MergeKey = { readonly kind: string; readonly key: string };

/** The rules for merging an add with a memory that has the same key. */
export interface Merging<P extends Payload> {
  /** Returns undefined if this payload has no key. */
  key(payload: P): MergeKey | undefined;
  /** Returns the key that a memory with this name would have. */
  keyNamed(kind: string, key: string): MergeKey;
  /** Tells whether an add is merged into this memory of the same key. */
  mergesInto(existing: P, added: P): boolean;
  /** Returns the merged payload; `existing` itself if the add says nothing new. `fromMs` is the time at which `existing` was recorded. */
  merged(existing: P, added: P, fromMs: number, nowMs: number): P;
}

export interface MemoryTypeSpec<P extends Payload> {
  /** Two letters and `_`: the id alone shows where to look for the memory. */
  readonly idPrefix: string;
  /**
   * The fields that memories are kept by, besides tenant, user and namespace. Other fields of a scope only say where a memory came
   * from.
   */
  readonly keptBy: readonly ('agentId' | 'sessionId' | 'taskId')[];
  /** The owner whose quota memories count towards: the user, or the user together with an agent or a session. */
  readonly owner: 'user' | 'agent' | 'session';
  /** False if memories end with their task or session, and therefore cannot be pinned. */
  readonly isPinnable: boolean;
  /** Absent: two memories are never merged. */
  readonly merging?: Merging<P>;
  /** Returns the size that quotas count, without metadata: bytes of the content and of the small fields. */
  contentBytes(payload: P): number;
  /** Returns the text by which it is found. `nameOf` returns the name of the entity with an id. */
  searchText(payload: P, nameOf: (id: string) => string | undefined): string;
  /**
   * Returns the payload with the fields of a patch. `createTimeMs` is the time at which its statement was first recorded. Throws
   * FIELD_INVALID for fields that the type lacks.
   */
  patched(payload: P, fields: PayloadPatch, createTimeMs: number, nowMs: number): P;
  /** Returns the fields that the archive keeps in plain text. Content is left out, since it is stored encrypted. */
  archivedHead(payload: P): FilterableFields;
  /** Returns the time from which its age counts; `writtenMs` is the time of the last write. */
  ageFromMs(payload: P, writtenMs: number): number;
  /** Describes what happens when the quota is full, and how to make room without paying. */
  whenFull(measure: 'COUNT' | 'BYTES'): string;
}

/** Members of a specification that most types share. */
export const SHARED = {
  archivedHead: () => ({}),
  ageFromMs: (_: Payload, writtenMs: number) => writtenMs,
} as const;
