/** Checks that the keys of users are where they are expected, apart from what they seal. */
import type { Config } from '../config.ts';
import { StatedError, statement, type Statement } from '../domain/check-statements.ts';
import { stopSignal } from '../domain/abort.ts';
import { KEY_FOLDER } from '../lifecycle/user-keys.ts';
import { USERS_FOLDER } from '../lifecycle/encrypted-object-store.ts';
import { openCold, openKeyStorage } from '../opening/open-cold.ts';

/** Writes and deletes if a place for keys is set; the data folder is only read. */
export async function checkUserKeys({
  userKeys,
  cold,
  dataDir,
}: Pick<Config, 'userKeys' | 'cold' | 'dataDir'>): Promise<readonly Statement[]> {
  const call = { signal: stopSignal() };
  const [storage, sealed] = await Promise.all([openKeyStorage(userKeys, dataDir), openCold(cold, dataDir)]);
  if (userKeys !== undefined) await storage.check(call);
  const hasAny = async (of: typeof storage, prefix: string): Promise<boolean> =>
    (await of.list({ prefix, limit: 1 }, call)).objects.length > 0;
  const said =
    userKeys === undefined
      ? statement('IN_DATA_FOLDER', {})
      : statement('WRITTEN_AND_DELETED', { storage: userKeys.kind });
  if (await hasAny(sealed, KEY_FOLDER)) return [said, statement('KEYS_BESIDE_BACKUPS', {})];
  if (!(await hasAny(storage, KEY_FOLDER)) && (await hasAny(sealed, USERS_FOLDER)))
    throw new StatedError(statement('KEYS_MISSING', {}));
  return [said];
}
