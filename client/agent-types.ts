/** What goes into the agent handle and what comes out. Sizes are bytes of uncompressed UTF-8. */
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

/** A write's options. */
export type WriteOptions = CallOptions & {
  /**
   * Makes a repeat safe for 24 hours: keep it, and repeat the call with the same id and content after an error that is
   * `retryable`. At most 128 bytes; `crypto.randomUUID()` will do. Over the network the client makes one up where none is given, for
   * the repeats that it makes itself within the call.
   */
  readonly requestId?: string | undefined;
};

/** Options of every add. */
export type AddOptions = WriteOptions & {
  readonly metadata?: JsonObject | undefined;
  /** Who or what it comes from. */
  readonly source?: Source | undefined;
  /** How much it matters, 0 to 1; absent: 0.5. */
  readonly importance?: number | undefined;
  /** Never archives, prunes nor merges it away until it is unpinned. Refused for working and short-term memory. */
  readonly pinned?: boolean | undefined;
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

/** Options of starting an episode. */
export type StartEpisodeOptions = AddOptions & {
  /** When it began; absent: now. */
  readonly startTime?: Date | undefined;
  /** Steps that were done before, at most 50. */
  readonly steps?: readonly NewStep[] | undefined;
  /** What to do when the quota is full; absent: `off`, that is fail with QUOTA_EXCEEDED. */
  readonly autoPrune?: AddLongTermOptions['autoPrune'];
};

/** Options of finding documents. */
export type FindDocumentsOptions = CallOptions & {
  /** A CEL expression, for example `data.price > 10 && data.tags.exists(t, t == "new")`. */
  readonly filter?: string | undefined;
  /** Up to four fields, for example `data.price desc, create_time`; absent: `create_time`. */
  readonly orderBy?: string | undefined;
  /** How many are fetched at a time, 1 to 1,000; absent: 50. */
  readonly pageSize?: number | undefined;
};

/** A collection of documents. */
export type DocumentCollection = {
  readonly name: string;
  /** The JSON Schema that its documents must fit. */
  readonly schema: JsonObject | undefined;
  readonly documentCount: number;
  /** Whether its documents stay in their order: see `documents.ordered`. */
  readonly ordered: boolean;
  /** Absent if it was never put. */
  readonly createTime: Date | undefined;
  readonly updateTime: Date | undefined;
  readonly etag: string;
};

/** Options of a search. */
export type StreamOptions = CallOptions & {
  /** Which types, each once; absent: long_term. */
  readonly types?: readonly MemoryType[] | undefined;
  /** How many at most of each type, 1 to 10,000; absent: `topKTotal` where that is given, else 5. */
  readonly topK?: number | undefined;
  /** A CEL expression, for example `metadata.category == "sports"`. At most 4,096 bytes. */
  readonly filter?: string | undefined;
  /** Leaves out what is less similar; 0 to 1. */
  readonly minSimilarity?: number | undefined;
  /** Nothing of a type where nothing of it comes near the query, by the learnt floor of prompts. */
  readonly nearOnly?: boolean | undefined;
  /** Whether each hit says how its score came about. */
  readonly explain?: boolean | undefined;
  /** What "now" is for questions such as "last month"; absent: the server's time. */
  readonly now?: Date | undefined;
  /**
   * Whether to search the archive as well, which takes longer: of each type up to topK archived memories more come after the others,
   * each with its `archive`. For long_term, episodic and structured; refused where none of them is asked for. Absent: false.
   */
  readonly includeArchived?: boolean | undefined;
};
/** Options of a search that answers at once. */
export type RetrieveOptions = StreamOptions & {
  /** How many at most in all, across types: the most similar, in the order asked for. 1 to 10,000; absent: only `topK` counts. */
  readonly topKTotal?: number | undefined;
  /** `grouped` (default): by type, fastest first. `score`: all types together by similarity, `topKTotal` of all, or else `topK`. */
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
  /**
   * How near in meaning, 0 to 1, as people judge two sentences; compares across queries and types: 0.2 the same topic, 0.4 some details in
   * common, 0.6 roughly the same, 0.8 the same but for details.
   */
  readonly similarity: number;
  /** The memory. */
  readonly memory: AgentMemory;
  /** Every signal's share of the score, where `explain` was asked for. */
  readonly signals: readonly { readonly signal: string; readonly value: number; readonly share: number }[];
  /**
   * Where `explain` was asked for, what the search went by although it was not sent: `speaker`, `event_time` (both read in the text),
   * `session_id` (of what was added together).
   */
  readonly inferred: readonly string[];
  /** Set for a memory that is in the archive and no longer in the store; `admin.restoreArchived` brings it back. */
  readonly archive: Archival | undefined;
};

/** When and why a memory went to the archive. */
export type Archival = {
  readonly time: Date;
  readonly reason: ArchiveReason;
  /** The id of the memory that stayed, where this one was its duplicate. */
  readonly mergedInto: string | undefined;
};

/** Its age; its importance; the cap of its agent; another memory that says the same. */
export type ArchiveReason = 'retention' | 'threshold' | 'capacity' | 'duplicate';

/** How the search of one type went. */
export type TypeReport = {
  readonly type: MemoryType;
  /** The server's time for this type. */
  readonly latencyMs: number;
  /** The latency it is held to. */
  readonly targetMs: number;
  readonly count: number;
  /** Whether this is about the archive's memories of the type. */
  readonly archived: boolean;
  /** Whether the archive has more memories of the type than were searched. */
  readonly truncated: boolean;
  /** Why it failed; absent if it did not. */
  readonly error: { readonly reason: string; readonly message: string } | undefined;
};

/** What a search found, best first, and how it went. */
export type Hits = readonly Hit[] & SearchReport;
/** How a search went. */
export type SearchReport = {
  /** One for each type asked for, then one for the archive of each with includeArchived. A type that failed has an error here and no hits. */
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
  /** Relationships that went with their entities, beside those that matched. */
  readonly deletedRelationshipCount: number;
  /** The oldest that matched, at most 100. */
  readonly sampleIds: readonly string[];
};

/** What to change: what is absent stays, null clears. */
export type MemoryPatch = {
  /** The new content of a message or a text, or of an episode the task. */
  readonly text?: string | undefined;
  /** The new value of a working entry or a trait. */
  readonly value?: JsonValue | undefined;
  readonly role?: Role | undefined;
  readonly time?: Date | undefined;
  readonly speaker?: string | null | undefined;
  readonly eventTime?: Date | null | undefined;
  readonly turn?: number | null | undefined;
  /** How a task ended; null: it runs again. */
  readonly outcome?: EpisodeOutcome | null | undefined;
  /** What came of a task, in words. */
  readonly outcomeNote?: string | undefined;
  /** When a task ended. */
  readonly endTime?: Date | null | undefined;
  /** An entity's name. */
  readonly name?: string | undefined;
  /** An entity's other names. Replaced whole. */
  readonly aliases?: readonly string[] | undefined;
  /** What is known of an entity or a relationship. Replaced whole. */
  readonly attributes?: JsonObject | undefined;
  readonly validFrom?: Date | null | undefined;
  readonly validTo?: Date | null | undefined;
  /** Replaced whole. */
  readonly evidence?: readonly string[] | undefined;
  /** A document. Replaced whole. */
  readonly data?: JsonObject | undefined;
  /** How much it matters, 0 to 1. */
  readonly importance?: number | null | undefined;
  /** Whether it is pinned; `pin` and `unpin` say it shorter. */
  readonly pinned?: boolean | undefined;
  /** Replaced whole. */
  readonly metadata?: JsonObject | null | undefined;
};

/** A memory's id, or the memory as it was read: then the call fails with ETAG_MISMATCH if it has changed since. */
export type MemoryTarget = string | { readonly id: string; readonly etag: string };

/** Options of following changes. */
export type WatchOptions = CallOptions & {
  /** Only these types, each once; absent: all but working. */
  readonly types?: readonly MemoryType[] | undefined;
  /** Go on after the change that brought this token; absent: see `fromOldest`. */
  readonly resumeToken?: string | undefined;
  /** Without a token: begin with the oldest change that is kept, up to 7 days; absent: with the next one. */
  readonly fromOldest?: boolean | undefined;
};
/** What happened to a memory. */
export type Change = {
  readonly operation: 'add' | 'update' | 'remove';
  readonly id: string;
  readonly type: MemoryType;
  /** The scope that the memory belongs to. */
  readonly scope: AgentScope;
  readonly time: Date;
  /** As it is now, which later changes may already have touched; absent once it is gone. */
  readonly memory: AgentMemory | undefined;
  /** Keep it with what the change led to: after a restart, `watch` goes on after it. */
  readonly resumeToken: string;
};

/** One of the user's conversations, without what was said in it. */
export type AgentSession = {
  readonly sessionId: string;
  /** The turns that it had, from its beginning. */
  readonly turnCount: number;
  /** Those that stand in its window, word for word in the next prompt. */
  readonly windowTurnCount: number;
  /** Its summaries. */
  readonly segmentCount: number;
  /** The tokens of all its turns, of o200k_base. */
  readonly tokenCount: number;
  /** When it was last used. */
  readonly updateTime: Date;
  /** When it ended; absent while it is open. */
  readonly endTime?: Date | undefined;
  /** Whether its turns are found from nowhere, and gone once they leave the window. */
  readonly recallOff: boolean;
};
