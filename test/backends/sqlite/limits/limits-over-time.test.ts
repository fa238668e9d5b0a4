import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Sqlite } from '../../../../server/backends/sqlite/engine/sqlite.ts';
import { expect } from 'chai';
import { openForReading, openForWriting } from '../../../../server/backends/sqlite/engine/file/open-file.ts';
import { migrate } from '../../../../server/backends/sqlite/migrations/migrate.ts';
import { APPLICATION_ID, MIGRATIONS, STORE_FILE } from '../../../../server/backends/sqlite/migrations/migrations.ts';
import type { Alert, Sample } from '../../../../server/domain/accounts.ts';
import type { Scope } from '../../../../server/domain/memory.ts';
import { ALERT_TTL_MS, SAMPLE_DAYS } from '../../../../server/policy/limits.ts';
import { DAY_MS } from '../../../../server/policy/units.ts';
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
const DAY = Math.floor(NOON / DAY_MS);
const USERS = 45;
/** The last schema without them. */
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

describe('limits as time goes by', () => {
  let opened: TemporaryStore;
  beforeEach(async () => {
    opened = await openTemporary({ clock: movableClock(NOON) });
  });
  afterEach(() => closeAndDelete(opened));
  const samples = (userId: string): Promise<readonly Sample[]> =>
    opened.accounts.samples({ tenant: 'default', userId }, call());
  const days = async (userId: string): Promise<readonly number[]> => (await samples(userId)).map(({ day }) => day);
  const alerts = (): Promise<readonly Alert[]> => opened.alerts.after(0, 1000, call());

  it('samples once a day the users whose use changed, and the tenant', async () => {
    await add(opened, 'ana', '12345');
    await add(opened, 'ben', '123');
    await opened.sweep();
    expect(await samples('ana')).to.deep.equal([
      { day: DAY, vectorBytes: 5, graphNodes: 0, redisBytes: 0, diskBytes: 0 },
    ]);
    await add(opened, 'ana', '12345');
    await opened.sweep();
    expect(await samples('ana')).to.have.length(1);
    opened.clock.advance(DAY_MS);
    await opened.sweep();
    expect((await samples('ana')).map(({ day, vectorBytes }) => [day, vectorBytes])).to.deep.equal([
      [DAY, 5],
      [DAY + 1, 10],
    ]);
    expect(await days('ben')).to.deep.equal([DAY]);
    expect((await samples('')).map(({ vectorBytes }) => vectorBytes)).to.deep.equal([8, 13]);
  });

  it('samples every one of many users, a few at a time', async () => {
    for (let user = 0; user < USERS; user += 1) await add(opened, `user ${user}`, 'x');
    for (let n = 0; n < 250; n += 1) await add(opened, 'busy', 'x');
    await opened.sweep();
    const sampled = await Promise.all(Array.from({ length: USERS }, (_, user) => samples(`user ${user}`)));
    expect(sampled.every(([sample]) => sample?.vectorBytes === 1)).to.equal(true);
    expect((await samples('busy'))[0]?.vectorBytes).to.equal(250);
  });

  it('keeps samples for 30 days', async () => {
    await add(opened, 'ana', 'x');
    await opened.sweep();
    opened.clock.advance((SAMPLE_DAYS - 1) * DAY_MS);
    await opened.sweep();
    expect(await days('ana')).to.deep.equal([DAY]);
    opened.clock.advance(DAY_MS);
    await opened.sweep();
    expect(await days('ana')).to.deep.equal([]);
    expect(await days('')).to.deep.equal([DAY + SAMPLE_DAYS - 1, DAY + SAMPLE_DAYS]);
  });

  it('tells what a tenant’s new quota crosses, of each user once, a few at a time', async () => {
    for (let user = 0; user < USERS; user += 1) await add(opened, `user ${user}`, 'x');
    const setCount = (count: number): Promise<void> =>
      opened.accounts.setPlan(
        { tenant: 'default', userId: '', quotas: [{ name: 'LONG_TERM', count }] },
        opened.clock.now(),
        call(),
      );
    await setCount(1);
    await opened.sweep();
    const told = await alerts();
    expect(told).to.have.length(USERS);
    expect(new Set(told.map(({ userId }) => userId)).size).to.equal(USERS);
    await opened.sweep();
    await setCount(1);
    await opened.sweep();
    expect(await alerts()).to.have.length(USERS);
    // Well below, and full again: told again.
    await setCount(100);
    await opened.sweep();
    await setCount(1);
    await opened.sweep();
    expect(await alerts()).to.have.length(2 * USERS);
  });

  it('keeps alerts for 30 days, and their numbers for ever', async () => {
    const quotas = [{ name: 'LONG_TERM' as const, count: 1 }];
    await opened.accounts.setPlan({ tenant: 'default', userId: 'ana', quotas }, opened.clock.now(), call());
    await add(opened, 'ana', 'x');
    opened.clock.advance(ALERT_TTL_MS - 1);
    await opened.sweep();
    expect(await alerts()).to.have.length(1);
    opened.clock.advance(1);
    await opened.sweep();
    expect(await alerts()).to.deep.equal([]);
    expect(await opened.alerts.bounds(call())).to.include({ oldest: 2, newest: 1 });
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
    // Long-term memories, and recall.
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
