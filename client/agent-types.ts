/** The options and results of the agent handle. Sizes are bytes of uncompressed UTF-8. */
import type { CallOptions } from './typed-client.ts';

import type {
  AgentMemory,
  AgentScope,
  JsonObject,
  JsonValue,
  MemoryType,
  NewStep,
  Role,
  Source,
  EpisodeOutcome,
} from './agent-memories.ts';

export type * from './agent-memories.ts';
export type * from './agent-fact-types.ts';

/** Options of a write. */
export type WriteOptions = CallOptions & {
  /**
   * Makes a repeat safe for 24 hours: keep it, and repeat the call with the same id and content after an error that is `retryable`. At most
   * 128 bytes; `crypto.randomUUID()` will do. Over the network, the client generates one if none is given, for the retries that it makes
   * itself within the call.
   */
  readonly requestId?: string | undefined;
};

/** Options of every add. */
export type AddOptions = WriteOptions & {
  readonly metadata?: JsonObject | undefined;
  /** The origin of the memory. */
  readonly source?: Source | undefined;
  /** The importance, 0 to 1; absent: 0.5. */
  readonly importance?: number | undefined;
  /** Whether it is never archived, pruned or merged as a duplicate until it is unpinned. Refused for working and short-term memory. */
  readonly pinned?: boolean | undefined;
};

/** Options of adding a long-term memory, the default. */
export type AddLongTermOptions = AddOptions & {
  readonly type?: 'long_term' | undefined;
  /** The person who said it, at most 256 bytes. */
  readonly speaker?: string | undefined;
  /** The time at which it happened or was said. */
  readonly eventTime?: Date | undefined;
  /** The position in its session. */
  readonly turn?: number | undefined;
  /** What to do when the quota is full; absent: `off`, which throws QUOTA_EXCEEDED. */
  readonly autoPrune?: 'off' | 'to_fit' | 'fraction' | undefined;
};
/** Options of adding a message to the session. */
export type AddShortTermOptions = AddOptions & {
  readonly type: 'short_term';
  /** The role of the speaker; absent: the user. */
  readonly role?: Role | undefined;
  /** The time at which it was said; absent: now. */
  readonly time?: Date | undefined;
};
/** Options of adding an entry to working memory. */
export type AddWorkingOptions = AddOptions & {
  readonly type: 'working';
  /** The entry's name, at most 256 bytes. Without it the content is an object of one entry: `{ name: value }`. */
  readonly key?: string | undefined;
};

/** The result of adding a memory. */
export type Added<M extends AgentMemory = AgentMemory> = {
  /** The memory as stored. */
  readonly memory: M;
  /** MERGED means that it replaced the memory with the same key or was merged into it. */
  readonly operation: 'ADD' | 'ADD_WITH_PRUNE' | 'ADD_WITH_EVICTION' | 'MERGED';
  /** The time that the server spent on the call, in milliseconds. */
  readonly latencyMs: number;
  /** The room that is left under the quota of the memory's type. */
  readonly remaining: { readonly count: number; readonly bytes: number };
  /** The number of memories that autoPrune deleted. */
  readonly prunedCount: number;
  /** The number of entries or messages that were evicted to make room. */
  readonly evictedCount: number;
  /** The ids of the memories that were pruned or evicted, at most 1,000. */
  readonly removedIds: readonly string[];
};

/** Options of starting an episode. */
export type StartEpisodeOptions = AddOptions & {
  /** The time at which it began; absent: now. */
  readonly startTime?: Date | undefined;
  /** Steps that were done already, at most 50. */
  readonly steps?: readonly NewStep[] | undefined;
  /** What to do when the quota is full; absent: `off`, which throws QUOTA_EXCEEDED. */
  readonly autoPrune?: AddLongTermOptions['autoPrune'];
};

/** Options of finding documents. */
export type FindDocumentsOptions = CallOptions & {
  /** A CEL expression, for example `data.price > 10 && data.tags.exists(t, t == "new")`. */
  readonly filter?: string | undefined;
  /** Up to four fields, for example `data.price desc, create_time`; absent: `create_time`. */
  readonly orderBy?: string | undefined;
  /** The number of documents that are fetched at a time, 1 to 1,000; absent: 50. */
  readonly pageSize?: number | undefined;
};

/** A collection of documents. */
export type DocumentCollection = {
  readonly name: string;
  /** The JSON Schema that its documents must fit. */
  readonly schema: JsonObject | undefined;
  readonly documentCount: number;
  /** Whether its documents are kept in order: see `documents.ordered`. */
  readonly ordered: boolean;
  /** The time at which it was first put; absent if it never was. */
  readonly createTime: Date | undefined;
  readonly updateTime: Date | undefined;
  readonly etag: string;
};

