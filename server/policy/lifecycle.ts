/** How long data is kept, how importance is computed, what is archived, and when backups, erasures and jobs run. */
import { byRetiredType, type RetiredType } from './memory-types.ts';
import { DAY_MS, KB, MB, SECOND_MS, HOUR_MS } from './units.ts';

// Lifetimes of data.

/** A session's messages go this long after its last one. */
export const SHORT_TERM_TTL_MS = 3600 * SECOND_MS;

/** The time for which a repeated request id gets the first answer. */
export const REQUEST_ID_TTL_MS = 24 * HOUR_MS;

/** Turns that left their session's window stay findable for so long after they were appended. */
export const RECALL_MS = 90 * DAY_MS;
export const MOST_RECALL_DAYS = 3650;

/** How often expired rows are swept; reads never show them in between. */
export const SWEEP_INTERVAL_MS = 60 * SECOND_MS;

/** The change log's followers may lag so long. */
export const CHANGE_LOG_TTL_MS = 7 * 24 * HOUR_MS;

/**
 * Working memory ends with its task, short-term memory with its session; persona and entities stay for good; facts, turns, summaries
 * and discardables go as the Context service says. What is listed here is archived.
 */
export const ARCHIVED_AFTER_DAYS = byRetiredType(({ afterDays }) => afterDays);
export const RETIRED_TYPES = Object.keys(ARCHIVED_AFTER_DAYS) as readonly RetiredType[];

/** The bounds within which a tenant may set it. */
export const ARCHIVED_AFTER_BOUNDS = byRetiredType(({ leastDays, mostDays }) => ({ least: leastDays, most: mostDays }));

// The importance of a memory, from 0 to 1, by which it is kept or archived.

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
  /** The number of uses that gives half of the maximum; the others below likewise. */
  halfUses: 5,
  halfLinks: 2,
  /** Days of use beyond the first, and writes beyond the first. */
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
  /** By default no memory is archived for its importance, since none is under 0. A usual threshold is 0.15. */
  threshold: 0,
  /** The most that a threshold may be: over it nearly every memory that nobody reads would go. */
  mostThreshold: 0.5,
  thresholdAge: 'retention' satisfies ThresholdAge,
  capScope: 'user-agent' satisfies CapScope,
  /** A memory graduates when it was used on so many days and matters more than this; then it ranks so much higher. */
  graduateDays: 3,
  graduateAbove: 0.7,
  graduateBoost: 1.1,
  /** A change of importance that is smaller is not written down: it takes a place among neighbours for another. */
  leastChange: 0.001,
  /** Memories that are weighed in one reading, written in one transaction, and compared at a time: some 2 ms, which others wait. */
  weighedAtOnce: 250,
  weighedInOneWrite: 200,
  comparedAtOnce: 20,
  /** The most comparisons in one cycle; the next one continues. */
  mostCompared: 20_000,
  /**
   * The calibrated similarity from which another memory is checked as a duplicate, and the number of such memories that are checked. Of 948
   * pairs of memories that say the same, in one language or two, 923 are as similar (test/bench/duplicates); six in seven are over 0.57.
   */
  duplicateSimilarity: 0.35,
  duplicateCandidates: 10,
  /** Texts of which what was read is kept while they are compared: some 10 MB. */
  textsKept: 2000,
  /** The most that an agent may be capped at. */
  mostPerAgent: 100_000_000,
} as const;

/** The most that one archived object holds, and that a writer takes at once, since secure deletion takes time. */
export const ARCHIVING = {
  memoriesPerObject: 250,
  bytesPerObject: 8 * 1024 * 1024,
  readAtOnce: 25,
  removedInOneWrite: 10,
  candidatesAtOnce: 250,
  /** Ids and reasons that an answer lists at most, and the same of users. */
  samples: 100,
  /** Memories that one call restores at most. */
  restoredInOneCall: 1000,
} as const;

// Settings of sealing and storing data that is kept for long.

/** AES-256-GCM, and HKDF-SHA256 for the key of each object. */
export const SEALING = {
  keyBytes: 32,
  saltBytes: 32,
  nonceBytes: 12,
  tagBytes: 16,
  /** The bytes that are sealed at a time: few enough to delay nobody. */
  frameBytes: 128 * KB,
  /** zlib's: more is slower by half and saves little. */
  compressionLevel: 5,
} as const;

export const COLD = {
  nameLength: 512,
  /** The most entries of one listing. */
  pageSize: 1000,
  /** The age at which incomplete objects of a crashed put are deleted. */
  abandonedMs: 24 * 3600 * 1000,
  /** Users whose keys are cached. */
  keysAtHand: 10_000,
} as const;

/** Master keys, and the time for which what they unwrap is cached. */
export const MASTER_KEYS = {
  /** A file of master keys is read again at most this often. */
  rereadMs: SECOND_MS,
  /** The length of the id of a key. */
  idBytes: 8,
  /** How long keys of users are cached. */
  cachedSeconds: 300,
  mostCachedSeconds: 3600,
} as const;

