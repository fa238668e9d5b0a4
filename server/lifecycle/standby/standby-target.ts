/** Erases users from the standby by destroying the keys that open their parts of segments. */
import { coldPartition } from '../../domain/cold-name.ts';
import type { ShippedStore } from '../../ports/standby.ts';
import type { ErasureTarget } from '../../ports/users.ts';
import type { Mutex } from '../mutex.ts';
import type { PartKeys } from './part-keys.ts';

/**
 * It must be erased after the store. Rows that were read before their erasure there have been sealed by then, with keys that are destroyed
 * now, and keys that are made later seal no row from before.
 */
export function standbyTarget(
  keys: Pick<PartKeys, 'has' | 'destroy'>,
  store: Pick<ShippedStore, 'forget'>,
  turns: Mutex,
): ErasureTarget {
  const said = (hadKeys: boolean) => (hadKeys ? [{ place: 'standby/keys', count: 1 }] : []);
  return {
    name: 'standby',
    count: async (whose, _, call) => said(await keys.has(coldPartition(whose), call)),
    erase: (whose, types, _, call) =>
      turns(async () => {
        if (types === undefined) await store.forget(whose, call);
        return said(await keys.destroy(coldPartition(whose), types, call));
      }),
  };
}
