/** How long data is kept, how importance is computed, what is archived, and when backups, erasures and jobs run. */
import { byRetiredType, type RetiredType } from './memory-types.ts';
import { DAY_MS, KB, MB, SECOND_MS, HOUR_MS } from './units.ts';

// Lifetimes of data.

/** A session's messages expire this long after its last message. */
export const SHORT_TERM_TTL_MS = 3600 * SECOND_MS;

/** The time for which a repeated request id gets the first answer. */
export const REQUEST_ID_TTL_MS = 24 * HOUR_MS;

/** The time for which turns that left their session's window can be found, counted from their append. */
export const RECALL_MS = 90 * DAY_MS;
export const MOST_RECALL_DAYS = 3650;

/** How often expired rows are deleted; reads never show them in between. */
export const SWEEP_INTERVAL_MS = 60 * SECOND_MS;

/** The interval at which the traces of deleted rows in the embedded store's pages are overwritten; an erasure does so itself. */
export const OVERWRITE_INTERVAL_MS = 3600 * SECOND_MS;

/** The time for which the change log is kept, and so the most that its followers may lag. */
export const CHANGE_LOG_TTL_MS = 7 * 24 * HOUR_MS;

/**
 * The types whose memories are archived. Working memory ends with its task, short-term memory with its session; persona and entities are
 * kept until they are deleted; facts, turns, summaries and discardables are kept as the Context service says.
 */
export const ARCHIVED_AFTER_DAYS = byRetiredType(({ afterDays }) => afterDays);
export const RETIRED_TYPES = Object.keys(ARCHIVED_AFTER_DAYS) as readonly RetiredType[];

/** The bounds within which a tenant may set it. */
export const ARCHIVED_AFTER_BOUNDS = byRetiredType(({ leastDays, mostDays }) => ({ least: leastDays, most: mostDays }));

// The importance of a memory, from 0 to 1, decides whether it is kept or archived.

/** The importance of a memory for which nobody stated one: the middle of 0 to 1. */
export const DEFAULT_IMPORTANCE = 0.5;

/**
 * The blend of the sleep cycle. Each factor lies in 0..1, and so does their sum:
 *
 *   recency     halves with every 60 days since the memory was last used or written
 *   frequency   how often it was read or found
 *   centrality  what names it: entities and relationships whose evidence it is, and the links of those entities
 *   reflection  the days on which it was used, and how often it was confirmed by being written again
 *   stability   how long it has stood as it is
 */
export const IMPORTANCE_FACTORS = ['recency', 'frequency', 'centrality', 'reflection', 'stability'] as const;
export type ImportanceFactor = (typeof IMPORTANCE_FACTORS)[number];

export const IMPORTANCE_WEIGHTS: Readonly<Record<ImportanceFactor, number>> = {
  recency: 0.35,
  frequency: 0.2,
  centrality: 0.15,
  reflection: 0.2,
  stability: 0.1,
};

/** The share of a stated importance; the computed blend has the rest. Without a stated one, the blend is everything. */
export const STATED_SHARE = 0.5;

export const IMPORTANCE_SCALES = {
  recencyHalfLifeMs: 60 * DAY_MS,
  /** The number of uses that gives half of the maximum; likewise for the others below. */
  halfUses: 5,
  halfLinks: 2,
  /** The days of use after the first, and the writes after the first. */
  halfReflections: 2,
  stabilityHalfLifeMs: 60 * DAY_MS,
} as const;

// Settings of the sleep cycle.

/** The memories that the threshold reaches: those that retention would archive anyway, or younger ones, too. */
export const THRESHOLD_AGES = ['retention', 'any'] as const;
export type ThresholdAge = (typeof THRESHOLD_AGES)[number];

/** The property that memories under the same cap share, beside their tenant. */
export const CAP_SCOPES = ['user-agent', 'agent'] as const;
export type CapScope = (typeof CAP_SCOPES)[number];

