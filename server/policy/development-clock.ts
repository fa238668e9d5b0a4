/** Of the clock that a file moves, for tests of programs that use Recorda. */
export const DEVELOPMENT_CLOCK = {
  /** Its file is read again after so long. */
  readMs: 20,
} as const;
