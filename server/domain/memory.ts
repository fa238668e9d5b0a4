/** What a memory is, inside the server. Times are milliseconds since 1970 UTC; sizes are bytes of uncompressed UTF-8. */
import type { JsonObject, Payload } from './payloads.ts';
import { RELATIONSHIP_PREFIX } from './types/entity.ts';
import { specOf, TYPE_SPECS } from './types/specs.ts';

export * from './payloads.ts';

export { jsonText } from './types/parts.ts';

export type MemoryType = Payload['type'];
/** In latency order, fastest first: the order in which results of several types are grouped. */
export const MEMORY_TYPES = Object.keys(TYPE_SPECS) as readonly MemoryType[];

/** Whose memory it is. The tenant comes from the credential, the rest from the request; '' is absence. */
export type Scope = {
  readonly tenant: string;
  readonly userId: string;
  readonly agentId: string;
  readonly sessionId: string;
  readonly namespace: string;
  readonly taskId: string;
};

/** Who or what a memory came from. */
export const SOURCES = ['USER', 'ASSISTANT', 'TOOL', 'WEB', 'IMPORT'] as const;
export type Source = (typeof SOURCES)[number];

export type MemoryRecord = {
  readonly id: string;
  readonly scope: Scope;
  readonly payload: Payload;
  /** Absent where nobody said. */
  readonly source?: Source | undefined;
  readonly metadata?: JsonObject | undefined;
  /** 0 to 1; absent where nobody said. */
  readonly importance?: number | undefined;
  /** Never archived, pruned or merged away; absent: it may be. */
  readonly isPinned?: true | undefined;
  /** How often it was read or found, and when last; counted late. */
  readonly accessCount?: number | undefined;
  readonly lastAccessTimeMs?: number | undefined;
  readonly createTimeMs: number;
  readonly updateTimeMs: number;
  readonly expireTimeMs?: number | undefined;
  /** 1 when added, one more with each update. The contract shows it as the etag. */
  readonly version: number;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly isCompressed: boolean;
};

/** The type that is called so in small letters, as files and reports have it. */
export function typeCalled(name: string): MemoryType | undefined {
  return MEMORY_TYPES.find((type) => type.toLowerCase() === name);
}

/** Types whose memories may be pinned: the others end with their task or session. */
export const PINNABLE_TYPES: readonly MemoryType[] = MEMORY_TYPES.filter((type) => TYPE_SPECS[type].isPinnable);

/** Tells the graph's two kinds apart by the id. */
export const isRelationshipId = (id: string): boolean => id.startsWith(RELATIONSHIP_PREFIX);

/** The quotas that memories count for: one for each type, and of entity memory one for the relationships apart from the entities. */
export const MEMORY_QUOTAS = [...MEMORY_TYPES, 'RELATIONSHIP'] as const;
export type MemoryQuota = (typeof MEMORY_QUOTAS)[number];

/**
 * The quotas of what is kept beside memories: turns that left their session's window, facts that stand, sessions with what their
 * windows hold, request ids that were used, and documents of ordered collections. Each is a user's.
 */
export const CONTEXT_QUOTAS = ['RECALL', 'FACT', 'SESSION', 'REQUEST_ID', 'ORDERED_DOCUMENT'] as const;
export type ContextQuota = (typeof CONTEXT_QUOTAS)[number];

/** What quotas are set for, by name. */
export const QUOTA_NAMES = [...MEMORY_QUOTAS, ...CONTEXT_QUOTAS] as const;
export type QuotaName = (typeof QUOTA_NAMES)[number];

/** Which quota a memory counts for. */
export function quotaName(payload: Payload): MemoryQuota {
  return payload.type === 'ENTITY' ? payload.node : payload.type;
}

/** `uuid` is a UUID without its dashes. */
export function memoryId(name: MemoryQuota, uuid: string): string {
  return (name === 'RELATIONSHIP' ? RELATIONSHIP_PREFIX : TYPE_SPECS[name].idPrefix) + uuid;
}

/** The type that an id names, or undefined where no id of ours looks like this. */
export function typeOfId(id: string): MemoryType | undefined {
  if (!/^[a-z]{2}_[0-9a-f]{32}$/.test(id)) return undefined;
  if (id.startsWith(RELATIONSHIP_PREFIX)) return 'ENTITY';
  return MEMORY_TYPES.find((type) => id.startsWith(TYPE_SPECS[type].idPrefix));
}

/** When an id was made, or undefined where it does not say: those of version 7 begin with it. */
export function timeOfId(id: string): number | undefined {
  const time = /^[a-z]{2}_([0-9a-f]{12})7[0-9a-f]{19}$/.exec(id)?.[1];
  return time === undefined ? undefined : Number(`0x${time}`);
}

/** What quotas count: content, the small fields of the payload, and metadata as JSON. */
export function sizeBytes(payload: Payload, metadata: JsonObject | undefined): number {
  return (
    specOf(payload).contentBytes(payload) + (metadata === undefined ? 0 : Buffer.byteLength(JSON.stringify(metadata)))
  );
}
