/** Streams that continue where they were when the connection is lost. */
import { WIRE } from '../contract/wire.ts';
import { RecordaError } from './errors.ts';
import { CONNECTING } from './policy.ts';
import { sleep } from './retry.ts';
import type { CallOptions } from './typed-client.ts';

export type FollowOptions = CallOptions & {
  /** The token of the last event that is known; absent: only later events. */
  readonly resumeToken?: string | undefined;
  /** Whether the stream begins with the oldest event if there is no token. */
  readonly fromOldest?: boolean | undefined;
};

/**
 * Yields the events of a stream that `open` opens after a token, until the reader stops, `signal` aborts, `timeoutMs` has passed if it
 * was given, or an error occurs that a retry cannot fix. `tokenOf` returns the token of an event.
 */
export async function* followed<E>(
  open: (resumeToken: string, call: CallOptions) => AsyncIterable<E>,
  tokenOf: (event: E) => string,
  { resumeToken: from = '', fromOldest = false, timeoutMs = WIRE.deadlineMs, signal }: FollowOptions,
): AsyncGenerator<E, void> {
  let resumeToken = from;
  let delayMs: number = CONNECTING.firstReconnectMs;
  for (;;) {
    try {
      for await (const event of open(resumeToken, { timeoutMs, signal })) {
        resumeToken = tokenOf(event);
        delayMs = CONNECTING.firstReconnectMs;
        yield event;
      }
    } catch (error) {
      const isOver = timeoutMs !== WIRE.deadlineMs || signal?.aborted === true;
      if (!(error instanceof RecordaError) || !error.retryable || isOver) throw error;
      // Without a token, beginning again would miss events that happened in the meantime.
      if (resumeToken === '' && !fromOldest) throw error;
    }
    await sleep(delayMs, signal);
    delayMs = Math.min(2 * delayMs, CONNECTING.lastReconnectMs);
  }
}
