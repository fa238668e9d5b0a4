/** What the sleep cycle goes by. */

export const SLEEP_CYCLE = {
  /** Long-term memories that matter less are archived. */
  threshold: 0.15,
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
  /** Ids and reasons that an answer lists at most. */
  samples: 100,
  /** Memories that one call restores at most. */
  restoredInOneCall: 1000,
} as const;
