/** The limits of requests, users, tenants and the server, the costs of what they hold, and when alerts are raised. */
import { DEFAULT_DEADLINE_MS, WIRE } from '../../contract/wire.ts';
import { KB, MB, GB, DAY_MS, machineBytes, SECOND_MS, MINUTE_MS } from './units.ts';
import { byType, type Measure, type MemoryType, type Quota } from './memory-types.ts';

/** Quotas of things that are not memory types, and the measures of each that raise alerts by default. */
const BESIDE_TYPES = {
  RELATIONSHIP: { quota: { count: 10_000, bytes: 50 * MB }, raisesAlerts: ['COUNT', 'BYTES'] },
  RECALL: { quota: { count: 10_000, bytes: 100 * MB }, raisesAlerts: [] },
  FACT: { quota: { count: 10_000, bytes: 10 * MB }, raisesAlerts: ['COUNT', 'BYTES'] },
  SESSION: { quota: { count: 10_000, bytes: 100 * MB }, raisesAlerts: [] },
  REQUEST_ID: { quota: { count: 100_000, bytes: 100 * MB }, raisesAlerts: [] },
  ORDERED_DOCUMENT: { quota: { count: 10_000, bytes: 100 * MB }, raisesAlerts: ['COUNT', 'BYTES'] },
} as const satisfies Readonly<Record<string, QuotaRow>>;

/** A quota limits the memories of a type, or one of the others. */
export type QuotaName = MemoryType | keyof typeof BESIDE_TYPES;

type QuotaRow = { readonly quota: Quota; readonly raisesAlerts: readonly Measure[] };

function besideTypes<V>(value: (row: QuotaRow) => V): Readonly<Record<keyof typeof BESIDE_TYPES, V>> {
  const rows = Object.entries(BESIDE_TYPES).map(([name, row]) => [name, value(row)]);
  return Object.fromEntries(rows) as Record<keyof typeof BESIDE_TYPES, V>;
}

/** Quotas and limits of requests. 1 KB is 1,024 bytes; bytes are uncompressed UTF-8. */
export type Quotas = Readonly<Record<QuotaName, Quota>>;

/**
 * The owner of each quota: a user and agent for working, persona and episodic memory, a user and session for short-term memory, a user for
 * the others. When full, recall drops the oldest turns, and request ids the oldest ids; facts and documents of ordered collections are
 * refused; a new session evicts sessions that have ended or are idle (SESSIONS_ROLL), and is refused if there are none.
 */
export const QUOTAS: Quotas = { ...byType(({ quota }) => quota), ...besideTypes(({ quota }) => quota) };

/** The number of earlier versions that an entity or a relationship keeps; those of traits are limited only by their quota. */
export const MAX_VERSIONS = 100;

/** The number of JSON values that the earlier versions of an entity, relationship or trait hold together; older versions are dropped. */
export const VERSIONS_VALUES = 100_000;

/** The number of steps of an episode. */
export const MAX_STEPS = 50;

/** The number of characters of a text by which a listing can be ordered, since page tokens hold them. */
export const SORTED_TEXT = 256;

/** AUTO_PRUNE_FRACTION deletes this share of the memories at a time, at least one. */
export const PRUNE_FRACTION = 0.1;

/** The number of ids of removed memories that an answer lists at most. */
export const MAX_REMOVED_IDS = 1000;

/** The number of ids that a deletion by filter lists at most. */
export const MAX_SAMPLE_IDS = 100;

/** The number of owners over their quota that an answer lists at most. */
export const MAX_OVER_QUOTA = 100;

/** The number of memories that a deletion by filter examines at a time, and deletes together. */
export const DELETE_PAGE_SIZE = 200;

