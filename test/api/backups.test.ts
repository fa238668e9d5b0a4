import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { scaled } from '../scale.ts';
import { DAY_MS, lastOf, opening } from './lifecycle-doors.ts';
import { all, describeDoors, errorOf, type Door } from './doors.ts';

let cold: string;

/** The number of trials for each transport. */
const TRIALS = scaled(8, 500);

async function backUp(door: Door, set: 'DAILY' | 'WEEKLY' = 'DAILY') {
  const { backup, isDone } = await lastOf(door.recorda.admin.createBackup({ set: `BACKUP_SET_${set}` }));
  expect(isDone).to.equal(true);
  return backup!;
}

const verify = (door: Door, id: string) => lastOf(door.recorda.admin.verifyBackup({ id }));

/** Adds something to every part. */
async function fill(door: Door, userId: string): Promise<void> {
  const ana = door.recorda.agent({ userId, agentId: 'guide', sessionId: 's' });
  for (let count = 0; count < 30; count += 1) {
    await ana.add(`Note number ${count} ${'that is long enough to be compressed '.repeat(count)}`, {
      metadata: { count },
    });
  }
  const { memory: episode } = await ana.episodes.start('Book the flight');
  await ana.episodes.step(episode.id, { action: 'Searched' });
  await ana.entities.relate({ name: 'Marta', type: 'person' }, 'works_at', { name: 'Miradouro', type: 'hotel' });
  await ana.documents.put({ collection: 'bookings', key: 'hotel' }, { price: 10 });
  await ana.persona.set('diet', 'vegetarian');
  await ana.persona.set('diet', 'vegan');
  const chat = door.recorda.conversation({ userId, sessionId: 'talk', agentId: 'guide' });
  for (let turn = 0; turn < 12; turn += 1) {
    await chat.append([
      { content: `I live in Lisbon and this is turn ${turn}.` },
      { role: 'assistant', content: 'Noted.' },
    ]);
  }
}

async function exported(door: Door, userId: string): Promise<readonly string[]> {
  const messages = await all(door.recorda.admin.exportUserData({ userId, types: [] }));
  const text = Buffer.concat(messages.map(({ lines }) => lines)).toString();
  // Removes counts of accesses, and the manifest, which counts bytes.
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.includes('recorda-export'))
    .map((line) => line.replaceAll(/,"(accessCount|lastAccessTimeMs|access_count|last_access_time)":[^,}]*/g, ''))
    .toSorted();
}

