/** The statuses of HTTP that the service answers with and Recorda acts on. */
export const HTTP = {
  /** Below it all is well. */
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
