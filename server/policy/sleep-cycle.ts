/** What the sleep cycle goes by. */

/** Which memories the threshold reaches: those that retention would archive anyway, or also younger ones. */
export const THRESHOLD_AGES = ['retention', 'any'] as const;
export type ThresholdAge = (typeof THRESHOLD_AGES)[number];

/** What memories that share a cap have in common, beside their tenant. */
export const CAP_SCOPES = ['user-agent', 'agent'] as const;
export type CapScope = (typeof CAP_SCOPES)[number];

export const SLEEP_CYCLE = {
  /** By default no memory goes by its importance: 0 is less than any. 0.15 is usual where somebody asks for it. */
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
  /** In one cycle; the next goes on. */
  mostCompared: 20_000,
  /** How near another memory must be to be looked at as a duplicate, calibrated, and how many such are looked at. */
  duplicateSimilarity: 0.8,
  duplicateCandidates: 5,
  /** The most that an agent may be capped at. */
  mostPerAgent: 100_000_000,
} as const;

/** What each archived object holds at most, and how much of it a writer takes in at once: secure deletion takes time. */
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