/** The bounds of a search in the archive, for one user and type. proto/recorda/v1/memory.proto has the first four. */
export const ARCHIVE_SEARCH = {
  /** Memories that are ranked, the newest in the archive first, and their bytes: some 0.2 s of CPU for each MiB of text. */
  memories: 1000,
  bytes: 4 * MB,
  /** Objects of cold storage that are read for them, and bytes in these, uncompressed: those under way when they pass it are the last. */
  objects: 128,
  objectBytes: 16 * MB,
  /** Pages of what is known of archived memories that are looked through, each of SQLITE.listScanRows memories. */
  pages: 10,
  /** Objects of a search that are read at a time. */
  readAtOnce: 4,
  /** Searches that read and rank at a time: each holds what it reads in memory. */
  atOnce: 2,
  /** Searches that wait for one of these; one more is OVERLOADED, and asked to wait so long. */
  waiting: 32,
  retryAfterMs: 1000,
  /** The thread that ranks ends after so long without work. */
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
  /** A piece of a part ends after a line whose digest says so, one of so many, once it is so long; and at the latest when it is longer. */
  piecePer: 64,
  pieceBytes: 64 * KB,
  longestPieceBytes: 2 * MB,
  /** A backup takes over pieces that were put since; older ones it puts anew, so that one that was damaged is not relied on for ever. */
  piecesReusedMs: 7 * DAY_MS,
  /** A scratch store is tried with users of so many bytes in all. */
  scratchBytes: 64 * MB,
  /** Users that are listed, and memories put back, at a time. */
  usersAtOnce: 500,
  putBackAtOnce: 100,
  /** Faults that an answer lists at most. */
  faults: 100,
} as const;

/** Erasing users. */
export const ERASING = {
  /** How often emptying the store's log is tried again where a reader is in the way, and how far apart. */
  scrubAttempts: 100,
  scrubRetryMs: 100,
  /** A server does not wait longer to hear of erasures from cold storage as it starts, and asks so long after it failed. */
  askMs: 10_000,
  replayAgainMs: 2000,
  /** Entries of the erase log that are read from the store, and from cold storage, together. */
  entriesAtOnce: 1000,
  logEntriesAtOnce: 16,
  /** Users of a restored store that are looked at together. */
  usersAtOnce: 1000,
  /** The longest reason that an operator may give. */
  reasonBytes: 256,
  /** The longest signature that is to be verified. */
  signatureBytes: 1024,
  /** How long a write of a user who is being erased is asked to wait. */
  retryAfterMs: 1000,
} as const;

/** The audit log. */
export const AUDITING = {
  /** The delay after which records of working memory and of sessions elsewhere are written, together. */
  noteMs: 50,
  /** They are written sooner once there are this many. */
  notesAtOnce: 256,
  /** The most records that may wait; beyond that, the changes that they describe are refused. */
  mostNotes: 100_000,
  /** Pages that are checked, or looked through, at a time. */
  pagesAtOnce: 500,
  keyBytes: 32,
  /** Users whose pseudonyms are cached. */
  heldUsers: 10_000,
  /** The size of one of the two slots in the file that holds the head. */
  headBytes: 128,
  /** Pages that one listing looks through at most. */
  mostPages: 5000,
} as const;

/** Changes that nobody called for. */
export const MUTATIONS = { server: { credential: '', operation: 'server' } } as const;

/** The times of scheduled jobs, as cron patterns: minute, hour, day, month, weekday. */
export const SCHEDULE = {
  zone: 'UTC',
  episodic: '0 2 * * *',
  longTerm: '0 3 * * 0',
  structured: '30 3 * * 0',
  sleepCycle: '0 4 * * *',
  /** Before the backups, which are not to be of a damaged store. */
  check: '30 0 * * *',
} as const;

export const SCHEDULING = {
  /** How often it is looked whether something is due. */
  tickMs: 20 * SECOND_MS,
  /** The interval at which metrics of stored data are reported. */
  tellMs: 300 * SECOND_MS,
  /** A last run further in the future than this was noted by a clock that was wrong. */
  skewMs: DAY_MS,
  /** After a run that failed. */
  retryMs: 600 * SECOND_MS,
} as const;

/** Shipping changes to a warm standby. */
export const STANDBY = {
  /** The pause between two segments. A machine that is lost takes about as much with it, and what a segment takes to ship. */
  intervalMs: SECOND_MS,
  leastIntervalMs: 100,
  mostIntervalMs: 60 * SECOND_MS,
  /** One segment takes so many changes, and bytes of rows. If there are more, others follow at once. */
  changesAtOnce: 20_000,
  bytesAtOnce: 16 * MB,
  /** Each segment takes so many rows of a walk through the store, and bytes of them. */
  walkedRows: 2000,
  walkedBytes: 4 * MB,
  /** The next walk begins after so long, or so many segments. A restore reads all segments since a walk. */
  walkEveryMs: DAY_MS,
  walkEverySegments: 40_000,
  /** A store can be restored as of any time so far back. */
  keptDays: 7,
  mostKeptDays: 365,
  /** The wait before the first retry, which doubles with each failure, and the longest wait. */
  retryMs: SECOND_MS,
  mostRetryMs: 10 * SECOND_MS,
  /** An attempt waits so long for each answer of storage. At 3 Mbit/s that is enough for the largest segment. */
  attemptMs: 60 * SECOND_MS,
  /** The longest time between the beginning of an erasure and the destruction of its keys. */
  erasureMs: 600 * SECOND_MS,
  /** A server that is closed waits so long for changes that are not shipped yet. */
  closeMs: 5 * SECOND_MS,
  /** Segment numbers have so many digits, so that names sort by them. */
  numberDigits: 12,
  /** Shorter parts are not compressed (bytes of JSON). */
  leastDeflated: 256,
  deflateLevel: 3,
  /** A restore reads so many segments at a time. */
  readAtOnce: 16,
  /** Keys of so many users are read at a time. */
  keysAtOnce: 16,
  /** A drill tries so many times to find a segment that has all changes. */
  drillAttempts: 10,
} as const;
