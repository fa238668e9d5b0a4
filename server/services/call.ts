/** What a use case knows of the call it serves. */
import type { Caller } from '../domain/caller.ts';
import type { Origin } from '../domain/audit.ts';
import type { CallContext } from '../ports/stores.ts';

export type ServiceCall = CallContext & {
  readonly origin: Origin;
  /** The caller's. */
  readonly tenant: string;
  readonly caller: Caller;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** When the call must be over, on the clock of performance.now(). */
  readonly deadlineAt: number;
  /** Milliseconds since the request's bytes arrived. */
  elapsedMs(): number;
};
