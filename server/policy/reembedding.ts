/** `recorda reembed`. */

/** Memories between two commits: what a kill costs. */
export const REEMBED_BATCH = 512;

/** So often in a row an embedder that says when to come back is waited for. */
export const REEMBED_PATIENCE = 10;
