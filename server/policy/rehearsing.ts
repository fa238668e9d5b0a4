/** What is played through before the first caller comes. */

export const REHEARSAL = {
  /** Of every common call. */
  rounds: 40,
  /** Of a text with facts: once to compile what reads it, and again to compile it for speed. */
  readings: 2,
  /** No more are begun after so long: a slow machine is to start, too. */
  atMostMs: 250,
} as const;
