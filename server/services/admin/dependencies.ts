/** What the use cases of AdminService that are about limits stand on. */
import type { Accounts, WorkingAccounts } from '../../ports-of-limits.ts';
import type { Quotas } from '../../policy/limits.ts';
import type { GlobalLimits } from '../../policy/tiers.ts';

export type LimitDependencies = {
  readonly accounts: Accounts;
  readonly working: WorkingAccounts;
  /** Of users for whom nobody set others. */
  readonly quotas: Quotas;
  readonly limits: GlobalLimits;
};
