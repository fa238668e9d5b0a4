/** Settings of each backend: SQLite and its disk, the outbox, Redis, Neo4j, Azure, and how outages of any of them are handled. */
import { availableParallelism } from 'node:os';
import { GB, KB, MB, machineBytes, SECOND_MS } from './units.ts';
import { LIMITS } from './limits.ts';

// Settings for backends that may become unavailable.

/** How an outage is detected, handled and reported. */
export type OutagePolicy = {
  /** The number of retries of a call whose connection was lost, and the wait before the first; each further wait is twice as long. */
  readonly attempts: number;
  readonly firstRetryMs: number;
  /** After this many failures in a row calls are refused at once; after `openMs` one is let through as a trial. */
  readonly failures: number;
  readonly openMs: number;
  /** How often the backend is pinged, and the time after which a ping without an answer counts as an outage. */
  readonly heartbeatMs: number;
  readonly heartbeatTimeoutMs: number;
  /** The time that an answer of unavailability asks the caller to wait. */
  readonly retryAfterMs: number;
};

export const OUTAGE: OutagePolicy & {
  /** The number of pings without an answer after which it counts as unavailable. */
  readonly pingsOfHeartbeat: number;
} = {
  attempts: 7,
  firstRetryMs: 15,
  failures: 8,
  openMs: 1 * SECOND_MS,
  heartbeatMs: 1 * SECOND_MS,
  heartbeatTimeoutMs: 2 * SECOND_MS,
  pingsOfHeartbeat: 20,
  retryAfterMs: 1 * SECOND_MS,
};

// Settings of the embedded store itself. Quotas are in limits.ts and memory-types.ts, times to live in lifecycle.ts.

/** Older versions can corrupt a WAL that is reset while it is read; 3.51.3 fixes that. */
export const MIN_SQLITE_VERSION = [3, 51, 3] as const;

/** One core is left to the main thread and one to the writer. */
export const READER_THREADS = Math.max(1, Math.min(3, availableParallelism() - 2));

