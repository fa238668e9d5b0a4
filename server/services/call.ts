/** What a use case knows of the call it serves. */
import type { CallContext } from '../ports.ts';

export type ServiceCall = CallContext & {
  /** From the credential. */
  readonly tenant: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** When the call must be over, on the clock of performance.now(). */
  readonly deadlineAt: number;
  /** Milliseconds since the request's bytes arrived. */
  elapsedMs(): number;
};
