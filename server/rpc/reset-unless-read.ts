/** Handles callers that never read their answer: after the deadline, what waits for them is dropped. */
import { DEFAULTS } from '../policy/limits.ts';
import { SERVING } from '../policy/serving.ts';
import type { RawCall } from './door-call.ts';
import { resetStream } from './grpc-js-internals.ts';

/** Resets the call some time after its deadline unless its status has been sent by then. */
export function resetUnlessRead(call: RawCall, deadlineMs = Date.now() + DEFAULTS.deadlineMs): void {
  const timer = setTimeout(() => resetStream(call), Math.max(0, deadlineMs - Date.now()) + SERVING.resetAfterMs);
  // grpc-js also emits "cancelled" after it has sent a status.
  call.once('cancelled', () => clearTimeout(timer));
}
