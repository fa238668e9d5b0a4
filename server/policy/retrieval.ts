/** How the ranking index lays out its memory. What the score weighs stands in score-weights.ts. */

/** Vectors that one block of the kernel's memory holds. */
export const BLOCK_ROWS = 32;

/**
 * So large a share of its vectors an index has room for beyond them when it has had room for no more. A scan that goes from one place of
 * memory to another after each block takes three times as long as one through 64 KB and more at a time (measured in a thread that
 * slept before: 275 and 95 us for 10,000 of 256 dimensions).
 */
export const VECTOR_GROWTH = 0.25;

/** Vectors that the kernel multiplies at once, and binds together: as kernel/assembly/sheaves.ts has it. BLOCK_ROWS is a multiple. */
export const SHEAF_ROWS = 16;

/** Queries of one user that wait together and share a scan, at most. */
export const MOST_QUERIES = 4;

/** Memories of a session of which the kernel finds the best guesses faster than a look at each. */
export const LARGE_SESSION = 256;

/** Bytes of the rows of postings together, and of one, at the least. */
export const POSTING_ROWS = { leastBytes: 256, leastRowBytes: 8 } as const;

/** Unpacked postings that a thread keeps of the index that it searched last, five bytes each; more where one search needs more. */
export const LOADED_POSTINGS_BYTES = 2 * 1024 * 1024;

/**
 * Values of which the least and the greatest are noted together, as the kernel's assembly/sums.ts has it: where these say that none is
 * wanted, none is looked at.
 */
export const BEST_BLOCK = 64;

/** Filters and namespaces of which an index remembers what meets them, the last ones asked for. */
export const CONDITIONS_REMEMBERED = 8;
