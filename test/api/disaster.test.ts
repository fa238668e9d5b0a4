import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pipelineTransport } from '../../server/embedded/pipeline-transport.ts';
import { recordaOver } from '../../client/recorda.ts';
import { openRecorda } from '../../server/recorda.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { all, errorOf } from './doors.ts';
import { DAY_MS, lastOf } from './lifecycle-doors.ts';

describe('A machine that is lost', () => {
  let folder: string;
  const masterKey = randomBytes(32).toString('base64');
  const clock = movableClock();
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorda-disaster-'));
  });
  after(() => rm(folder, { recursive: true }));

  const open = async (name: string, key = masterKey, keys = 'keys') => {
    const cold = { kind: 'files', folder: join(folder, 'cold') } as const;
    const userKeys = { kind: 'files', folder: join(folder, keys) } as const;
    const dataDir = join(folder, name);
    const { pipeline, close } = await openRecorda({ dataDir, warmUp: false, cold, userKeys, masterKey: key, clock });
    const recorda = recordaOver(pipelineTransport(pipeline, async () => undefined));
    return { ...recorda, close };
  };
  type Opened = Awaited<ReturnType<typeof open>>;

  async function exported(recorda: Opened, userId: string): Promise<readonly string[]> {
    const messages = await all(recorda.admin.exportUserData({ userId, types: [] }));
    const lines = Buffer.concat(messages.map(({ lines: part }) => part))
      .toString()
      .split('\n');
    return lines.filter((line) => line !== '' && !line.includes('recorda-export')).toSorted();
  }

  it('is replaced by another with memories, facts, conversations, tiers and the archive restored', async () => {
    const first = await open('first');
    const users = ['ana', 'ben'];
    const archived: string[] = [];
    for (const userId of users) {
      const agent = first.agent({ userId, agentId: 'guide' });
      archived.push((await agent.add(`An old note of ${userId}`)).memory.id);
    }
    clock.advance(366 * DAY_MS);
    await lastOf(first.admin.runRetention({ force: true }));
    await first.admin.setTier({ userId: 'ana', tier: 'TIER_ENTERPRISE' });
    for (const userId of users) {
      const agent = first.agent({ userId, agentId: 'guide' });
      for (let count = 0; count < 20; count += 1) await agent.add(`Note ${count} of ${userId}`);
      await agent.persona.set('diet', 'vegan');
      await agent.entities.relate({ name: 'Marta', type: 'person' }, 'works_at', { name: 'Acme', type: 'company' });
      const chat = first.conversation({ userId, sessionId: 'talk', agentId: 'guide' });
      for (let turn = 0; turn < 10; turn += 1) await chat.append([{ content: `I live in Lisbon. Turn ${turn}.` }]);
    }
    for (const set of ['BACKUP_SET_DAILY', 'BACKUP_SET_WEEKLY'] as const)
      await lastOf(first.admin.createBackup({ set }));
    const before = await Promise.all(users.map((userId) => exported(first, userId)));
    await first.close();

    const wrong = await open('wrong', randomBytes(32).toString('base64'));
    expect((await wrong.admin.listBackups({})).damagedIds).to.have.length(2);
    await wrong.close();

    const keyless = await open('keyless', masterKey, 'no-keys');
    const error = await errorOf(lastOf(keyless.admin.restoreBackup({ force: true })));
    expect(error.reason).to.equal('USER_KEY_MISSING');
    await keyless.agent({ userId: 'ana' }).add('A note of Ana, who is to get no second key');
    expect((await errorOf(lastOf(keyless.admin.createBackup({ set: 'BACKUP_SET_DAILY' })))).reason).to.equal(
      'USER_KEY_MISSING',
    );
    await keyless.close();

    const second = await open('second');
    expect(await exported(second, 'ana')).to.deep.equal([]);
    const done = await lastOf(second.admin.restoreBackup({ force: true }));
    expect(done.backupIds).to.have.length(2);
    expect(await Promise.all(users.map((userId) => exported(second, userId)))).to.deep.equal(before);
    expect((await second.admin.getQuota({ userId: 'ana' })).tier).to.equal('TIER_ENTERPRISE');
    for (const [index, userId] of users.entries()) {
      const { memories } = await second.admin.listArchive({ userId });
      expect(memories.map(({ id }) => id)).to.deep.equal([archived[index]]);
      const { restoredIds } = await second.admin.restoreArchived({ userId, ids: [archived[index]!] });
      expect(restoredIds).to.deep.equal([archived[index]]);
      const [hit] = await second.agent({ userId }).retrieve('an old note');
      expect(hit?.text).to.equal(`An old note of ${userId}`);
    }
    await second.close();
  });

  it('restores nobody who was erased after the backup', async () => {
    const first = await open('erasing');
    await first.agent({ userId: 'carla' }).add('Of Carla');
    const { backup } = await lastOf(first.admin.createBackup({ set: 'BACKUP_SET_DAILY' }));
    await lastOf(first.admin.deleteUserData({ userId: 'carla', types: [], force: true }));
    await first.close();
    const second = await open('after-erasing');
    await lastOf(second.admin.restoreBackup({ id: backup!.id, force: true }));
    expect(await exported(second, 'carla')).to.deep.equal([]);
    expect(
      (await errorOf(second.agent({ userId: 'carla' }).get('lt_00000000000000000000000000000000'))).reason,
    ).to.equal('MEMORY_NOT_FOUND');
    await second.close();
  });
});
