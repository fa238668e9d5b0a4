/**
 * Makes a RecordaError of a failed call of the Connect protocol: the one that the server threw, or one that describes the
 * failure.
 */
import { cancelled, deadlineExceeded, RecordaError } from '../contract/errors.ts';
import { errorOfDetails, type PackedDetail } from './error-details.ts';
import { whyUnreachable } from './why-unreachable.ts';

type ConnectFailure = {
  readonly code: string;
  readonly message?: string;
  readonly details?: readonly { readonly type: string; readonly value: string }[];
};

export function isConnectFailure(body: unknown): body is ConnectFailure {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

/** Returns the error of a failed call. `body` is the error of the protocol, as JSON. */
export function connectFailure(body: unknown, baseUrl: string): RecordaError {
  if (!isConnectFailure(body))
    return new RecordaError('INTERNAL', `The server at ${baseUrl} ended a call without an answer.`);
  const { code, message = code, details = [] } = body;
  return sentByServer(message, details) ?? metOnTheWay(code, message, baseUrl);
}

function sentByServer(message: string, details: NonNullable<ConnectFailure['details']>): RecordaError | undefined {
  try {
    return errorOfDetails(message, details.map(packed));
  } catch {
    // Details that cannot be decoded are ignored: the code and the message remain.
    return undefined;
  }
}

function packed({ type, value }: { readonly type: string; readonly value: string }): PackedDetail {
  return { typeUrl: type, value: Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0)) };
}

function metOnTheWay(code: string, message: string, baseUrl: string): RecordaError {
  switch (code) {
    case 'unavailable':
      return new RecordaError('BACKEND_UNAVAILABLE', `The server at ${baseUrl} cannot be reached (${message}).`);
    case 'deadline_exceeded':
      return deadlineExceeded();
    case 'canceled':
      return cancelled();
    case 'unimplemented':
      return new RecordaError('METHOD_UNKNOWN', `The server at ${baseUrl} has no such call (${message}).`);
    case 'unauthenticated':
      return new RecordaError('CREDENTIAL_INVALID', message);
    case 'permission_denied':
      return new RecordaError('NOT_PERMITTED', message);
    default:
      return new RecordaError('INTERNAL', `The call to ${baseUrl} failed with ${code}: ${message}`);
  }
}

/** Returns the error of a server that cannot be reached. In browsers, `fetch` gives no reason. */
export function unreachable(baseUrl: string, error: unknown): RecordaError {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  const why = cause instanceof Error && cause.message !== '' ? cause.message : message;
  const advice = "; a page's own origin must be among RECORDA_HTTP_ORIGINS";
  return new RecordaError('BACKEND_UNAVAILABLE', whyUnreachable(baseUrl, why, advice));
}

/** Returns the error for an answer that is not from Recorda: a proxy's, or another server's. */
export function unexpectedAnswer(status: number, baseUrl: string): RecordaError {
  const answered = `${baseUrl} answered ${status}, but not as a Recorda server does`;
  if (status === 404)
    return new RecordaError(
      'METHOD_UNKNOWN',
      `${answered}. Check the address: it must be that of the server's HTTP port.`,
    );
  if (status === 429 || status >= 502)
    return new RecordaError('BACKEND_UNAVAILABLE', `${answered}. The call is repeated if that is safe.`);
  return new RecordaError('INTERNAL', `${answered}. Check the address: it must be that of the server's HTTP port.`);
}
