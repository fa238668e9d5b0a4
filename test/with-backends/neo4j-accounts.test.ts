import type { Raised } from '../../server/domain/accounts.ts';
import { quotaCache } from '../../server/backends/quota-cache.ts';
import { QUOTAS } from '../../server/policy/limits.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { describeTypeAccounts } from '../conformance/type-accounts.ts';
import { sharedNeo4j } from './neo4j-process.ts';
import { openForTest } from './open-neo4j.ts';

describeTypeAccounts('neo4j episodic', 'EPISODIC', async (quota) => {
  const { address } = await sharedNeo4j();
  const clock = movableClock();
  const raised: Raised[] = [];
  // It keeps settings as the embedded store does.
  const kept = quotaCache('EPISODIC', { quota });
  const { episodic, accounts, close } = await openForTest({
    address,
    clock,
    quotasOf: (whose) => Promise.resolve({ ...QUOTAS, EPISODIC: kept.quota(whose) }),
    onAlerts: (more) => raised.push(...more),
  });
  return {
    store: episodic,
    accounts: {
      ...accounts,
      async setPlan(change, nowMs, call) {
        kept.set(change);
        await accounts.setPlan(change, nowMs, call);
      },
    },
    clock,
    raised,
    close,
  };
});
