import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { auditAnchors } from '../../server/auditing/audit-anchors.ts';
import { Sqlite } from '../../server/backends/sqlite/engine/sqlite.ts';
import { AUDIT_HEAD_FILE, headWriter } from '../../server/backends/sqlite/engine/file/audit-head.ts';
import { STORE_FILE } from '../../server/backends/sqlite/migrations/migrations.ts';
import { FIRST_HASH, pageHash, type AuditCheck, type AuditPage } from '../../server/domain/audit.ts';
import { anchorLine, keyIdOf, parseAnchor, statementOf, type SignedAnchor } from '../../server/domain/audit-anchor.ts';
import { receiptSigner } from '../../server/erasing/signing-key.ts';
import { anchorAudit } from '../../server/jobs/anchor-audit.ts';
import { memoryId, type Scope } from '../../server/domain/memory.ts';
import type { AnchorCheck } from '../../server/ports/audit.ts';
import { silentLog } from '../../server/ports/telemetry.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../backends/sqlite/temporary-store.ts';
import { memoryColdStore } from '../lifecycle/memory-cold-store.ts';

const DAY_MS = 24 * 3600 * 1000;
const call = () => ({ signal: new AbortController().signal, origin: { credential: 'k', operation: 'AddMemory' } });
const ana: Scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: 's', namespace: '', taskId: '' };

