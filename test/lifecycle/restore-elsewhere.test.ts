import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { createBackup } from '../../server/lifecycle/create-backup.ts';
import { manifests } from '../../server/lifecycle/manifests.ts';
import { restoreBackup } from '../../server/lifecycle/restore-backup.ts';
import { userKeys } from '../../server/lifecycle/user-keys.ts';
import { encryptedObjectStore } from '../../server/lifecycle/encrypted-object-store.ts';
import { memoryId } from '../../server/domain/memory.ts';
import type { MemoryStore } from '../../server/ports/stores.ts';
import { uuids } from '../../server/runtime/uuids.ts';
import { closeAndDelete, encoder, openTemporary } from '../backends/sqlite/temporary-store.ts';
import { call } from '../conformance/subject.ts';
import { lastOf } from '../api/lifecycle-doors.ts';
import { keysOf } from './keys-of.ts';
import { memoryColdStore } from './memory-cold-store.ts';

describe('restoring a backup', () => {
  it('does not touch a type that another backend stores', async () => {
    const opened = await openTemporary();
    const cold = memoryColdStore();
    const master = randomBytes(32);
    const { clock, backups: store, users } = opened;
    const newId = uuids();
    const parts = {
      store,
      cold,
      clock,
      newId,
      encryptedObjects: encryptedObjectStore(cold, userKeys(cold, keysOf(master))),
      manifests: manifests(cold, keysOf(master)),
    };
    const scope = { tenant: 'default', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };
    const add = async (content: string): Promise<void> => {
      const payload = { type: 'LONG_TERM', content, speaker: '' } as const;
      const id = memoryId('LONG_TERM', newId());
      const intent = {
        id,
        scope,
        payload,
        nowMs: clock.now(),
        autoPrune: 'OFF',
        vector: encoder.embed(content),
      } as const;
      await opened.stores.LONG_TERM.add([intent], call());
    };
    await add('Before');
    const { backup } = await lastOf(createBackup(parts, 'DAILY', call()));
    await add('After');
    const elsewhere = (of: MemoryStore): MemoryStore => ({
      ...of,
      capabilities: { ...of.capabilities, isLogged: false },
    });
    const order = { tenant: 'default', from: { id: backup.id }, force: true } as const;
    const stores = { ...opened.stores, WORKING: opened.stores.PERSONA };
    const away = { ...stores, LONG_TERM: elsewhere(opened.stores.LONG_TERM) };
    const untouched = await lastOf(restoreBackup({ ...parts, stores: away, rows: users.rows }, order, call()));
    expect(untouched).to.deep.include({ removed: 0, restored: 0 });
    const done = await lastOf(restoreBackup({ ...parts, stores, rows: users.rows }, order, call()));
    expect(done).to.deep.include({ removed: 1, restored: 0 });
    await closeAndDelete(opened);
  });
});
