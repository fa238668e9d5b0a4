import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import fc from 'fast-check';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { AUDIT_HEAD_FILE, readHead } from '../../../../server/backends/sqlite/engine/file/audit-head.ts';
import { readAudit } from '../../../../server/backends/sqlite/audit/reads.ts';
import { STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import { UNREAD, type AuditCheck } from '../../../../server/domain/audit.ts';
import { memoryId, type Scope } from '../../../../server/domain/memory.ts';
import { scaled } from '../../../scale.ts';
import { closeAndDelete, encoder, openTemporary, type TemporaryStore } from '../temporary-store.ts';

const origin = { credential: 'key7', operation: 'AddMemory' };
const call = () => ({ signal: new AbortController().signal, origin });
const ana: Scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: 's', namespace: '', taskId: '' };

describe('the audit log of a store', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary();
  });
  afterEach(() => closeAndDelete(opened));

  const add = async (content: string, scope = ana): Promise<string> => {
    const id = memoryId('LONG_TERM', randomUUID().replaceAll('-', ''));
    const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
    const intent = {
      id,
      scope,
      payload,
      nowMs: opened.clock.now(),
      autoPrune: 'OFF',
      vector: encoder.embed('x'),
    } as const;
    const [outcome] = await opened.stores.LONG_TERM.add([intent], call());
    if (outcome?.ok !== true) throw new Error('not added');
    return id;
  };
  const verified = async (): Promise<AuditCheck> => {
    let last: AuditCheck | undefined;
    for await (const check of opened.audit.verify(call())) last = check;
    return last!;
  };

  it('cannot be changed through SQL either', async () => {
    await add('one');
    await opened.close();
    const db = new Sqlite(join(opened.dataDir, STORE_FILE));
    expect(() => db.exec(`UPDATE audit_pages SET records = ''`)).to.throw('append-only');
    expect(() => db.exec('DELETE FROM audit_pages')).to.throw('append-only');
    db.close();
  });

  it('does not open if its end was cut off, and records that once it continues', async () => {
    for (let at = 0; at < 10; at += 1) await add(`Note ${at}`);
    await opened.close();
    const db = new Sqlite(join(opened.dataDir, STORE_FILE));
    db.exec('DROP TRIGGER audit_kept; DELETE FROM audit_pages WHERE page_no > 7');
    db.close();
    const { dataDir, clock } = opened;
    const refused = await openTemporary({ dataDir, clock }).catch((error: unknown) => error);
    expect(refused).to.include({ reason: 'STORE_DAMAGED', code: 'DATA_LOSS' });
    // The log continues after its head was deleted, and records that it was.
    await rm(join(dataDir, AUDIT_HEAD_FILE));
    opened = await openTemporary({ dataDir, clock });
    await add('and on');
    expect((await verified()).fault).to.deep.equal({ kind: 'BROKEN', pageNo: 8 });
  });

  it('reports that its head is missing', async () => {
    await add('one');
    await opened.close();
    await rm(join(opened.dataDir, AUDIT_HEAD_FILE));
    const { dataDir, clock } = opened;
    opened = await openTemporary({ dataDir, clock });
    expect((await verified()).fault?.kind).to.equal('BROKEN');
  });

  it('continues normally if the head lags behind, as after a crash', async () => {
    for (let at = 0; at < 5; at += 1) await add(`Note ${at}`);
    const head = join(opened.dataDir, AUDIT_HEAD_FILE);
    await copyFile(head, `${head}.old`);
    for (let at = 0; at < 5; at += 1) await add(`Later ${at}`);
    await opened.close();
    await copyFile(`${head}.old`, head);
    const { dataDir, clock } = opened;
    opened = await openTemporary({ dataDir, clock });
    await add('and on');
    expect(await verified())
      .to.include({ count: 11 })
      .and.not.to.have.property('fault');
  });

  it(`is found out of ${scaled(200, 10_000)} times that it was tampered with @torture`, async () => {
    for (let at = 0; at < 40; at += 1) {
      await Promise.all(Array.from({ length: 1 + (at % 4) }, (_, index) => add(`Note ${at} ${index}`)));
    }
    await opened.close();
    const db = new Sqlite(join(opened.dataDir, STORE_FILE));
    db.exec('DROP TRIGGER audit_unchanged; DROP TRIGGER audit_kept');
    const head = readHead(join(opened.dataDir, AUDIT_HEAD_FILE));
    const pages = db.prepare('SELECT count(*) FROM audit_pages').pluck().get() as number;
    const check = (over: Database): AuditCheck => {
      const { checkAudit } = readAudit(over);
      let read = { ...UNREAD, isAtEnd: false };
      while (!read.isAtEnd) read = checkAudit({ read, head });
      return read;
    };
    expect(check(db)).not.to.have.property('fault');
    expect(check(db).pageNo).to.equal(pages);
    const page = fc.integer({ min: 1, max: pages });
    const place = fc.double({ min: 0, max: 0.999, noNaN: true });
    const character = fc.constantFrom('0', '1', '9', 'a', 'f', '"', ']', ',', 'REMOVE');
    const columns = fc.constantFrom('records', 'hash');
    /** SQL statements that change something in the log. */
    const tampering = fc.oneof(
      fc.tuple(columns, page, place, character).map(([column, no, at, by]) => ({
        sql: `UPDATE audit_pages SET ${column} = substr(${column}, 1, cast(length(${column}) * ${at} AS INTEGER)) || '${by}' ||
          substr(${column}, cast(length(${column}) * ${at} AS INTEGER) + 2) WHERE page_no = ${no}`,
      })),
      fc.tuple(columns, page, page).map(([column, one, other]) => ({
        sql: `UPDATE audit_pages SET ${column} = (SELECT ${column} FROM audit_pages WHERE page_no = ${other}) WHERE page_no = ${one}`,
      })),
      page.map((no) => ({ sql: `DELETE FROM audit_pages WHERE page_no = ${no}` })),
      page.map((no) => ({ sql: `DELETE FROM audit_pages WHERE page_no >= ${no}` })),
      page.map((no) => ({ sql: `DELETE FROM audit_pages WHERE page_no <= ${no}` })),
      page.map((no) => ({
        sql: `DELETE FROM audit_pages WHERE page_no = ${no}; UPDATE audit_pages SET page_no = page_no - 1 WHERE page_no > ${no}`,
      })),
      fc.tuple(page, fc.constantFrom('first_no', 'count')).map(([no, column]) => ({
        sql: `UPDATE audit_pages SET ${column} = ${column} + 1 WHERE page_no = ${no}`,
      })),
      fc.tuple(page, page).map(([one, other]) => ({
        sql: `UPDATE audit_pages SET page_no = -1 WHERE page_no = ${one}; UPDATE audit_pages SET page_no = ${one} WHERE page_no = ${other};
          UPDATE audit_pages SET page_no = ${other} WHERE page_no = -1`,
      })),
    );
    const all = db.prepare('SELECT * FROM audit_pages ORDER BY page_no');
    const before = JSON.stringify(all.all());
    const property = fc.property(tampering, ({ sql }) => {
      db.exec('BEGIN');
      try {
        db.exec(sql);
        // A statement that changes nothing is not tampering.
        fc.pre(JSON.stringify(all.all()) !== before);
        return check(db).fault !== undefined;
      } finally {
        db.exec('ROLLBACK');
      }
    });
    fc.assert(property, { numRuns: scaled(200, 10_000) });
    db.close();
  });
});