/** Options of a search. */
export type StreamOptions = CallOptions & {
  /** The types to search, each once; absent: long_term. */
  readonly types?: readonly MemoryType[] | undefined;
  /** The most hits of each type, 1 to 10,000; absent: `topKTotal` if that is given, otherwise 5. */
  readonly topK?: number | undefined;
  /** A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes. */
  readonly filter?: string | undefined;
  /** The least similarity of a hit, 0 to 1; absent: none is left out. */
  readonly minSimilarity?: number | undefined;
  /** Whether to leave out all hits of a type if none is close to the query, by the learned threshold of prompts. */
  readonly nearOnly?: boolean | undefined;
  /** Whether each hit explains its score. */
  readonly explain?: boolean | undefined;
  /** The time that questions such as "last month" refer to; absent: the server's time. */
  readonly now?: Date | undefined;
  /**
   * Whether to search the archive as well, which takes longer: up to topK archived memories of each type follow the other hits, each with
   * its `archive`. For long_term, episodic and structured; refused if none of these is searched. Absent: false.
   */
  readonly includeArchived?: boolean | undefined;
};
/** Options of a search that returns all hits at once. */
export type RetrieveOptions = StreamOptions & {
  /** The most hits in all, across types: the most similar, in the order requested. 1 to 10,000; absent: only `topK` applies. */
  readonly topKTotal?: number | undefined;
  /**
   * `grouped` (default): by type, the fastest first. `score`: all types together by similarity, at most `topKTotal` or else `topK` in all.
   */
  readonly orderBy?: 'grouped' | 'score' | undefined;
};

/** A memory that was found. */
export type Hit = {
  /** The memory's text. */
  readonly text: string;
  /** The memory's type. */
  readonly type: MemoryType;
  /** The number that hits are ordered by within one query and one type. */
  readonly score: number;
  /**
   * The similarity in meaning, 0 to 1, as people judge two sentences. It is comparable across queries and types: 0.2 means the same topic,
   * 0.4 some details in common, 0.6 roughly the same, 0.8 the same except for details.
   */
  readonly similarity: number;
  /** The memory. */
  readonly memory: AgentMemory;
  /** Each signal's share of the score; set with `explain`. */
  readonly signals: readonly { readonly signal: string; readonly value: number; readonly share: number }[];
  /**
   * The fields that the search inferred because they were not sent; set with `explain`: `speaker` and `event_time` (both read from the
   * text), `session_id` (of memories that were added together).
   */
  readonly inferred: readonly string[];
  /** Set if the memory is in the archive and no longer in the store; `admin.restoreArchived` brings it back. */
  readonly archive: Archival | undefined;
};

/** When and why a memory was archived. */
export type Archival = {
  readonly time: Date;
  readonly reason: ArchiveReason;
  /** The id of the memory that stayed, if this one was its duplicate. */
  readonly mergedInto: string | undefined;
};

/** The reason for archiving: its age; its importance; the cap of its agent; another memory that says the same. */
export type ArchiveReason = 'retention' | 'threshold' | 'capacity' | 'duplicate';

/** The report on the search of one type. */
export type TypeReport = {
  readonly type: MemoryType;
  /** The time that the server spent on this type, in milliseconds. */
  readonly latencyMs: number;
  /** The latency target, in milliseconds. */
  readonly targetMs: number;
  readonly count: number;
  /** Whether this is about the archive's memories of the type. */
  readonly archived: boolean;
  /** Whether the archive has more memories of the type than were searched. */
  readonly truncated: boolean;
  /** Whether more memories are likely to belong to the answer, so that twice the topK is worth asking for. Only for `long_term`. */
  readonly moreLikely: boolean;
  /** The error that it failed with; absent if it did not fail. */
  readonly error: { readonly reason: string; readonly message: string } | undefined;
};

/** The hits of a search, best first, with its report. */
export type Hits = readonly Hit[] & SearchReport;
/** The report on a search. */
export type SearchReport = {
  /**
   * One report for each type searched, then one for the archive of each with includeArchived. A type that failed has an error here and no
   * hits.
   */
  readonly types: readonly TypeReport[];
  /** The time that the server spent on the call, in milliseconds. */
  readonly latencyMs: number;
  /** The latency target, in milliseconds. */
  readonly targetMs: number;
};
/**
 * Hits as they are found, grouped by type; can be iterated only once. `types` grows with each type that is done; `latencyMs` and `targetMs`
 * are 0 until all types are done.
 */
export type HitStream = AsyncIterableIterator<Hit> & SearchReport;

