/** Declares leases, by which the servers that share a store agree on which of them does a job. */
import type { CallContext } from './stores.ts';

export interface Leases {
  /**
   * Takes the lease of the job, or renews it, and resolves to whether this server has it. At most one server has it at a time; one that
   * ends loses it after a while. It is asked for before each run. If only one server at a time can open the store, that server has every lease.
   */
  hold(job: string, call: CallContext): Promise<boolean>;
}