export const SQLITE = {
  // Transactions and the log.

  /** The size from which a transaction takes no more calls, in intents and in bytes. */
  gatheredIntents: 1000,
  gatheredBytes: 16 * MB,
  /** The number of calls that a copy of a store tries out together at most. */
  heldCalls: 100,
  /** How often a copy writes what it has counted, so that others see it. */
  sharedCountsMs: 1 * SECOND_MS,
  /** The time that a caller is asked to wait if another program has locked the file. */
  lockedRetryMs: 1000,
  /** The time that a checkpoint waits for readers; it is tried again at the next sweep. */
  busyTimeoutMs: 250,
  /** The length of the log, in pages of 4 KB, from which it is copied into the file: if no call waits, and even if calls wait. */
  checkpointIdlePages: 500,
  checkpointBusyPages: 8000,
  /** The size of each connection's page cache. */
  pageCacheBytes: 16 * MB,

  // Readers.

  /** A reader sends the answers that it has after this time even if more calls wait, so that a slow call does not delay fast ones. */
  replyAfterMs: 1,
  /** The bytes of memories in one answer; the rest of a message is left for its other fields. */
  answerBytes: LIMITS.messageBytes - 1 * MB,
  /** The wait before a reader that could not open is started again. */
  restartDelayMs: 1000,
  /** A reader that works for this long on an abandoned call is replaced; filters end by themselves much sooner. */
  readerLostAfterMs: 15_000,

  // Listings and exports.

  /** The number of rows that one page of a filtered listing examines at most. */
  listScanRows: 2000,
  /** The bytes of memories in a page of an export. */
  exportPageBytes: 1 * MB,
  /** Memory for parsed memories that each reader caches for listings; an entry counts as `parsedFactor` times its size. */
  parsedBytes: Math.floor(machineBytes() / 32),
  parsedFactor: 4,
  /** Up to this many missing entries are read one by one; more are all read at once. */
  readSinglyUpTo: 200,
  /** The memory that a document takes in addition to its index and its metadata, once a filter has seen it. */
  filteredRecordBytes: KB / 2,

  // Indexes in memory.

  /** The memory for the indexes of all readers together; that of a user with 10,000 memories takes about 12 MB. */
  indexBytes: Math.floor(machineBytes() / 4),
  /** The memory for the indexes of one reader, whose vectors share one memory with 32-bit addresses. */
  readerIndexBytes: 3 * GB,
  /** An index that lags by more changes than this, and by more than it has memories, is rebuilt. */
  catchUpChanges: 1000,
  /** The number of a user's new memories from which the index is updated between searches, and the number that is applied at a time. */
  followFromAdds: 100,
  followedChanges: 50,
  /** The number of users whose adds are counted; if there are more, counting starts again. */
  followedUsers: 10_000,
  /**
   * If this many searches wait at a user's reader, a second reader takes some of them. This applies to this many users, until a user has
   * not needed it for `spreadForMs`.
   */
  spreadFromWaiting: 3,
  spreadUsers: 1000,
  spreadForMs: 60_000,
  /** An index of more memories is not opened twice, because that would occupy the other reader for too long. */
  spreadUpToMemories: 25_000,

  // Packed indexes.

  /** An index of fewer memories is not packed, because reading their texts takes only tens of milliseconds. */
  packFromMemories: 500,
  packPieceBytes: 256 * KB,
  /** The time for which a reader packs an index before it checks for waiting calls. */
  packSliceMs: 2,
  /** A pack is kept as it is if it lacks at most this share of the memories and has none that was deleted. */
  packLackingShare: 0.02,
  /** The time after the last add at which an idle index is packed. */
  packAfterAddsMs: 2000,
  /** The time that closing may spend on packing indexes that have changed. */
  packOnCloseMs: 2000,

  // Sweeps and erasures. Secure deletion takes time, so each deletes a few rows at a time and then checks the queue.

  sweepChunkRows: 20,
  /** If there are too many turns, an append removes up to this many more than it adds. Each statement takes longer than the one before. */
  recallRemovedRows: 200,
  /** Pieces of packs, each of which is 256 KB to be zeroed. */
  sweepChunkPieces: 1,
  /** The number of users' changes that are sampled at a time, and of samples that are deleted. */
  sweepChunkSamples: 200,
  /** The number of sessions of conversations. */
  sweptSessions: 20,
  /** The number of short rows of a user who is being erased. */
  eraseChunkRows: 200,
  /** The number of facts that are counted at a time when the facts of all users are counted, which takes about 10 ms. */
  countedFacts: 10_000,

  /** The number of pages whose gaps are overwritten before the writer checks its queue: 16 MB. */
  gapPagesAtOnce: 4096,

  // Limits of cached conversation data, which save prompts from reading it again.

  /** The number of sessions whose windows the writer caches, each at most a few tens of kilobytes. */
  heldSessions: 500,
  /** The number of users whose indexes of facts and turns are known to be built; for their next prompt only changes are prepared. */
  preparedUsers: 10_000,
  /** The number of indexes that are prepared for prompts at once; beyond it, a prompt updates its index itself. */
  preparingAtOnce: 64,
  /**
   * The cache of sessions as last read for a prompt, until they change: their number, their bytes, and the overhead of each besides the
   * words of its turns.
   */
  keptSessions: 1000,
  keptSessionBytes: 32 * MB,
  keptSessionOverheadBytes: 1 * KB,
  /** The cache of turns as a prompt last found them. */
  keptTurns: 20_000,
  keptTurnBytes: 32 * MB,

  // Counts and tiers.

  /** Users whose tier and quotas the writer caches. */
  cachedPlans: 10_000,
  /**
   * The number of memories whose accesses are counted in memory before they are written, unless a sweep writes them sooner; and the number
   * written in one transaction.
   */
  bufferedAccesses: 10_000,
  touchedAtOnce: 200,
} as const;

/** A disk that fills up: the space reserved for deletions, and how free space is detected. */
export const DISK = {
  /** The reserve in MB: enough for deletions, and for copying the store's log at its longest (32 MB) into the file. */
  reserveMb: 32,
  mostReserveMb: 10_000,
  /** Writing resumes once there is space for the reserve and this share of it; with less, the disk would be full again at once. */
  marginShare: 0.5,
  /** The free space from which writing resumes if there is no reserve. */
  leastBytes: 1 * MB,
  /** How often free space is checked while the disk is full. */
  lookMs: 1 * SECOND_MS,
  /** How often a reserve that could not be made is tried again while there is space to write. */
  tryAgainMs: 60 * SECOND_MS,
  /** The time after the start at which the reserve is made, so that it does not delay the start. */
  firstMs: 2 * SECOND_MS,
  /** The time that RetryInfo asks the caller to wait. */
  retryAfterMs: 5 * SECOND_MS,
  /**
   * The length of the log, in pages, from which it is copied into the file while space is short, so that the log is reused from its
   * beginning.
   */
  checkpointPages: 64,
  /** How often the presence of the store's files is checked, in addition to before and after each commit. */
  watchMs: 5 * SECOND_MS,
  /** The pause between two tables of a check for damage. */
  checkPauseMs: 10,
  /** The time that an error about damage waits for cold storage to list the backups. */
  adviceMs: 2 * SECOND_MS,
  /** The time for which `recorda doctor` reads a store at most. */
  doctorMs: 1800 * SECOND_MS,
  /** The bytes of the reserve that are written at a time. */
  chunkBytes: 1 * MB,
} as const;

