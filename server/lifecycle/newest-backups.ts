/** The newest backup of each set, by the names alone. */
import { BACKUP_SETS } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import { manifests } from './manifests.ts';

export async function newestBackups(cold: ColdStore, call: CallContext): Promise<readonly string[]> {
  const noKey = (): Promise<never> => Promise.reject(new Error('Names need no key.'));
  const ids = await manifests(cold, noKey).ids(call);
  return Object.keys(BACKUP_SETS).flatMap((set) => ids.find((id) => id.includes(`-${set.toLowerCase()}-`)) ?? []);
}
