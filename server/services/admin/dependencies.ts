/** The dependencies of the use cases of AdminService that concern limits. */
import type { UserKey } from '../../domain/accounts.ts';
import type { ContextStore } from '../../ports/context.ts';
import type { AccountsInParts } from '../../ports/limits.ts';
import type { Quotas, GlobalLimits } from '../../policy/limits.ts';

export type LimitDependencies = {
  /** The accounts of every type, wherever it lives. */
  readonly accounts: AccountsInParts;
  /** The quotas of users for whom none were set. */
  readonly quotas: Quotas;
  readonly limits: GlobalLimits;
  readonly prompts: Pick<ContextStore, 'systemPromptUse'>;
  /** Returns the bytes of a user's discardables. */
  readonly discardedBytes: (whose: UserKey) => Promise<number>;
};
