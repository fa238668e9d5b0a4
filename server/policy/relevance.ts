/**
 * Decides when stored data is relevant enough to a question to be sent: domain/context/relevance.ts has the formula, relevance-weights.ts
 * and form-weights.ts the weights. The thresholds are probabilities for an even mix of questions that were answered and lines that concern
 * nothing.
 */
export const RELEVANCE = {
  /** The number of hits whose signals are read, and of hits that the first is compared with. */
  first: 10,
  among: 20,
  /** The number of hits whose similarities are averaged. */
  averaged: 5,
  /** The number of words beyond which more words of a question do not count. */
  words: 6,
  /** A question with fewer words has few: a memory may contain them all by chance. */
  thin: 3,
  /** The number of memories at which a collection counts as half small: words and similarities then say less. */
  few: 20,
  /**
   * Under `little` nothing is recalled, under `all` only a little: PROMPT.littleRecall tokens, or PROMPT.littleShare of the caller's limit.
   * PROMPT.openingRecall tokens are recalled from `opening` on while a session begins, and all from `allOpening` on: only the past can
   * answer then. What does not read as a question or an order gets a little from `littleStatement` and all from `allStatement` on: people
   * ask without a question word, too ("that dal, how much lentil to how much everything else"). The weights are learnt on our own talks;
   * the thresholds were chosen with LoCoMo-dev, realtalk-dev, the judging lines (test/bench/context/floor.ts), everyday chats and the nine
   * talks of test/bench/context/talks/unseen in view. With opening at .3, .45, .5 and .6, 80, 79, 78 and 78 of the 150 asks of those talks
   * have all that they need, and at .45 a birthday card for nobody in particular gets turns about a dog. With little at .5 and opening at .3,
   * lines that need nothing get 11.3 tokens instead of 8.5, and those beside realtalk-dev 33 instead of 24 (25 is the limit). With
   * `littleStatement` as low as `little` one more ask has all, but the statement that the party is on Friday gets turns about a party.
   */
  recall: { opening: 0.5, little: 0.7, littleStatement: 0.75, all: 0.85, allOpening: 0.8, allStatement: 0.9 },
  /**
   * The same for tails, and `little` for long-term memories. Their weights are learnt without talks of several days: with those, the tails of
   * questions that need none had 13 to 17 tokens on average instead of 12, and made a host's own history 1.063 to 1.065 times as dear
   * instead of 1.060 (1.06 is the limit). A statement gets a little at most.
   */
  tail: { opening: 0.3, little: 0.5, littleStatement: 0.5, all: 0.85, allOpening: 0.85, allStatement: Infinity },
  /**
   * The number of turns of the session itself, shown in the prompt, that are closer to the question than everything that was found: from
   * `less` on one step less is sent, from `nothing` on nothing. Of the turns of 20 everyday chats that brought something, 43 in 60 had one
   * and 26 two; of the questions that other sessions answer, 12 and 1 in 188 of our own amid the same topic, 3 and 1 in 157 of
   * LoCoMo-dev's, and 1 and 1 in 66 of realtalk-dev's.
   */
  nearerShown: { less: 1, nothing: 2 },
  /**
   * A search with at most `most` words and no question word is a keyword search; its first memory is relevant from this similarity on. Of
   * 80 such searches that a memory answers 73 pass, and of 80 that none answers 5 (.5: 75 and 8; .6: 70 and 3).
   */
  keywords: { most: 4, similarity: 0.55 },
  /**
   * The probability from which facts that were found are sent. With .8, .7 and .6 as many of those 150 asks have all that they need; lines
   * beside realtalk-dev get 5.3 tokens of facts with .8, 6.2 with .75 and 6.8 with .7, and with .8 a preference is not found that is asked for.
   */
  facts: 0.75,
  /**
   * The same for tails, each of whose tokens costs the full price. With it, a host's own history becomes 1.052 and 1.051 times as dear
   * (1.06 is the limit).
   */
  tailFacts: 0.9,
  /**
   * The number of UTF-16 units before a name that tell whether a sentence begins there: a long text of blanks must not be read again for
   * each of its names.
   */
  nameUnits: 16,
  /** The number of UTF-16 units of a question that are read for its subject, and the number of words that are read for its form. */
  units: 1000,
  formWords: 24,
} as const;

/** The measures of a search (its first ten hits) and of the question's words. */
export const RELEVANCE_MEASURES = [
  'lead',
  'score',
  'similarity',
  'bestSimilarity',
  'meanSimilarity',
  'coverage',
  'bestCoverage',
  'both',
  'phrase',
  'date',
  'named',
  'words',
  'thin',
  'few',
  'ofSelf',
  'asksOfSelf',
  'looksBack',
  'help',
  'advice',
  'orders',
  'asks',
  'tells',
  'courtesy',
  'goesOn',
  'impersonal',
  'form',
] as const;
export type RelevanceMeasure = (typeof RELEVANCE_MEASURES)[number];
