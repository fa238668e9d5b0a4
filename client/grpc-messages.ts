/** Yields the messages of a server stream one at a time, and keeps it open when the reader stops. */
import type { ClientReadableStream } from '@grpc/grpc-js';
import { abortError } from '../contract/errors.ts';

/**
 * Takes from the stream only what is read. Ends with the stream, fails as it does but only after the messages before, and fails
 * at once when `signal` aborts. Node's own iteration would destroy the stream when the reader stops and drop messages on a
 * failure.
 */
export async function* streamMessages(
  stream: ClientReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  let wake = (): void => undefined;
  let over: { readonly error?: Error } | undefined;
  const onReadable = (): void => wake();
  const onAbort = (): void => wake();
  stream.on('readable', onReadable);
  stream.once('end', () => {
    over ??= {};
    wake();
  });
  stream.once('error', (error: Error) => {
    over = { error };
    wake();
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      if (signal.aborted) throw abortError(signal);
      const message = stream.read() as Uint8Array | null;
      if (message !== null) yield message;
      else if (over?.error !== undefined) throw over.error;
      else if (over !== undefined) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stream.off('readable', onReadable);
    signal.removeEventListener('abort', onAbort);
  }
}
