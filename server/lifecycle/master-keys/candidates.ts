/** Finds the master key that opens something. */
import type { KeyPurpose, MasterKeys, MasterKey } from '../../ports/master-keys.ts';

/** Returns the current key, which seals everything new. */
export async function currentKey(service: MasterKeys): Promise<MasterKey> {
  return (await service.list(false))[0];
}

/**
 * Yields the keys that may open something: first the one of this id, if it is known, then the current one and the older ones. If none
 * of them does, it also yields those that another server has added since.
 */
export async function* candidates(service: MasterKeys, id?: string): AsyncGenerator<MasterKey, void> {
  const tried = new Set<string>();
  for (const isFresh of [false, true]) {
    const ring = await service.list(isFresh);
    for (const key of ring.toSorted((left, right) => Number(right.id === id) - Number(left.id === id))) {
      if (tried.has(key.id)) continue;
      tried.add(key.id);
      yield key;
    }
  }
}

/** Tells whether there is a key of this id. */
export async function isHere(service: MasterKeys, id: string): Promise<boolean> {
  for await (const key of candidates(service, id)) if (key.id === id) return true;
  return false;
}

/** Yields the derived keys of the same, in the same order. */
export async function* derivedKeys(service: MasterKeys, purpose: KeyPurpose): AsyncGenerator<Uint8Array, void> {
  for await (const key of candidates(service)) yield key.derive(purpose);
}