/** Options of a listing. */
export type ListOptions = CallOptions & {
  /** The type; absent: long_term. */
  readonly type?: MemoryType | undefined;
  /** A CEL expression over the memories' fields. */
  readonly filter?: string | undefined;
  /** `create_time` (default) or `create_time desc`. */
  readonly orderBy?: 'create_time' | 'create_time desc' | undefined;
  /** The number of memories that are fetched at a time, 1 to 1,000; absent: 50. */
  readonly pageSize?: number | undefined;
};

/** Options of deleting by filter. */
export type DeleteMatchingOptions = CallOptions & {
  /** The type; absent: long_term. */
  readonly type?: MemoryType | undefined;
  /** Whether to delete; absent: a dry run. */
  readonly force?: boolean | undefined;
};
/** The memories that a filter matched. */
export type DeletedMatching = {
  readonly matchedCount: number;
  /** The number of memories that were deleted; 0 in a dry run. */
  readonly deletedCount: number;
  /** The number of relationships that were deleted with their entities, without those that matched themselves. */
  readonly deletedRelationshipCount: number;
  /** The ids of the oldest matching memories, at most 100. */
  readonly sampleIds: readonly string[];
};

/** The changes of a memory: absent fields stay unchanged, null clears a field. */
export type MemoryPatch = {
  /** The new content of a message or a text, or the new task of an episode. */
  readonly text?: string | undefined;
  /** The new value of a working entry or a trait. */
  readonly value?: JsonValue | undefined;
  readonly role?: Role | undefined;
  readonly time?: Date | undefined;
  readonly speaker?: string | null | undefined;
  readonly eventTime?: Date | null | undefined;
  readonly turn?: number | null | undefined;
  /** The outcome of a task; null means that it is running again. */
  readonly outcome?: EpisodeOutcome | null | undefined;
  /** A description of a task's outcome. */
  readonly outcomeNote?: string | undefined;
  /** The time at which a task ended. */
  readonly endTime?: Date | null | undefined;
  /** An entity's name. */
  readonly name?: string | undefined;
  /** An entity's other names. Replaced as a whole. */
  readonly aliases?: readonly string[] | undefined;
  /** The attributes of an entity or a relationship. Replaced as a whole. */
  readonly attributes?: JsonObject | undefined;
  readonly validFrom?: Date | null | undefined;
  readonly validTo?: Date | null | undefined;
  /** The ids of the memories that support an entity or a relationship. Replaced as a whole. */
  readonly evidence?: readonly string[] | undefined;
  /** The data of a document. Replaced as a whole. */
  readonly data?: JsonObject | undefined;
  /** The importance, 0 to 1. */
  readonly importance?: number | null | undefined;
  /** Whether it is pinned; `pin` and `unpin` are shorter. */
  readonly pinned?: boolean | undefined;
  /** The caller's own fields. Replaced as a whole. */
  readonly metadata?: JsonObject | null | undefined;
};

/** The id of a memory, or the memory as it was read: then the call throws ETAG_MISMATCH if it has changed since. */
export type MemoryTarget = string | { readonly id: string; readonly etag: string };

/** Options of watching changes. */
export type WatchOptions = CallOptions & {
  /** Only these types, each once; absent: all but working. */
  readonly types?: readonly MemoryType[] | undefined;
  /** Continues after the change with this token; absent: see `fromOldest`. */
  readonly resumeToken?: string | undefined;
  /** Without a token: whether to begin with the oldest change that is kept, at most 7 days old; absent: with the next change. */
  readonly fromOldest?: boolean | undefined;
};
/** A change of a memory. */
export type Change = {
  readonly operation: 'add' | 'update' | 'remove';
  readonly id: string;
  readonly type: MemoryType;
  /** The scope that the memory belongs to. */
  readonly scope: AgentScope;
  readonly time: Date;
  /** The memory as it is now, which may include later changes; absent if it is gone by now. */
  readonly memory: AgentMemory | undefined;
  /** Keep it together with what you derived from the change: after a restart, `watch` continues after it. */
  readonly resumeToken: string;
};

/** One of the user's conversations, without what was said in it. */
export type AgentSession = {
  readonly sessionId: string;
  /** The number of turns that it has had since its beginning. */
  readonly turnCount: number;
  /** The number of turns in its window, which the next prompt has word for word. */
  readonly windowTurnCount: number;
  /** The number of its summaries. */
  readonly segmentCount: number;
  /** The tokens of all its turns, of o200k_base. */
  readonly tokenCount: number;
  /** The time at which it was last used. */
  readonly updateTime: Date;
  /** The time at which it ended; absent while it is open. */
  readonly endTime?: Date | undefined;
  /** Whether its turns are kept out of recall and are gone once they leave the window. */
  readonly recallOff: boolean;
};
