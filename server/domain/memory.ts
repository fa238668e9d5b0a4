/** What a memory is, inside the server. Times are milliseconds since 1970 UTC; sizes are bytes of uncompressed UTF-8. */

/** In latency order, fastest first: the order in which results of several types are grouped. */
export const MEMORY_TYPES = ['WORKING', 'SHORT_TERM', 'LONG_TERM'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

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

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export type WorkingPayload = { readonly type: 'WORKING'; readonly key: string; readonly value: JsonValue };
export type MessagePayload = {
  readonly type: 'SHORT_TERM';
  readonly role: 'USER' | 'ASSISTANT' | 'SYSTEM' | 'TOOL';
  readonly content: string;
  readonly timeMs: number;
};
export type TextPayload = {
  readonly type: 'LONG_TERM';
  readonly content: string;
  readonly speaker: string;
  readonly eventTimeMs?: number | undefined;
  readonly turn?: number | undefined;
};
export type Payload = WorkingPayload | MessagePayload | TextPayload;

export type MemoryRecord = {
  readonly id: string;
  readonly scope: Scope;
  readonly payload: Payload;
  /** Absent where nobody said. */
  readonly source?: Source | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly createTimeMs: number;
  readonly updateTimeMs: number;
  readonly expireTimeMs?: number | undefined;
  /** 1 when added, one more with each update. The contract shows it as the etag. */
  readonly version: number;
  readonly sizeBytes: number;
  readonly storedBytes: number;
  readonly isCompressed: boolean;
};

/** The prefix of a type's ids: an id alone says where to look for it. */
const ID_PREFIX: Readonly<Record<MemoryType, string>> = { WORKING: 'wm_', SHORT_TERM: 'st_', LONG_TERM: 'lt_' };

/** `uuid` is a UUID without its dashes. */
export function memoryId(type: MemoryType, uuid: string): string {
  return ID_PREFIX[type] + uuid;
}

/** The type that an id names, or undefined where no id of ours looks like this. */
export function typeOfId(id: string): MemoryType | undefined {
  if (!/^[a-z]{2}_[0-9a-f]{32}$/.test(id)) return undefined;
  return MEMORY_TYPES.find((type) => id.startsWith(ID_PREFIX[type]));
}

/** The text by which a memory is found. */
export function searchText(payload: Payload): string {
  if (payload.type !== 'WORKING') return payload.content;
  const value = typeof payload.value === 'string' ? payload.value : JSON.stringify(payload.value);
  return `${payload.key.replaceAll(/[_\-.]+/g, ' ')}: ${value}`;
}

/** What quotas count: content, the small fields of the payload, and metadata as JSON. */
export function sizeBytes(payload: Payload, metadata: JsonObject | undefined): number {
  const meta = metadata === undefined ? 0 : Buffer.byteLength(JSON.stringify(metadata));
  switch (payload.type) {
    case 'WORKING':
      return Buffer.byteLength(payload.key) + Buffer.byteLength(JSON.stringify(payload.value)) + meta;
    case 'SHORT_TERM':
      return Buffer.byteLength(payload.content) + meta;
    case 'LONG_TERM':
      return Buffer.byteLength(payload.content) + Buffer.byteLength(payload.speaker) + meta;
  }
}