export const SLEEP_CYCLE = {
  /** By default no memory is archived for its importance, since none is below 0. A usual threshold is 0.15. */
  threshold: 0,
  /** The highest allowed threshold: above it nearly every memory that nobody reads would be archived. */
  mostThreshold: 0.5,
  thresholdAge: 'retention' satisfies ThresholdAge,
  capScope: 'user-agent' satisfies CapScope,
  /**
   * A memory graduates if it was used on this many days and its importance exceeds `graduateAbove`; then its importance is multiplied by
   * `graduateBoost`.
   */
  graduateDays: 3,
  graduateAbove: 0.7,
  graduateBoost: 1.1,
  /** Smaller changes of importance are not written: such a change only swaps places with neighbours. */
  leastChange: 0.001,
  /**
   * The numbers of memories that are scored in one read, written in one transaction, and compared at a time: each takes about 2 ms, for
   * which others wait.
   */
  scoredAtOnce: 250,
  scoredInOneWrite: 200,
  comparedAtOnce: 20,
  /** The most comparisons in one cycle; the next one continues. */
  mostCompared: 20_000,
  /**
   * The calibrated similarity from which another memory is checked as a duplicate, and the number of such memories that are checked. Of 948
   * pairs of memories that say the same, in one language or two, 923 are as similar (test/bench/duplicates); six in seven are over 0.57.
   */
  duplicateSimilarity: 0.35,
  duplicateCandidates: 10,
  /** The number of texts that are cached while texts are compared: about 10 MB. */
  textsKept: 2000,
  /** The highest cap that an agent may have. */
  mostPerAgent: 100_000_000,
} as const;

/** The limits of one archived object, and of what a writer processes at once, since secure deletion takes time. */
export const ARCHIVING = {
  memoriesPerObject: 250,
  bytesPerObject: 8 * 1024 * 1024,
  readAtOnce: 25,
  removedInOneWrite: 10,
  candidatesAtOnce: 250,
  /** The number of ids and reasons that an answer lists at most, and likewise of users. */
  samples: 100,
  /** The number of memories that one call restores at most. */
  restoredInOneCall: 1000,
} as const;

// Settings for encrypting and storing data that is kept for long.

/** AES-256-GCM, and HKDF-SHA256 for the key of each object. */
export const SEALING = {
  keyBytes: 32,
  saltBytes: 32,
  nonceBytes: 12,
  tagBytes: 16,
  /** The bytes that are encrypted at a time: few enough to delay nobody. */
  frameBytes: 128 * KB,
  /** The level of zlib: higher levels are half as slow again and save little. */
  compressionLevel: 5,
} as const;

export const COLD = {
  nameLength: 512,
  /** The number of entries in one listing at most. */
  pageSize: 1000,
  /** The age at which incomplete objects of a crashed put are deleted. */
  abandonedMs: 24 * 3600 * 1000,
  /** The number of users whose keys are cached in memory. */
  cachedUserKeys: 10_000,
  /** How often a server looks for the mark of a place that another one may be about to write, and the wait before each look. */
  markTries: 20,
  markWaitMs: 100,
} as const;

/** Master keys, and the time for which what they unwrap is cached. */
export const MASTER_KEYS = {
  /** A file of master keys is read again at most this often. */
  rereadMs: SECOND_MS,
  /** A key service is asked for new versions at least this often, and must answer within this time. */
  serviceRereadMs: 60 * SECOND_MS,
  serviceTimeoutMs: 5 * SECOND_MS,
  /** The length of the id of a key. */
  idBytes: 8,
  /** How long keys of users are cached. */
  cachedSeconds: 300,
  mostCachedSeconds: 3600,
  /** A rotation seals so many objects anew at a time, between other work. */
  renewedAtOnce: 16,
  /** At the end it looks again at up to so many that it could not seal anew: their users may have come meanwhile. */
  lookedAtAgain: 10_000,
  /** After so many it looks whether one of them was erased on another server meanwhile. */
  settleEvery: 1000,
} as const;

/** The limits of a search in the archive, for one user and type. proto/recorda/v1/memory.proto documents the first four. */
export const ARCHIVE_SEARCH = {
  /**
   * The number of memories that are ranked, the most recently archived first, and their bytes: about 0.2 s of CPU time for each MiB of
   * text.
   */
  memories: 1000,
  bytes: 4 * MB,
  /**
   * The number of objects of cold storage that are read for them, and their uncompressed bytes; reads that are in progress when this is
   * exceeded are the last.
   */
  objects: 128,
  objectBytes: 16 * MB,
  /** The number of pages of metadata about archived memories that are read, each of SQLITE.listScanRows memories. */
  pages: 10,
  /** The number of objects that a search reads at a time. */
  readAtOnce: 4,
  /** The number of searches that read and rank at a time, since each holds what it reads in memory. */
  atOnce: 2,
  /** The number of searches that wait for one of these; one more is OVERLOADED, and asked to wait for `retryAfterMs`. */
  waiting: 32,
  retryAfterMs: 1000,
  /** The ranking thread ends after this time without work. */
  idleMs: 60_000,
} as const;

