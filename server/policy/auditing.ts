/** The audit log. */
export const AUDITING = {
  /** What working memory and sessions elsewhere were told is written so much later, together. */
  noteMs: 50,
  /** Or sooner, once there are so many. */
  notesAtOnce: 256,
  /** So many may wait; then what they are about is refused. */
  mostNotes: 100_000,
  /** Pages that are checked, or looked through, at a time. */
  pagesAtOnce: 500,
  keyBytes: 32,
  /** Users whose pseudonyms are at hand. */
  usersAtHand: 10_000,
  /** Of the file that holds the head: two of these. */
  headBytes: 128,
  /** Pages that one listing looks through at most. */
  mostPages: 5000,
} as const;

/** Changes that nobody called for. */
export const MUTATIONS = { server: { credential: '', operation: 'server' } } as const;
