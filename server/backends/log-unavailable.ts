/** Logs for operators that a backend cannot be used yet. */

type Away = {
  /** The name for people. */
  readonly backend: string;
  /** The types that the backend stores. */
  readonly types: readonly string[];
  readonly error: Error;
};

/** Logs that a server starts without the backend. */
export function logUnavailable(
  log: { error(facts: object, message: string): void },
  { backend, types, error }: Away,
): void {
  log.error(
    { types: types.map((type) => type.toLowerCase()), error: error.message },
    `${backend} does not answer: the server starts without it. Calls for these types fail as BACKEND_UNAVAILABLE until it does; check ${backend}; no restart is needed`,
  );
}

/** Returns a function that logs a text only when it changes, for checks that run every second. */
export function oncePerText(log: (text: string) => void): (text: string) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== last) log(text);
    last = text;
  };
}