describeDoors(
  'Backups',
  (door) => {
    it('contain everything but working and short-term memory, and pass their restore drill', async () => {
      const userId = door().newUser();
      await fill(door(), userId);
      const daily = await backUp(door());
      const weekly = await backUp(door(), 'WEEKLY');
      expect(daily.expireTime!.getTime() - daily.createTime!.getTime()).to.equal(30 * DAY_MS);
      expect(weekly.expireTime!.getTime() - weekly.createTime!.getTime()).to.equal(90 * DAY_MS);
      for (const { id, lineCount } of [daily, weekly]) {
        const trial = await verify(door(), id);
        expect(trial).to.deep.include({ faultCount: 0, faults: [], isDone: true });
        expect(trial.lineCount).to.equal(lineCount).and.to.be.greaterThan(0);
        expect(trial.doneCount).to.equal(trial.userCount);
      }
      const { backups } = await door().recorda.admin.listBackups({});
      expect(backups.slice(0, 2)).to.deep.equal([weekly, daily]);
    });

    it('store only what changed since the last one', async () => {
      const userId = door().newUser();
      await fill(door(), userId);
      await backUp(door());
      const again = await backUp(door());
      expect(again.newBytes).to.equal(0);
      await door().recorda.agent({ userId }).add('One more note');
      const third = await backUp(door());
      expect(third.newBytes).to.be.greaterThan(0).and.to.be.lessThan(third.sizeBytes);
      expect((await verify(door(), third.id)).faultCount).to.equal(0);
    });

    it('restore a user who has lost everything, byte for byte', async () => {
      const userId = door().newUser();
      await fill(door(), userId);
      const before = await exported(door(), userId);
      const { id } = await backUp(door());
      const { id: ofPersona } = await backUp(door(), 'WEEKLY');
      const { admin, memory } = door().recorda;
      const scope = { userId, agentId: 'guide' };
      for (const type of ['LONG_TERM', 'EPISODIC', 'ENTITY', 'STRUCTURED', 'PERSONA'] as const) {
        await memory.deleteMemories({ scope, type: `MEMORY_TYPE_${type}`, filter: 'true', force: true });
      }
      expect(await exported(door(), userId)).not.to.deep.equal(before);
      const dry = await lastOf(admin.restoreBackup({ id, userId }));
      expect(dry.restoredCount).to.be.greaterThan(30);
      expect(await exported(door(), userId)).not.to.deep.equal(before);
      const done = await lastOf(admin.restoreBackup({ id, userId, force: true }));
      expect(done).to.deep.include({ removedCount: 0, isDone: true });
      await lastOf(admin.restoreBackup({ id: ofPersona, userId, force: true }));
      expect(await exported(door(), userId)).to.deep.equal(before);
      const again = await lastOf(admin.restoreBackup({ id, userId, force: true }));
      expect(again).to.deep.include({ removedCount: 0, restoredCount: 0 });
      const [hit] = await door().recorda.agent(scope).retrieve('note number 7', { topK: 1 });
      expect(hit?.text).to.match(/^Note number/);
    });

    it('restore one user as of a time, and leave other users unchanged', async () => {
      const { recorda, newUser, advance } = door();
      const [ana, ben] = [newUser(), newUser()];
      const agent = recorda.agent({ userId: ana });
      const { memory: kept } = await agent.add('The first version');
      const { memory: deleted } = await agent.add('Deleted later');
      advance(1000);
      const { createTime } = await backUp(door());
      advance(1000);
      await agent.update(kept.id, { text: 'The second version' });
      await agent.delete(deleted.id);
      const { memory: later } = await agent.add('Added later');
      const { memory: ofBen } = await recorda.agent({ userId: ben }).add('Of Ben');
      await backUp(door());
      const done = await lastOf(recorda.admin.restoreBackup({ time: createTime, userId: ana, force: true }));
      expect(done).to.deep.include({ restoredCount: 2, removedCount: 2, isDone: true });
      const texts = (await all(agent.list())).map(({ text }) => text);
      expect(texts).to.have.members(['The first version', 'Deleted later']);
      expect((await errorOf(agent.get(later.id))).reason).to.equal('MEMORY_NOT_FOUND');
      expect((await recorda.agent({ userId: ben }).get(ofBen.id)).text).to.equal('Of Ben');
      const early = recorda.admin.restoreBackup({ time: new Date(0), userId: ana, force: true });
      expect((await errorOf(lastOf(early))).reason).to.equal('BACKUP_NOT_FOUND');
    });

    it('restore facts and conversations', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      await fill(door(), userId);
      const before = await exported(door(), userId);
      const { id } = await backUp(door());
      const chat = recorda.conversation({ userId, sessionId: 'talk', agentId: 'guide' });
      for (let turn = 0; turn < 8; turn += 1)
        await chat.append([{ content: `I live in Porto now. Later turn ${turn}.` }]);
      await recorda.conversation({ userId, sessionId: 'other', agentId: 'guide' }).append([{ content: 'I like tea.' }]);
      expect(await exported(door(), userId)).not.to.deep.equal(before);
      const dry = await lastOf(recorda.admin.restoreBackup({ id, userId }));
      const done = await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect(done).to.deep.include({ restoredCount: dry.restoredCount, removedCount: dry.removedCount });
      expect(done.removedCount).to.be.greaterThan(1);
      expect(await exported(door(), userId)).to.deep.equal(before);
      const facts = await recorda.context.listFacts({ scope: { userId } });
      expect(facts.facts.map(({ text }) => text).join()).not.to.include('Porto');
      const { hits: found } = await recorda.context.retrieveFacts({ scope: { userId }, query: 'where do they live?' });
      expect(found.length).to.be.greaterThan(0);
      await chat.append([{ content: 'And it goes on.' }]);
      const again = await lastOf(recorda.admin.restoreBackup({ id, userId }));
      expect(again.removedCount).to.be.greaterThan(0);
    });

    it('restore ordered documents, and count unchanged ones neither as restored nor as removed', async () => {
      const { recorda, newUser } = door();
      const userId = newUser();
      const thread = recorda.agent({ userId }).documents.ordered('thread');
      const [first] = await thread.append([{ said: 'one' }, { said: 'two' }]);
      const before = await exported(door(), userId);
      const { id } = await backUp(door());
      await thread.write([{ replace: first!.sequence, data: { said: 'changed' } }]);
      await thread.append([{ said: 'three' }]);
      await thread.pop();
      await thread.pop();
      const done = await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect(done).to.deep.include({ restoredCount: 2, removedCount: 1, isDone: true });
      const isSequence = (line: string) => line.includes('document_sequence');
      const rest = (lines: readonly string[]) => lines.filter((line) => !isSequence(line));
      expect(rest(await exported(door(), userId))).to.deep.equal(rest(before));
      const again = await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect(again).to.deep.include({ restoredCount: 0, removedCount: 0 });
      const [fourth] = await thread.append([{ said: 'four' }]);
      expect(fourth?.sequence).to.equal(4);
    });

    it('include the places of archived memories', async () => {
      const { recorda, newUser, advance } = door();
      const userId = newUser();
      const { memory } = await recorda.agent({ userId }).add('Old');
      advance(366 * DAY_MS);
      await lastOf(recorda.admin.runRetention({ type: 'MEMORY_TYPE_LONG_TERM', force: true }));
      const { id } = await backUp(door());
      expect((await verify(door(), id)).faultCount).to.equal(0);
      await recorda.admin.restoreArchived({ userId, ids: [memory.id] });
      // It is back in the store, and stays there: nothing is in both, or in neither.
      await lastOf(recorda.admin.restoreBackup({ id, userId, force: true }));
      expect((await recorda.admin.listArchive({ userId })).memories).to.deep.equal([]);
      expect((await all(recorda.agent({ userId }).list())).map(({ text }) => text)).to.deep.equal(['Old']);
    });

    it('lose the data of erased users', async () => {
      const userId = door().newUser();
      await fill(door(), userId);
      const { id, userCount } = await backUp(door());
      await lastOf(door().recorda.admin.deleteUserData({ userId, types: [], force: true }));
      const trial = await verify(door(), id);
      expect(trial).to.deep.include({ faultCount: 0, isDone: true, userCount: userCount - 1 });
      const done = await lastOf(door().recorda.admin.restoreBackup({ id, userId, force: true }));
      expect(done).to.deep.include({ userCount: 0, restoredCount: 0 });
    });

    it('are deleted after 30 days, except the newest, together with objects that no other backup uses', async () => {
      const { recorda, newUser, advance } = door();
      await recorda.agent({ userId: newUser() }).add('Of one day');
      const { id: first } = await backUp(door());
      advance(20 * DAY_MS);
      const { id: second } = await backUp(door());
      advance(11 * DAY_MS);
      await backUp(door());
      const ids = (await recorda.admin.listBackups({})).backups.map(({ id }) => id);
      expect(ids).to.include(second).and.not.to.include(first);
      expect((await verify(door(), second)).faultCount).to.equal(0);
      expect((await errorOf(verify(door(), first))).reason).to.equal('BACKUP_NOT_FOUND');
    });

    it('lose the objects of an unfinished backup after a day', async () => {
      // The users after it, in the order of names, are yet to be backed up when the call is left.
      const agent = door().recorda.agent({ userId: `0-${door().newUser()}` });
      /** Leaves a backup that has put new objects, and returns its id. */
      const leaveOne = async (): Promise<string> => {
        await agent.add(`Note ${randomUUID()}`);
        for await (const { backup } of door().recorda.admin.createBackup({ set: 'BACKUP_SET_DAILY' }))
          if (backup!.newBytes > 0) return backup!.id;
        throw new Error('the backup put nothing new');
      };
      const isComplete = async (one: string): Promise<boolean> =>
        (await door().recorda.admin.listBackups({})).backups.some(({ id }) => id === one);
      let unfinished: string;
      do {
        unfinished = await leaveOne();
        // It takes its turn after the other, which a server may complete before it learns that nobody waits.
        await backUp(door());
      } while (await isComplete(unfinished));
      const pieces = async (): Promise<number> =>
        (await files(cold)).filter((path) => path.includes('/users/') && path.includes(`/${unfinished}-`)).length;
      expect(await pieces()).to.be.above(0);
      door().advance(2 * DAY_MS);
      await backUp(door());
      expect(await pieces()).to.equal(0);
    });

    it('refuse invalid ids, and an id together with a time', async () => {
      const { admin } = door().recorda;
      for (const id of ['../keys', 'A', '-a', '']) {
        expect((await errorOf(verify(door(), id))).reason, id).to.equal('FIELD_INVALID');
      }
      const both = admin.restoreBackup({ id: 'x', time: new Date() });
      expect((await errorOf(lastOf(both))).detail.fields?.map(({ field }) => field)).to.deep.equal(['time']);
    });
  },
  async (log, clock) => {
    cold = await mkdtemp(join(tmpdir(), 'recorda-cold-'));
    const { pipeline, close } = await opening({ cold: { kind: 'files', folder: cold } })(log, clock);
    return {
      pipeline,
      async close() {
        await close();
        await rm(cold, { recursive: true });
      },
    };
  },
);

