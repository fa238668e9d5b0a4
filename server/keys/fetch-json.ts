/** Fetches JSON by URL that a server must be able to trust: without redirects, in bounded time and size. */
import { TOKENS } from '../policy/serving.ts';

/** Rejects with an error that says what is wrong. */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    // The answer is trusted for its address, which a redirect would change.
    redirect: 'error',
    headers: { accept: 'application/json, application/jwk-set+json' },
    signal: AbortSignal.timeout(TOKENS.keysTimeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answered with HTTP status ${response.status}.`);
  }
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > TOKENS.keysBytes) throw new Error(`${url} answered with more than ${TOKENS.keysBytes} bytes.`);
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
}