describe('anchors of the audit log', () => {
  let opened: TemporaryStore;
  let cold: ReturnType<typeof memoryColdStore>;
  const copies: string[] = [];
  beforeEach(async () => {
    opened = await openTemporary();
    cold = memoryColdStore();
  });
  afterEach(async () => {
    await closeAndDelete(opened);
    for (const copy of copies.splice(0)) await rm(copy, { recursive: true });
  });

  const anchors = (signer = receiptSigner(opened.dataDir)) =>
    auditAnchors({ cold, trail: opened.audit, signer, clock: opened.clock, server: 'one' });
  const add = async (content: string): Promise<void> => {
    const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
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
  };
  /** Adds so many notes on each of so many days, and writes an anchor after each day. */
  const live = async (days: number, notes = 3): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      for (let at = 0; at < notes; at += 1) await add(`Note ${day} ${at}`);
      expect(await anchors().write(call())).to.equal(true);
      opened.clock.advance(DAY_MS);
    }
  };
  const verified = async (): Promise<AuditCheck> => {
    let last: AuditCheck | undefined;
    for await (const check of opened.audit.verify(call())) last = check;
    return last!;
  };
  const check = (given: readonly SignedAnchor[] = []): Promise<AnchorCheck> => anchors().check(given, call());
  /** Changes the closed file, and opens it again. `change` gets the file; the head is made to name its last page. */
  const tamper = async (change: (db: InstanceType<typeof Sqlite>) => void): Promise<void> => {
    const { dataDir, clock } = opened;
    await opened.close();
    const db = new Sqlite(join(dataDir, STORE_FILE));
    db.exec('DROP TRIGGER audit_unchanged; DROP TRIGGER audit_kept');
    change(db);
    const last = db.prepare('SELECT page_no AS pageNo, hash FROM audit_pages ORDER BY page_no DESC LIMIT 1').get();
    db.close();
    await rm(join(dataDir, AUDIT_HEAD_FILE));
    const head = headWriter(join(dataDir, AUDIT_HEAD_FILE));
    head.write(last as AuditCheck);
    head.close();
    opened = await openTemporary({ dataDir, clock });
  };
  const names = (): readonly string[] => [...cold.objects.keys()];
  const anchorNamed = (name: string): SignedAnchor =>
    parseAnchor(Buffer.from(cold.objects.get(name)!).toString('utf8'))!;

  it('state the end of the log, one a day and page, and agree with it', async () => {
    await live(3);
    expect(await check()).to.deep.include({ agreeing: 3, others: 0, faults: [] });
    const keyId = keyIdOf(await receiptSigner(opened.dataDir).publicKey());
    const days = names().map((name) => name.split('/'));
    expect(days.map(([folder, key]) => `${folder}/${key}`)).to.deep.equal(Array(3).fill(`audit/${keyId}`));
    expect(new Set(days.map(([, , day]) => day)).size).to.equal(3);
    const end = (await opened.audit.end(call()))!;
    const { pageNo, hash, count } = await verified();
    expect(end).to.include({ pageNo, hash, count });
    expect(statementOf(anchorNamed(names().at(-1)!))).to.include({ pageNo, hash, count, log: end.log, keyId });
  });

  it('are never overwritten', async () => {
    await live(1);
    opened.clock.advance(-DAY_MS + 1000);
    const before = Buffer.from(cold.objects.get(names()[0]!)!);
    expect(await anchors().write(call())).to.equal(false);
    expect(Buffer.from(cold.objects.get(names()[0]!)!).equals(before)).to.equal(true);
  });

  it('find a log that was cut off together with its head', async () => {
    await live(3);
    await tamper((db) => db.exec('DELETE FROM audit_pages WHERE page_no > 4'));
    expect(await verified()).not.to.have.property('fault');
    const { agreeing, faults } = await check();
    expect(agreeing).to.equal(1);
    expect(faults.map(({ kind, name }) => ({ kind, name }))).to.deep.equal(
      names()
        .slice(1)
        .map((name) => ({ kind: 'AHEAD', name })),
    );
    // A log that has grown past the anchored page again has another page there.
    for (let at = 0; at < 8; at += 1) await add(`New ${at}`);
    expect((await check()).faults.map(({ kind }) => kind)).to.deep.equal(['DIFFERS', 'DIFFERS']);
  });

  it('detect a log with one changed record and recomputed hashes', async () => {
    await live(3);
    await tamper((db) => rewrite(db, 5));
    expect(await verified()).not.to.have.property('fault');
    const { agreeing, faults } = await check();
    expect(agreeing).to.equal(1);
    expect(faults.map(({ kind }) => kind)).to.deep.equal(['DIFFERS', 'DIFFERS']);
    expect(faults[0]?.stated).to.include({ pageNo: statementOf(anchorNamed(names()[1]!))!.pageNo });
  });

  it('find a log that was rewritten from its first page on', async () => {
    await live(2);
    await tamper((db) => rewrite(db, 1));
    expect((await check()).faults.map(({ kind }) => kind)).to.deep.equal(['DIFFERS', 'DIFFERS']);
  });

  it('find an older copy of the data folder', async () => {
    await live(1);
    const { dataDir, clock } = opened;
    await opened.close();
    const copy = await mkdtemp(join(tmpdir(), 'recorda-'));
    copies.push(copy);
    await cp(dataDir, copy, { recursive: true });
    opened = await openTemporary({ dataDir, clock });
    await live(1);
    await closeAndDelete(opened);
    opened = await openTemporary({ dataDir: copy, clock });
    copies.pop();
    const { agreeing, faults } = await check();
    expect(agreeing).to.equal(1);
    expect(faults.map(({ kind }) => kind)).to.deep.equal(['AHEAD']);
  });

  it('still belong to a log whose signing key was lost, and find it rewritten', async () => {
    await live(2);
    await rm(join(opened.dataDir, 'receipt.key'));
    expect(await check()).to.deep.include({ agreeing: 2, others: 0, faults: [] });
    await tamper((db) => rewrite(db, 2));
    expect((await check()).faults).to.have.length(2);
  });

  it('are counted separately if they are from another server', async () => {
    await live(1);
    const other = await openTemporary();
    const own = opened;
    opened = other;
    await live(1);
    expect(await check()).to.deep.include({ agreeing: 1, others: 1, faults: [] });
    opened = own;
    expect(await check()).to.deep.include({ agreeing: 1, others: 1, faults: [] });
    await closeAndDelete(other);
  });

  it('are checked like those in cold storage if a caller kept them', async () => {
    await live(2);
    const kept = names().map(anchorNamed);
    cold.objects.clear();
    expect(await check(kept)).to.deep.include({ agreeing: 2, faults: [] });
    await tamper((db) => rewrite(db, 1));
    await rm(join(opened.dataDir, 'receipt.key'));
    const { faults } = await check(kept);
    expect(faults.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal(['DIFFERS ', 'DIFFERS ']);
  });

  it('are refused if they are damaged, forged or malformed', async () => {
    await live(1);
    const [name = ''] = names();
    const anchor = anchorNamed(name);
    const put = (as: string, content: string): void => void cold.objects.set(as, Buffer.from(content));
    const forged = { ...anchor, text: anchor.text.replace('"page":', '"page":1') };
    expect(statementOf(forged)).to.equal(undefined);
    put(name, anchorLine(forged));
    expect((await check()).faults).to.deep.equal([{ kind: 'INVALID', name }]);
    put(name, 'not an anchor');
    expect((await check()).faults).to.deep.equal([{ kind: 'INVALID', name }]);
    // A receipt of an erasure is signed by the same key, and is no anchor.
    const text = JSON.stringify({ ...(JSON.parse(anchor.text) as object), format: 'recorda-erasure/1' });
    put(name, anchorLine({ text, ...(await receiptSigner(opened.dataDir).sign(text)) }));
    expect((await check()).faults).to.deep.equal([{ kind: 'INVALID', name }]);
    // A valid anchor in the folder of another key.
    cold.objects.clear();
    put(name.replace(/^audit\/./, 'audit/x'), anchorLine(anchor));
    expect((await check()).faults.map(({ kind }) => kind)).to.deep.equal(['INVALID']);
  });

  it('are compared each time the next one is written, and what differs is reported', async () => {
    let damaged = 0;
    const errors: object[] = [];
    const log = { ...silentLog, error: (facts: object) => void errors.push(facts) };
    const job = () => anchorAudit({ anchors: anchors(), log, telemetry: { auditDamaged: () => (damaged += 1) } });
    await add('one');
    await job()(call());
    opened.clock.advance(DAY_MS);
    await add('two');
    await job()(call());
    expect([damaged, names().length]).to.deep.equal([0, 2]);
    await tamper((db) => rewrite(db, 1));
    opened.clock.advance(DAY_MS);
    await job()(call());
    expect([damaged, names().length]).to.deep.equal([1, 3]);
    expect(errors[0]).to.deep.include({ anchors: 2, oldest: names()[0], kind: 'DIFFERS' });
  });
});

/** Replaces the reason in the first record of a page, and computes the hashes of it and of all later pages anew. */
function rewrite(db: InstanceType<typeof Sqlite>, from: number): void {
  const columns = 'page_no AS pageNo, first_no AS firstNo, count, records, hash';
  const pages = db.prepare<[], AuditPage>(`SELECT ${columns} FROM audit_pages ORDER BY page_no`).all();
  let before = FIRST_HASH;
  for (const page of pages) {
    const records = page.pageNo === from ? page.records.replace('CALL', 'ROOM') : page.records;
    if (page.pageNo === from && records === page.records) throw new Error('nothing was changed');
    before = pageHash(before, { ...page, records });
    db.prepare('UPDATE audit_pages SET records = ?, hash = ? WHERE page_no = ?').run(records, before, page.pageNo);
  }
}
