import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { expect } from 'chai';
import { otlpReceiver, webhookReceiver, type AuditReceiver } from '../../server/auditing/receivers.ts';
import { shipAudit, type AuditShipping, type ShippingPolicy } from '../../server/auditing/ship-audit.ts';
import { AUDIT_HEAD_FILE } from '../../server/backends/sqlite/engine/file/audit-head.ts';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import { AUDIT_SHIPPING } from '../../server/policy/lifecycle.ts';
import type { Leases } from '../../server/ports/leases.ts';
import { silentLog, type LifecycleEvent } from '../../server/ports/telemetry.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { until } from '../rpc/scripted-pipeline.ts';
import { linesOf, recordReceiver, TAKEN, type Answer, type RecordReceiver } from './record-receiver.ts';

const SECRET = 'a secret of some length';
const SOON: ShippingPolicy = { ...AUDIT_SHIPPING, pollMs: 5, firstRetryMs: 5, lastRetryMs: 20 };
const call = () => ({ signal: new AbortController().signal, origin: { credential: 'k', operation: 'AddMemory' } });
const ana: Scope = { tenant: 't', userId: 'zanahoria', agentId: '', sessionId: 's', namespace: '', taskId: '' };
const FAILED: Answer = { status: 503 };

describe('the audit log is shipped', () => {
  let opened: TemporaryStore;
  let receiver: RecordReceiver;
  let shipping: AuditShipping | undefined;
  let leases: Leases;
  let damaged: number;
  let told: string[];
  let gauges: Extract<LifecycleEvent, { readonly kind: 'AUDIT_SHIPPING' }> | undefined;
  beforeEach(async () => {
    opened = await openTemporary();
    leases = opened.leases;
    [damaged, told, gauges] = [0, [], undefined];
  });
  afterEach(async () => {
    await shipping?.stop();
    await receiver.close();
    await closeAndDelete(opened);
  });

  const add = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const payload = { type: 'LONG_TERM', content: `Likes zanahoria ${at}`, speaker: '' } as const;
      const intent = {
        id: memoryId('LONG_TERM', randomUUID().replaceAll('-', '')),
        scope: ana,
        payload,
        nowMs: opened.clock.now(),
        autoPrune: 'OFF',
        vector: encoder.embed('x'),
      } as const;
      const [outcome] = await opened.stores.LONG_TERM.add([intent], call());
      if (outcome?.ok !== true) throw new Error('not added');
    }
  };
  const ship = (to: AuditReceiver = webhookReceiver({ url: receiver.url, secret: SECRET }), policy = SOON): void => {
    const tell = (_: object, text: string): void => void told.push(text);
    shipping = shipAudit({
      feed: opened.auditFeed,
      leases,
      receiver: to,
      clock: opened.clock,
      log: { ...silentLog, warn: tell, error: tell, info: tell },
      telemetry: {
        lifecycle: (event) => void (event.kind === 'AUDIT_SHIPPING' && (gauges = event)),
        auditDamaged: () => (damaged += 1),
      },
      policy,
    });
  };
  const newest = async (): Promise<number> => (await opened.audit.end(call()))?.count ?? 0;
  /** Resolves once the store knows that everything was acknowledged. */
  const shipped = async (): Promise<number> => {
    const last = await newest();
    await until(() => receiver.numbers().includes(last));
    while ((await opened.auditFeed.shippedUpTo('webhook', call())).recordNo < last) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    return last;
  };
  const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);

  it('by one server at a time, which goes on where another stopped', async () => {
    receiver = await recordReceiver(() => TAKEN);
    let holder = 'one';
    const asked: string[] = [];
    const leasesOf = (server: string): Leases => ({
      hold: async (job) => (asked.push(`${job} ${server}`), holder === server),
    });
    leases = leasesOf('one');
    ship();
    const first = shipping!;
    leases = leasesOf('two');
    ship();
    try {
      await add(4);
      const last = await shipped();
      holder = 'two';
      const looked = asked.length;
      await until(() => asked.slice(looked).includes('ship-audit-webhook one'));
      await add(3);
      expect(await shipped()).to.be.at.least(last + 3);
      expect(receiver.numbers()).to.deep.equal(upTo(await newest()));
    } finally {
      await first.stop();
    }
  });

  it('from its first record on, in order, signed, without content or users', async () => {
    receiver = await recordReceiver(() => TAKEN);
    await add(7);
    ship();
    await add(5);
    const last = await shipped();
    expect(last).to.be.at.least(12);
    expect(receiver.numbers()).to.deep.equal(upTo(last));
    const [first] = receiver.received;
    const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(
      String(first!.headers['recorda-signature']),
    )!;
    expect(signature).to.equal(createHmac('sha256', SECRET).update(`${seconds}.${first!.body}`).digest('hex'));
    expect(first!.headers).to.include({ 'content-type': 'application/x-ndjson', 'recorda-audit-first': '1' });
    const [line] = linesOf(first!.body);
    const { pageNo, hash } = (await opened.audit.hashes([1], call()))[0]!;
    expect(line).to.include({ number: 1, page: pageNo, page_hash: hash, action: 'ADD', tenant: 't', credential: 'k' });
    expect(JSON.stringify(receiver.received)).not.to.match(/zanahoria/);
    // The gauges change when the log is next read.
    await until(() => gauges?.records() === 0);
    expect(gauges?.ageMs()).to.equal(0);
  });

  it('at least once and in order, whatever the receiver answers', async () => {
    const answers: readonly Answer[] = [
      FAILED,
      { status: 400 },
      { status: 429, headers: { 'retry-after': '1' } },
      'HANG',
    ];
    receiver = await recordReceiver((attempt) =>
      attempt % 2 === 1 ? answers[(attempt >> 1) % answers.length]! : TAKEN,
    );
    await add(12);
    ship(undefined, { ...SOON, recordsAtOnce: 3, timeoutMs: 50 });
    const last = await shipped();
    expect(receiver.numbers()).to.deep.equal(upTo(last));
    expect(told.filter((text) => text.includes('does not take records'))).not.to.be.empty;
    expect(told.filter((text) => text.includes('takes records again'))).not.to.be.empty;
  });

  it('in smaller batches if one is too large, down to a single record', async () => {
    receiver = await recordReceiver((_, body) => (linesOf(body).length > 1 ? { status: 413 } : TAKEN));
    await add(6);
    ship();
    const last = await shipped();
    expect(receiver.numbers()).to.deep.equal(upTo(last));
    expect(receiver.taken().every(({ body }) => linesOf(body).length === 1)).to.equal(true);
  });

  it('in bounded batches, also of a page with many records', async () => {
    receiver = await recordReceiver(() => TAKEN);
    const at = { tenant: 't', userId: '', subject: '', id: '', count: 1, why: '', atMs: opened.clock.now() };
    const origin = { credential: 'k', operation: 'x' };
    await opened.audit.record(Array.from({ length: 1000 }, () => ({ ...at, action: 'CALL' as const, origin })));
    ship(undefined, { ...SOON, recordsAtOnce: 300, bytesAtOnce: 5000 });
    const last = await shipped();
    expect(receiver.numbers()).to.deep.equal(upTo(last));
    expect(Math.max(...receiver.received.map(({ body }) => linesOf(body).length))).to.be.at.most(300);
    expect(Math.max(...receiver.received.map(({ body }) => body.length))).to.be.at.most(50_000);
  });

  it('after a restart from where each receiver had acknowledged', async () => {
    receiver = await recordReceiver(() => TAKEN);
    await add(4);
    ship();
    const before = await shipped();
    await shipping?.stop();
    await opened.close();
    const { dataDir, clock } = opened;
    opened = await openTemporary({ dataDir, clock });
    await add(3);
    ship();
    const last = await shipped();
    expect(last).to.be.greaterThan(before);
    expect(receiver.numbers()).to.deep.equal(upTo(last));
    expect(await opened.auditFeed.shippedUpTo('otlp', call())).to.include({ recordNo: 0 });
  });

  it('while it waits, with how much waits and for how long', async () => {
    receiver = await recordReceiver((attempt) => (attempt < 3 ? FAILED : 'HANG'));
    await add(9);
    const all = await newest();
    ship(undefined, { ...SOON, timeoutMs: 60_000 });
    await until(() => receiver.received.length === 3);
    opened.clock.advance(90_000);
    expect(gauges?.records()).to.equal(all);
    expect(gauges?.ageMs()).to.equal(90_000);
    expect(told.filter((text) => text.includes('does not take records'))).to.have.length(1);
    await shipping?.stop();
    shipping = undefined;
    expect(await opened.auditFeed.shippedUpTo('webhook', call())).to.include({ recordNo: 0 });
  });

  it('again from the first record if the log was truncated to before the last shipped record', async () => {
    receiver = await recordReceiver(() => TAKEN);
    await add(8);
    ship();
    await shipped();
    await shipping?.stop();
    await opened.close();
    const { dataDir, clock } = opened;
    const db = new Sqlite(join(dataDir, STORE_FILE));
    db.exec('DROP TRIGGER audit_kept; DELETE FROM audit_pages WHERE page_no > 3');
    db.close();
    await rm(join(dataDir, AUDIT_HEAD_FILE));
    opened = await openTemporary({ dataDir, clock });
    await add(20);
    const received = receiver.numbers().length;
    ship();
    const last = await newest();
    await until(() => receiver.numbers().length >= received + last);
    expect(receiver.numbers().slice(received)).to.deep.equal(upTo(last));
    expect(damaged).to.equal(1);
  });

  it('by OTLP over HTTP, whose rejections are logged and not retried', async () => {
    const rejecting = { status: 200, body: '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}' };
    receiver = await recordReceiver((attempt) => (attempt === 1 ? rejecting : TAKEN));
    await add(5);
    const rejected: [number, string][] = [];
    const config = { url: receiver.url, headers: { authorization: 'Bearer x' } };
    const service = { 'service.name': 'recorda', 'service.instance.id': '' };
    ship(otlpReceiver(config, service, (count, why) => void rejected.push([count, why])));
    const last = await newest();
    while ((await opened.auditFeed.shippedUpTo('otlp', call())).recordNo < last) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(rejected).to.deep.equal([[2, 'too old']]);
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    expect(headers).to.include({ authorization: 'Bearer x', 'content-type': 'application/json' });
    const { resourceLogs } = JSON.parse(body) as {
      readonly resourceLogs: readonly {
        readonly resource: object;
        readonly scopeLogs: readonly { readonly logRecords: readonly Record<string, unknown>[] }[];
      }[];
    };
    expect(resourceLogs[0]!.resource).to.deep.equal({
      attributes: [{ key: 'service.name', value: { stringValue: 'recorda' } }],
    });
    const [record] = resourceLogs[0]!.scopeLogs[0]!.logRecords;
    expect(record).to.deep.include({
      severityText: 'INFO',
      eventName: 'recorda.audit.add',
      body: { stringValue: 'ADD LONG_TERM' },
    });
    expect(record!['timeUnixNano']).to.match(/^\d{19}$/);
    expect(record!['attributes']).to.deep.include({ key: 'audit.number', value: { intValue: '1' } });
    expect(body).not.to.match(/zanahoria/);
    const sent = receiver
      .taken()
      .flatMap(({ body: text }) => [...text.matchAll(/"audit.number","value":\{"intValue":"(\d+)"/g)]);
    expect(sent.map(([, number]) => Number(number))).to.deep.equal(upTo(last));
  });
});
