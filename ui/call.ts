/**
 * Calls the server that this page was loaded from: the Connect protocol (https://connectrpc.com/docs/protocol) in JSON, by
 * `fetch`.
 */
import type { Answer, Asked, StreamName, UnaryName } from './contract.ts';
import { apiKey, rejectKey } from './credentials.ts';

/** The bit of an envelope's first byte that marks the end of the stream. */
const FLAG_END = 2;
/** One byte of flags and four of length. */
const ENVELOPE_BYTES = 5;
/** Errors after which the same call may succeed. */
const MAY_PASS: readonly string[] = ['unavailable', 'deadline_exceeded', 'resource_exhausted', 'canceled'];
/** Work over everything that is stored, which may take longer than the server gives a call that asks for no time. */
const LONG_WORK: readonly StreamName[] = [
  'AdminService/CreateBackup',
  'AdminService/DeleteUserData',
  'AdminService/ExportUserData',
  'AdminService/RestoreBackup',
  'AdminService/RunRetention',
  'AdminService/RunSleepCycle',
  'AdminService/VerifyAudit',
  'AdminService/VerifyBackup',
];
/** A day, the longest that the server allows. */
const LONG_WORK_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** A call that failed. `code` is Connect's, like `not_found`; the message is the server's own, for people. */
export class CallError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
  }
}

type Failure = { readonly code?: string; readonly message?: string };

function failed({ code = 'unknown', message = '' }: Failure): CallError {
  const error = new CallError(code, message === '' ? code : message);
  if (code === 'unauthenticated') rejectKey(error.message);
  return error;
}

const isLong = (name: string): boolean => (LONG_WORK as readonly string[]).includes(name);

async function post(name: string, type: string, body: BodyInit, signal: AbortSignal | undefined): Promise<Response> {
  const key = apiKey.peek();
  try {
    return await fetch(`/recorda.v1.${name}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'connect-protocol-version': '1',
        ...(isLong(name) ? { 'connect-timeout-ms': String(LONG_WORK_MS) } : {}),
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new CallError('unavailable', (error as Error).message);
  }
}

async function failureOf(response: Response): Promise<CallError> {
  const text = await response.text();
  try {
    return failed(JSON.parse(text) as Failure);
  } catch {
    return new CallError('unknown', `HTTP ${response.status}`);
  }
}

export async function call<Name extends UnaryName>(
  name: Name,
  request: Asked<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> {
  const response = await post(name, 'application/json', JSON.stringify(request), signal);
  if (!response.ok) throw await failureOf(response);
  return (await response.json()) as Answer<Name>;
}

/** Yields the answers of a stream as they arrive. If the reader stops, the call ends. */
export async function* stream<Name extends StreamName>(
  name: Name,
  request: Asked<Name>,
  signal?: AbortSignal,
): AsyncGenerator<Answer<Name>> {
  const message = new TextEncoder().encode(JSON.stringify(request));
  const body = new Uint8Array(ENVELOPE_BYTES + message.length);
  new DataView(body.buffer).setUint32(1, message.length);
  body.set(message, ENVELOPE_BYTES);
  const response = await post(name, 'application/connect+json', body, signal);
  if (!response.ok || response.body === null) throw await failureOf(response);
  for await (const { flags, text } of envelopes(response.body)) {
    const value: unknown = JSON.parse(text);
    if ((flags & FLAG_END) === 0) yield value as Answer<Name>;
    else if ((value as { error?: Failure }).error !== undefined) throw failed((value as { error: Failure }).error);
    else return;
  }
  throw new CallError('unavailable', 'The stream broke off.');
}

async function* envelopes(body: ReadableStream<Uint8Array>): AsyncGenerator<{ flags: number; text: string }> {
  const reader = body.getReader();
  let held = new Uint8Array();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const joined = new Uint8Array(held.length + value.length);
      joined.set(held);
      joined.set(value, held.length);
      held = joined;
      while (held.length >= ENVELOPE_BYTES) {
        const end = ENVELOPE_BYTES + new DataView(held.buffer, held.byteOffset).getUint32(1);
        if (held.length < end) break;
        yield { flags: held[0] as number, text: new TextDecoder().decode(held.subarray(ENVELOPE_BYTES, end)) };
        held = held.slice(end);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export type Following<Name extends StreamName> = {
  /** Is called at each beginning, so that the stream can continue after its last answer. */
  readonly requestOf: () => Asked<Name>;
  readonly take: (answer: Answer<Name>) => void;
  /** Is told when the first answer of a connection arrived, and when the connection was lost. */
  readonly onLive: (isLive: boolean) => void;
  /** Is called if the server no longer keeps what follows the last answer: the stream begins anew, from now on. */
  readonly onGap?: () => void;
};

/**
 * Follows an endless stream, and reconnects when the connection is lost: after a second, then after longer pauses. Stops if the
 * server refuses the call.
 */
export async function follow<Name extends StreamName>(
  name: Name,
  { requestOf, take, onLive, onGap }: Following<Name>,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    let isLive = false;
    try {
      for await (const answer of stream(name, requestOf(), signal)) {
        pauseMs = FIRST_PAUSE_MS;
        if (!isLive) onLive((isLive = true));
        take(answer);
      }
    } catch (error) {
      const code = error instanceof CallError ? error.code : 'unavailable';
      if (code === 'out_of_range' && onGap !== undefined) onGap();
      else if (!MAY_PASS.includes(code)) throw error;
    } finally {
      if (isLive) onLive(false);
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
