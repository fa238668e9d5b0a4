/** A key service for tests: these master keys, the current one first. */
import { localKey } from '../../server/lifecycle/master-keys/file-keys.ts';
import type { MasterKeys } from '../../server/ports/master-keys.ts';

export function keysOf(current: Uint8Array, ...older: readonly Uint8Array[]): MasterKeys {
  return { list: async () => [localKey(current), ...older.map(localKey)] };
}
