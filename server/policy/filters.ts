/** What a filter may be made of, and what it may take. */

/** What a filter may be made of, as cel-js counts it: enough for any filter a person writes, little enough to run 100,000 times. */
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
 * What a filter may take: milliseconds by the clock, and units of work, however slow or fast the machine. One unit is about what it
 * takes to evaluate one node of the expression: 15 to 60 ns, measured on an AMD EPYC.
 */
export type FilterBudget = {
  readonly ms: number;
  readonly units: number;
  /** Of these, what one memory may take; absent: all of them. */
  readonly unitsEach?: number;
};

/** Of one search or page, by where it runs. */
export const FILTER_BUDGETS = {
  /** On the event loop in one go: working memory, and the sessions of Redis. */
  loop: { ms: 25, units: 500_000 },
  /** On the event loop with pauses in which other calls go on: Neo4j and Azure AI Search. */
  paused: { ms: 1000, units: 50_000_000, unitsEach: 500_000 },
  /** In a thread that reads. */
  reader: { ms: 1000, units: 50_000_000 },
} as const satisfies Record<string, FilterBudget>;

/** How long a filter runs on the event loop between two pauses. */
export const FILTER_PAUSE_AFTER_MS = 10;

/** The clock is looked at after so many units: some tens of microseconds. */
export const FILTER_LOOK_UNITS = 512;

/** Nothing between two looks at the clock takes so long: the machine spent the rest on others, or on garbage. */
export const FILTER_STEP_MS = 10;

/** What operators and functions cost beside their node, where what they are given is large. */
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
