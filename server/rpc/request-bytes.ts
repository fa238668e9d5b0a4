/** The bytes of requests that the server holds: counted when their length is known, before they are there. */
import { RecordaError } from '../domain/errors.ts';
import { MB } from '../policy/units.ts';
import { SERVING } from '../policy/serving.ts';

/** The bytes of one request. */
export interface HeldBytes {
  /** It is so long; 0 as long as nobody knows. OVERLOADED where there is no room; then it counts as before. */
  grow(bytes: number): RecordaError | undefined;
  /** Unpacks a compressed request, a few at a time, and counts the unpacked bytes. Throws OVERLOADED, and what `unpack` throws. */
  unpacked<T extends Uint8Array>(unpack: () => Promise<T>): Promise<T>;
  /** Counts them no longer. Repeating it does no harm. */
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
        // One alone always may: a limit below the largest message would refuse it for good.
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
    `The server holds as many large requests as it may, ${Math.round(most / MB)} MB together. This one was not read. Wait a little and repeat it, or send it in smaller parts.`,
    { retryAfterMs: SERVING.largeRequestRetryMs },
  );
}

type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** So many at once, the others in their order. */
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
