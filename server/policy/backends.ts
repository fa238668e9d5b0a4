/** Numbers of each backend: SQLite and its disk, the outbox, Redis, Neo4j, Azure, and outages of any of them. */
import { availableParallelism } from 'node:os';
import { GB, KB, MB, machineBytes, SECOND_MS } from './units.ts';
import { LIMITS } from './limits.ts';

// Backends that may be away, whichever they are.

/** How an outage is noticed, waited out and reported. */
export type OutagePolicy = {
  /** A call whose connection was lost is tried again so often, first after so long, then twice as long, and so on. */
  readonly attempts: number;
  readonly firstRetryMs: number;
  /** After so many failures in a row calls are refused at once, and after so long one is let through to see. */
  readonly failures: number;
  readonly openMs: number;
  /** The backend is asked so often whether it is there, and is away where it has not answered by then. */
  readonly heartbeatMs: number;
  readonly heartbeatTimeoutMs: number;
  /** How long an unavailable answer asks the caller to wait. */
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

// The embedded store's own numbers. Quotas stand in limits.ts and memory-types.ts, times to live in lifecycle.ts.

/** Older ones can corrupt a WAL that is reset while it is read (3.51.3 repairs it). */
export const MIN_SQLITE_VERSION = [3, 51, 3] as const;

/** One core is the main thread's, one the writer's. */
export const READER_THREADS = Math.max(1, Math.min(3, availableParallelism() - 2));

export const SQLITE = {
  // Transactions and the log.

  /** The size from which a transaction takes no more calls, in intents and in bytes. */
  gatheredIntents: 1000,
  gatheredBytes: 16 * MB,
  /** How long a writer that found the file locked by another program asks its caller to wait. */
  lockedRetryMs: 1000,
  /** How long a checkpoint waits for readers; it is tried again at the next sweep. */
  busyTimeoutMs: 250,
  /** Pages of the log (4 KB each) at which it is copied into the file: when nothing waits, and even where something does. */
  checkpointIdlePages: 500,
  checkpointBusyPages: 8000,
  /** The page cache of each connection. */
  pageCacheBytes: 16 * MB,

  // Readers.

  /** A reader sends the answers that it has after this time, even where more calls wait, so that a slow call holds up no fast one. */
  replyAfterMs: 1,
  /** Bytes of memories in one answer; the rest of a message is its own form. */
  answerBytes: LIMITS.messageBytes - 1 * MB,
  /** The wait before a reader that could not open is started again. */
  restartDelayMs: 1000,
  /** A reader that works for so long on a call that was given up is replaced; filters end by themselves much sooner. */
  readerLostAfterMs: 15_000,

  // Listings and exports.

  /** The most rows that one page of a filtered listing looks at. */
  listScanRows: 2000,
  /** Bytes of memories in a page of an export. */
  exportPageBytes: 1 * MB,
  /** Memory for parsed memories that each reader caches for listings; an entry counts as `parsedFactor` times its size. */
  parsedBytes: Math.floor(machineBytes() / 32),
  parsedFactor: 4,
  /** Up to this many missing entries are read one by one; beyond, all are read at once. */
  readSinglyUpTo: 200,
  /** The memory that a document takes beside its index once a filter has seen it, without its metadata. */
  filteredRecordBytes: KB / 2,

  // Indexes in memory.

  /** Memory for the indexes of all readers together: a user with 10,000 memories takes some 12 MB. */
  indexBytes: Math.floor(machineBytes() / 4),
  /** Memory for the indexes of one reader: their vectors lie in one memory with 32-bit addresses. */
  readerIndexBytes: 3 * GB,
  /** An index that lags by more changes than this, and than it has memories, is built anew. */
  catchUpChanges: 1000,
  /** The number of a user's new memories from which the index follows between searches, and how many it takes at a time. */
  followFromAdds: 100,
  followedChanges: 50,
  /** Users whose adds are counted; beyond, counting starts anew. */
  followedUsers: 10_000,
  /** Once so many searches wait at the user's reader, a second one takes some; for so many users, until it is unneeded for so long. */
  spreadFromWaiting: 3,
  spreadUsers: 1000,
  spreadForMs: 60_000,
  /** An index of more memories is not opened twice: that would take the other reader from everybody else for too long. */
  spreadUpToMemories: 25_000,

  // Packed indexes.

  /** An index of fewer memories is not packed: reading their texts takes no longer than some tens of milliseconds. */
  packFromMemories: 500,
  packPieceBytes: 256 * KB,
  /** How long a reader goes on packing an index before it looks for calls that wait. */
  packSliceMs: 2,
  /** A pack that lacks no more than this share of the memories, and has none that is gone, is left as it is. */
  packLackingShare: 0.02,
  /** How long after adds an idle index is packed. */
  packAfterAddsMs: 2000,
  /** How long closing may go on packing indexes that have changed. */
  packOnCloseMs: 2000,

  // Sweeps and erasures: secure deletion takes time, so each goes a few rows at a time between two looks at the queue.

  sweepChunkRows: 20,
  /** An append removes so many turns more than it adds where there are more than may be. Each statement takes longer than the one before. */
  recallRemovedRows: 200,
  /** Pieces of packs: each is 256 KB to be zeroed. */
  sweepChunkPieces: 1,
  /** Changes of which users are sampled, and samples that are deleted. */
  sweepChunkSamples: 200,
  /** Sessions of conversations. */
  sweptSessions: 20,
  /** Short rows of a user who is erased. */
  eraseChunkRows: 200,
  /** The number of facts counted at a time when those of all users are counted: about 10 ms. */
  countedFacts: 10_000,

  // Limits of what is held of conversations, so that a prompt need not read it again.

  /** Sessions whose windows the writer holds in memory, some tens of kilobytes each at most. */
  heldSessions: 500,
  /** Users whose indexes of facts and turns are known to have been built: the next prompt has only what changed made ready. */
  preparedUsers: 10_000,
  /** Indexes that are made ready for a prompt at once; where as many are, a prompt brings its own up to date. */
  preparingAtOnce: 64,
  /** Sessions as they were last read for a prompt, until something changes; each takes so much beside its turns' words. */
  keptSessions: 1000,
  keptSessionBytes: 32 * MB,
  keptSessionOverheadBytes: 1 * KB,
  /** Turns as a prompt last found them. */
  keptTurns: 20_000,
  keptTurnBytes: 32 * MB,

  // Counts and plans.

  /** Users whose tier and quotas the writer caches. */
  plansAtHand: 10_000,
  /** Memories whose accesses are counted before they are put on disk, sooner with each sweep; so many in one transaction. */
  talliedAccesses: 10_000,
  touchedAtOnce: 200,
} as const;

/** A disk that fills up: the room held back for deletions, and how it is seen that there is room again. */
export const DISK = {
  /**
   * The reserve in MB: what deleting takes, and the store's log at its longest (32 MB) once it is copied into the file.
   */
  reserveMb: 32,
  mostReserveMb: 10_000,
  /** Writing goes on once there is room for the reserve and this share of it: less would be full again at once. */
  marginShare: 0.5,
  /** The least that must be free before writing goes on, where there is no reserve. */
  leastBytes: 1 * MB,
  /** How often it is looked for room while the disk is full. */
  lookMs: 1 * SECOND_MS,
  /** How often a reserve that could not be made is tried again while there is room to write. */
  tryAgainMs: 60 * SECOND_MS,
  /** The reserve is made so long after the start, which it is not to hold up. */
  firstMs: 2 * SECOND_MS,
  /** How long RetryInfo asks the caller to wait. */
  retryAfterMs: 5 * SECOND_MS,
  /** Pages of the log at which it is copied into the file while there is little room, so that it is written on again from its beginning. */
  checkpointPages: 64,
  /** How often it is looked whether the files beneath the store are still there; before and after each commit as well. */
  watchMs: 5 * SECOND_MS,
  /** Between two tables of a check for damage. */
  checkPauseMs: 10,
  /** How long an error of damage waits for cold storage to say which backups there are. */
  adviceMs: 2 * SECOND_MS,
  /** How long `recorda doctor` reads a store, at most. */
  doctorMs: 1800 * SECOND_MS,
  /** How much of the reserve is written at a time. */
  chunkBytes: 1 * MB,
} as const;

/** The outbox between the durable record and the index that mirrors it. */
export const OUTBOX = {
  /** Changes that may wait. Beyond, long-term memories are refused until some have been sent. */
  most: 200_000,
  /** The most that one batch holds. */
  batchChanges: 500,
  batchBytes: 8 * MB,
  /** A change that the index refuses, and may take later, is sent again after so long, twice as long each time, and at most so often. */
  firstRetryMs: 1 * SECOND_MS,
  lastRetryMs: 30 * SECOND_MS,
  attempts: 10,
  /** An index that does not answer is asked again after so long, twice as long each time; that uses up no attempt. */
  firstOutageMs: 200,
  lastOutageMs: 5 * SECOND_MS,
  /** Following it that broke off by a fault of the server is begun again after so long. */
  beginAgainMs: 1 * SECOND_MS,
  /** The time that one call of the index may take. */
  callMs: 20 * SECOND_MS,
  /** How many of the changes that the index has taken are looked up at a time: first after `firstLookMs`, then less and less often. */
  looksFor: 1000,
  firstLookMs: 100,
  lastLookMs: 2 * SECOND_MS,
  /** A change that the index has shown stays in the outbox for so long: an answer of the index may be so old, and not older. */
  lingerMs: 5 * SECOND_MS,
  /** An answer that took longer is asked for again, so often in all. */
  readings: 3,
  /** How often at least its state is reported. */
  tellMs: 5 * SECOND_MS,
  /** One that it took and has not shown for so long is a dead letter: it was lost, or another server's removal came between. */
  neverSeenMs: 120 * SECOND_MS,
  /** Dead letters that one call may name. */
  replayed: 1000,
  /** Memories of a page of an export. */
  exported: 500,
  /** How often an erasure looks whether the index has forgotten the user. */
  erasedPollMs: 20,
  /** How long a caller is asked to wait where the outbox is full. */
  fullRetryMs: 5 * SECOND_MS,
  /** Unseen memories of one user that a search ranks, the best of them where there are more. */
  rankedUnseen: 500,
  /** A revision is a time in milliseconds times so many, and the server's own number below that: two servers seldom make the same. */
  servers: 1024,
} as const;

/** Searches in an index of another machine. */
export const CANDIDATES = {
  /** The number of candidates that are ranked for each result that is asked for, within these bounds. */
  perResult: 20,
  least: 1000,
  most: 10_000,
  /** Users whose candidates a reader keeps as they were last ranked: of 1,000 memories some 2 MB each. */
  indexes: 50,
  /** If fewer candidates come than this, they are all that the user has. */
  whole: 1000,
} as const;

/** The Redis backend. */
export const REDIS = {
  /** Before every key, so that one Redis may serve others too. */
  prefix: 'recorda',
  connectMs: 5 * SECOND_MS,
  /** A server starts without a Redis that is not ready by then. */
  readyMs: 10 * SECOND_MS,
  /** A command that has no answer by then has failed; under any deadline worth setting. */
  commandMs: 3 * SECOND_MS,
  /** A lost connection is tried again after so long, and at most so long apart. */
  firstReconnectMs: 10,
  lastReconnectMs: 1 * SECOND_MS,
  /** How long the answer that too many write at once asks the caller to wait. */
  conflictRetryMs: 1 * SECOND_MS,
  /** Keys of requests and answers outlive what they hold by so much: whether that has expired is decided by the server's clock. */
  expirySlackMs: 60 * SECOND_MS,
  /** Messages outlive their session's key, which alone leads to them, by so much at most, and are touched all together as seldom. */
  keptLongerMs: 60 * SECOND_MS,
  /** A commit is known by its number for so long, which outlasts every attempt at it. */
  commitMarkMs: 120 * SECOND_MS,
  /** A commit that others came before is decided anew so often. */
  conflicts: 100,
  /** After an erasure Redis writes its files anew: so often it is asked whether that is done, and how far apart. */
  rewriteLooks: 600,
  rewriteLookMs: 100,
  /** Keys that are looked at with one command where a user's are looked for. */
  scannedKeys: 1000,
  /** Working memory that nobody ends goes so long after its last change. */
  workingIdleMs: 7 * 24 * 60 * 60 * SECOND_MS,
  /** Counters are reconciled so often, so many of a tenant's users at a time and so many times; of one user at most so many sessions. */
  sweepMs: 15 * SECOND_MS,
  sweptUsers: 200,
  sweptRounds: 100,
  settledAtOnce: 1000,
  /** A write that is not reported by then belongs to a server that has ended. */
  unreportedMs: 60 * SECOND_MS,
  /**
   * How long the revision of a user's sums is kept once nothing is left of the user, and when the tenant forgets that
   * user, sooner.
   */
  revisionMs: 24 * 60 * 60 * SECOND_MS,
  emptyUserMs: 60 * 60 * SECOND_MS,
  /** Users that are looked through at a time. */
  usersAtOnce: 500,
  /** Indexes of sessions, and of working memory, that were searched. */
  indexes: 500,
  /** One that nobody searched for so long is let go: what it is of may be gone from Redis. */
  indexMs: 15 * 60 * SECOND_MS,
  /** Memories whose accesses are counted before Redis hears of them; sooner by the clock. */
  talliedAccesses: 1000,
  touchedAtOnce: 100,
  flushMs: 60 * SECOND_MS,
} as const;

/** The Neo4j backend. */
export const NEO4J = {
  connectMs: 5 * SECOND_MS,
  /** A server starts without a Neo4j that is not ready by then. */
  readyMs: 20 * SECOND_MS,
  /** Each part of the schema is made anew so often where another server came between, after so long, then longer. */
  schemaTries: 20,
  schemaRetryMs: 25,
  /** Connections at once, and how long a call waits for one. */
  connections: 50,
  acquireMs: 5 * SECOND_MS,
  /** The driver tries a transaction again that was lost, after a second, and no more once so long has passed. */
  retryMs: 500,
  /** The number of times that the driver is called again, as far as the call's deadline allows. */
  attempts: 3,
  /** A transaction is done anew so often where what it read was changing, or others were in its way, first after so long, then longer. */
  tries: 8,
  againMs: 10,
  /** Characters of the digest of a memory. */
  checkLength: 12,
  /** The time after which Neo4j itself ends a transaction, so that nothing holds a user's lock for longer. */
  transactionMs: 30 * SECOND_MS,
  /** Writes of one user that go in one transaction, and how long others wait for the one before them. */
  gathered: 32,
  gatherMs: 250,
  /** Records that the driver takes at a time. */
  fetchSize: 1000,
  /** Rows that a listing reads at a time, and that one page of a filtered one looks at, at most. */
  listRows: 250,
  listScanRows: 2000,
  /** Bytes of memories in one answer; the rest of a message is its own form. */
  answerBytes: LIMITS.messageBytes - 1 * MB,
  /**
   * Memory for what is read of users to search it: indexes and the memories beside them. A memory counts as
   * `recordFactor` times its size.
   */
  indexBytes: Math.floor(machineBytes() / 16),
  recordFactor: 3,
  /**
   * An owner's index is made of up to so many memories; beyond, the vector indexes of Neo4j give candidates for each
   * search.
   */
  wholeUpTo: 200_000,
  /** The time by which a commit is visible as a whole, in milliseconds. */
  commitInViewMs: 10_000,
  /** A first search waits until so many are read; with more, it takes candidates, and the next ones find all. */
  readWhileWaiting: 5000,
  /** Candidates of each kind, and so many times more where a filter leaves too few. */
  candidates: 500,
  moreCandidates: 8,
  /** Neighbours that the shared index is asked for: most may be others'. */
  sharedNeighbors: 2000,
  /** Documents that an index takes between two looks at what else waits. */
  indexedAtOnce: 100,
  /** A read of one moment is tried so often before it keeps writes away. */
  steadyTries: 3,
  /** A walk asks Neo4j for so many entities at a time. */
  walkedAtOnce: 200,
  /** Memories whose accesses are counted before Neo4j hears of them; sooner by the clock. */
  talliedAccesses: 1000,
  touchedAtOnce: 200,
  flushMs: 60 * SECOND_MS,
  /** A commit is known by its number for so long, which outlasts every attempt at it. */
  commitMarkMs: 600 * SECOND_MS,
  /** Nodes that a sweep deletes in one transaction. */
  sweptAtOnce: 1000,
  /** Users whose quotas are looked at anew at a time. */
  usersAtOnce: 200,
  /** Memories of a page of all that a user has. */
  exportedAtOnce: 100,
  /** Characters of an entity's or task's name that people see in Neo4j's own browser. */
  captionLength: 200,
} as const;

// Azure AI Search. Its limits: https://learn.microsoft.com/azure/search/search-limits-quotas-capacity.

export const AZURE_SEARCH = {
  /** The interface that is spoken. */
  apiVersion: '2025-09-01',
  /** The service's own: documents of a batch, and of an answer. */
  batchDocuments: 1000,
  answerDocuments: 1000,
  /** The service takes 16 MB; this leaves room for what surrounds documents. */
  batchBytes: 15 * MB,
  /** The time that one request may take, which is shorter than any sensible deadline. */
  requestMs: 10 * SECOND_MS,
  /** A server starts without a service that is not ready by then. */
  readyMs: 10 * SECOND_MS,
  /** How often a passing failure is retried, the first pause, and the longest. */
  retries: 5,
  firstRetryMs: 100,
  lastRetryMs: 5 * SECOND_MS,
  /** A service that asks for a longer wait is taken to be away. */
  longestRetryAfterMs: 30 * SECOND_MS,
  /** After so many failures in a row, calls are refused at once, and after so long one is let through to see. */
  breakerFailures: 8,
  breakerMs: 1 * SECOND_MS,
  /** The number of failures in a row from which health reports it as unavailable. */
  awayFailures: 2,
  /** How long an unavailable answer asks the caller to wait. */
  unavailableRetryMs: 1 * SECOND_MS,
  /** A service that nobody asks is asked whether it is there. */
  probeMs: 2 * SECOND_MS,
  /** Writes remembered, so that one that comes late is known to be outdated while the index lags. */
  knownRevisions: 100_000,
  /** Facts of metadata that the index has of a memory, by which it filters; beyond them it leaves that to the domain. */
  facts: 500,
  /** Numbers of metadata likewise; the service takes 3,000 in all. */
  numbers: 200,
  /** A text of a fact that is longer stands there as its digest. */
  factBytes: 256,
  /** Conditions that a filter is sent with; more of them are left to the domain. */
  conditions: 300,
  /** Documents that a list reads of one page's scan, as the embedded store does. */
  listScan: 10_000,
  /** A page or an answer ends before it holds more content than this. */
  answerBytes: 12 * MB,
  /** Characters of a text's words that the index matches; the vector is of all. */
  searchedCharacters: 50_000,
  /** Distinct words of a question that are sent; the service takes 3,000 clauses. */
  queryWords: 200,
  /** While an erasure waits for the index to show what is gone. */
  erasedPollMs: 200,
  /** Documents that were read and are kept for searches that find them again: so many bytes, for so long. */
  seenBytes: 64 * MB,
  seenMs: 600 * SECOND_MS,
  /** The estimated size of a document beside its text and vector. */
  documentBytes: 600,
  /** Parameters of the graph that finds near vectors: the service's own, but efSearch is as many as are asked for. */
  hnsw: { m: 4, efConstruction: 400, efSearch: 1000 },
} as const;

/** Cold storage in Azure Blob Storage. */
export const BLOB = {
  /** A request is tried so often in all, first after so long, then longer; one try takes so long at most. */
  tries: 4,
  firstRetryMs: SECOND_MS / 4,
  lastRetryMs: 2 * SECOND_MS,
  tryMs: 30 * SECOND_MS,
  /** An object up to this is put with one request, a longer one in blocks of this, so many at a time. */
  blockBytes: 8 * MB,
  blocksAtOnce: 2,
  /** Listings that are under way, whose next pages need not begin anew. */
  listings: 1000,
  retryAfterMs: 5 * SECOND_MS,
} as const;
