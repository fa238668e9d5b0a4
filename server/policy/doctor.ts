/** Numbers of `recorda doctor`. */

/** How long one thing may take to answer, in milliseconds. */
export const DOCTOR_LIMIT_MS = 10_000;
