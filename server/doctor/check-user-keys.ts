/** Checks that the keys of users are where they are expected, apart from what they seal. */
import type { Config } from '../config.ts';
import { stopSignal } from '../domain/abort.ts';
import { KEY_FOLDER } from '../lifecycle/user-keys.ts';
import { USERS_FOLDER } from '../lifecycle/encrypted-object-store.ts';
import { openCold, openKeyStorage } from '../opening/open-cold.ts';

/** Writes and deletes if a place for keys is set; the data folder is only read. */
export async function checkUserKeys({
  userKeys,
  cold,
  dataDir,
}: Pick<Config, 'userKeys' | 'cold' | 'dataDir'>): Promise<string> {
  const call = { signal: stopSignal() };
  const [storage, sealed] = await Promise.all([openKeyStorage(userKeys, dataDir), openCold(cold, dataDir)]);
  if (userKeys !== undefined) await storage.check(call);
  const hasAny = async (of: typeof storage, prefix: string): Promise<boolean> =>
    (await of.list({ prefix, limit: 1 }, call)).objects.length > 0;
  const said = userKeys === undefined ? 'in the data folder' : `${userKeys.kind}: written and deleted`;
  if (await hasAny(sealed, KEY_FOLDER)) {
    return `${said}. There are keys beside the backups as well: the server moves them when it starts, and logs which ones it leaves there`;
  }
  if (!(await hasAny(storage, KEY_FOLDER)) && (await hasAny(sealed, USERS_FOLDER))) {
    throw new Error(
      'archive and backups contain data that was encrypted with keys that are missing here: set RECORDA_USER_KEYS to their place, or put them back',
    );
  }
  return said;
}
