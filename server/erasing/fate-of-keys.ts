/** Decides about a user's key that is found in a place where keys used to be stored: an older copy may have brought it back. */
import type { UserKey } from '../domain/accounts.ts';
import { coldPartition } from '../domain/cold-name.ts';
import type { KeyFate } from '../lifecycle/move-keys.ts';
import type { ErasureJournal, JournalStore } from './erasure-journal.ts';

/**
 * Returns the fate of a key. A key that an erasure destroyed is recognised by its id. Erasures of earlier versions did not note ids: the
 * key of a user whom this store erased, and of whom it has nothing, is not touched, since it may be the destroyed one.
 */
export async function fateOfKeys(
  journal: Pick<ErasureJournal, 'known'>,
  store: Pick<JournalStore, 'seen'> & { everybody(): AsyncIterable<UserKey> },
): Promise<(partition: string, keyId: string) => Promise<KeyFate>> {
  const known = await journal.known();
  const destroyed = new Set(known.map(({ keyId }) => keyId));
  const seen = new Set((await store.seen()).map(({ id }) => id));
  const erasedHere = new Set(
    known
      .filter(({ id, types, keyId }) => seen.has(id) && types === undefined && keyId === undefined)
      .map(({ place }) => place),
  );
  let here: Promise<ReadonlySet<string>> | undefined;
  return async (partition, keyId) => {
    if (destroyed.has(keyId)) return 'DESTROYED';
    if (!erasedHere.has(partition)) return 'MOVES';
    return (await (here ??= partitionsOf(store))).has(partition) ? 'MOVES' : 'STAYS';
  };
}

async function partitionsOf(store: { everybody(): AsyncIterable<UserKey> }): Promise<ReadonlySet<string>> {
  const partitions = new Set<string>();
  for await (const whose of store.everybody()) partitions.add(coldPartition(whose));
  return partitions;
}
