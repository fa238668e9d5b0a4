import { expect } from 'chai';
import type { AuditEvent } from '../../server/domain/audit.ts';
import { securityLog } from '../../server/jobs/security-log.ts';
import { SECURITY } from '../../server/policy/serving.ts';
import type { SecurityEvent } from '../../server/ports/security.ts';
import { keptLog } from '../rpc/scripted-pipeline.ts';

const GET = 'recorda.v1.MemoryService/GetMemory';

function open() {
  const written: AuditEvent[] = [];
  const counted: string[] = [];
  const log = keptLog();
  let isFull = false;
  const refuseUnlessWriting = (): void => {
    if (isFull) throw new Error('The disk is full');
  };
  const security = securityLog({
    trail: { refuseUnlessWriting, note: (events) => void written.push(...events) },
    telemetry: { securityEvent: (kind) => void counted.push(kind) },
    log,
    clock: { now: () => 7 },
  });
  const record = (event: Partial<SecurityEvent> = {}, times = 1): void => {
    const whole = {
      kind: 'PERMISSION',
      tenant: 'acme',
      credential: 'k1',
      method: GET,
      userId: '',
      why: 'CALL',
    } as const;
    for (let time = 0; time < times; time += 1) security.record({ ...whole, ...event });
  };
  return { security, written, counted, log, record, fill: (full: boolean) => void (isFull = full) };
}

const sumOf = (events: readonly AuditEvent[]): number => events.reduce((sum, { count }) => sum + count, 0);

describe('the record of security events', () => {
  it('has the first events of a kind one by one, and the number of those that follow', () => {
    const { security, written, counted, record } = open();
    record({ userId: 'ana' }, 1000);
    record({ kind: 'NEW_ADDRESS', why: '10.0.0.1' });
    expect(written).to.have.length(SECURITY.eachOfGroup + 1);
    expect(written[0]).to.deep.equal({
      tenant: 'acme',
      userId: 'ana',
      action: 'REFUSE',
      subject: 'PERMISSION',
      id: '',
      count: 1,
      why: 'CALL',
      atMs: 7,
      origin: { credential: 'k1', operation: 'GetMemory' },
    });
    expect(written.at(-1)).to.include({ action: 'NEW_ADDRESS', subject: '', why: '10.0.0.1' });
    security.stop();
    expect(written.at(-1)).to.include({ action: 'REFUSE', userId: '', count: 1000 - SECURITY.eachOfGroup });
    expect(sumOf(written)).to.equal(1001);
    expect(counted).to.have.length(1001);
  });

  it('counts calls without a credential in metrics alone', () => {
    const { security, written, counted, record } = open();
    record({ kind: 'NO_CREDENTIAL', tenant: '', credential: '' }, 5);
    security.stop();
    expect([written.length, counted.length]).to.deep.equal([0, 5]);
  });

  it('stays small under a flood in which every event differs, and loses none of the count', () => {
    const { security, written, record } = open();
    for (let at = 0; at < 20_000; at += 1) {
      record({
        kind: 'CREDENTIAL',
        tenant: '',
        credential: `made-up-${at}`,
        method: `made.Up/Call${at}`,
        why: `10.${at}`,
      });
    }
    security.stop();
    expect(written.length).to.be.at.most((SECURITY.groupsOfTenant + 1) * (SECURITY.eachOfGroup + 1));
    expect(sumOf(written)).to.equal(20_000);
    const shown = JSON.stringify(written);
    expect(shown).not.to.include('made.Up');
    expect(written.at(-1)).to.deep.include({ origin: { credential: '', operation: '' }, why: '' });
  });

  it('has each tenant’s events whatever others do, and counts those of more tenants than it tells apart', () => {
    const { security, written, record } = open();
    for (let at = 0; at < 100; at += 1) record({ method: `mcp-${at}` });
    record({ tenant: 'other', credential: 'k2' });
    expect(written.at(-1)).to.deep.include({ tenant: 'other', origin: { credential: 'k2', operation: 'GetMemory' } });
    for (let at = 0; at < 2 * SECURITY.tenants; at += 1) record({ tenant: `t${at}` });
    security.stop();
    expect(sumOf(written)).to.equal(101 + 2 * SECURITY.tenants);
    expect(new Set(written.map(({ tenant }) => tenant)).size).to.be.at.most(
      SECURITY.tenants + 1 + SECURITY.eachOfGroup,
    );
  });

  it('keeps counting while the audit log cannot be written, logs that once, and writes the number afterwards', () => {
    const { security, written, log, record, fill } = open();
    fill(true);
    record({}, 10);
    expect(written).to.deep.equal([]);
    expect(log.lines.map(({ level }) => level)).to.deep.equal(['error']);
    fill(false);
    security.stop();
    expect(sumOf(written)).to.equal(10);
  });
});
