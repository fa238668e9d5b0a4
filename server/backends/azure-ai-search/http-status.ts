/** The HTTP statuses on which Recorda acts. */
export const HTTP = {
  /** All statuses below this are successes. */
  redirect: 300,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  timedOut: 408,
  exists: 409,
  changed: 412,
  tooLarge: 413,
  unready: 422,
  tooMany: 429,
  fault: 500,
} as const;
