/**
 * Counts the bytes of requests that the server holds, from the moment at which their length is known, before they have arrived.
 */
import { RecordaError } from '../domain/errors.ts';
import { MB } from '../policy/units.ts';
import { SERVING } from '../policy/serving.ts';

/** The bytes of one request. */
export interface HeldBytes {
  /** Sets the length; 0 while it is unknown. Returns OVERLOADED if there is no room, and then counts as before. */
  grow(bytes: number): RecordaError | undefined;
  /** Decompresses a request, a few at a time, and counts the decompressed bytes. Throws OVERLOADED, and what `unpack` throws. */
  unpacked<T extends Uint8Array>(unpack: () => Promise<T>): Promise<T>;
  /** Stops counting them. Repeating it does no harm. */
  release(): void;
}

export interface RequestBytes {
  hold(): HeldBytes;
}

/** Small requests do not count, so that large ones never keep them out. */
export function requestBytes(most: number = SERVING.requestBytesInFlight): RequestBytes {
  let held = 0;
  const inTurn = semaphore(SERVING.unpackedAtOnce);
  return {
    hold() {
      let own = 0;
      const grow = (bytes: number): RecordaError | undefined => {
        const counted = bytes <= SERVING.smallRequestBytes ? 0 : bytes;
        // A single request is always allowed: a limit below the largest message would otherwise refuse it forever.
        if (counted > own && held > own && held - own + counted > most) return overloaded(most);
        held += counted - own;
        own = counted;
        return undefined;
      };
      return {
        grow,
        unpacked: (unpack) =>
          inTurn(async () => {
            const bytes = await unpack();
            const refusal = grow(bytes.byteLength);
            if (refusal !== undefined) throw refusal;
            return bytes;
          }),
        release() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}

function overloaded(most: number): RecordaError {
  return new RecordaError(
    'OVERLOADED',
    `The server already holds the most large requests that it may, ${Math.round(most / MB)} MB together. This one was not read. Wait a little and repeat it, or send it in smaller parts.`,
    { retryAfterMs: SERVING.largeRequestRetryMs },
  );
}

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs up to this many at once, the others in their order. */
function semaphore(most: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
