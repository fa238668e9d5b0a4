/** Keys in a folder, with which the rows of a PostgreSQL of the tests are sealed. */
import { randomBytes } from 'node:crypto';
import { fileColdStore } from '../../../server/backends/files/file-cold-store.ts';
import { localKey } from '../../../server/lifecycle/master-keys/file-keys.ts';
import { rowKeys } from '../../../server/lifecycle/row-keys.ts';
import type { RowKeys } from '../../../server/ports/cold-storage.ts';
import type { CopyOptions } from './open-copy.ts';

/** Returns the keys in a folder. They are cached for `cachedMs`; if that is absent, a key is gone as soon as it was destroyed. */
export function rowKeysIn(folder: string, master: Uint8Array = randomBytes(32), cachedMs = 0): RowKeys {
  const key = localKey(master);
  return rowKeys(fileColdStore(folder), { list: async () => [key] }, cachedMs);
}

/** Returns the options of a server whose database has sealed rows. */
export function sealedOptions(url: string, keys: RowKeys): CopyOptions {
  return { address: { url, rows: 'sealed' }, rowKeys: keys };
}
