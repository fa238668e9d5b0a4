/**
 * Keys for rows of users in a shared database, wrapped by a master key, with the other keys of users: `row-keys/<place of the user>/<id>`. A
 * key that was destroyed leaves an empty object: a database that is put back as it was before an erasure still has what the key sealed.
 */
import { stopSignal } from '../domain/abort.ts';
import { coldObjectDamaged, rowKeyMissing } from '../domain/errors.ts';
import { COLD } from '../policy/lifecycle.ts';
import type { ColdStore, DataKey, RowKeys } from '../ports/cold-storage.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import { bytesOf, streamOf } from './chunks.ts';
import { keyCache } from './key-cache.ts';
import { currentKey, isHere } from './master-keys/candidates.ts';
import type { SealedPlace } from './master-keys/rotation.ts';
import type { Mutex } from './mutex.ts';
import { namesIn } from './names-in.ts';
import { newDataKey, unwrapKey, wrapKey, wrappedBy, type WrappedKey } from './wrapped-key.ts';

const FOLDER = 'row-keys/';
const PURPOSE = 'recorda row key';

/** Nobody can stop these calls, since several of those who wait for a commit may need the same key. */
const call = { signal: stopSignal() };

/** Keys are cached for `cachedMs` milliseconds. */
export function rowKeys(storage: ColdStore, masters: MasterKeys, cachedMs?: number): RowKeys {
  const held = keyCache<DataKey>(cachedMs);
  return {
    async make(place) {
      const key = newDataKey();
      await write(storage, place, await wrapKey(key, contextOf(place), await currentKey(masters)));
      held.set(nameOf(place, key.id), key);
      return key;
    },

    async find(place, id) {
      const name = nameOf(place, id);
      const known = held.get(name);
      if (known !== undefined) return known;
      const found = await read(storage, name);
      if (found === undefined) throw rowKeyMissing();
      if (found === 'DESTROYED') return found;
      const key = await unwrapKey(found, contextOf(place), masters);
      held.set(name, key);
      return key;
    },

    async destroy(place, id) {
      held.delete(nameOf(place, id));
      await storage.put(nameOf(place, id), streamOf(new Uint8Array()), { ifAbsent: false }, call);
    },

    async *all() {
      let after: string | undefined;
      do {
        const page = await storage.list({ prefix: FOLDER, after, limit: COLD.pageSize }, call);
        for (const { name, bytes } of page.objects) {
          const [place = '', id = ''] = name.slice(FOLDER.length).split('/');
          if (bytes > 0) yield { place, id };
        }
        after = page.next;
      } while (after !== undefined);
    },

    async missingOf(some) {
      const there = new Set<string>();
      for await (const name of namesIn(storage, FOLDER, call)) there.add(name);
      return some.filter(({ place, id }) => !there.has(`${place}/${id}`));
    },

    isEmpty: async () => (await storage.list({ prefix: '', limit: 1 }, call)).objects.length === 0,
  };
}

export type RowKeyPlaceParts = {
  readonly storage: ColdStore;
  readonly masters: MasterKeys;
  /** Destroys again those of these keys that were to be destroyed: an erasure may have come between their reading and their writing. */
  readonly destroyDead: (keys: readonly (readonly [place: string, id: string])[]) => Promise<void>;
  readonly turns: Mutex;
};

/** These keys as a place that a rotation of the master key walks through. */
export function rowKeyPlace({ storage, masters, destroyDead, turns }: RowKeyPlaceParts): SealedPlace {
  let renewed: (readonly [place: string, id: string])[] = [];
  return {
    name: 'USER_KEYS',
    turns,
    list: () => namesIn(storage, FOLDER, call),

    async look(object) {
      const [place = '', id = ''] = object.split('/');
      const found = await read(storage, nameOf(place, id));
      if (found === undefined || found === 'DESTROYED') return undefined;
      const context = contextOf(place);
      const by = await wrappedBy(found, context, masters);
      if (by === undefined) return undefined;
      if (!(await isHere(masters, by))) return { by };
      return {
        by,
        async renew() {
          renewed.push([place, id]);
          await write(
            storage,
            place,
            await wrapKey(await unwrapKey(found, context, masters), context, await currentKey(masters)),
          );
        },
      };
    },

    async settle() {
      const some = renewed;
      renewed = [];
      await destroyDead(some);
    },
  };
}

const nameOf = (place: string, id: string): string => `${FOLDER}${place}/${id}`;

/** Binds a key to this user: one that was moved to another does not open. */
const contextOf = (place: string): readonly string[] => [PURPOSE, place];

async function write(storage: ColdStore, place: string, wrapped: WrappedKey): Promise<void> {
  const text = Buffer.from(JSON.stringify(wrapped));
  await storage.put(nameOf(place, wrapped.id), streamOf(text), { ifAbsent: false }, call);
}

async function read(storage: ColdStore, name: string): Promise<WrappedKey | 'DESTROYED' | undefined> {
  const chunks = await storage.get(name, call);
  if (chunks === undefined) return undefined;
  const bytes = await bytesOf(chunks);
  if (bytes.length === 0) return 'DESTROYED';
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as WrappedKey;
  } catch {
    throw coldObjectDamaged(name);
  }
}