// The sets of data that are backed up, how often, and how long backups are kept. Working and short-term memory are never backed up.

/**
 * The parts of a user in a backup: memories of a type; `rows` are facts, summaries and other data of conversations, schemas and plans;
 * `archive` lists what is in the archive.
 */
export const BACKUP_PARTS = ['long_term', 'episodic', 'entity', 'structured', 'persona', 'rows', 'archive'] as const;
export type BackupPart = (typeof BACKUP_PARTS)[number];

export const BACKUP_SETS = {
  DAILY: {
    parts: ['long_term', 'episodic', 'entity', 'structured', 'rows', 'archive'],
    keptMs: 30 * DAY_MS,
    schedule: '0 1 * * *',
  },
  WEEKLY: { parts: ['persona'], keptMs: 90 * DAY_MS, schedule: '30 1 * * 0' },
} as const satisfies Record<
  string,
  { readonly parts: readonly BackupPart[]; readonly keptMs: number; readonly schedule: string }
>;
export type BackupSet = keyof typeof BACKUP_SETS;

export const BACKING_UP = {
  /**
   * A piece of a part ends, once it has `pieceBytes`, after the first line whose digest is one in `piecePer`, and at the latest at its
   * maximum size.
   */
  piecePer: 64,
  pieceBytes: 64 * KB,
  longestPieceBytes: 2 * MB,
  /**
   * A backup reuses pieces that were put within this time; it writes older ones again, so that a damaged piece is not relied on for ever.
   */
  piecesReusedMs: 7 * DAY_MS,
  /** A scratch store is tried with users of this many bytes in all. */
  scratchBytes: 64 * MB,
  /** The numbers of users that are listed, and of memories that are restored, at a time. */
  usersAtOnce: 500,
  putBackAtOnce: 100,
  /** The number of faults that an answer lists at most. */
  faults: 100,
} as const;

/** Erasing users. */
export const ERASING = {
  /** The number of tries to empty the store's log while a reader is in the way, and the interval between them. */
  scrubAttempts: 100,
  scrubRetryMs: 100,
  /**
   * The time that a starting server waits for the list of erasures in cold storage, and the interval after which it asks again if that
   * failed.
   */
  askMs: 10_000,
  replayAgainMs: 2000,
  /** How often a server asks whether another one has ended an erasure, or has ended itself. */
  claimWaitMs: 250,
  /** The numbers of entries of the erase log that are read together from the store, and from cold storage. */
  entriesAtOnce: 1000,
  logEntriesAtOnce: 16,
  /** The number of users of a restored store that are checked together. */
  usersAtOnce: 1000,
  /** The length of the longest reason that an operator may give, in bytes. */
  reasonBytes: 256,
  /** The length of the longest signature that is verified, in bytes. */
  signatureBytes: 1024,
  /** The time that a write for a user who is being erased is asked to wait. */
  retryAfterMs: 1000,
} as const;

/** The audit log. */
export const AUDITING = {
  /** The delay after which records about working memory, and about sessions in another backend, are written together. */
  noteMs: 50,
  /** They are written sooner once there are this many. */
  notesAtOnce: 256,
  /** The most records that may wait; beyond that, the changes that they describe are refused. */
  mostNotes: 100_000,
  /** The number of pages that are checked, or searched, at a time. */
  pagesAtOnce: 500,
  keyBytes: 32,
  /** Users whose pseudonyms are cached. */
  heldUsers: 10_000,
  /** The size of one of the two slots in the file that holds the head. */
  headBytes: 128,
  /** The number of pages that one listing searches at most. */
  mostPages: 5000,
  /** The digits of the id of a key that signs anchors. */
  anchorKeyId: 16,
  /** The digits of page numbers in the names of anchors, so that names sort by them. */
  anchorDigits: 12,
  /** The number of anchors that are read at a time. */
  anchorsAtOnce: 16,
  /** The number of anchors that a caller may send along, and the bytes of the longest text and key of one. */
  givenAnchors: 100,
  anchorBytes: 4 * KB,
  /** The number of anchors at fault that an answer lists at most. */
  anchorFaults: 100,
} as const;

