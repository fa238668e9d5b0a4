import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { openForReading, openForWriting } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { migrate } from '../../../../server/backends/sqlite/migrations/migrate.ts';
import { APPLICATION_ID, MIGRATIONS, STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import type { Sample } from '../../../../server/domain/accounts.ts';
import type { Scope } from '../../../../server/domain/memory.ts';
import { memoryId } from '../../../../server/domain/memory.ts';
import { call } from '../../../conformance/subject.ts';
import { wrongCounters } from '../recount.ts';
import {
  closeAndDelete,
  encoder,
  movableClock,
  openTemporary,
  table,
  type TemporaryStore,
} from '../temporary-store.ts';

const NOON = Date.parse('2026-01-10T12:00:00Z');
const USERS = 45;
/** The last version of the schema without limits. */
const BEFORE_LIMITS = 8;

let number = 0;
const scopeOf = (userId: string, agentId = ''): Scope => ({
  tenant: 'default',
  userId,
  agentId,
  sessionId: 's',
  namespace: '',
  taskId: '',
});

async function add({ stores, clock }: TemporaryStore, userId: string, content: string): Promise<void> {
  number += 1;
  const id = memoryId('LONG_TERM', number.toString(16).padStart(32, '0'));
  const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
  const rest = { nowMs: clock.now(), autoPrune: 'OFF', vector: encoder.embed(content) } as const;
  const [outcome] = await stores.LONG_TERM.add([{ id, scope: scopeOf(userId, 'guide'), payload, ...rest }], call());
  if (outcome?.ok !== true) throw outcome?.error ?? new Error('no outcome');
}

describe('limits over time', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary({ clock: movableClock(NOON) });
  });
  afterEach(() => closeAndDelete(opened));
  const samples = (userId: string): Promise<readonly Sample[]> =>
    opened.accounts.samples({ tenant: 'default', userId }, call());

  it('samples every one of many users, a few at a time', async () => {
    for (let user = 0; user < USERS; user += 1) await add(opened, `user ${user}`, 'x');
    for (let n = 0; n < 250; n += 1) await add(opened, 'busy', 'x');
    await opened.sweep();
    const sampled = await Promise.all(Array.from({ length: USERS }, (_, user) => samples(`user ${user}`)));
    expect(sampled.every(([sample]) => sample?.vectorBytes === 1)).to.equal(true);
    expect((await samples('busy'))[0]?.vectorBytes).to.equal(250);
  });

  it('counts what a store of before had', async () => {
    await opened.close();
    const { dataDir, clock } = opened;
    const file = join(dataDir, STORE_FILE);
    await rm(file);
    const db = new Sqlite(file);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    migrate(db, MIGRATIONS.slice(0, BEFORE_LIMITS));
    const one = `1, 1, 0, 0, '', '', '', 'x'`;
    db.exec(`
      INSERT INTO users (user_no, tenant, user_id, revision) VALUES (1, 'default', 'ana', 0), (2, 'default', 'ben', 0);
      INSERT INTO owners (owner_no, user_no, type, session_id, count, bytes)
        VALUES (1, 1, 'LONG_TERM', '', 2, 30), (2, 2, 'LONG_TERM', '', 1, 5), (3, 2, 'RECALL', '', 1, 7);
      INSERT INTO memories (owner_no, id, size_bytes, agent_id, create_ms, update_ms, version, stored_bytes, is_compressed,
        session_id, namespace, task_id, content)
        VALUES (1, 'a', 10, 'guide', 1, ${one}), (1, 'b', 20, 'coach', 2, ${one}), (2, 'c', 5, 'guide', 3, ${one}),
          (3, 'd', 7, 'guide', 4, ${one});`);
    db.close();
    openForWriting(file, table.identity).close();
    const migrated = openForReading(file);
    expect(wrongCounters(migrated)).to.deep.equal([]);
    migrated.close();
    opened = await openTemporary({ dataDir, clock });
    const use = async (userId: string, agentId: string) =>
      (await opened.accounts.use({ tenant: 'default', userId, agentId }, call())).map(({ count, bytes }) => [
        count,
        bytes,
      ]);
    // The first row counts long-term memories, the second turns kept for recall.
    expect(await use('', '')).to.deep.equal([
      [3, 35],
      [1, 7],
    ]);
    expect(await use('', 'guide')).to.deep.equal([
      [2, 15],
      [1, 7],
    ]);
    expect(await use('ana', 'coach')).to.deep.equal([[1, 20]]);
  });
});