export const LIMITS = {
  contentBytes: 1 * MB,
  identifierBytes: 256,
  workingKeyBytes: 256,
  speakerBytes: 256,
  /** The length of the longest key, entity type, relationship type, alias, and name of a collection or tool. */
  nameBytes: 256,
  traitBytes: 64 * KB,
  attributesBytes: 64 * KB,
  aliases: 50,
  evidence: 100,
  taskBytes: 8 * KB,
  /** The length of the longest text of a step. */
  stepBytes: 4 * KB,
  documentBytes: 1 * MB,
  /**
   * The number of JSON values that patches may bring a document to; a single request can bring fewer. A memory is encoded without a pause,
   * which takes 10 to 20 ms for this many.
   */
  documentValues: 100_000,
  /** The number of fields by which a listing of documents may be ordered. */
  sortFields: 4,
  orderByBytes: 1 * KB,
  /** The range of google.protobuf.Duration. */
  durationSeconds: 315_576_000_000,
  requestIdBytes: 128,
  metadataBytes: 64 * KB,
  /** The object itself is level 1. */
  metadataDepth: 16,
  /** The depth of nested messages up to which a request is decoded, three for each level of JSON; a deeper one is malformed. */
  decodeDepth: 4096,
  queryBytes: 8 * KB,
  filterBytes: 4 * KB,
  batchSize: 1000,
  /** The number of writes in BatchWriteDocuments. */
  documentWrites: 100,
  pageSize: 1000,
  topK: 10_000,
  ...WIRE,
  /**
   * The number of numbers, lengths and tags that are read in one request, a text counting as `textReads`: a small message has room for
   * millions of empty parts, and reading them would delay all other calls. It is enough for the largest metadata; batches have an allowance
   * of their own.
   */
  messageReads: 200_000,
  batchReads: 320_000,
  textReads: 2,
  /** The most entries of a list in a request, except in batches. */
  listLength: 100,
} as const;

export const DEFAULTS = {
  topK: 5,
  pageSize: 50,
  deadlineMs: DEFAULT_DEADLINE_MS,
} as const;

/** Content of more bytes than this is compressed with zlib, if that makes it smaller. */
export const COMPRESS_OVER_BYTES = 1 * KB;

/** Tiers, with their quotas and prices, the limits of the whole server, and the levels of warnings. */
export type Tier = {
  /** The price in dollars per month. */
  readonly priceUsd: number;
  /** The quotas that the tier sets; the others are the same for everyone. */
  readonly quotas: Readonly<Partial<Record<QuotaName, Quota>>>;
};

export const TIER_NAMES = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type TierName = (typeof TIER_NAMES)[number];

/**
 * Quotas that tiers set in addition to the common ones. PRO has the default quotas. Entities and relationships are limited by count; their
 * bytes grow with it.
 */
const TIER_QUOTAS = {
  LONG_TERM: { FREE: { count: 100, bytes: 10 * MB }, ENTERPRISE: { count: 100_000, bytes: 1000 * MB } },
  ENTITY: { FREE: { count: 500, bytes: 5 * MB }, ENTERPRISE: { count: 50_000, bytes: 500 * MB } },
  RELATIONSHIP: { FREE: { count: 1000, bytes: 5 * MB }, ENTERPRISE: { count: 100_000, bytes: 500 * MB } },
  RECALL: { FREE: { count: 1000, bytes: 10 * MB }, ENTERPRISE: { count: 100_000, bytes: 1000 * MB } },
  FACT: { FREE: { count: 1000, bytes: 1 * MB }, ENTERPRISE: { count: 50_000, bytes: 50 * MB } },
  SESSION: { FREE: { count: 1000, bytes: 10 * MB }, ENTERPRISE: { count: 100_000, bytes: 1000 * MB } },
  ORDERED_DOCUMENT: { FREE: { count: 1000, bytes: 10 * MB }, ENTERPRISE: { count: 100_000, bytes: 1000 * MB } },
} as const satisfies Readonly<Partial<Record<QuotaName, Readonly<Record<Exclude<TierName, 'PRO'>, Quota>>>>>;

