/**
 * The transport over HTTP: the Connect protocol (https://connectrpc.com/docs/protocol) by `fetch`, with messages as bytes. For browsers,
 * the edge, and networks that allow only HTTP.
 */
import { USER_REVISION_HEADER } from '../contract/wire.ts';
import { abortError, deadlineExceeded, RecordaError, refuseTooLarge } from '../contract/errors.ts';
import { connectFailure, isConnectFailure, unexpectedAnswer, unreachable } from './connect-failure.ts';
import { envelope, envelopes, FLAG_END } from './envelopes.ts';
import type { Transport, TransportCall } from './transport.ts';
import { userHashHeader } from './user-hash.ts';

export type FetchOptions = {
  readonly apiKey?: string | undefined;
  readonly fetch?: typeof fetch | undefined;
};

/** Creates a transport; `baseUrl` is like `http://localhost:50052`. */
export function fetchTransport(baseUrl: string, { apiKey, fetch: given }: FetchOptions = {}): Transport {
  const own: Readonly<Record<string, string>> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };

  /** Sends a request. Rejects as `guarded` does. */
  function send(method: string, type: string, body: Uint8Array, call: TransportCall, limit: AbortSignal) {
    const timeout = `${Math.max(1, Math.round(call.deadlineMs - Date.now()))}`;
    const headers = {
      ...call.headers,
      ...userHashHeader(call.route?.user),
      ...own,
      'content-type': type,
      'connect-protocol-version': '1',
      'connect-timeout-ms': timeout,
    };
    const request = {
      method: 'POST',
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      signal: limit,
      redirect: 'error' as const,
    };
    return (given ?? fetch)(`${baseUrl}/${method}`, request);
  }

  return {
    async unary(method, request, call) {
      refuseTooLarge(method, request);
      const ending = endingWith(call);
      try {
        const response = await send(method, 'application/proto', request, call, ending.signal);
        tell(call, response.headers.get(USER_REVISION_HEADER));
        if (response.ok && contentType(response) === 'application/proto') {
          return new Uint8Array(await response.arrayBuffer());
        }
        throw await failureOf(response, baseUrl);
      } catch (error) {
        throw ending.toError(error, baseUrl);
      } finally {
        ending.release();
      }
    },

    async *stream(method, request, call) {
      refuseTooLarge(method, request);
      const ending = endingWith(call);
      try {
        const type = 'application/connect+proto';
        const response = await send(method, type, envelope(request), call, ending.signal);
        if (!response.ok || contentType(response) !== type || response.body === null)
          throw await failureOf(response, baseUrl);
        for await (const { flags, message } of envelopes(response.body)) {
          if ((flags & FLAG_END) === 0) {
            if (call.signal.aborted) throw abortError(call.signal);
            yield message;
            continue;
          }
          const { error, metadata } = JSON.parse(new TextDecoder().decode(message)) as StreamEnd;
          tell(call, metadata?.[USER_REVISION_HEADER]?.[0]);
          if (error === undefined) return;
          throw connectFailure(error, baseUrl);
        }
        throw new RecordaError('BACKEND_UNAVAILABLE', `The connection to ${baseUrl} was lost before the stream ended.`);
      } catch (error) {
        throw ending.toError(error, baseUrl);
      } finally {
        ending.leave();
      }
    },

    close: () => Promise.resolve(),
  };
}

/** The end of a stream, as the protocol states it. */
type StreamEnd = { readonly error?: unknown; readonly metadata?: Readonly<Record<string, readonly string[]>> };

function tell({ onRevision }: TransportCall, revision: string | null | undefined): void {
  if (typeof revision === 'string') onRevision?.(revision);
}

/** Returns a signal that aborts when the caller cancels or the deadline passes, and what a failure then means. */
function endingWith({ signal, deadlineMs }: TransportCall) {
  const ending = new AbortController();
  let isLate = false;
  const giveUp = (): void => ending.abort();
  const expire = (): void => {
    isLate = true;
    ending.abort();
  };
  // A longer time than timers can hold, which a call may have, would fire at once.
  const leftMs = Math.min(Math.max(0, deadlineMs - Date.now()), 2 ** 31 - 1);
  const timer = setTimeout(expire, leftMs);
  signal.addEventListener('abort', giveUp, { once: true });
  const release = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  };
  return {
    signal: ending.signal,
    toError(error: unknown, baseUrl: string): RecordaError {
      if (signal.aborted) return abortError(signal);
      if (isLate) return deadlineExceeded();
      return error instanceof RecordaError ? error : unreachable(baseUrl, error);
    },
    release,
    /** Releases the listeners, and cancels what is still under way. */
    leave(): void {
      release();
      ending.abort();
    },
  };
}

const contentType = (response: Response): string => response.headers.get('content-type')?.split(';')[0] ?? '';

async function failureOf(response: Response, baseUrl: string): Promise<RecordaError> {
  const body: unknown =
    contentType(response) === 'application/json' ? await response.json().catch(() => undefined) : undefined;
  return isConnectFailure(body) ? connectFailure(body, baseUrl) : unexpectedAnswer(response.status, baseUrl);
}