/** Returns every file of a folder. */
async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describeDoors(
  'Damaged backups',
  (door) => {
    it('do not prevent a restore from newer ones', async () => {
      const userId = door().newUser();
      await door().recorda.agent({ userId }).add('The safe is behind the mirror');
      const old = await backUp(door());
      await backUp(door(), 'WEEKLY');
      const newest = await backUp(door());
      const path = (await files(cold)).find((file) => file.includes(`backups/${old.id}.`))!;
      const whole = await readFile(path);
      await truncate(path, Math.floor(whole.length / 2));
      const { backupIds } = await lastOf(door().recorda.admin.restoreBackup({ userId }));
      expect(backupIds).to.include(newest.id).and.have.length(2);
      await writeFile(path, whole);
    });

    it('are reported by verification, whatever is damaged @torture', async () => {
      await fill(door(), door().newUser());
      const { id } = await backUp(door());
      expect((await verify(door(), id)).faultCount).to.equal(0);
      const objects = (await files(cold)).filter((path) => !path.includes('.incoming') && !path.includes('erase'));
      const kinds = new Set(objects.map((path) => path.slice(cold.length + 1).split('/')[0]));
      expect([...kinds]).to.include.members(['backups', 'users']);
      const held = objects.filter((path) => path.includes(id) || path.includes(`${cold}/keys`));
      for (let trial = 0; trial < TRIALS; trial += 1) {
        const path = held[trial % held.length]!;
        const whole = await readFile(path);
        const index = Math.floor((((trial * 7919) % 10_007) / 10_007) * whole.length);
        if (trial % 5 === 4) await truncate(path, index);
        else {
          const bytes = Buffer.from(whole);
          bytes[index] = bytes[index]! ^ (1 << (trial % 8));
          await writeFile(path, bytes);
        }
        const found = await verify(door(), id).catch((error: { reason?: string }) => error.reason);
        const isTold = typeof found === 'object' ? found.faultCount > 0 : found === 'COLD_OBJECT_DAMAGED';
        // A key that is still in memory conceals for a while that its file is damaged.
        if (!path.includes(`${cold}/keys`)) expect(isTold, `trial ${trial}: ${path} at ${index}`).to.equal(true);
        await writeFile(path, whole);
      }
      expect((await verify(door(), id)).faultCount).to.equal(0);
    }).timeout(600_000);
  },
  async (log, clock) => {
    cold = await mkdtemp(join(tmpdir(), 'recorda-cold-'));
    const { pipeline, close } = await opening({ cold: { kind: 'files', folder: cold } })(log, clock);
    return {
      pipeline,
      async close() {
        await close();
        await rm(cold, { recursive: true });
      },
    };
  },
);
