/** The record of a memory in the archive: everything but its content. */
import type { Filterable } from './filter.ts';
import type { MemoryRecord } from './memory.ts';
import { specOf } from './types/specs.ts';
import { RETIRED_TYPES } from '../policy/lifecycle.ts';
import type { RetiredType } from '../policy/memory-types.ts';

/** The reasons for archiving a memory: its age, its importance, its agent's limit, or another memory that says the same. */
export const ARCHIVE_REASONS = ['RETENTION', 'THRESHOLD', 'CAPACITY', 'DUPLICATE'] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

/** The fields of a memory that filters can read. */
export type ArchivedHead = Filterable;

export type Archived = {
  readonly head: ArchivedHead;
  readonly type: RetiredType;
  readonly reason: ArchiveReason;
  readonly archiveMs: number;
  /** Set for a duplicate: the memory that stayed in its place. */
  readonly mergedInto: string | undefined;
};

/** A memory that is to be archived. */
export type Eviction = {
  readonly id: string;
  /** The memory is archived only while it still has this version. */
  readonly version: number;
  /** The number of its line in the archive's object. */
  readonly line: number;
  readonly reason: ArchiveReason;
  /** Set for a duplicate: the memory that stays. */
  readonly mergedInto: string | undefined;
};

/** Returns the name in cold storage of an object of archived memories, all of one type. */
export function archiveObject(type: RetiredType, id: string): string {
  return `${folderOf(type)}${id}`;
}

/** Returns the type of the memories in an archive object with this name. */
export function typeOfArchiveObject(object: string): RetiredType | undefined {
  return RETIRED_TYPES.find((type) => object.startsWith(folderOf(type)));
}

function folderOf(type: RetiredType): string {
  return `archive/${type.toLowerCase()}/`;
}

/** The time of a memory's archiving, and the reason. */
export type Archival = Pick<Archived, 'reason' | 'archiveMs' | 'mergedInto'>;

/** Returns the head of a memory without its content: content is stored encrypted, and the head is not. */
export function archivedHead(record: MemoryRecord): ArchivedHead {
  return { ...record, payload: specOf(record.payload).archivedHead(record.payload) };
}
