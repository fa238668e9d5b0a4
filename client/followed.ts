/** Streams that go on where they were, whatever happens to the connection. */
import { WIRE } from '../contract/wire.ts';
import { RecordaError } from './errors.ts';
import { CONNECTING } from './policy.ts';
import { sleep } from './retry.ts';
import type { CallOptions } from './typed-client.ts';

export type FollowOptions = CallOptions & {
  /** The token of the last event that is known; absent: events from now on. */
  readonly resumeToken?: string | undefined;
  /** Whether the stream begins with the oldest event where there is no token. */
  readonly fromOldest?: boolean | undefined;
};

/**
 * The events of a stream that `open` opens after a token, for ever: until the reader leaves, `signal` aborts, `timeoutMs` is over where
 * it was given, or an error comes that no repeat can mend. `tokenOf` gives the token of an event.
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
      // Where nothing was heard yet, beginning anew would miss what came meanwhile.
      if (resumeToken === '' && !fromOldest) throw error;
    }
    await sleep(delayMs, signal);
    delayMs = Math.min(2 * delayMs, CONNECTING.lastReconnectMs);
  }
}
