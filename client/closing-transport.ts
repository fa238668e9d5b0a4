/** Ends calls before the transport under them closes, in the same way over gRPC and HTTP. */
import { RecordaError } from './errors.ts';
import type { Transport } from './transport.ts';

/**
 * Returns `transport` with a close that refuses new calls, cancels open streams, waits for the other calls (each ends at its
 * deadline at the latest) and then releases what the transport holds. Closing again does nothing.
 */
export function closingTransport(transport: Transport): Transport {
  const underWay = new Set<Promise<unknown>>();
  const streams = new Set<AbortController>();
  let closed: Promise<void> | undefined;

  const refuseWhenClosed = (): void => {
    if (closed !== undefined) throw new RecordaError('CANCELLED', 'This client is closed. Open another one.');
  };

  return {
    async unary(method, request, call) {
      refuseWhenClosed();
      const answer = transport.unary(method, request, call);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },

    async *stream(method, request, call) {
      refuseWhenClosed();
      const closing = new AbortController();
      const abort = (): void => closing.abort();
      streams.add(closing);
      call.signal.addEventListener('abort', abort, { once: true });
      try {
        yield* transport.stream(method, request, { ...call, signal: closing.signal });
      } finally {
        call.signal.removeEventListener('abort', abort);
        streams.delete(closing);
      }
    },

    close() {
      closed ??= (async () => {
        for (const stream of streams) stream.abort();
        await Promise.allSettled(underWay);
        await transport.close();
      })();
      return closed;
    },
  };
}