/** The outbox between the durable record and the index that mirrors it. */
export const OUTBOX = {
  /** The number of changes that may wait. If there are more, writes of long-term memories are refused until some have been sent. */
  most: 200_000,
  /** The limits of one batch. */
  batchChanges: 500,
  batchBytes: 8 * MB,
  /**
   * A change that the index refuses but may accept later is sent again after `firstRetryMs`; the wait doubles each time up to
   * `lastRetryMs`, for at most this many attempts.
   */
  firstRetryMs: 1 * SECOND_MS,
  lastRetryMs: 30 * SECOND_MS,
  attempts: 10,
  /**
   * An index that does not answer is asked again after `firstOutageMs`; the wait doubles each time up to `lastOutageMs`. This uses up no
   * attempt.
   */
  firstOutageMs: 200,
  lastOutageMs: 5 * SECOND_MS,
  /** The wait before following the outbox again after a fault of the server stopped it. */
  beginAgainMs: 1 * SECOND_MS,
  /** The time that one call of the index may take. */
  callMs: 20 * SECOND_MS,
  /** The number of accepted changes whose visibility is checked at a time: first after `firstLookMs`, then less and less often. */
  looksFor: 1000,
  firstLookMs: 100,
  lastLookMs: 2 * SECOND_MS,
  /** A change that the index shows stays in the outbox for this long, which is the greatest accepted age of an index's answer. */
  lingerMs: 5 * SECOND_MS,
  /** The number of times that an answer is requested in all if it takes longer than that. */
  readings: 3,
  /** The longest interval between reports of the outbox's state. */
  reportMs: 5 * SECOND_MS,
  /**
   * A change that was accepted but is not visible after this time becomes a dead letter: it was lost, or another server's removal came
   * between.
   */
  neverSeenMs: 120 * SECOND_MS,
  /** The number of dead letters that one call may name. */
  replayed: 1000,
  /** The number of memories in a page of an export. */
  exported: 500,
  /** How often an erasure checks whether the index has forgotten the user. */
  erasedPollMs: 20,
  /** The time that a caller is asked to wait if the outbox is full. */
  fullRetryMs: 5 * SECOND_MS,
  /**
   * The number of one user's memories that a search ranks because the index does not show them yet; if there are more, the best of them.
   */
  rankedUnseen: 500,
  /** A revision is a time in milliseconds times this number, plus the server's own number, so that two servers seldom make the same. */
  servers: 1024,
} as const;

/** Searches in an index on another machine. */
export const CANDIDATES = {
  /** The number of candidates that are ranked for each requested result, and its bounds. */
  perResult: 20,
  least: 1000,
  most: 10_000,
  /** The number of users whose candidates a reader caches as last ranked; 1,000 memories take about 2 MB. */
  indexes: 50,
  /** Fewer candidates than this are all memories that the user has. */
  whole: 1000,
} as const;

