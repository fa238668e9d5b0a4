/** Sends one request to an embeddings API, as OpenAI publishes it and many servers implement it. */
import { abortError } from '../../domain/abort.ts';
import { EndpointError } from './endpoint-error.ts';
import { readVectors } from './read-vectors.ts';

export type Endpoint = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The fields of the request beside its texts. */
  readonly body: Readonly<Record<string, string | number>>;
  readonly dimensions: number;
  readonly timeoutMs: number;
};

/** Returns a vector for each text. Rejects with an EndpointError, or with the signal's error once that aborts. */
export async function askEndpoint(
  { url, headers, body, dimensions, timeoutMs }: Endpoint,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  throwIfAborted(signal);
  const timeout = AbortSignal.timeout(timeoutMs);
  let answer: unknown;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ ...body, input: texts, encoding_format: 'base64' }),
      // Redirects are refused: the API key would be sent to another host.
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw await statusError(response);
    answer = await response.json();
  } catch (error) {
    if (error instanceof EndpointError) throw error;
    throwIfAborted(signal);
    if (timeout.aborted) throw new EndpointError({ kind: 'TIMEOUT' });
    if (error instanceof SyntaxError) throw new EndpointError({ kind: 'ANSWER', what: 'it is not JSON' });
    throw new EndpointError({ kind: 'NETWORK', code: networkCode(error) });
  }
  return readVectors(answer, texts.length, dimensions);
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortError(signal);
}

async function statusError(response: Response): Promise<EndpointError> {
  const text = await response.text().catch(() => '');
  const retryAfterMs = readRetryAfter(response.headers);
  return new EndpointError({
    kind: 'STATUS',
    status: response.status,
    code: errorCode(text),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Matches a code, the only part that is reported: messages repeat parts of keys and texts. */
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

function errorCode(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown; type?: unknown } };
    const code = [error?.code, error?.type].find((value) => typeof value === 'string' && CODE.test(value));
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}

const SECOND_MS = 1000;

/** Reads Azure's milliseconds, or HTTP's seconds or date. */
function readRetryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const said = headers.get('retry-after');
  if (said === null) return undefined;
  const seconds = Number(said);
  if (seconds >= 0) return seconds * SECOND_MS;
  const at = Date.parse(said);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** Returns the code of the error or of its cause: `ECONNREFUSED`, `UND_ERR_SOCKET`, …. */
function networkCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return 'no reason given';
}
