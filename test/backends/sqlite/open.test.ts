import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sqlite } from '../../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { migrate } from '../../../server/backends/sqlite/migrations/migrate.ts';
import {
  openForReading,
  openForWriting,
  refuseOldSqlite,
} from '../../../server/backends/sqlite/engine/file/open-file.ts';
import { AUDIT_HEAD_FILE } from '../../../server/backends/sqlite/engine/file/audit-head.ts';
import { MIGRATIONS, STORE_FILE } from '../../../server/backends/sqlite/migrations/migrations.ts';
import { closeAndDelete, encoder, openTemporary, table, temporaryFolder } from './temporary-store.ts';

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return 'none';
  } catch (error) {
    expect(error).to.be.instanceOf(Error);
    return String((error as { code?: string }).code);
  }
}

describe('opening the embedded store', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('makes the folder, for its owner only', async () => {
    const inner = join(dataDir, 'made', 'here');
    const opened = await openTemporary({ dataDir: inner });
    expect((await stat(inner)).mode & 0o777).to.equal(0o700);
    for (const name of [STORE_FILE, `${STORE_FILE}-wal`]) {
      expect((await stat(join(inner, name))).mode & 0o777, name).to.equal(0o600);
    }
    await opened.close();
    expect(await readdir(inner), 'no log is left behind').to.deep.equal([AUDIT_HEAD_FILE, STORE_FILE, 'recorda.lock']);
  });

  it('syncs each commit and overwrites what is deleted', () => {
    const db = openForWriting(join(dataDir, STORE_FILE), table.identity);
    expect(db.pragma('synchronous', { simple: true })).to.equal(2);
    expect(db.pragma('journal_mode', { simple: true })).to.equal('wal');
    expect(db.pragma('secure_delete', { simple: true })).to.equal(1);
    db.close();
  });

  it('cannot write through a reader', () => {
    const file = join(dataDir, STORE_FILE);
    const db = openForWriting(file, table.identity);
    const reader = openForReading(file);
    expect(() => reader.exec('DELETE FROM users')).to.throw('readonly');
    reader.close();
    db.close();
  });

  it('lets one process at a time use a folder, and the next once it is done', async () => {
    const first = await openTemporary({ dataDir });
    const error = await openTemporary({ dataDir }).catch((cause: unknown) => cause as Error);
    expect(error).to.include({ code: 'STORE_LOCKED' });
    expect((error as Error).message).to.include(dataDir);
    await first.close();
    await (await openTemporary({ dataDir })).close();
  });

  it('keeps another process out, and is free as soon as that is killed', async () => {
    const child = spawn(process.execPath, [new URL('./engine/locking-child.js', import.meta.url).pathname, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    await once(child.stdout, 'data');
    expect(await codeOf(() => openTemporary({ dataDir }))).to.equal('STORE_LOCKED');
    child.kill('SIGKILL');
    await exit;
    await (await openTemporary({ dataDir })).close();
  });

  it('refuses a file of a newer schema, of another program, and one that is not a database', async () => {
    const file = join(dataDir, STORE_FILE);
    openForWriting(file, table.identity).close();
    const db = new Sqlite(file);
    db.pragma('user_version = 99');
    db.close();
    expect(await codeOf(() => openTemporary({ dataDir }))).to.equal('STORE_NEWER');
    await rm(file);
    const foreign = new Sqlite(file);
    foreign.exec('CREATE TABLE theirs (a)');
    foreign.close();
    expect(await codeOf(() => openTemporary({ dataDir }))).to.equal('STORE_FOREIGN');
    await writeFile(file, 'not a database, whatever its name says. '.repeat(100));
    expect(await codeOf(() => openTemporary({ dataDir }))).to.equal('DATA_LOSS');
  });

  it('refuses a SQLite that can corrupt the file', async () => {
    for (const version of ['3.51.2', '3.50.9', '2.99.99']) {
      expect(await codeOf(() => refuseOldSqlite(version)), version).to.equal('STORE_SQLITE_TOO_OLD');
    }
    for (const version of ['3.51.3', '3.52.0', '4.0.0'])
      expect(await codeOf(() => refuseOldSqlite(version))).to.equal('none');
  });

  it('refuses vectors of another embedder, but not a store without any', async () => {
    const other = { name: 'other', version: '2', dimensions: 256 };
    await (await openTemporary({ dataDir, embedderIdentity: other })).close();
    const opened = await openTemporary({ dataDir });
    const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
    const payload = { type: 'LONG_TERM', content: 'text', speaker: '' } as const;
    const vector = encoder.embed('text');
    const intent = { id: 'lt_1', scope, payload, nowMs: 1, autoPrune: 'OFF', vector } as const;
    await opened.stores.LONG_TERM.add([intent], { signal: new AbortController().signal });
    await opened.close();
    const error = await openTemporary({ dataDir, embedderIdentity: other }).catch((cause: unknown) => cause as Error);
    expect(error).to.include({ code: 'STORE_OF_OTHER_EMBEDDER' });
    expect((error as Error).message)
      .to.include('other 2, 256 dimensions')
      .and.include(table.identity.name);
    await (await openTemporary({ dataDir })).close();
  });
});

describe('migrating', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const steps = [
    { version: 1, sql: 'CREATE TABLE one (a TEXT) STRICT; INSERT INTO one VALUES (1)' },
    { version: 2, sql: 'ALTER TABLE one ADD COLUMN b TEXT; UPDATE one SET b = a' },
    { version: 3, sql: 'CREATE TABLE three (c TEXT) STRICT' },
  ];
  const rows = (file: string): unknown[] => {
    const db = new Sqlite(file, { readonly: true });
    const found = db.prepare('SELECT * FROM one').all();
    db.close();
    return found;
  };

  it('applies what is missing, with a copy of the file before each step', async () => {
    const db = new Sqlite(join(dataDir, STORE_FILE));
    db.pragma('journal_mode = WAL');
    migrate(db, steps.slice(0, 1));
    expect(await readdir(dataDir)).to.not.include('recorda.db.schema-1.backup');
    migrate(db, steps);
    migrate(db, steps);
    expect(db.pragma('user_version', { simple: true })).to.equal(3);
    db.close();
    expect(rows(join(dataDir, STORE_FILE))).to.deep.equal([{ a: '1', b: '1' }]);
    expect(rows(join(dataDir, 'recorda.db.schema-1.backup'))).to.deep.equal([{ a: '1' }]);
    expect(rows(join(dataDir, 'recorda.db.schema-2.backup'))).to.deep.equal([{ a: '1', b: '1' }]);
    for (const version of [1, 2]) {
      expect((await stat(join(dataDir, `recorda.db.schema-${version}.backup`))).mode & 0o777).to.equal(0o600);
    }
  });

  it('leaves the file unchanged if a step fails, and keeps the copy of each attempt', async () => {
    const db = new Sqlite(join(dataDir, STORE_FILE));
    migrate(db, steps.slice(0, 1));
    const broken = { version: 2, sql: 'DELETE FROM one; CREATE TABLE one (a)' };
    for (const attempt of [1, 2]) {
      expect(() => migrate(db, [...steps.slice(0, 1), broken]), `attempt ${attempt}`).to.throw('already exists');
    }
    expect(db.pragma('user_version', { simple: true })).to.equal(1);
    expect(db.prepare('SELECT * FROM one').all()).to.deep.equal([{ a: '1' }]);
    db.close();
    expect(await readdir(dataDir)).to.include.members(['recorda.db.schema-1.backup', 'recorda.db.schema-1.2.backup']);
  });

  it('has numbers without gaps', () => {
    expect(MIGRATIONS.map(({ version }) => version)).to.deep.equal(MIGRATIONS.map((_, index) => index + 1));
  });
});

describe('closing the embedded store', () => {
  it('answers what waits, then refuses', async () => {
    const opened = await openTemporary();
    const scope = { tenant: 't', userId: 'u', agentId: '', sessionId: '', namespace: '', taskId: '' };
    const call = { signal: new AbortController().signal };
    const reading = opened.stores.LONG_TERM.list({ scope, pageSize: 1, descending: false, nowMs: 1 }, call);
    const closing = opened.close();
    expect(await reading).to.deep.equal({ records: [] });
    await closing;
    const late = await opened.stores.LONG_TERM.get({ scope, id: 'lt_1' }, 1, call).catch((error: unknown) => error);
    expect(late).to.include({ reason: 'SHUTTING_DOWN' });
    await closeAndDelete(opened);
  });
});
