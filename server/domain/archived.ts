/** What is known of a memory that went to the archive: all but its content. */
import type { Filterable } from './filter.ts';
import type { MemoryRecord } from './memory.ts';
import { specOf } from './types/specs.ts';
import { RETIRED_TYPES } from '../policy/lifecycle.ts';
import type { RetiredType } from '../policy/memory-types.ts';

/** Why a memory was archived: its age, its importance, the cap of its agent, another memory that says the same. */
export const ARCHIVE_REASONS = ['RETENTION', 'THRESHOLD', 'CAPACITY', 'DUPLICATE'] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

/** A memory as filters see it. */
export type ArchivedHead = Filterable;

export type Archived = {
  readonly head: ArchivedHead;
  readonly type: RetiredType;
  readonly reason: ArchiveReason;
  readonly archiveMs: number;
  /** Set for a duplicate: the memory that stayed in its place. */
  readonly mergedInto: string | undefined;
};

/** A memory that is to go to the archive. */
export type Eviction = {
  readonly id: string;
  /** Only while it has this one. */
  readonly version: number;
  /** Its line in the archive's object. */
  readonly line: number;
  readonly reason: ArchiveReason;
  /** Set for a duplicate: the memory that stays. */
  readonly mergedInto: string | undefined;
};

/** The name in cold storage of an object of archived memories, all of one type. */
export function archiveObject(type: RetiredType, id: string): string {
  return `${folderOf(type)}${id}`;
}

/** The type of the memories that an archive object of this name holds. */
export function typeOfArchiveObject(object: string): RetiredType | undefined {
  return RETIRED_TYPES.find((type) => object.startsWith(folderOf(type)));
}

function folderOf(type: RetiredType): string {
  return `archive/${type.toLowerCase()}/`;
}

/** When and why a memory that was found in the archive went there. */
export type Archival = Pick<Archived, 'reason' | 'archiveMs' | 'mergedInto'>;

/** Content stays out: it is sealed, and this is not. */
export function archivedHead(record: MemoryRecord): ArchivedHead {
  return { ...record, payload: specOf(record.payload).archivedHead(record.payload) };
}