export const TIERS: Readonly<Record<TierName, Tier>> = {
  FREE: { priceUsd: 0, quotas: quotasOfTier('FREE') },
  PRO: { priceUsd: 20, quotas: quotasOfTier('PRO') },
  ENTERPRISE: { priceUsd: 200, quotas: quotasOfTier('ENTERPRISE') },
};

function quotasOfTier(tier: TierName): Tier['quotas'] {
  const names = Object.keys(TIER_QUOTAS) as (keyof typeof TIER_QUOTAS)[];
  return Object.fromEntries(names.map((name) => [name, tier === 'PRO' ? QUOTAS[name] : TIER_QUOTAS[name][tier]]));
}

/** The tier of a user for whom nobody set one. */
export const DEFAULT_TIER: TierName = 'PRO';

/** The range of a quota that can be set: from nothing to the most that the whole server may hold. */
export const QUOTA_RANGE = { count: 1_000_000_000, bytes: 1_000_000 * GB } as const;

/** The limits of all users of a server, or of all agents of a tenant, together. */
export type GlobalLimits = {
  readonly longTermBytes: number;
  /** The number of entities. */
  readonly graphNodes: number;
  /** The number of relationships. */
  readonly graphEdges: number;
  /** The number of versions of the system prompts of a tenant's agents. */
  readonly systemPrompts: number;
  /** The size of these, in bytes. */
  readonly systemPromptBytes: number;
};

export const GLOBAL_LIMITS: GlobalLimits = {
  longTermBytes: 1000 * GB,
  graphNodes: 10_000_000,
  graphEdges: 50_000_000,
  systemPrompts: 100_000,
  systemPromptBytes: 100 * MB,
};

/** The percentage of a quota above which an alert is raised, once; it is raised again after usage was ALERT_REARM_POINTS below. */
export const ALERT_PERCENT = { WARNING: 80, CRITICAL: 95 } as const;
export const ALERT_REARM_POINTS = 5;
export const ALL_PERCENT = 100;

// Settings that say how alerts are kept and delivered.

/** The measures of each quota that raise alerts by default. */
export const RAISES_ALERTS: Readonly<Record<QuotaName, readonly Measure[]>> = {
  ...byType(({ raisesAlerts }) => raisesAlerts),
  ...besideTypes(({ raisesAlerts }) => raisesAlerts),
};

/** The time for which alerts are kept. */
export const ALERT_TTL_MS = 30 * DAY_MS;

export const ALERTING = {
  /** The number of alerts that are read at a time. */
  pageSize: 100,
  /** The wait before following alerts again after it was interrupted. */
  retryMs: 2 * SECOND_MS,
  /** The number of users whose quotas are checked in one step after their tenant's quotas were set. */
  roundUsers: 20,
} as const;

export type WebhookPolicy = {
  /** The number of retries of one alert. */
  readonly retries: number;
  /** The wait before the first retry; it doubles with each retry up to `lastDelayMs`. */
  readonly firstDelayMs: number;
  readonly lastDelayMs: number;
  /** The time that one try may take. */
  readonly timeoutMs: number;
  /** The number of alerts that may wait; if there are more, the oldest are not delivered. */
  readonly backlog: number;
};

/** The retries of one alert take about ten minutes in all. */
export const WEBHOOK: WebhookPolicy = {
  retries: 10,
  firstDelayMs: 1 * SECOND_MS,
  lastDelayMs: 5 * MINUTE_MS,
  timeoutMs: 10 * SECOND_MS,
  backlog: 1000,
};

/** The cost of shared backends, in dollars; every rate is a setting. */
export type CostRates = {
  /** A GB of the vector store for a month: long-term memory. */
  readonly vectorGbUsd: number;
  /** 1,000 nodes of the graph for a month: entities. */
  readonly graph1000NodesUsd: number;
  /** A GB of Redis for a month: short-term and working memory. */
  readonly redisGbUsd: number;
  /** A GB of the server's disk for a month: turns, facts, sessions and other data besides memories. */
  readonly diskGbUsd: number;
};