/** The Redis backend. */
export const REDIS = {
  /** The prefix of every key, so that one Redis may also serve other programs. */
  prefix: 'recorda',
  connectMs: 5 * SECOND_MS,
  /** A server starts without Redis if Redis is not ready after this time. */
  readyMs: 10 * SECOND_MS,
  /** A command without an answer after this time has failed; this is below any sensible deadline. */
  commandMs: 3 * SECOND_MS,
  /** The wait before a lost connection is opened again, and the longest such wait. */
  firstReconnectMs: 10,
  lastReconnectMs: 1 * SECOND_MS,
  /** The time that a caller is asked to wait if too many write at once. */
  conflictRetryMs: 1 * SECOND_MS,
  /**
   * Keys of requests and answers outlive the lifetime of their contents by this much, because the server's clock decides whether that has
   * passed.
   */
  expirySlackMs: 60 * SECOND_MS,
  /**
   * Messages outlive the key of their session, which alone leads to them, by at most this much; their expiry is extended no more often than
   * that, all together.
   */
  keptLongerMs: 60 * SECOND_MS,
  /** The time for which a commit is remembered by its number, which outlasts every attempt at it. */
  commitMarkMs: 120 * SECOND_MS,
  /** The number of times that a commit is decided again because others came first. */
  conflicts: 100,
  /** After an erasure Redis rewrites its files: how often its completion is checked, and the interval. */
  rewriteLooks: 600,
  rewriteLookMs: 100,
  /** The number of keys that one command scans while a user's keys are searched for. */
  scannedKeys: 1000,
  /** Working memory that nobody ends expires this long after its last change. */
  workingIdleMs: 7 * 24 * 60 * 60 * SECOND_MS,
  /**
   * The interval at which counters are reconciled, the number of a tenant's users at a time and of rounds, and the number of sessions of
   * one user at most.
   */
  sweepMs: 15 * SECOND_MS,
  sweptUsers: 200,
  sweptRounds: 100,
  settledAtOnce: 1000,
  /** A write that was not reported within this time belongs to a server that has ended. */
  unreportedMs: 60 * SECOND_MS,
  /**
   * The time for which the revision of a user's sums is kept once the user has nothing left; and the shorter time after which the tenant
   * forgets that user.
   */
  revisionMs: 24 * 60 * 60 * SECOND_MS,
  emptyUserMs: 60 * 60 * SECOND_MS,
  /** The number of users that are examined at a time. */
  usersAtOnce: 500,
  /** The number of indexes of sessions and of working memory that are cached after searches. */
  indexes: 500,
  /** An index that was not searched for this long is dropped, since its memories may be gone from Redis. */
  indexMs: 15 * 60 * SECOND_MS,
  /** The number of memories whose accesses are counted in memory before they are written to Redis; a timer may write them sooner. */
  bufferedAccesses: 1000,
  touchedAtOnce: 100,
  flushMs: 60 * SECOND_MS,
} as const;

/** The Neo4j backend. */
export const NEO4J = {
  connectMs: 5 * SECOND_MS,
  /** A server starts without Neo4j if Neo4j is not ready after this time. */
  readyMs: 20 * SECOND_MS,
  /** The number of tries for each part of the schema if another server interferes, and the first wait; later waits are longer. */
  schemaTries: 20,
  schemaRetryMs: 25,
  /** The number of connections, and the time that a call waits for one. */
  connections: 50,
  acquireMs: 5 * SECOND_MS,
  /** The driver retries a lost transaction after a second, but not once this time has passed. */
  retryMs: 500,
  /** The number of times that the driver is called again, as far as the call's deadline allows. */
  attempts: 3,
  /**
   * The number of times that a transaction is repeated if the data that it read was changing or others were in its way, and the first wait;
   * later waits are longer.
   */
  tries: 8,
  againMs: 10,
  /** The number of characters in a memory's digest. */
  checkLength: 12,
  /** The time after which Neo4j itself ends a transaction, so that none holds a user's lock for longer. */
  transactionMs: 30 * SECOND_MS,
  /** The number of one user's writes that share a transaction, and the time that others wait for the one before them. */
  gathered: 32,
  gatherMs: 250,
  /** The number of records that the driver fetches at a time. */
  fetchSize: 1000,
  /** The number of rows that a listing reads at a time, and that one page of a filtered listing examines at most. */
  listRows: 250,
  listScanRows: 2000,
  /** The bytes of memories in one answer; the rest of a message is left for its other fields. */
  answerBytes: LIMITS.messageBytes - 1 * MB,
  /** The memory for users' indexes and for the memories that are cached with them. A memory counts as `recordFactor` times its size. */
  indexBytes: Math.floor(machineBytes() / 16),
  recordFactor: 3,
  /**
   * The largest number of memories for which an owner's index is built; for more, Neo4j's vector indexes give candidates for each search.
   */
  wholeUpTo: 200_000,
  /** The time by which a commit is visible as a whole, in milliseconds. */
  commitInViewMs: 10_000,
  /** A first search waits until this many memories have been read; if there are more, it uses candidates, and later searches find all. */
  readWhileWaiting: 5000,
  /** The number of candidates of each kind, and the factor by which it is raised if a filter leaves too few. */
  candidates: 500,
  moreCandidates: 8,
  /** The number of neighbours requested from the shared index, most of which may belong to others. */
  sharedNeighbors: 2000,
  /** The number of documents that are added to an index before waiting work is checked. */
  indexedAtOnce: 100,
  /** The number of times that a consistent read is tried before it blocks writes. */
  steadyTries: 3,
  /** The number of entities that a walk requests from Neo4j at a time. */
  walkedAtOnce: 200,
  /** The number of memories whose accesses are counted in memory before they are written to Neo4j; a timer may write them sooner. */
  bufferedAccesses: 1000,
  touchedAtOnce: 200,
  flushMs: 60 * SECOND_MS,
  /** The time for which a commit is remembered by its number, which outlasts every attempt at it. */
  commitMarkMs: 600 * SECOND_MS,
  /** The number of nodes that a sweep deletes in one transaction. */
  sweptAtOnce: 1000,
  /** The number of users whose quotas are checked at a time after a change. */
  usersAtOnce: 200,
  /** The number of memories in a page of all that a user has. */
  exportedAtOnce: 100,
  /** The number of characters of an entity's or task's name that Neo4j's own browser shows. */
  captionLength: 200,
} as const;

