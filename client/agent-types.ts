/** What goes into the agent handle and what comes out. Sizes are bytes of uncompressed UTF-8. */
import type { CallOptions } from './typed-client.ts';

/** Which kind of memory. Each has its own lifetime, quota and latency target; see MemoryType in the contract. */
export type MemoryType = 'working' | 'short_term' | 'long_term';

/** Who speaks in a session's message. */
export type Role = 'user' | 'assistant' | 'system' | 'tool';

/** Who or what a memory came from; how far to trust it is the reader's to decide. */
export type Source = 'user' | 'assistant' | 'tool' | 'web' | 'import';

/** Anything that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** The caller's own fields. At most 64 KB as JSON and 16 levels deep. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** Whose memories. Each identifier is at most 256 bytes, without control characters, and compares byte for byte. */
export type AgentScope = {
  /** The user that the memories are about. */
  readonly userId: string;
  /** The agent that writes and reads. Working memory needs it; elsewhere it records who wrote. */
  readonly agentId?: string | undefined;
  /** The session. Short-term memory needs it; elsewhere it records where a memory came from. */
  readonly sessionId?: string | undefined;
  /** Divides a user's memories, for example by project. Reads without one see all of the user's. */
  readonly namespace?: string | undefined;
  /** The task of working memory. */
  readonly taskId?: string | undefined;
};

type AnyMemory = {
  /** For example `lt_019ab3f2c0de7000a1b2c3d4e5f60718`. */
  readonly id: string;
  /** Whose it is; what was not given is absent. */
  readonly scope: AgentScope;
  /** The content as text; of a working entry its value, as JSON where it is not a string. */
  readonly text: string;
  /** The caller's own fields. */
  readonly metadata: JsonObject | undefined;
  /** Who or what it came from; absent where nobody said. Never changes. */
  readonly source: Source | undefined;
  /** When the server took it. */
  readonly createTime: Date;
  /** When it last changed. */
  readonly updateTime: Date;
  /** When it goes by itself; absent if never. */
  readonly expireTime: Date | undefined;
  /** Changes with every update. */
  readonly etag: string;
  /** Content and metadata, uncompressed: what quotas count. */
  readonly sizeBytes: number;
  /** The content as stored. */
  readonly storedBytes: number;
  /** Whether it is stored compressed. */
  readonly isCompressed: boolean;
};

/** An entry of the task in hand. */
export type WorkingMemory = AnyMemory & {
  readonly type: 'working';
  readonly key: string;
  readonly value: JsonValue;
};
/** A message of a session. */
export type ShortTermMemory = AnyMemory & {
  readonly type: 'short_term';
  readonly role: Role;
  /** When it was said. */
  readonly time: Date;
};
/** A text that is kept until deleted. */
export type LongTermMemory = AnyMemory & {
  readonly type: 'long_term';
  /** Who said it. */
  readonly speaker: string | undefined;
  /** When it happened or was said. */
  readonly eventTime: Date | undefined;
  /** Its place in its session. */
  readonly turn: number | undefined;
};
/** A memory, flat; `type` tells which fields it has besides. */
export type AgentMemory = WorkingMemory | ShortTermMemory | LongTermMemory;

/** A write's options. */
export type WriteOptions = CallOptions & {
  /**
   * Makes a repeat safe for 24 hours: keep it, and repeat the call with the same id and content after an error that is
   * `retryable`. At most 128 bytes; `crypto.randomUUID()` will do. None is made up, since only the caller knows what is a
   * repeat.
   */
  readonly requestId?: string | undefined;
};

type AddOptions = WriteOptions & {
  readonly metadata?: JsonObject | undefined;
  /** Who or what it comes from. */
  readonly source?: Source | undefined;
};

/** Options of adding a long-term memory, the default. */
export type AddLongTermOptions = AddOptions & {
  readonly type?: 'long_term' | undefined;
  /** Who said it, at most 256 bytes. */
  readonly speaker?: string | undefined;
  /** When it happened or was said. */
  readonly eventTime?: Date | undefined;
  /** Its place in its session. */
  readonly turn?: number | undefined;
  /** What to do when the quota is full; absent: `off`, that is fail with QUOTA_EXCEEDED. */
  readonly autoPrune?: 'off' | 'to_fit' | 'fraction' | undefined;
};
/** Options of adding a message to the session. */
export type AddShortTermOptions = AddOptions & {
  readonly type: 'short_term';
  /** Who speaks; absent: the user. */
  readonly role?: Role | undefined;
  /** When it was said; absent: now. */
  readonly time?: Date | undefined;
};
/** Options of adding an entry to working memory. */
export type AddWorkingOptions = AddOptions & {
  readonly type: 'working';
  /** The entry's name, at most 256 bytes. Without it the content is an object of one entry: `{ name: value }`. */
  readonly key?: string | undefined;
};

