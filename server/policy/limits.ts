/** The most that a request, a user, a tenant and the server may have, what that costs, and when it is reported. */
import { DEFAULT_DEADLINE_MS, WIRE } from '../../contract/wire.ts';
import type { MemoryType, QuotaName } from '../domain/memory.ts';
import { KB, MB, GB, DAY_MS, machineBytes, SECOND_MS, MINUTE_MS } from './units.ts';
import { byType, type Quota } from './memory-types.ts';
import type { Measure } from '../domain/decide/alerts.ts';

/** Quotas of what is no memory type, and the measures of each that raise alerts unless somebody switches them. */
const BESIDE_TYPES = {
  RELATIONSHIP: { quota: { count: 10_000, bytes: 50 * MB }, raisesAlerts: ['COUNT', 'BYTES'] },
  RECALL: { quota: { count: 10_000, bytes: 100 * MB }, raisesAlerts: [] },
  FACT: { quota: { count: 10_000, bytes: 10 * MB }, raisesAlerts: ['COUNT', 'BYTES'] },
  SESSION: { quota: { count: 10_000, bytes: 100 * MB }, raisesAlerts: [] },
  REQUEST_ID: { quota: { count: 100_000, bytes: 100 * MB }, raisesAlerts: [] },
  ORDERED_DOCUMENT: { quota: { count: 10_000, bytes: 100 * MB }, raisesAlerts: ['COUNT', 'BYTES'] },
} as const satisfies Readonly<Record<Exclude<QuotaName, MemoryType>, QuotaRow>>;

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

/** Earlier versions that an entity or a relationship keeps; those of traits are bounded by their quota alone. */
export const MAX_VERSIONS = 100;

/** Values of JSON that an entity's, a relationship's or a trait's earlier versions hold together; what is older goes. */
export const VERSIONS_VALUES = 100_000;

/** Steps of an episode. */
export const MAX_STEPS = 50;

/** Characters of a text that a listing is ordered by: page tokens hold them. */
export const SORTED_TEXT = 256;

/** AUTO_PRUNE_FRACTION deletes this share of the memories at a time, at least one. */
export const PRUNE_FRACTION = 0.1;

/** Ids of removed memories that an answer lists at most. */
export const MAX_REMOVED_IDS = 1000;

/** Ids that a deletion by filter lists at most. */
export const MAX_SAMPLE_IDS = 100;

/** Owners over their quota that an answer lists at most. */
export const MAX_OVER_QUOTA = 100;

/** A deletion by filter looks at so many memories at a time, and deletes them together. */
export const DELETE_PAGE_SIZE = 200;