// Azure AI Search. Its limits: https://learn.microsoft.com/azure/search/search-limits-quotas-capacity.

export const AZURE_SEARCH = {
  /** The version of the interface. */
  apiVersion: '2025-09-01',
  /** The service's own limits: documents in a batch, and in an answer. */
  batchDocuments: 1000,
  answerDocuments: 1000,
  /** The service accepts 16 MB; this leaves room for what surrounds the documents. */
  batchBytes: 15 * MB,
  /** The time that one request may take, which is shorter than any sensible deadline. */
  requestMs: 10 * SECOND_MS,
  /** A server starts without the service if the service is not ready after this time. */
  readyMs: 10 * SECOND_MS,
  /** The number of retries of a transient failure, and the first and the longest wait. */
  retries: 5,
  firstRetryMs: 100,
  lastRetryMs: 5 * SECOND_MS,
  /** A service that asks for a longer wait counts as unavailable. */
  longestRetryAfterMs: 30 * SECOND_MS,
  /** After this many failures in a row calls are refused at once; after `breakerMs` one is let through as a trial. */
  breakerFailures: 8,
  breakerMs: 1 * SECOND_MS,
  /** The number of failures in a row from which health reports it as unavailable. */
  awayFailures: 2,
  /** The time that an answer of unavailability asks the caller to wait. */
  unavailableRetryMs: 1 * SECOND_MS,
  /** The interval at which an idle service is asked whether it is available. */
  probeMs: 2 * SECOND_MS,
  /** The number of writes that are remembered, so that a late one is recognised as outdated while the index lags. */
  knownRevisions: 100_000,
  /** The number of metadata values per memory that the index holds for filtering; conditions on others are left to the domain. */
  facts: 500,
  /** The number of numeric metadata values, likewise; the service accepts 3,000 in all. */
  numbers: 200,
  /** A longer text value is indexed by its digest. */
  factBytes: 256,
  /** The number of conditions that are sent in a filter; more of them are left to the domain. */
  conditions: 300,
  /** The number of documents that a listing scans for one page, as the embedded store does. */
  listScan: 10_000,
  /** The most content that a page or an answer holds. */
  answerBytes: 12 * MB,
  /** The number of characters of a text whose words the index matches; the vector covers the whole text. */
  searchedCharacters: 50_000,
  /** The number of distinct words of a question that are sent; the service accepts 3,000 clauses. */
  queryWords: 200,
  /** The interval of checks while an erasure waits for the index to stop showing the user's documents. */
  erasedPollMs: 200,
  /** The cache of documents that were read, for searches that find them again: its bytes, and the time for which they are kept. */
  seenBytes: 64 * MB,
  seenMs: 600 * SECOND_MS,
  /** The estimated size of a document in addition to its text and vector. */
  documentBytes: 600,
  /** Parameters of the graph that finds near vectors: the service's defaults, except that efSearch is the number of requested documents. */
  hnsw: { m: 4, efConstruction: 400, efSearch: 1000 },
} as const;

/** Cold storage in Azure Blob Storage. */
export const BLOB = {
  /** The number of tries of a request, the first wait, after which waits grow, and the time that one try may take. */
  tries: 4,
  firstRetryMs: SECOND_MS / 4,
  lastRetryMs: 2 * SECOND_MS,
  tryMs: 30 * SECOND_MS,
  /** The size up to which an object is put in one request; a longer one is put in blocks of this size, this many at a time. */
  blockBytes: 8 * MB,
  blocksAtOnce: 2,
  /** The number of listings in progress that are remembered, so that their next pages need not start again. */
  listings: 1000,
  retryAfterMs: 5 * SECOND_MS,
} as const;
