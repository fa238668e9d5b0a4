/** The call that a use case serves, as far as it needs to know. */
import type { Caller } from '../domain/caller.ts';
import type { Origin } from '../domain/audit.ts';
import type { CallContext } from '../ports/stores.ts';

export type ServiceCall = CallContext & {
  readonly origin: Origin;
  /** The caller's tenant. */
  readonly tenant: string;
  readonly caller: Caller;
  /** The time in milliseconds since 1970. */
  readonly nowMs: number;
  /** The time by which the call must be over, on the clock of performance.now(). */
  readonly deadlineAt: number;
  /** Returns the milliseconds since the request's bytes arrived. */
  elapsedMs(): number;
};
