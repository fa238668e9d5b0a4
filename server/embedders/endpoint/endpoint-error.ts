/** Errors of an embedding endpoint, and the errors that callers get for them. Neither contains texts or keys. */
import { BrokenCircuitError } from 'cockatiel';
import { RecordaError } from '../../domain/errors.ts';
import { BREAKER } from '../../policy/embedding.ts';

export type EndpointFault =
  | { readonly kind: 'NETWORK'; readonly code: string }
  | { readonly kind: 'TIMEOUT' }
  | { readonly kind: 'STATUS'; readonly status: number; readonly code: string; readonly retryAfterMs?: number }
  | { readonly kind: 'ANSWER'; readonly what: string };

/** The failure of one attempt. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly fault: EndpointFault;

  constructor(fault: EndpointFault) {
    super(`the embedding endpoint failed: ${describe(fault)}`);
    this.fault = fault;
  }
}

/** The names of the settings of a kind of endpoint, so that an error can say which to change. */
export type SettingNames = { readonly address: string; readonly model: string; readonly key: string };

const REDIRECTS = 300;
const CALLERS_ERRORS = 400;
const KEY_REFUSED = [401, 403];
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;
/** Statuses below 500 after which a retry may succeed: the request timed out, conflicted, or came too early. */
const PASSING_STATUSES = [408, 409, 425, TOO_MANY_REQUESTS];
/** Statuses of a faulty request: malformed, too large, or not to be processed. */
const REQUEST_REFUSED = [400, 413, 422];
/** The code of a 429 that waiting does not resolve: the account is out of credit. */
const OUT_OF_CREDIT = 'insufficient_quota';

/** Tells whether the same request may succeed a little later. */
export function isPassing(error: unknown): error is EndpointError {
  if (!(error instanceof EndpointError)) return false;
  const { fault } = error;
  if (fault.kind !== 'STATUS') return fault.kind !== 'ANSWER';
  return fault.status >= SERVER_ERRORS || (PASSING_STATUSES.includes(fault.status) && fault.code !== OUT_OF_CREDIT);
}

/** Tells whether the endpoint seems to be down, rather than busy. */
export function isOutage(error: unknown): boolean {
  return isPassing(error) && !(error.fault.kind === 'STATUS' && error.fault.status === TOO_MANY_REQUESTS);
}

/** Tells whether another request with other texts may succeed. */
export function isOfRequest(error: unknown): boolean {
  return (
    error instanceof EndpointError && error.fault.kind === 'STATUS' && REQUEST_REFUSED.includes(error.fault.status)
  );
}

/** Returns the error for a caller: BACKEND_UNAVAILABLE that says what to do. Recorda's own errors stay as they are. */
export function toRecordaError(error: unknown, settings: SettingNames): unknown {
  if (error instanceof BrokenCircuitError) {
    return unavailable('it has failed several times in a row. Retry later.', BREAKER.probeAfterMs);
  }
  if (!(error instanceof EndpointError)) return error;
  const { fault } = error;
  const retryAfterMs = fault.kind === 'STATUS' ? fault.retryAfterMs : undefined;
  return unavailable(`${describe(fault)}. ${advice(fault, settings)}`, retryAfterMs);
}

function unavailable(what: string, retryAfterMs?: number): RecordaError {
  const detail = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new RecordaError('BACKEND_UNAVAILABLE', `The embedding endpoint returned no vectors: ${what}`, detail);
}

function describe(fault: EndpointFault): string {
  switch (fault.kind) {
    case 'NETWORK':
      return `it could not be reached (${fault.code})`;
    case 'TIMEOUT':
      return 'it did not answer in time';
    case 'STATUS':
      return `it answered ${fault.status}${fault.code === '' ? '' : ` (${fault.code})`}`;
    case 'ANSWER':
      return `its answer is not what the API promises: ${fault.what}`;
  }
}

function advice(fault: EndpointFault, { address, model, key }: SettingNames): string {
  if (fault.kind === 'ANSWER')
    return `Check that ${model} and RECORDA_EMBEDDER_DIMENSIONS match what ${address} serves.`;
  if (fault.kind !== 'STATUS')
    return `Retry; if the error persists, check that the endpoint is running and that ${address} is its address.`;
  const { status, code } = fault;
  if (code === OUT_OF_CREDIT) return 'The account is out of credit: check its plan.';
  if (status === TOO_MANY_REQUESTS) return 'Its rate limit is exceeded. Retry later.';
  if (KEY_REFUSED.includes(status)) return `Set ${key} to a key that may use the model, then restart.`;
  if (status === NOT_FOUND) return `Check that ${address} is its address and ${model} one of its models, then restart.`;
  if (status >= REDIRECTS && status < CALLERS_ERRORS)
    return `It redirects: set ${address} to the address it redirects to, then restart.`;
  if (REQUEST_REFUSED.includes(status)) {
    return `It rejects this request: check that ${model} and RECORDA_EMBEDDER_DIMENSIONS match, and that RECORDA_EMBEDDER_TEXT_BYTES is not more than the model accepts.`;
  }
  return 'Retry; if the error persists, its own log or status page says more.';
}
