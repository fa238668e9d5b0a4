/**
 * The records that calls read: numbers that belong together, which the host writes (../records.ts lists the same fields). Doubles come
 * first, then floats, then integers. A `usize` is an address. Loops copy what they read of a record into variables, because the compiler
 * cannot know that their stores leave it as it is.
 */

/** The norm of a document's length in BM25, `constant` plus `slope` for each word, and the columns that are read and added to. */
@unmanaged
export class Bm25 {
  constant: f32;
  slope: f32;
  lengths: usize;
  scores: usize;
  /** 0 for none. */
  covered: usize;
  /** The state of the sums, as `settle` of words.ts writes it. */
  summary: usize;
}

/**
 * The windows around slots: `before` and `after` are slots or -1, `kinds` bytes. A window extends so far back and forward, for facts and
 * for turns. `occurrences` are floats, zero between calls; `touched` lists the slots that have some.
 */
@unmanaged
export class Windows {
  before: usize;
  after: usize;
  kinds: usize;
  backFact: i32;
  forwardFact: i32;
  backTurn: i32;
  forwardTurn: i32;
  occurrences: usize;
  touched: usize;
}

/** Rows of `size` numbers, in blocks of `blockRows`, whose addresses are listed at `blocks`. */
@unmanaged
export class Rows {
  blocks: usize;
  blockRows: i32;
  size: i32;
}

/** The query of a refinement, and which slots have it: they have `mark` in `done`, a byte for each. `before` is 0 if none has neighbours. */
@unmanaged
export class Refinement {
  query: usize;
  before: usize;
  after: usize;
  done: usize;
  mark: i32;
  out: usize;
}

/**
 * The columns of meaning. `before` is 0 if no slot has neighbours. `mixes` are the weights of the one before and the one after by the
 * memory's kind, as score-weights.ts numbers them. `spans`, of a window that reaches to both sides for every kind, tell where neighbours
 * are adjacent.
 */
@unmanaged
export class Meaning {
  cosines: usize;
  scales: usize;
  before: usize;
  after: usize;
  kinds: usize;
  spans: usize;
  mixes: usize;
  out: usize;
}

/** The columns of surroundings, and how wide, meaning and guess are normalised; `spans` are those of the wide window. */
@unmanaged
export class Surroundings {
  wideLow: f32;
  wideFactor: f32;
  meaningLow: f32;
  meaningFactor: f32;
  guessFactor: f32;
  spans: usize;
  sessions: usize;
  wide: usize;
  meaning: usize;
  guesses: usize;
  best: usize;
  out: usize;
}

/** A period. Times after it fade over `fade` days of `day`, those before it `hurry` times as fast, 1 or more. */
@unmanaged
export class Period {
  from: f64;
  to: f64;
  day: f64;
  fade: f64;
  hurry: f64;
}

/** Rows of `size` bytes, one after the other, and a scale for each. */
@unmanaged
export class ByteRows {
  bytes: usize;
  scales: usize;
  size: i32;
}

/**
 * A sum: `start`, plus `columns` columns times their weights, plus the product of two more, times `product`, which is 0 for none. `terms`
 * lists the columns: the address of each, then its weight, four bytes each.
 */
@unmanaged
export class Sum {
  start: f32;
  product: f32;
  terms: usize;
  columns: i32;
  left: usize;
  right: usize;
}
