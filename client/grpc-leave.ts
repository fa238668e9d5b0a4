/** How calls are left that nobody waits for: quietly where they end by themselves, by a reset where they do not. */
import type { ClientReadableStream, ClientUnaryCall } from '@grpc/grpc-js';
import { LEAVING, SECOND_MS } from './policy.ts';

type Call = ClientUnaryCall | ClientReadableStream<unknown>;

export interface Leaver {
  /** What the call still receives is thrown away; unless it ends soon it is reset, as soon as another reset is allowed. */
  leave(call: Call): void;
  /** Resets what was left and is still there. */
  close(): void;
}

const INTERVAL_MS = SECOND_MS / LEAVING.resetsPerSecond;

export function callLeaver(): Leaver {
  const left = new Set<Call>();
  /** When the allowance would be whole again if no more is taken of it. */
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
        // A failure of a call that was left is nobody's.
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
