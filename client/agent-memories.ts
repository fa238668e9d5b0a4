/** Memories as the agent handle gives them. Sizes are bytes of uncompressed UTF-8. */

/** Which kind of memory. Each has its own lifetime, quota and latency target; see MemoryType in the contract. */
export type MemoryType = 'working' | 'short_term' | 'persona' | 'structured' | 'long_term' | 'episodic' | 'entity';

/** Who speaks in a session's message. */
export type Role = 'user' | 'assistant' | 'system' | 'tool';

/** Who or what a memory came from; how far to trust it is the reader's to decide. */
export type Source = 'user' | 'assistant' | 'tool' | 'web' | 'import';

/** Anything that JSON can say. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
/** The caller's own fields. At most 64 KB as JSON and 16 levels deep. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** The user, agent, session, namespace and task that memories belong to. Each identifier is at most 256 bytes, without control characters, and compares byte for byte. */
export type AgentScope = {
  /** The user that the memories are about. */
  readonly userId: string;
  /** The agent that writes and reads. Working, persona and episodic memory need it; elsewhere it records who wrote. */
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
  /** The scope that it belongs to; what was not given is absent. */
  readonly scope: AgentScope;
  /** The content as text; of an entry or a trait its value, of an episode its task, of a document its data, as JSON. */
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
  /** How much it matters, 0 to 1. */
  readonly importance: number;
  /** Whether it is pinned: never archived, pruned nor merged away until it is unpinned. */
  readonly pinned: boolean;
  /** How often it was read by id or found, some seconds late. */
  readonly accessCount: number;
  /** When it last was. */
  readonly lastAccessTime: Date | undefined;
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
/** A lasting trait of the user, as one agent knows it. */
export type PersonaMemory = AnyMemory & {
  readonly type: 'persona';
  readonly key: string;
  readonly value: JsonValue;
  /** Earlier values, newest first. */
  readonly versions: readonly { readonly value: JsonValue; readonly fromTime: Date; readonly toTime: Date }[];
};

/** How a task ended. */
export type EpisodeOutcome = 'success' | 'partial' | 'failure' | 'cancelled';
/** A step of an episode, as it is sent: texts of at most 4 KB. */
export type NewStep = {
  /** What was done, in words. */
  readonly action: string;
  /** The tool that was used. */
  readonly tool?: string | undefined;
  /** What went in, shortened or hashed. */
  readonly inputDigest?: string | undefined;
  /** What came out, shortened or hashed. */
  readonly outputDigest?: string | undefined;
  /** Absent: ok. */
  readonly status?: 'ok' | 'error' | 'skipped' | undefined;
  /** What failed. */
  readonly error?: string | undefined;
  readonly durationMs?: number | undefined;
  /** Absent: now. */
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
/** A task, its steps and what came of it. */
export type EpisodicMemory = AnyMemory & {
  readonly type: 'episodic';
  readonly task: string;
  readonly steps: readonly EpisodeStep[];
  /** Absent while it runs. */
  readonly outcome: EpisodeOutcome | undefined;
  readonly outcomeNote: string;
  readonly startTime: Date;
  readonly endTime: Date | undefined;
};

/** What an entity or a relationship was said to be before. */
export type EntityVersion = {
  readonly attributes: JsonObject;
  readonly validFrom: Date | undefined;
  readonly validTo: Date | undefined;
  /** From when the store said so. */
  readonly fromTime: Date;
  /** When it was told otherwise. */
  readonly toTime: Date;
};
type Stated = AnyMemory & {
  readonly type: 'entity';
  readonly attributes: JsonObject;
  /** From when it is so in the world; absent: always was. */
  readonly validFrom: Date | undefined;
  /** Until when; absent: still is. */
  readonly validTo: Date | undefined;
  /** Ids of the memories that say so. */
  readonly evidence: readonly string[];
  /** Newest first. */
  readonly versions: readonly EntityVersion[];
};
/** Somebody or something. */
export type EntityMemory = Stated & {
  readonly node: 'entity';
  readonly name: string;
  readonly entityType: string;
  readonly aliases: readonly string[];
};
/** How one entity stands to another. */
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
  /** '' where it has none. */
  readonly key: string;
  readonly data: JsonObject;
};

/** A memory, flat; `type` tells which fields it has besides, and of entities `node`. */
export type AgentMemory =
  | WorkingMemory
  | ShortTermMemory
  | PersonaMemory
  | StructuredMemory
  | LongTermMemory
  | EpisodicMemory
  | EntityMemory
  | RelationshipMemory;
