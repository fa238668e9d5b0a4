/** The embedded store's own numbers. Quotas and times to live stand in limits.ts and retention.ts. */
import { availableParallelism } from 'node:os';
import { GB, KB, LIMITS, MB } from './limits.ts';
import { machineBytes } from './machine.ts';

/** Older ones can corrupt a WAL that is reset while it is read (3.51.3 repairs it). */
export const MIN_SQLITE_VERSION = [3, 51, 3] as const;

/** One core is the main thread's, one the writer's. */
export const READER_THREADS = Math.max(1, Math.min(3, availableParallelism() - 2));

export const SQLITE = {
  /** What one transaction gathers: no more calls once it has so many intents or bytes. */
  gatheredIntents: 1000,
  gatheredBytes: 16 * MB,
  /** A reader sends what is done after this time even where more waits, so that a slow call holds back no fast one. */
  replyAfterMs: 1,
  /** How long a checkpoint waits for readers; it is tried again at the next sweep. */
  busyTimeoutMs: 250,
  /** What a writer that found the file locked by another program is told to wait. */
  lockedRetryMs: 1000,
  /** Pages of the log (4 KB each) at which it is copied into the file when nothing waits, and even where something does. */
  checkpointIdlePages: 500,
  checkpointBusyPages: 8000,
  /** Sessions of conversations that one step of a sweep deletes. */
  sweptSessions: 20,
  /** Rows that a sweep deletes between two looks at the queue: secure deletion takes time. */
  sweepChunkRows: 20,
  /** Short rows of a user who is erased, as many at a time. */
  eraseChunkRows: 200,
  /** Of memories in a page of an export. */
  exportPageBytes: 1 * MB,
  /** Pieces of packs that a sweep deletes between two looks: each is 256 KB to be zeroed. */
  sweepChunkPieces: 1,
  /** Rows that one page of a filtered listing looks at, at most. */
  listScanRows: 2000,
  /** Bytes of memories in one answer; the rest of a message is its own form. */
  answerBytes: LIMITS.messageBytes - 1 * MB,
  /** Of the indexes in memory, all readers together: a user with 10,000 memories takes some 12 MB. */
  indexBytes: Math.floor(machineBytes() / 4),
  /** Of the indexes of one reader: their vectors lie in one memory with 32-bit addresses. */
  readerIndexBytes: 3 * GB,
  /** An index of fewer memories is not packed: reading their texts takes no longer than some tens of milliseconds. */
  packFromMemories: 500,
  packPieceBytes: 256 * KB,
  /** How long a reader goes on packing an index before it looks for calls that wait. */
  packSliceMs: 2,
  /** A pack that lacks no more than such a share of the memories, and has none that is gone, is left as it is. */
  packLackingShare: 0.02,
  /** An index follows the adds of many memories: from so many of a user's, so many changes at a time, between searches. */
  followFromAdds: 100,
  followedChanges: 50,
  /** Users whose adds are counted; beyond, counting starts anew. */
  followedUsers: 10_000,
  /** So often it is seen to then which indexes have changed no more, and can be packed. */
  packAfterAddsMs: 2000,
  /** How long closing may go on packing indexes that have changed. */
  packOnCloseMs: 2000,
  /** Searches go to a second reader as well where so many wait at the user's own; for so many users, until unneeded so long. */
  spreadFromWaiting: 3,
  spreadUsers: 1000,
  spreadForMs: 60_000,
  /** An index of more memories is not opened twice: that would take the other reader from everybody else for too long. */
  spreadUpToMemories: 25_000,
  /** An index that lags by more changes than this, and than it has memories, is built anew. */
  catchUpChanges: 1000,
  /** Before a reader that could not open is started again. */
  restartDelayMs: 1000,
  /** A reader that works for so long on what its caller has given up is replaced; filters end by themselves much sooner. */
  readerLostAfterMs: 15_000,
  /** Sessions whose windows the writer holds in memory, some tens of kilobytes each at most. */
  heldSessions: 500,
  /** Users whose indexes of facts and turns are known to have been built: for the next prompt only what changed is made ready. */
  preparedUsers: 10_000,
  /** Indexes that are made ready for a prompt at once; where as many are, a prompt brings its own up to date. */
  preparingAtOnce: 64,
  /** Sessions as they were last read for a prompt, kept while nothing changes; what each takes beside its turns' words. */
  keptSessions: 1000,
  keptSessionBytes: 32 * MB,
  keptSessionOverheadBytes: 1 * KB,
  /** Turns as a prompt last found them. */
  keptTurns: 20_000,
  keptTurnBytes: 32 * MB,
  /** What a memory costs beside its index once a filter has seen it, apart from its metadata. */
  filteredRecordBytes: KB / 2,
  /** Changes that a sweep samples users of between two looks, and samples that it deletes. */
  sweepChunkSamples: 200,
  /** Users whose tier and quotas the writer keeps at hand. */
  plansAtHand: 10_000,
  /** Of the memories that listings have parsed, of each reader, counted as so many times their size. */
  parsedBytes: Math.floor(machineBytes() / 32),
  parsedFactor: 4,
  /** Of these, read one by one where they are missing; beyond, all are read at once. */
  readSinglyUpTo: 200,
  /** A page cache for each connection. */
  pageCacheBytes: 16 * MB,
  /** Memories whose accesses are counted before they are put on disk; sooner with each sweep. */
  talliedAccesses: 10_000,
  /** So many of them in one transaction. */
  touchedAtOnce: 200,
} as const;
