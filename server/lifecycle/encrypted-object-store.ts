/** Stores the objects of users in cold storage, compressed and encrypted with each user's own key. */
import { coldPartition } from '../domain/cold-name.ts';
import { coldObjectDamaged, userKeyMissing } from '../domain/errors.ts';
import { COLD } from '../policy/lifecycle.ts';
import type { ColdStore, KeyOwner, UserKeys, EncryptedObjectStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import { sealed, unsealed } from './envelope.ts';

/** The folder of everything that is kept of users. */
export const USERS_FOLDER = 'users/';

/** Returns the folder of everything of a user at this place. */
export function folderAt(partition: string): string {
  return `${USERS_FOLDER}${partition}/`;
}

export function encryptedObjectStore(cold: ColdStore, keys: UserKeys): EncryptedObjectStore {
  const folderOf = (owner: KeyOwner): string => folderAt(coldPartition(owner));
  const purge = async (partition: string, prefixes: readonly string[], call: CallContext): Promise<number> => {
    let objects = 0;
    for (const prefix of prefixes) {
      for (let isLeft = true; isLeft;) {
        const page = await cold.list({ prefix: folderAt(partition) + prefix, limit: COLD.pageSize }, call);
        for (const { name } of page.objects) if (await cold.delete(name, call)) objects += 1;
        isLeft = page.objects.length > 0;
      }
    }
    return objects;
  };
  return {
    async put(owner, name, chunks, call) {
      const { bytes } = await keys.of(owner, call);
      const whole = folderOf(owner) + name;
      const kept = await cold.put(whole, sealed(bytes, whole, chunks), { ifAbsent: false }, call);
      if (kept === undefined) throw coldObjectDamaged(whole);
      return { ...kept, name };
    },

    async get(owner, name, call) {
      const whole = folderOf(owner) + name;
      const chunks = await cold.get(whole, call);
      if (chunks === undefined) return undefined;
      const key = await keys.find(owner, call);
      if (key === undefined) {
        // Nothing can open it any more. The stream is read all the same, since one that is never read stays
        // open in its store.
        for await (const _ of chunks) break;
        throw userKeyMissing();
      }
      return unsealed(key.bytes, whole, chunks);
    },

    async list(owner, { prefix, after, limit }, call) {
      const folder = folderOf(owner);
      const query = { prefix: folder + prefix, after: after && folder + after, limit };
      const { objects, next } = await cold.list(query, call);
      const own = objects.map(({ name, bytes }) => ({ name: name.slice(folder.length), bytes }));
      return { objects: own, next: next?.slice(folder.length) };
    },

    delete: (owner, name, call) => cold.delete(folderOf(owner) + name, call),

    purge,
    isEmpty: async (call) => (await cold.list({ prefix: USERS_FOLDER, limit: 1 }, call)).objects.length === 0,

    async erase(owner, call) {
      const objects = await purge(coldPartition(owner), [''], call);
      return { objects, hadKey: await keys.destroy(owner, call) };
    },
  };
}
