/**
 * Moves users' keys to their current storage from where earlier versions or other settings put them: each is copied, read back and
 * compared before the original is deleted. A crash leaves it in one of the two or in both, and the next run continues; several servers
 * may move the same key to the same place.
 */
import { coldObjectDamaged } from '../domain/errors.ts';
import { COLD } from '../policy/lifecycle.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import { bytesOf, streamOf } from './chunks.ts';
import { KEY_FOLDER, keyIdAt } from './user-keys.ts';

/** The fate of a key at an earlier place. `DESTROYED`: an erasure destroyed it, and an older copy brought it back. */
export type KeyFate = 'MOVES' | 'DESTROYED' | 'STAYS';

export type KeyMoves = {
  readonly moved: number;
  readonly destroyed: number;
  /** Keys of users who were erased, damaged keys, and keys of users who already have another key in the new place: nothing uses them. */
  readonly left: number;
};

export type MoveKeysParts = {
  readonly from: ColdStore;
  readonly to: ColdStore;
  /** Returns the fate of the key at a user's place, by its id. */
  readonly fateOf: (partition: string, keyId: string) => Promise<KeyFate>;
};

export async function moveKeys({ from, to, fateOf }: MoveKeysParts, call: CallContext): Promise<KeyMoves> {
  let [moved, destroyed, left] = [0, 0, 0];
  let after: string | undefined;
  do {
    const page = await from.list({ prefix: KEY_FOLDER, after, limit: COLD.pageSize }, call);
    for (const { name } of page.objects) {
      const partition = name.slice(KEY_FOLDER.length);
      const id = await keyIdAt(from, partition, call);
      const fate = id === undefined ? 'STAYS' : await fateOf(partition, id);
      if (fate === 'DESTROYED') {
        await from.delete(name, call);
        destroyed += 1;
      } else if (fate === 'MOVES' && (await move(from, to, name, call))) moved += 1;
      else left += 1;
    }
    after = page.next;
  } while (after !== undefined);
  return { moved, destroyed, left };
}

/** Returns false if another key of the user is there already. */
async function move(from: ColdStore, to: ColdStore, name: string, call: CallContext): Promise<boolean> {
  const chunks = await from.get(name, call);
  // Another server has just moved it.
  if (chunks === undefined) return true;
  const key = await bytesOf(chunks);
  await to.put(name, streamOf(key), { ifAbsent: true }, call);
  const there = await to.get(name, call);
  if (there === undefined) throw coldObjectDamaged(name);
  if (!Buffer.from(key).equals(await bytesOf(there))) return false;
  await from.delete(name, call);
  return true;
}
