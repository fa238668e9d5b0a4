/** How much a memory matters where nobody said: the middle of 0 to 1. */
export const DEFAULT_IMPORTANCE = 0.5;
