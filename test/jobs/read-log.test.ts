import { expect } from 'chai';
import type { AuditEvent } from '../../server/domain/audit.ts';
import { readLog } from '../../server/jobs/read-log.ts';
import { READ_LOG } from '../../server/policy/serving.ts';
import type { Reading, ReadsAudited } from '../../server/ports/security.ts';
import { keptLog } from '../rpc/scripted-pipeline.ts';

const call = (name: string): string => `recorda.v1.MemoryService/${name}`;
const GET = call('GetMemory');

function open(audited: ReadsAudited = ['acme']) {
  const written: AuditEvent[] = [];
  const log = keptLog();
  let isFull = false;
  const refuseUnlessWriting = (): void => {
    if (isFull) throw new Error('The disk is full');
  };
  const reads = readLog({
    audited,
    trail: { refuseUnlessWriting, note: (events) => void written.push(...events) },
    log,
  });
  const read = (reading: Partial<Reading> & { userId?: string; tenant?: string } = {}): void => {
    const { userId = 'ana', tenant = 'acme', ...given } = reading;
    const origin = { credential: 'k1', operation: 'GetMemory' };
    const whole = { method: GET, userIds: () => [userId], types: ['LONG_TERM'], call: { tenant, origin, nowMs: 7 } };
    reads.record({ ...whole, ...given });
  };
  return { reads, read, written, log, fill: (full: boolean) => void (isFull = full) };
}

describe('the record of reads', () => {
  it('has one record for reads that are alike, with their number', () => {
    const { reads, read, written } = open();
    for (let time = 0; time < 5; time += 1) read();
    read({ userId: 'ben' });
    read({ types: ['LONG_TERM', 'WORKING'] });
    expect(written).to.deep.equal([]);
    reads.stop();
    expect(written.map(({ userId, subject, count }) => [userId, subject, count])).to.deep.equal([
      ['ana', 'LONG_TERM', 5],
      ['ben', 'LONG_TERM', 1],
      ['ana', '', 1],
    ]);
    expect(written[0]).to.deep.equal({
      tenant: 'acme',
      userId: 'ana',
      action: 'READ',
      subject: 'LONG_TERM',
      id: '',
      count: 5,
      why: 'CALL',
      atMs: 7,
      origin: { credential: 'k1', operation: 'GetMemory' },
    });
  });

  it('has only reads, and only of tenants that ask for it', () => {
    const { reads, read, written } = open();
    read({ tenant: 'other' });
    for (const name of ['AddMemory', 'WhoAmI', 'GetServerInfo', 'NoCall']) read({ method: call(name) });
    read({ method: 'recorda.v1.AdminService/ListAuditEvents' });
    read({ method: 'recorda.v1.ContextService/AssembleContext' });
    read({ userIds: () => ['ana', 'ana', 'cy'] });
    reads.stop();
    expect(written.map(({ userId }) => userId)).to.deep.equal(['ana', 'cy']);
    expect(written[0]!.count).to.equal(2);
    const everyone = open('ALL');
    everyone.read({ tenant: 'other' });
    everyone.reads.stop();
    expect(everyone.written).to.have.length(1);
  });

  it('is written sooner if many reads differ', () => {
    const { read, reads, written } = open();
    for (let at = 0; at < READ_LOG.writeFrom; at += 1) read({ userId: `u${at}` });
    expect(written).to.have.length(READ_LOG.writeFrom);
    reads.stop();
  });

  it('keeps counting while the log cannot be written, holds a bounded number of records, and reports how many are missing', () => {
    const { reads, read, written, log, fill } = open();
    fill(true);
    for (let at = 0; at < READ_LOG.most + 10; at += 1) read({ userId: `u${at}` });
    read({ userId: 'u0' });
    // It is not tried again for each read.
    expect(log.lines).to.have.length(1);
    fill(false);
    reads.stop();
    expect(written).to.have.length(READ_LOG.most);
    expect(written[0]!.count).to.equal(2);
    const missing = log.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields['reads']);
    expect(missing.reduce<number>((sum, reads) => sum + Number(reads), 0)).to.equal(10);
    fill(true);
    read();
    reads.stop();
    expect(log.lines.at(-1)).to.deep.include({ level: 'error', fields: { records: 1 } });
  });
});
