/** The memory, as the server handles it. Times are milliseconds since 1970 UTC; sizes are bytes of uncompressed UTF-8. */
import type { QuotaName } from '../policy/limits.ts';
import type { MemoryType } from '../policy/memory-types.ts';
import type { JsonObject, Payload } from './payloads.ts';
import { RELATIONSHIP_PREFIX } from './types/entity.ts';
import { specOf, TYPE_SPECS } from './types/specs.ts';

export * from './payloads.ts';

export { jsonText } from './types/parts.ts';

export type { MemoryType, QuotaName };

/** All types by latency, the fastest first: the order in which results of several types are grouped. */
export const MEMORY_TYPES = Object.keys(TYPE_SPECS) as readonly MemoryType[];

/** The owner of a memory. The tenant comes from the credential, the rest from the request; '' means absent. */
export type Scope = {
  readonly tenant: string;
  readonly userId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly namespace: string;
  readonly taskId: string;
};

/** The sources of memories: who or what they came from. */
export const SOURCES = ['USER', 'ASSISTANT', 'TOOL', 'WEB', 'IMPORT'] as const;
export type Source = (typeof SOURCES)[number];

export type MemoryRecord = {
  readonly id: string;
  readonly scope: Scope;
  readonly payload: Payload;
  /** Absent if the caller named none. */
  readonly source?: Source | undefined;
  readonly metadata?: JsonObject | undefined;
  /** 0 to 1; absent if the caller stated none. */
  readonly importance?: number | undefined;
  /** Set if the memory may never be archived, pruned or merged away; absent: it may be. */
  readonly isPinned?: true | undefined;
  /** The number of times that it was read or found, and the last time; counted with a delay. */
  readonly accessCount?: number | undefined;
  readonly lastAccessTimeMs?: number | undefined;
  readonly createTimeMs: number;
  readonly updateTimeMs: number;
  readonly expireTimeMs?: number | undefined;
  /** 1 when added, increased by one with each update. The contract shows it as the etag. */
  readonly version: number;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly isCompressed: boolean;
};

/** Returns the type whose lower-case name this is, as used in files and reports. */
export function typeCalled(name: string): MemoryType | undefined {
  return MEMORY_TYPES.find((type) => type.toLowerCase() === name);
}

/** Types whose memories may be pinned: the others end with their task or session. */
export const PINNABLE_TYPES: readonly MemoryType[] = MEMORY_TYPES.filter((type) => TYPE_SPECS[type].isPinnable);

/** Distinguishes relationships from entities by the id. */
export const isRelationshipId = (id: string): boolean => id.startsWith(RELATIONSHIP_PREFIX);

/** The quotas that memories count towards: one for each type, and a separate one for relationships. */
export const MEMORY_QUOTAS = [...MEMORY_TYPES, 'RELATIONSHIP'] as const;
export type MemoryQuota = (typeof MEMORY_QUOTAS)[number];

/**
 * The quotas for what is stored besides memories: turns that left their session's window, standing facts, sessions with their
 * windows, used request ids, and documents of ordered collections. Each belongs to a user.
 */
export const CONTEXT_QUOTAS = ['RECALL', 'FACT', 'SESSION', 'REQUEST_ID', 'ORDERED_DOCUMENT'] as const;
export type ContextQuota = Exclude<QuotaName, MemoryQuota>;

/** The names of all quotas. */
export const QUOTA_NAMES = [...MEMORY_QUOTAS, ...CONTEXT_QUOTAS] as const satisfies readonly QuotaName[];

/** Returns the quota that a memory counts towards. */
export function quotaName(payload: Payload): MemoryQuota {
  return payload.type === 'ENTITY' ? payload.node : payload.type;
}

/** `uuid` is a UUID without its dashes. */
export function memoryId(name: MemoryQuota, uuid: string): string {
  return (name === 'RELATIONSHIP' ? RELATIONSHIP_PREFIX : TYPE_SPECS[name].idPrefix) + uuid;
}

/** Returns the type that an id names, or undefined if it does not have the form of the server's ids. */
export function typeOfId(id: string): MemoryType | undefined {
  if (!/^[a-z]{2}_[0-9a-f]{32}$/.test(id)) return undefined;
  if (id.startsWith(RELATIONSHIP_PREFIX)) return 'ENTITY';
  return MEMORY_TYPES.find((type) => id.startsWith(TYPE_SPECS[type].idPrefix));
}

/** Returns when an id was created, or undefined if it does not show: ids of version 7 begin with the time. */
export function timeOfId(id: string): number | undefined {
  const time = /^[a-z]{2}_([0-9a-f]{12})7[0-9a-f]{19}$/.exec(id)?.[1];
  return time === undefined ? undefined : Number(`0x${time}`);
}

/** Returns the size that quotas count: content, the small fields of the payload, and metadata as JSON. */
export function sizeBytes(payload: Payload, metadata: JsonObject | undefined): number {
  return (
    specOf(payload).contentBytes(payload) + (metadata === undefined ? 0 : Buffer.byteLength(JSON.stringify(metadata)))
  );
}
