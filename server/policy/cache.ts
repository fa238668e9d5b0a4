/** Caches that servers share. */
const SECOND = 1000;

export const CACHE = {
  /** A cache that has not answered by then has nothing. */
  commandMs: 250,
  /** Embeddings are kept for so long. They hold no text, but belong to no user either: nobody can erase one user's. */
  embeddingMs: 24 * 3600 * SECOND,
  /** Failures of a cache are logged so seldom. */
  complaintMs: 60 * SECOND,
  /** Users whose answers wait to be dropped until Redis is back. */
  owedUsers: 100_000,
  /** How often it is tried to drop them. */
  owedMs: 1 * SECOND,
  /** Questions that are near enough for their words to be compared, of one look. */
  nearest: 20,
} as const;
