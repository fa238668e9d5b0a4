/** Reads the body of a request up to its limit. A large one counts among the bytes that the server holds. */
import { cancelled } from '../domain/abort.ts';
import { HTTP } from '../policy/serving.ts';
import type { HeldBytes } from '../rpc/request-bytes.ts';
import { tooLarge } from './request-message.ts';

/** Throws REQUEST_TOO_LARGE, before the rest is read, and OVERLOADED. */
export async function readBody(request: Request, held: HeldBytes): Promise<Uint8Array> {
  const declared = Number(request.headers.get('content-length') ?? '0');
  grow(held, declared);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read().catch(() => {
      // The sender left before the body was complete.
      throw cancelled();
    });
    if (done) break;
    size += value.byteLength;
    if (size > declared) grow(held, size);
    chunks.push(value);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}

function grow(held: HeldBytes, bytes: number): void {
  if (bytes > HTTP.bodyBytes) throw tooLarge();
  const refusal = held.grow(bytes);
  if (refusal !== undefined) throw refusal;
}
