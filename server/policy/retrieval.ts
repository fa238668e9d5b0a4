/** How the ranking index lays out its memory. What the score weighs stands in score-weights.ts. */

/** Vectors that one block of the kernel's memory holds: an index takes a block more when it needs one. */
export const BLOCK_ROWS = 32;

/** Dot products that are worked out before they are copied out of the kernel's memory, a multiple of a block's. */
export const RESULT_ROWS = 4096;

/** Queries of one user that wait together and share a scan, at most. */
export const MOST_QUERIES = 4;
