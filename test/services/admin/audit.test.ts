import { expect } from 'chai';
import type { VerifyAuditResponse } from '../../../proto/gen/recorda/v1/audit.ts';
import { stopSignal } from '../../../server/domain/abort.ts';
import { RecordaError } from '../../../server/domain/errors.ts';
import type { AnchorCheck, AuditTrail } from '../../../server/ports/audit.ts';
import { auditCalls } from '../../../server/services/admin/audit.ts';
import type { ServiceCall } from '../../../server/services/call.ts';

const AGREEING: AnchorCheck = { agreeing: 1, newestMs: 1000, others: 0, faults: [] };

describe('the check of the audit log', () => {
  const call = { tenant: 't', signal: stopSignal() } as unknown as ServiceCall;
  const step = { count: 1, pageNo: 1, hash: 'a' };
  const whole = { ...step, isAtEnd: true };
  const check = async (
    steps: readonly object[],
    compare: () => Promise<AnchorCheck> = async () => AGREEING,
  ): Promise<{ readonly reported: number; readonly last: VerifyAuditResponse }> => {
    let reported = 0;
    let last: VerifyAuditResponse | undefined;
    const trail = { verify: () => steps } as unknown as AuditTrail;
    const { verifyAudit } = auditCalls(trail, { check: compare }, () => (reported += 1));
    for await (const progress of verifyAudit({ anchors: [] }, call)) last = progress;
    return { reported, last: last! };
  };

  it('reports damage once, and nothing about an intact log', async () => {
    expect((await check([{ ...step, isAtEnd: false }, whole])).reported).to.equal(0);
    const damaged = { ...whole, fault: { kind: 'CHANGED', pageNo: 1 } };
    const { reported, last } = await check([{ ...step, isAtEnd: false }, damaged]);
    expect(reported).to.equal(1);
    expect(last).to.include({ fault: 'AUDIT_FAULT_CHANGED', faultPage: 1 });
  });

  it('reports which anchor does not agree with the log', async () => {
    const stated = { pageNo: 7, hash: 'b', atMs: 2000 };
    const faults = [{ kind: 'AHEAD', name: 'audit/k/2026-11-28/7', stated }] as const;
    const { reported, last } = await check([whole], async () => ({ ...AGREEING, faults }));
    expect(reported).to.equal(1);
    expect(last).to.include({ fault: 'AUDIT_FAULT_ANCHOR', faultPage: 7 });
    expect(last.anchors).to.deep.include({ agreeingCount: 1, newestTime: new Date(1000), faultCount: 1 });
    expect(last.anchors?.faults).to.deep.equal([
      {
        kind: 'AUDIT_ANCHOR_FAULT_KIND_AHEAD',
        name: 'audit/k/2026-11-28/7',
        page: 7,
        hash: 'b',
        time: new Date(2000),
      },
    ]);
  });

  it('reports that anchors could not be read, which counts neither as intact nor as damaged', async () => {
    const away = async (): Promise<AnchorCheck> => {
      throw new RecordaError('BACKEND_UNAVAILABLE', 'Cold storage does not answer.');
    };
    const { reported, last } = await check([whole], away);
    expect(reported).to.equal(0);
    expect(last).to.include({ fault: 'AUDIT_FAULT_ANCHORS_UNREAD', recordCount: 1 });
    const damaged = { ...whole, fault: { kind: 'CHANGED', pageNo: 1 } };
    expect((await check([damaged], away)).last.fault).to.equal('AUDIT_FAULT_CHANGED');
  });
});
