/** What operators read about a backend that cannot be used yet. */

type Away = {
  /** As people know it. */
  readonly backend: string;
  /** What lives there. */
  readonly types: readonly string[];
  readonly error: Error;
};

/** That a server starts without it. */
export function logUnavailable(
  log: { error(facts: object, message: string): void },
  { backend, types, error }: Away,
): void {
  log.error(
    { types: types.map((type) => type.toLowerCase()), error: error.message },
    `${backend} does not answer: the server starts without it. Calls for these types fail as BACKEND_UNAVAILABLE until it does; see to ${backend}, no restart is needed`,
  );
}

/** What is asked every second says the same thing only once. */
export function oncePerText(tell: (text: string) => void): (text: string) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== last) tell(text);
    last = text;
  };
}
