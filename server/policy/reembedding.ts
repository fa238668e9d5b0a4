/** `recorda reembed`. */
import { KB } from './limits.ts';

export const REEMBEDDING = {
  /** Memories between two commits: what a kill costs. */
  batch: 64,
  /** Of their texts together, in UTF-16 units; a single text may be longer. */
  batchLength: 256 * KB,
  /** Memories that one step looks at, most of which may have their vector. */
  scanRows: 2000,
  /** Memories that lose the vector of an embedder that is gone, between two looks at the queue. */
  clearedRows: 64,
  /** So often in a row an embedder that says when to come back is waited for. */
  patience: 10,
} as const;
