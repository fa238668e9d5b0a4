/** The archive and the backups as places from which users are erased. */
import { stopSignal } from '../domain/abort.ts';
import type { LoggedErasure } from '../domain/erased.ts';
import type { MemoryType } from '../domain/memory.ts';
import { COLD, type BackupPart } from '../policy/lifecycle.ts';
import type { KeyOwner, EncryptedObjectStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import type { ErasureTarget, TargetCount } from '../ports/users.ts';
import type { Manifests } from './manifests.ts';
import type { Mutex } from './mutex.ts';

/**
 * If all of a user is erased, the user's key is destroyed, so that no copy of these objects can be opened any more, wherever it
 * is. If only some types are erased, their objects are deleted. It must not run at the same time as a job that may write what it
 * read before.
 *
 * It counts as two places: `first` is erased before the store, whose erasure marks the whole as done; `last` is erased after it,
 * and deletes what a job wrote in between.
 */
export function coldErasureTargets(
  encryptedObjects: EncryptedObjectStore,
  manifests: Pick<Manifests, 'forget'>,
  turns: Mutex,
): { readonly first: ErasureTarget; readonly last: ErasureTarget } {
  const first = coldErasureTarget(encryptedObjects, manifests, turns);
  return { first, last: { ...first, name: 'cold again', count: async () => [] } };
}

/** Deletes from cold storage what an older copy, from before these erasures, brought back. */
export function eraseAgainFromColdStorage(
  encryptedObjects: EncryptedObjectStore,
  manifests: Pick<Manifests, 'forgetPartition'>,
  turns: Mutex,
): (erasures: readonly LoggedErasure[]) => Promise<void> {
  const call = { signal: stopSignal() };
  return (erasures) =>
    turns(async () => {
      if (await encryptedObjects.isEmpty(call)) return;
      for (const { place, types } of erasures) {
        await manifests.forgetPartition(place, types?.map(partOf), call);
        await encryptedObjects.purge(place, prefixesOf(types), call);
      }
    });
}

/** The folders of a user; each has a folder of its own for what belongs to one type. */
const FOLDERS = ['archive', 'backups'] as const;

function prefixesOf(types: readonly MemoryType[] | undefined): readonly string[] {
  return types?.flatMap((type) => FOLDERS.map((folder) => `${folder}/${type.toLowerCase()}/`)) ?? [''];
}

function partOf(type: MemoryType): BackupPart {
  return type.toLowerCase() as BackupPart;
}

function coldErasureTarget(
  encryptedObjects: EncryptedObjectStore,
  manifests: Pick<Manifests, 'forget'>,
  turns: Mutex,
): ErasureTarget {
  async function* objects(whose: KeyOwner, types: readonly MemoryType[] | undefined, call: CallContext) {
    for (const prefix of prefixesOf(types)) {
      let after: string | undefined;
      do {
        const page = await encryptedObjects.list(whose, { prefix, after, limit: COLD.pageSize }, call);
        yield* page.objects;
        after = page.next;
      } while (after !== undefined);
    }
  }

  async function count(whose: KeyOwner, types: readonly MemoryType[] | undefined, call: CallContext) {
    const counts = new Map<string, number>();
    for await (const { name } of objects(whose, types, call)) {
      const place = `cold/${name.split('/')[0]}`;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    return [...counts].map(([place, found]): TargetCount => ({ place, count: found }));
  }

  return {
    name: 'cold',
    count,
    erase: (whose, types, _, call) =>
      turns(async () => {
        const found = await count(whose, types, call);
        await manifests.forget(whose, types?.map(partOf), call);
        if (types === undefined) {
          const { hadKey } = await encryptedObjects.erase(whose, call);
          return hadKey ? [...found, { place: 'cold/key', count: 1 }] : found;
        }
        for await (const { name } of objects(whose, types, call)) await encryptedObjects.delete(whose, name, call);
        return found;
      }),
  };
}
