/** How the ranking index lays out its memory. What the score weighs stands in score-weights.ts. */

/** Vectors that one block of the kernel's memory holds: an index takes a block more when it needs one. */
export const BLOCK_ROWS = 32;

/** Vectors that the kernel multiplies at once, and binds together: as kernel/assembly/vectors.ts has it. BLOCK_ROWS is a multiple. */
export const SHEAF_ROWS = 16;

/** Queries of one user that wait together and share a scan, at most. */
export const MOST_QUERIES = 4;

/** Bytes of the rows of postings together, and of one, at the least. */
export const POSTING_ROWS = { leastBytes: 256, leastRowBytes: 8 } as const;

/** Scores of which the best is noted: where it is not good enough, none of them is looked at. */
export const BEST_BLOCK = 64;

/** Filters and namespaces of which an index remembers what meets them, the last ones asked for. */
export const CONDITIONS_REMEMBERED = 8;
