/** Memories as the agent handle gives them. Sizes are bytes of uncompressed UTF-8. */

/** The type of a memory. Each type has its own lifetime, quota and latency target; see MemoryType in the contract. */
export type MemoryType = 'working' | 'short_term' | 'persona' | 'structured' | 'long_term' | 'episodic' | 'entity';

/** The role of a message's speaker. */
export type Role = 'user' | 'assistant' | 'system' | 'tool';

/** The origin of a memory. Readers decide how far to trust it. */
export type Source = 'user' | 'assistant' | 'tool' | 'web' | 'import';

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** The caller's own fields. At most 64 KB as JSON and 16 levels deep. */
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * The user, agent, session, namespace and task that memories belong to. Each identifier is at most 256 bytes without control characters,
 * and is compared byte for byte.
 */
export type AgentScope = {
  /** The user to whom the memories belong. */
  readonly userId: string;
  /** The agent that writes and reads. Required for working, persona and episodic memory; for other types it records which agent wrote. */
  readonly agentId?: string | undefined;
  /** The session. Required for short-term memory; for other types it records the session that a memory came from. */
  readonly sessionId?: string | undefined;
  /** Divides a user's memories, for example by project. Reads without a namespace see all of the user's memories. */
  readonly namespace?: string | undefined;
  /** The task of working memory. */
  readonly taskId?: string | undefined;
};

type AnyMemory = {
  /** The id, for example `lt_019ab3f2c0de7000a1b2c3d4e5f60718`. */
  readonly id: string;
  /** The scope that it belongs to; fields that were not given are absent. */
  readonly scope: AgentScope;
  /** The content as text; for an entry or a trait its value, for an episode its task, for a document its data, as JSON. */
  readonly text: string;
  /** The caller's own fields. */
  readonly metadata: JsonObject | undefined;
  /** The origin of the memory; absent if not specified. It never changes. */
  readonly source: Source | undefined;
  /** The time at which the server added it. */
  readonly createTime: Date;
  /** The time at which it last changed. */
  readonly updateTime: Date;
  /** The time at which it expires; absent if it never does. */
  readonly expireTime: Date | undefined;
  /** A tag that changes with every update. */
  readonly etag: string;
  /** The bytes of content and metadata, uncompressed, which quotas count. */
  readonly sizeBytes: number;
  /** The bytes of the content as stored. */
  readonly storedBytes: number;
  /** Whether it is stored compressed. */
  readonly isCompressed: boolean;
  /** The importance, 0 to 1. */
  readonly importance: number;
  /** Whether it is pinned: never archived, pruned or merged as a duplicate until it is unpinned. */
  readonly pinned: boolean;
  /** The number of times that it was read by id or found, counted a few seconds late. */
  readonly accessCount: number;
  /** The time at which it was last read by id or found. */
  readonly lastAccessTime: Date | undefined;
};

/** An entry of the current task. */
export type WorkingMemory = AnyMemory & {
  readonly type: 'working';
  readonly key: string;
  readonly value: JsonValue;
};
/** A message of a session. */
export type ShortTermMemory = AnyMemory & {
  readonly type: 'short_term';
  readonly role: Role;
  /** The time at which it was said. */
  readonly time: Date;
};
/** A text that is kept until it is deleted. */
export type LongTermMemory = AnyMemory & {
  readonly type: 'long_term';
  /** The person who said it. */
  readonly speaker: string | undefined;
  /** The time at which it happened or was said. */
  readonly eventTime: Date | undefined;
  /** The position in its session. */
  readonly turn: number | undefined;
};
/** A lasting trait of the user, as one agent knows it. */
export type PersonaMemory = AnyMemory & {
  readonly type: 'persona';
  readonly key: string;
  readonly value: JsonValue;
  /** The earlier values, newest first. */
  readonly versions: readonly { readonly value: JsonValue; readonly fromTime: Date; readonly toTime: Date }[];
};

/** The outcome of a task. */
export type EpisodeOutcome = 'success' | 'partial' | 'failure' | 'cancelled';
/** A step of an episode to be sent; its texts have at most 4 KB each. */
export type NewStep = {
  /** A description of what was done. */
  readonly action: string;
  /** The tool that was used. */
  readonly tool?: string | undefined;
  /** The input, shortened or hashed. */
  readonly inputDigest?: string | undefined;
  /** The output, shortened or hashed. */
  readonly outputDigest?: string | undefined;
  /** The status of the step; absent: ok. */
  readonly status?: 'ok' | 'error' | 'skipped' | undefined;
  /** The error of a step that failed. */
  readonly error?: string | undefined;
  readonly durationMs?: number | undefined;
  /** The time of the step; absent: now. */
  readonly time?: Date | undefined;
};
/** A step of an episode. */
export type EpisodeStep = {
  readonly action: string;
  readonly tool: string;
  readonly inputDigest: string;
  readonly outputDigest: string;
  readonly status: 'ok' | 'error' | 'skipped';
  readonly error: string;
  readonly durationMs: number | undefined;
  readonly time: Date;
};
/** A task with its steps and its outcome. */
export type EpisodicMemory = AnyMemory & {
  readonly type: 'episodic';
  readonly task: string;
  readonly steps: readonly EpisodeStep[];
  /** The outcome; absent while the task is running. */
  readonly outcome: EpisodeOutcome | undefined;
  readonly outcomeNote: string;
  readonly startTime: Date;
  readonly endTime: Date | undefined;
};

/** An earlier state of an entity or a relationship. */
export type EntityVersion = {
  readonly attributes: JsonObject;
  readonly validFrom: Date | undefined;
  readonly validTo: Date | undefined;
  /** The time from which the store recorded it. */
  readonly fromTime: Date;
  /** The time at which it was replaced. */
  readonly toTime: Date;
};
type Stated = AnyMemory & {
  readonly type: 'entity';
  readonly attributes: JsonObject;
  /** The time from which it is valid in the world; absent: it always was. */
  readonly validFrom: Date | undefined;
  /** The time until which it is valid, exclusive; absent: it still is. */
  readonly validTo: Date | undefined;
  /** The ids of the memories that support it. */
  readonly evidence: readonly string[];
  /** The earlier states, newest first. */
  readonly versions: readonly EntityVersion[];
};
/** A person, place or thing. */
export type EntityMemory = Stated & {
  readonly node: 'entity';
  readonly name: string;
  readonly entityType: string;
  readonly aliases: readonly string[];
};
/** A relationship between two entities. */
export type RelationshipMemory = Stated & {
  readonly node: 'relationship';
  readonly fromId: string;
  readonly toId: string;
  readonly relationshipType: string;
};

/** A JSON document of a collection. */
export type StructuredMemory = AnyMemory & {
  readonly type: 'structured';
  readonly collection: string;
  /** The document's key; '' if it has none. */
  readonly key: string;
  readonly data: JsonObject;
};

/** A memory, flattened; `type` tells which other fields it has, and for entities `node` does. */
export type AgentMemory =
  | WorkingMemory
  | ShortTermMemory
  | PersonaMemory
  | StructuredMemory
  | LongTermMemory
  | EpisodicMemory
  | EntityMemory
  | RelationshipMemory;