/** The disk's rate is the list price of AWS general purpose SSDs (gp3) in us-east-1. */
export const COST_RATES: CostRates = { vectorGbUsd: 0.4, graph1000NodesUsd: 5, redisGbUsd: 0.15, diskGbUsd: 0.08 };

/** The number of nodes that a rate of the graph is for. */
export const NODES_OF_RATE = 1000;

/** The number of days over which costs are projected, and the most that a request may ask for. */
export const HORIZON_DAYS = { byDefault: 30, most: 365 } as const;

/** The number of days for which the daily samples of use are kept. */
export const SAMPLE_DAYS = 30;

/** The limits of the JSON Schemas of collections, and of checking a document against one. */
export const SCHEMA_LIMITS = {
  bytes: 32 * KB,
  subschemas: 200,
  refs: 100,
  /** The size of a compiled pattern, in RE2 instructions. */
  patternInstructions: 500,
  /** The number of collections with a schema that a user may have. */
  collections: 200,
  /** The number of nonconforming documents that an answer names. */
  unfitIds: 100,
  /** The number of faults of a document that an error names. */
  faults: 20,
  /** The number of characters of a field's path that such an error shows. */
  shownCharacters: 200,
} as const;

/** A check takes a step for each subschema that it tries, and more steps for large values. */
export const SCHEMA_STEPS = {
  document: 500_000,
  /** The steps for naming every fault of a nonconforming document. */
  faults: 20_000,
  /** The steps for all documents of a collection together, when its schema is set. */
  collection: 2_000_000,
  /** The number of characters, elements or fields that a subschema covers in one step. */
  sizeOfStep: 32,
  /** The number of a pattern's instructions, times characters, in one step. */
  patternOfStep: 8,
} as const;

/** The number of compiled schemas that are cached. */
export const COMPILED_SCHEMAS = 100;

// The limits of a filter's size and work.

/** The size of a filter, as cel-js counts it: enough for any filter that a person writes, and small enough to evaluate 100,000 times. */
export const FILTER_SIZE = {
  maxAstNodes: 500,
  maxDepth: 32,
  maxListElements: 200,
  maxMapEntries: 50,
  maxCallArguments: 8,
} as const;

/** The number of compiled filters that are cached. */
export const COMPILED_FILTERS = 1000;

/**
 * The limits of a filter's work: milliseconds by the clock, and units of work that do not depend on the machine. One unit is about the
 * evaluation of one node of the expression: 15 to 60 ns, measured on an AMD EPYC.
 */
export type FilterBudget = {
  readonly ms: number;
  readonly units: number;
  /** The units that one memory may take; if absent, all of them. */
  readonly unitsEach?: number;
};

/** The budget of one search or page, by where it runs. */
export const FILTER_BUDGETS = {
  /** The budget on the event loop without a pause: for working memory, and sessions in Redis. */
  loop: { ms: 25, units: 500_000 },
  /** The budget on the event loop with pauses for other calls: for Neo4j and Azure AI Search. */
  paused: { ms: 1000, units: 50_000_000, unitsEach: 500_000 },
  /** The budget in a reader thread. */
  reader: { ms: 1000, units: 50_000_000 },
} as const satisfies Record<string, FilterBudget>;

/** How long a filter runs on the event loop between two pauses. */
export const FILTER_PAUSE_AFTER_MS = 10;

/** The clock is read after this many units, which take some tens of microseconds. */
export const FILTER_LOOK_UNITS = 512;

/** Nothing between two reads of the clock takes this long: any more was spent by the machine on other work, or on garbage collection. */
export const FILTER_STEP_MS = 10;