/** What became of an added memory. */
export type Added<M extends AgentMemory = AgentMemory> = {
  /** The memory as stored. */
  readonly memory: M;
  /** MERGED: it took the place of the entry with the same key. */
  readonly operation: 'ADD' | 'ADD_WITH_PRUNE' | 'ADD_WITH_EVICTION' | 'MERGED';
  /** The server's time for the call. */
  readonly latencyMs: number;
  /** Room left under the quota of the memory's type. */
  readonly remaining: { readonly count: number; readonly bytes: number };
  /** How many memories autoPrune deleted. */
  readonly prunedCount: number;
  /** How many entries or messages made room. */
  readonly evictedCount: number;
  /** The ids of those pruned or evicted, the first 1,000. */
  readonly removedIds: readonly string[];
};

/** Options of a search. */
export type StreamOptions = CallOptions & {
  /** Which types, each once; absent: long_term. */
  readonly types?: readonly MemoryType[] | undefined;
  /** How many at most of each type, 1 to 10,000; absent: 5. */
  readonly topK?: number | undefined;
  /** A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes. */
  readonly filter?: string | undefined;
  /** Leaves out what is less similar; 0 to 1. */
  readonly minSimilarity?: number | undefined;
  /** Whether each hit says how its score came about. */
  readonly explain?: boolean | undefined;
  /** What "now" is for questions such as "last month"; absent: the server's time. */
  readonly now?: Date | undefined;
};
/** Options of a search that answers at once. */
export type RetrieveOptions = StreamOptions & {
  /** `grouped` (default): by type, fastest first. `score`: all types together by similarity, topK of all. */
  readonly orderBy?: 'grouped' | 'score' | undefined;
};

/** A memory that was found. */
export type Hit = {
  /** The memory's text. */
  readonly text: string;
  /** The memory's type. */
  readonly type: MemoryType;
  /** What hits are ordered by, within one query and one type. */
  readonly score: number;
  /** How near in meaning, 0 to 1; compares across queries and types: under 0.4 another topic, over 0.7 closely related. */
  readonly similarity: number;
  /** The memory. */
  readonly memory: AgentMemory;
  /** Every signal's share of the score, where `explain` was asked for. */
  readonly signals: readonly { readonly signal: string; readonly value: number; readonly share: number }[];
};

/** How the search of one type went. */
export type TypeReport = {
  readonly type: MemoryType;
  /** The server's time for this type. */
  readonly latencyMs: number;
  /** The latency it is held to. */
  readonly targetMs: number;
  readonly count: number;
  /** Why it failed; absent if it did not. */
  readonly error: { readonly reason: string; readonly message: string } | undefined;
};

/** What a search found, best first, and how it went. */
export type Hits = readonly Hit[] & SearchReport;
/** How a search went. */
export type SearchReport = {
  /** One for each type asked for. A type that failed has an error here and no hits. */
  readonly types: readonly TypeReport[];
  /** The server's time for the call. */
  readonly latencyMs: number;
  /** The latency it is held to. */
  readonly targetMs: number;
};
/**
 * Hits as they are found, each type's together; to be read once. `types` grows with each type that is done; `latencyMs` and
 * `targetMs` are 0 until all are.
 */
export type HitStream = AsyncIterableIterator<Hit> & SearchReport;

/** Options of a listing. */
export type ListOptions = CallOptions & {
  /** Which type; absent: long_term. */
  readonly type?: MemoryType | undefined;
  /** A CEL expression. */
  readonly filter?: string | undefined;
  /** `create_time` (default) or `create_time desc`. */
  readonly orderBy?: 'create_time' | 'create_time desc' | undefined;
  /** How many are fetched at a time, 1 to 1,000; absent: 50. */
  readonly pageSize?: number | undefined;
};

/** Options of deleting by filter. */
export type DeleteMatchingOptions = CallOptions & {
  /** Which type; absent: long_term. */
  readonly type?: MemoryType | undefined;
  /** Whether to delete; absent: a dry run. */
  readonly force?: boolean | undefined;
};
/** What a filter matched. */
export type DeletedMatching = {
  readonly matchedCount: number;
  /** 0 in a dry run. */
  readonly deletedCount: number;
  /** The oldest that matched, at most 100. */
  readonly sampleIds: readonly string[];
};

/** What to change: what is absent stays, null clears. */
export type MemoryPatch = {
  /** The new content of a message or a text. */
  readonly text?: string | undefined;
  /** The new value of a working entry. */
  readonly value?: JsonValue | undefined;
  readonly role?: Role | undefined;
  readonly time?: Date | undefined;
  readonly speaker?: string | null | undefined;
  readonly eventTime?: Date | null | undefined;
  readonly turn?: number | null | undefined;
  /** Replaced whole. */
  readonly metadata?: JsonObject | null | undefined;
};

/** A memory's id, or the memory as it was read: then the call fails with ETAG_MISMATCH if it has changed since. */
export type MemoryTarget = string | { readonly id: string; readonly etag: string };
