/** The standby as a place that users are erased from: what was shipped of them cannot be opened any more. */
import { coldPartition } from '../../domain/cold-name.ts';
import type { ShippedStore } from '../../ports/standby.ts';
import type { ErasureTarget } from '../../ports/users.ts';
import type { Mutex } from '../mutex.ts';
import type { PartKeys } from './part-keys.ts';

/**
 * It comes after the store: rows that were read before they were erased there are sealed by then with keys that go now, and keys that
 * are made later seal nothing of it.
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