/** The extra cost of operators and functions if their arguments are large. */
export const FILTER_WORK = {
  /**
   * The number of characters that a unit pays for: if each is read or copied; if most are skipped; and, for a search, of the text's length
   * times the length of what is searched for.
   */
  charactersRead: 4,
  charactersSkimmed: 64,
  charactersCompared: 64,
  /** The units for each element of a list that is made, since it takes memory, too. */
  elementMade: 4,
  /** The units for each key of a map that is examined as a whole. */
  keyListed: 4,
  /** The units for a date in a time zone, which takes about 50 microseconds. */
  timeZone: 2000,
} as const;

/** Walks among entities. */
export const GRAPH = {
  /** The limits of a walk: starts, hops and entities. */
  maxStarts: 100,
  maxHops: 5,
  maxEntities: 1000,
  /** The number of relationships in an answer for each entity that its limit allows. */
  relationshipsPerEntity: 10,
  /** The number of entities around one that was found. */
  maxNeighbors: 100,
} as const;

export const GRAPH_DEFAULTS = { hops: 1, entities: 100, neighbors: 10 } as const;

/** The index by which entities are found. */
export const ENTITY_INDEX = {
  /** The share of an entity's second-best text score that is added to its best. */
  secondWeight: 0.25,
  /**
   * The number of texts that are examined for each requested entity, and an addition: an entity has many texts, and one relationship finds
   * two entities.
   */
  textsPerHit: 4,
  moreTexts: 50,
  /** The score that an exact name or alias adds: more than all signals together can. */
  nameWeight: 10,
  /** The estimated bytes of a name with its keys. */
  nameBytes: 400,
  /** The share of a reader's memory for indexes. */
  share: 1 / 8,
  /** The number of indexes for other times that a reader caches. */
  pastViews: 2,
} as const;

/** Bounds for imports from other programs. */
export const IMPORTING = {
  /** The largest number of bytes that the files of a zip may have together, unpacked. */
  unpackedBytes: 2048 * MB,
  /** The factor by which a file of a zip may grow when it is unpacked. Conversations pack to about a tenth, a zip bomb to a thousandth. */
  unpackedTimes: 100,
  /** After this many faults the rest of a file is not read. */
  faults: 20,
  /** A longer first line is not a record of JSON Lines: 1 MiB with every character escaped is shorter. */
  firstLineUnits: 8 * MB,
} as const;

/** Exports and imports. */
export const EXPORTING = {
  /** The bytes that one message of an export gathers. */
  partBytes: 256 * KB,
  /** The bytes that `recorda import` sends at a time; data that is read meanwhile waits in memory. */
  sentBytes: 256 * KB,
  /** The size of the lines of one import together. */
  linesBytes: 15 * MB,
  /** The number of a user's sessions or agents whose free space is checked before an import. */
  ownersLookedAt: 100_000,
  /** Memories that are put back together. */
  putBackAtOnce: 200,
  /** Ids of an import that are looked up together. */
  idsAtOnce: 1_000,
  /** The longest text of a row: a turn's content. */
  textBytes: 2 * MB,
  /** The longest vector in base64. */
  vectorLength: 64 * KB,
  /** The furthest time, in milliseconds: the year 275760 or its mirror. */
  mostMs: 8_640_000_000_000_000,
  /** Faults of one line that are reported. */
  faults: 10,
} as const;

/** Limits of working memory, which this process holds, for all its owners together. */
export const WORKING = {
  /** The number of owners whose entries are kept ready for searches; those of others are prepared when they are searched. */
  indexes: 1000,
  /** The estimated bytes of an entry, or of a remembered request, in addition to its content. */
  entryBytes: 1 * KB,
  /** The bytes of all entries together. Beyond it new ones are OVERLOADED: no entry is dropped to make room for another owner's. */
  heldBytes: Math.floor(machineBytes() / 8),
  /** The time that an OVERLOADED answer asks the caller to wait. */
  retryMs: 1000,
  /** The number of request ids that are remembered, and the bytes of their answers; the least recently used are dropped first. */
  requestIds: 100_000,
  requestBytes: 64 * MB,
} as const;
