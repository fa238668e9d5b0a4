/** Abandons calls that nobody waits for: it lets them end by themselves, and resets those that do not end soon. */
import type { ClientReadableStream, ClientUnaryCall } from '@grpc/grpc-js';
import { LEAVING, SECOND_MS } from './policy.ts';

type Call = ClientUnaryCall | ClientReadableStream<unknown>;

export interface Leaver {
  /** Discards what the call still receives; unless it ends soon it is reset, as soon as another reset is allowed. */
  leave(call: Call): void;
  /** Resets the abandoned calls that have not ended. */
  close(): void;
}

const INTERVAL_MS = SECOND_MS / LEAVING.resetsPerSecond;

export function callLeaver(): Leaver {
  const left = new Set<Call>();
  /** The time at which the allowance of resets is complete again if none is used. */
  let wholeAgainAt = 0;

  function resetWhenAllowed(call: Call): void {
    if (!left.has(call)) return;
    const now = performance.now();
    wholeAgainAt = Math.max(wholeAgainAt, now) + INTERVAL_MS;
    const waitMs = wholeAgainAt - LEAVING.resetsAtOnce * INTERVAL_MS - now;
    setTimeout(() => left.has(call) && call.cancel(), Math.max(0, waitMs)).unref();
  }

  return {
    leave(call) {
      left.add(call);
      call.once('status', () => left.delete(call));
      if ('resume' in call) {
        // The failure of an abandoned call is ignored.
        call.on('error', () => undefined);
        call.resume();
      }
      setTimeout(() => resetWhenAllowed(call), LEAVING.graceMs).unref();
    },
    close() {
      for (const call of left) call.cancel();
    },
  };
}
