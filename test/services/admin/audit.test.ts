import { expect } from 'chai';
import { stopSignal } from '../../../server/domain/abort.ts';
import type { AuditTrail } from '../../../server/ports/audit.ts';
import { auditCalls } from '../../../server/services/admin/audit.ts';
import type { ServiceCall } from '../../../server/services/call.ts';

describe('the check of the audit log', () => {
  it('reports damage once, and nothing of a log that is whole', async () => {
    const call = { tenant: 't', signal: stopSignal() } as unknown as ServiceCall;
    const step = { count: 1, pageNo: 1, hash: 'a' };
    const check = async (...steps: readonly object[]): Promise<number> => {
      let reported = 0;
      const trail = { verify: () => steps } as unknown as AuditTrail;
      for await (const _ of auditCalls(trail, () => (reported += 1)).verifyAudit({}, call)) continue;
      return reported;
    };
    const whole = { ...step, isAtEnd: true };
    expect(await check({ ...step, isAtEnd: false }, whole)).to.equal(0);
    const damaged = { ...whole, fault: { kind: 'CHANGED', pageNo: 1 } };
    expect(await check({ ...step, isAtEnd: false }, damaged)).to.equal(1);
  });
});