/** Shipping the audit log to a receiver. */
export const AUDIT_SHIPPING = {
  /** The limits of one batch, in records and in bytes as they are stored. */
  recordsAtOnce: 500,
  bytesAtOnce: 256 * KB,
  /** How often new records are looked for. */
  pollMs: SECOND_MS,
  /** The time within which a receiver must answer. */
  timeoutMs: 10 * SECOND_MS,
  /** The wait before the first retry, which doubles with each failure so many times at most, and the longest wait. */
  firstRetryMs: SECOND_MS,
  doublings: 10,
  lastRetryMs: 60 * SECOND_MS,
  /** The bytes of an answer that are read. */
  answerBytes: 64 * KB,
} as const;

/** The origin of changes that no caller made. */
export const MUTATIONS = { server: { credential: '', operation: 'server' } } as const;

/** The times of scheduled jobs, as cron patterns: minute, hour, day, month, weekday. */
export const SCHEDULE = {
  zone: 'UTC',
  episodic: '0 2 * * *',
  longTerm: '0 3 * * 0',
  structured: '30 3 * * 0',
  sleepCycle: '0 4 * * *',
  /** This check comes before the backups, so that no backup is made of a damaged store. */
  check: '30 0 * * *',
  auditAnchor: '15 0 * * *',
} as const;

export const SCHEDULING = {
  /** How often due jobs are looked for. */
  tickMs: 20 * SECOND_MS,
  /** The interval at which metrics of stored data are reported. */
  reportMs: 300 * SECOND_MS,
  /** If the last run is further in the future than this, a wrong clock noted it. */
  skewMs: DAY_MS,
  /** The wait after a run that failed. */
  retryMs: 600 * SECOND_MS,
  /** How often a server tries to get the lease of continuous work that another server does. */
  leaseMs: 2 * SECOND_MS,
} as const;

/** Shipping changes to a warm standby. */
export const STANDBY = {
  /**
   * The pause between two segments. If a machine is lost, about as much time of changes is lost with it, plus the time that shipping a
   * segment takes.
   */
  intervalMs: SECOND_MS,
  leastIntervalMs: 100,
  mostIntervalMs: 60 * SECOND_MS,
  /** The limits of one segment, in changes and in bytes of rows. If there are more changes, other segments follow at once. */
  changesAtOnce: 20_000,
  bytesAtOnce: 16 * MB,
  /** The number of rows of a walk through the store, and their bytes, that each segment takes. */
  walkedRows: 2000,
  walkedBytes: 4 * MB,
  /** The next walk begins after this time, or this many segments. A restore reads all segments since a walk. */
  walkEveryMs: DAY_MS,
  walkEverySegments: 40_000,
  /** The time over which a store can be restored to any moment, in days. */
  keptDays: 7,
  mostKeptDays: 365,
  /** The wait before the first retry, which doubles with each failure, and the longest wait. */
  retryMs: SECOND_MS,
  mostRetryMs: 10 * SECOND_MS,
  /** The time that an attempt waits for each answer of the storage, which at 3 Mbit/s is enough for the largest segment. */
  attemptMs: 60 * SECOND_MS,
  /** The longest time between the beginning of an erasure and the destruction of its keys. */
  erasureMs: 600 * SECOND_MS,
  /** The time for which a closing server waits for changes that have not been shipped. */
  closeMs: 5 * SECOND_MS,
  /** The number of digits in segment numbers, so that names sort by them. */
  numberDigits: 12,
  /** Shorter parts are not compressed (in bytes of JSON). */
  leastDeflated: 256,
  deflateLevel: 3,
  /** The number of segments that a restore reads at a time. */
  readAtOnce: 16,
  /** The number of users whose keys are read at a time. */
  keysAtOnce: 16,
  /** The number of times that a drill tries to find a segment that has all changes. */
  drillAttempts: 10,
} as const;

/** The number of past runs that are kept of each kind. */
export const KEPT_RUNS = 50;