export const LIMITS = {
  contentBytes: 1 * MB,
  identifierBytes: 256,
  workingKeyBytes: 256,
  speakerBytes: 256,
  /** The longest key, entity type, relationship type, alias, name of a collection or of a tool. */
  nameBytes: 256,
  traitBytes: 64 * KB,
  attributesBytes: 64 * KB,
  aliases: 50,
  evidence: 100,
  taskBytes: 8 * KB,
  /** The longest text of a step. */
  stepBytes: 4 * KB,
  documentBytes: 1 * MB,
  /**
   * Values of JSON that a document may be patched to; one request brings fewer. A memory is encoded at once, which takes 10 to 20 ms of
   * so many.
   */
  documentValues: 100_000,
  /** That a listing of documents may be ordered by. */
  sortFields: 4,
  orderByBytes: 1 * KB,
  /** The range of google.protobuf.Duration. */
  durationSeconds: 315_576_000_000,
  requestIdBytes: 128,
  metadataBytes: 64 * KB,
  /** The object itself is level 1. */
  metadataDepth: 16,
  /** Nested messages of a request that are decoded, three for a level of JSON; beyond them it is malformed. */
  decodeDepth: 4096,
  queryBytes: 8 * KB,
  filterBytes: 4 * KB,
  batchSize: 1000,
  /** Writes of BatchWriteDocuments. */
  documentWrites: 100,
  pageSize: 1000,
  topK: 10_000,
  ...WIRE,
  /**
   * Numbers, lengths and tags that are read of one request, a text counting as `textReads`: millions of empty parts fit into a small
   * message, and reading them would hold up every other call. Enough for the largest metadata, and so many more for a batch.
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

/** Content over this many bytes is compressed with zlib, where that makes it smaller. */
export const COMPRESS_OVER_BYTES = 1 * KB;

/** Tiers, with their quotas and prices, the limits of the whole server, and the levels of warnings. */
export type Tier = {
  /** Dollars a month. */
  readonly priceUsd: number;
  /** The quotas that the tier sets; the others are the same for everyone. */
  readonly quotas: Readonly<Partial<Record<QuotaName, Quota>>>;
};

export const TIER_NAMES = ['FREE', 'PRO', 'ENTERPRISE'] as const;
export type TierName = (typeof TIER_NAMES)[number];

/**
 * Quotas that tiers set beside everyone's, which PRO has. Entities and relationships are limited by count; their bytes grow with
 * it.
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

/** The most that all users of a server, or all agents of a tenant, may have together. */
export type GlobalLimits = {
  readonly longTermBytes: number;
  /** Entities. */
  readonly graphNodes: number;
  /** Relationships. */
  readonly graphEdges: number;
  /** Versions of system prompts of a tenant's agents. */
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

/** Percent of a quota: above, it is reported once; again after the use was this much below. */
export const ALERT_PERCENT = { WARNING: 80, CRITICAL: 95 } as const;
export const ALERT_REARM_POINTS = 5;
export const ALL_PERCENT = 100;

// Settings that say how alerts are kept and delivered.

/** The measures of each quota that raise alerts unless somebody switches them. */
export const RAISES_ALERTS: Readonly<Record<QuotaName, readonly Measure[]>> = {
  ...byType(({ raisesAlerts }) => raisesAlerts),
  ...besideTypes(({ raisesAlerts }) => raisesAlerts),
};

/** The time for which alerts are kept. */
export const ALERT_TTL_MS = 30 * DAY_MS;

export const ALERTING = {
  /** Alerts that are read at a time. */
  pageSize: 100,
  /** Following them that broke off is begun again after so long. */
  retryMs: 2 * SECOND_MS,
  /** Users whose quotas are looked at in one step after those of their tenant were set. */
  roundUsers: 20,
} as const;

export type WebhookPolicy = {
  /** Tries of one alert after the first. */
  readonly retries: number;
  /** Before the first retry; doubled with each, up to the last. */
  readonly firstDelayMs: number;
  readonly lastDelayMs: number;
  /** How long one try may take. */
  readonly timeoutMs: number;
  /** Alerts that may wait; beyond them the oldest are not delivered. */
  readonly backlog: number;
};

/** Some ten minutes in all for one alert. */
export const WEBHOOK: WebhookPolicy = {
  retries: 10,
  firstDelayMs: 1 * SECOND_MS,
  lastDelayMs: 5 * MINUTE_MS,
  timeoutMs: 10 * SECOND_MS,
  backlog: 1000,
};

/** The cost of shared backends, in dollars; every rate is a setting. */
export type CostRates = {
  /** A GB and month of the vector store: long-term memory. */
  readonly vectorGbUsd: number;
  /** 1,000 nodes and a month of the graph: entities. */
  readonly graph1000NodesUsd: number;
  /** A GB and month of Redis: short-term and working memory. */
  readonly redisGbUsd: number;
  /** A GB and month of the server's disk: turns, facts, sessions and what else is kept beside memories. */
  readonly diskGbUsd: number;
};

/** The disk's is the list price of general purpose SSDs (gp3) of AWS in us-east-1. */
export const COST_RATES: CostRates = { vectorGbUsd: 0.4, graph1000NodesUsd: 5, redisGbUsd: 0.15, diskGbUsd: 0.08 };

/** Nodes that a rate of the graph is for. */
export const NODES_OF_RATE = 1000;

/** Days ahead that costs are projected, and how far that can be. */
export const HORIZON_DAYS = { byDefault: 30, most: 365 } as const;

/** The number of days for which the daily samples of use are kept. */
export const SAMPLE_DAYS = 30;

/** Bounds of the JSON Schemas of collections, and of checking a document by one. */
export const SCHEMA_LIMITS = {
  bytes: 32 * KB,
  subschemas: 200,
  refs: 100,
  /** The size of a compiled pattern, in RE2's instructions. */
  patternInstructions: 500,
  /** Collections of a user that have been put. */
  collections: 200,
  /** Documents that do not fit which an answer names. */
  unfitIds: 100,
  /** Faults of a document that an error names. */
  faults: 20,
  /** How much of a field's path is shown in such an error. */
  shownCharacters: 200,
} as const;

/** A check takes a step for each subschema that it tries, and more where that has more to look at. */
export const SCHEMA_STEPS = {
  document: 500_000,
  /** Naming every fault of a document that does not fit. */
  faults: 20_000,
  /** All documents of a collection together, when its schema is set. */
  collection: 2_000_000,
  /** Characters, elements or fields that a subschema goes over in one step. */
  sizeOfStep: 32,
  /** Instructions of a pattern, times characters, in one step. */
  patternOfStep: 8,
} as const;

/** Compiled schemas kept. */
export const COMPILED_SCHEMAS = 100;

// Bounds of a filter's size and work.

/** The size of a filter, as cel-js counts it: enough for any filter that a person writes, and small enough to evaluate 100,000 times. */
export const FILTER_SIZE = {
  maxAstNodes: 500,
  maxDepth: 32,
  maxListElements: 200,
  maxMapEntries: 50,
  maxCallArguments: 8,
} as const;

/** Compiled filters kept. */
export const COMPILED_FILTERS = 1000;

/**
 * The work of a filter: milliseconds of the clock, and units of work that do not depend on the machine. One unit is about the evaluation of
 * one node of the expression: 15 to 60 ns, measured on an AMD EPYC.
 */
export type FilterBudget = {
  readonly ms: number;
  readonly units: number;
  /** The units that one memory may take; absent: all of them. */
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

/** The clock is looked at after so many units: some tens of microseconds. */
export const FILTER_LOOK_UNITS = 512;

/** Nothing between two looks at the clock takes so long: the machine spent the rest on others, or on garbage. */
export const FILTER_STEP_MS = 10;

/** The extra cost of operators and functions if their arguments are large. */
export const FILTER_WORK = {
  /** Characters that a unit pays for: where each is read or copied, where most are skipped, and of a text times those searched for in it. */
  charactersRead: 4,
  charactersSkimmed: 64,
  charactersCompared: 64,
  /** Units for an element that a list is made with: it takes memory, too. */
  elementMade: 4,
  /** Units for a key of a map that is looked at as a whole. */
  keyListed: 4,
  /** Units for a date in a time zone, which takes some 50 microseconds. */
  timeZone: 2000,
} as const;

/** Walks among entities. */
export const GRAPH = {
  /** The most that a walk may have: starts, hops and entities. */
  maxStarts: 100,
  maxHops: 5,
  maxEntities: 1000,
  /** Relationships in an answer, for each entity of its limit. */
  relationshipsPerEntity: 10,
  /** Entities around one that was found. */
  maxNeighbors: 100,
} as const;

export const GRAPH_DEFAULTS = { hops: 1, entities: 100, neighbors: 10 } as const;

/** The index that entities are found by. */
export const ENTITY_INDEX = {
  /** The share that the second best of an entity's texts adds to the score of the best. */
  secondWeight: 0.25,
  /** Texts that are looked at for each entity asked for, and besides: an entity has many, and a relationship finds two. */
  textsPerHit: 4,
  moreTexts: 50,
  /** The score that an exact name or alias adds: more than all signals together can. */
  nameWeight: 10,
  /** The estimated bytes of a name with its keys. */
  nameBytes: 400,
  /** This share of a reader's memory for indexes. */
  share: 1 / 8,
  /** Indexes of other times that a reader keeps. */
  pastViews: 2,
} as const;

/** Bounds for imports from other programs. */
export const IMPORTING = {
  /** The most bytes that the files of a zip may have together, unpacked. */
  unpackedBytes: 2048 * MB,
  /** A file of a zip may unpack to so many times its size. Conversations pack to about a tenth, a zip bomb to a thousandth. */
  unpackedTimes: 100,
  /** After so many faults the rest of a file is not read. */
  faults: 20,
  /** A first line that is longer is no record of JSON Lines: 1 MiB with every character escaped is less. */
  firstLineUnits: 8 * MB,
} as const;

/** Exports and imports. */
export const EXPORTING = {
  /** The bytes that one message of an export gathers. */
  partBytes: 256 * KB,
  /** The bytes that `recorda import` sends at a time; data that is read meanwhile waits in memory. */
  sentBytes: 256 * KB,
  /** The lines of one import together. */
  linesBytes: 15 * MB,
  /** Sessions or agents of a user whose room is looked at before an import. */
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

/** Working memory, which is the process's own: what all its owners together may take. */
export const WORKING = {
  /** Owners whose entries are kept ready to search; others' are made ready when asked. */
  indexes: 1000,
  /** The estimated bytes of an entry, or of a remembered request, beside its content. */
  entryBytes: 1 * KB,
  /** All entries together. Beyond it new ones are OVERLOADED: nothing is dropped for another owner's sake. */
  heldBytes: Math.floor(machineBytes() / 8),
  /** How long an OVERLOADED answer asks the caller to wait. */
  retryMs: 1000,
  /** Request ids that are remembered, and the bytes of their answers; the least recently used go first. */
  requestIds: 100_000,
  requestBytes: 64 * MB,
} as const;
