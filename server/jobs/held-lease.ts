/** Ensures that only one of the servers that share a store does work that lasts as long as a server runs. */
import { setTimeout as wait } from 'node:timers/promises';
import { SCHEDULING } from '../policy/lifecycle.ts';
import type { Leases } from '../ports/leases.ts';
import type { CallContext } from '../ports/stores.ts';

export type LeaseParts = {
  readonly leases: Leases;
  /** The name of the lease. */
  readonly job: string;
  readonly call: CallContext;
  /** Ends the wait for the lease. */
  readonly ending: AbortSignal;
  /** The time between two attempts to get the lease. */
  readonly waitMs?: number | undefined;
};

/**
 * Returns a function that is called before each step of the work, and resolves to whether this server may take it. If another server has
 * the lease, it resolves to false after a while. Then the other server may have continued the work: whatever was read of its progress
 * has to be read again.
 */
export function heldLease({
  leases,
  job,
  call,
  ending,
  waitMs = SCHEDULING.leaseMs,
}: LeaseParts): () => Promise<boolean> {
  return async () => {
    if (await leases.hold(job, call)) return true;
    await wait(waitMs, undefined, { signal: ending, ref: false }).catch(() => undefined);
    return false;
  };
}
