/** Tests whom ListLifecycleRuns tells who began a run. */
import { expect } from 'chai';
import type { LifecycleStore, PastRun } from '../../../server/ports/lifecycle.ts';
import { lifecycleCalls, type LifecycleDependencies } from '../../../server/services/admin/lifecycle.ts';
import type { ServiceCall } from '../../../server/services/call.ts';

const RUN = { kind: 'BACKUP', tenant: '', startMs: 1000, tookMs: 20, counts: {}, error: '' } as const;
const KEPT: readonly PastRun[] = [
  { ...RUN, begunBy: { tenant: 'acme', credential: 'k1' } },
  { ...RUN, begunBy: { tenant: 'other', credential: 'k2' } },
  { ...RUN, begunBy: 'SCHEDULE' },
  // An earlier version recorded it, without who began it.
  RUN,
];

describe('ListLifecycleRuns', () => {
  it('names the key that began a run to the tenant of that key alone', async () => {
    const lifecycle = { pastRuns: () => Promise.resolve(KEPT) } as Partial<LifecycleStore> as LifecycleStore;
    const calls = lifecycleCalls({ lifecycle } as Partial<LifecycleDependencies> as LifecycleDependencies);
    const { runs } = await calls.listLifecycleRuns({}, { tenant: 'acme' } as Partial<ServiceCall> as ServiceCall);
    expect(runs.map(({ trigger, credential }) => [trigger, credential])).to.deep.equal([
      ['LIFECYCLE_RUN_TRIGGER_CALL', 'k1'],
      ['LIFECYCLE_RUN_TRIGGER_CALL', ''],
      ['LIFECYCLE_RUN_TRIGGER_SCHEDULE', ''],
      ['LIFECYCLE_RUN_TRIGGER_UNSPECIFIED', ''],
    ]);
  });
});
