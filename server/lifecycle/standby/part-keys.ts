/**
 * Parts of segments are sealed with keys of their user, one for each type of memory and one for everything else, so that each can be
 * destroyed by itself. They are stored with the other keys of users, in one object for each user: `standby-keys/<partition>`. The keys of backups
 * cannot be used, since they open by the user's id, which a segment does not hold.
 */
import { stopSignal } from '../../domain/abort.ts';
import type { LoggedErasure } from '../../domain/erased.ts';
import { coldObjectDamaged, RecordaError } from '../../domain/errors.ts';
import { MEMORY_TYPES, type MemoryType } from '../../domain/memory.ts';
import { STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { MasterKeys, MasterKey } from '../../ports/master-keys.ts';
import type { ShippedClass, ShippedKey } from '../../ports/standby.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import { bytesOf, streamOf } from '../chunks.ts';
import { keyCache } from '../key-cache.ts';
import { currentKey, isHere } from '../master-keys/candidates.ts';
import type { Sealing } from '../master-keys/rotation.ts';
import { namesIn } from '../names-in.ts';
import { newDataKey, unwrapKey, wrapKey, wrappedBy, type WrappedKey } from '../wrapped-key.ts';

const FOLDER = 'standby-keys/';
const PURPOSE = 'recorda standby key';
const CLASSES: readonly ShippedClass[] = ['ROWS', ...MEMORY_TYPES.filter((type) => type !== 'WORKING')];

type StoredKey = WrappedKey & { readonly madeMs: number };
type StoredKeys = Readonly<Partial<Record<ShippedClass, StoredKey>>>;
export type PartKeySet = Readonly<Partial<Record<ShippedClass, ShippedKey>>>;

/** The caller must not make keys of a user while it destroys some. */
export interface PartKeys {
  /** Finds a user's keys, and makes those that are missing. */
  of(partition: string, call: CallContext): Promise<PartKeySet>;
  /** Finds a user's keys, and makes none. */
  find(partition: string, call: CallContext): Promise<PartKeySet>;
  /** Tells whether the user has any keys. */
  has(partition: string, call: CallContext): Promise<boolean>;
  /** Destroys a user's keys, or only those of `types` if these are given. Tells whether there were any. */
  destroy(partition: string, types: readonly MemoryType[] | undefined, call: CallContext): Promise<boolean>;
  /** Destroys keys that an older copy of the storage brought back: those that were made before the erasure. */
  destroyAgain(erasures: readonly LoggedErasure[]): Promise<void>;
}

/** Keys are cached for `cachedMs` milliseconds. */
export function partKeys(storage: ColdStore, masters: MasterKeys, clock: Clock, cachedMs?: number): PartKeys {
  const held = keyCache<PartKeySet>(cachedMs);
  async function madeKey(master: MasterKey, partition: string, shippedClass: ShippedClass): Promise<StoredKey> {
    return { ...(await wrapKey(newDataKey(), contextOf(partition, shippedClass), master)), madeMs: clock.now() };
  }

  async function make(partition: string, before: StoredKeys, call: CallContext): Promise<PartKeySet> {
    const master = await currentKey(masters);
    const missing = CLASSES.filter((one) => before[one] === undefined);
    const made = await Promise.all(missing.map(async (one) => [one, await madeKey(master, partition, one)] as const));
    const all: StoredKeys = { ...before, ...Object.fromEntries(made) };
    const isNew = Object.keys(before).length === 0;
    const put = await storage.put(
      FOLDER + partition,
      streamOf(Buffer.from(JSON.stringify(all))),
      { ifAbsent: isNew },
      call,
    );
    // If another server wrote first, its keys count. Nothing may be sealed without a key: if one is missing, the attempt fails.
    const holds = put === undefined ? await read(storage, partition, call) : all;
    if (!isWhole(holds)) throw coldObjectDamaged(FOLDER + partition);
    return unwrapAll(holds, partition, masters);
  }

  /**
   * Removes keys from the object, and the object with the last of them. A damaged object is deleted if all types are to be erased; if only
   * some are, the erasure fails, since the keys of the others may still be recovered. It also fails if the object cannot be read now.
   */
  async function remove(
    partition: string,
    types: readonly MemoryType[] | undefined,
    isOld: (key: StoredKey) => boolean,
    call: CallContext,
  ): Promise<boolean> {
    held.delete(partition);
    const before = await read(storage, partition, call).catch((error: unknown): StoredKeys => {
      const isDamaged = error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED';
      if (isDamaged && types === undefined) return {};
      throw error;
    });
    if (before === undefined) return false;
    const entries = Object.entries(before) as [ShippedClass, StoredKey][];
    const stay = entries.filter(([shippedClass, key]) => !isOf(types, shippedClass) || !isOld(key));
    if (stay.length === entries.length && entries.length > 0) return false;
    if (stay.length === 0) return storage.delete(FOLDER + partition, call);
    const text = JSON.stringify(Object.fromEntries(stay));
    await storage.put(FOLDER + partition, streamOf(Buffer.from(text)), { ifAbsent: false }, call);
    return true;
  }

  return {
    async of(partition, call) {
      const known = held.get(partition);
      if (known !== undefined) return known;
      const before = (await read(storage, partition, call)) ?? {};
      const keys = await (isWhole(before) ? unwrapAll(before, partition, masters) : make(partition, before, call));
      held.set(partition, keys);
      return keys;
    },

    find: async (partition, call) => unwrapAll((await read(storage, partition, call)) ?? {}, partition, masters),

    has: async (partition, call) =>
      (await storage.list({ prefix: FOLDER + partition, limit: 1 }, call)).objects.length > 0,

    destroy: (partition, types, call) => remove(partition, types, () => true, call),

    async destroyAgain(erasures) {
      const call = { signal: stopSignal() };
      for (const { place, types, atMs } of erasures) {
        await remove(place, types, ({ madeMs }) => madeMs <= atMs, call);
      }
    },
  };
}

/** Yields the users who have keys. */
export function partitionsWithKeys(storage: ColdStore, call: CallContext): AsyncIterable<string> {
  return namesIn(storage, FOLDER, call);
}

/** Tells how a user's keys are wrapped: by the older master key of any that the current one does not wrap. */
export async function sealingOfPartKeys(
  storage: ColdStore,
  masters: MasterKeys,
  partition: string,
  call: CallContext,
): Promise<Sealing | undefined> {
  const name = FOLDER + partition;
  const stored = await read(storage, partition, call).catch((error: unknown) => {
    if (!(error instanceof RecordaError) || error.reason !== 'COLD_OBJECT_DAMAGED') throw error;
  });
  if (stored === undefined) return undefined;
  const current = await currentKey(masters);
  const entries = Object.entries(stored) as [ShippedClass, StoredKey][];
  const by = await Promise.all(
    entries.map(([shippedClass, key]) => wrappedBy(key, contextOf(partition, shippedClass), masters)),
  );
  const older = by.find((id) => id !== undefined && id !== current.id);
  if (older === undefined) return by.includes(current.id) ? { by: current.id } : undefined;
  for (const id of by) if (id === undefined || !(await isHere(masters, id))) return { by: older };
  return {
    by: older,
    async renew() {
      const anew = entries.map(async ([shippedClass, { madeMs, ...key }]) => {
        const context = contextOf(partition, shippedClass);
        const wrapped = await wrapKey(await unwrapKey(key, context, masters), context, current);
        return [shippedClass, { ...wrapped, madeMs }];
      });
      const text = JSON.stringify(Object.fromEntries(await Promise.all(anew)));
      await storage.put(name, streamOf(Buffer.from(text)), { ifAbsent: false }, call);
    },
  };
}

async function read(storage: ColdStore, partition: string, call: CallContext): Promise<StoredKeys | undefined> {
  const chunks = await storage.get(FOLDER + partition, call);
  return chunks === undefined ? undefined : parsed(FOLDER + partition, await bytesOf(chunks));
}

/** Fetches the keys of these users, several at a time. */
export async function keySetsOf(
  partitions: Iterable<string>,
  ask: (partition: string) => Promise<PartKeySet>,
): Promise<ReadonlyMap<string, PartKeySet>> {
  const all = [...new Set(partitions)];
  const found = new Map<string, PartKeySet>();
  for (let at = 0; at < all.length; at += STANDBY.keysAtOnce) {
    const some = all.slice(at, at + STANDBY.keysAtOnce);
    const sets = await Promise.all(some.map(ask));
    for (const [index, partition] of some.entries()) found.set(partition, sets[index] ?? {});
  }
  return found;
}

function isOf(types: readonly MemoryType[] | undefined, one: ShippedClass): boolean {
  return types === undefined || types.some((type) => type === one);
}

function isWhole(keys: StoredKeys | undefined): keys is StoredKeys {
  return keys !== undefined && CLASSES.every((one) => keys[one] !== undefined);
}

/** Binds a key to this user and this class: one that was moved does not open. */
function contextOf(partition: string, shippedClass: ShippedClass): readonly string[] {
  return [PURPOSE, partition, shippedClass];
}

async function unwrapAll(wrapped: StoredKeys, partition: string, masters: MasterKeys): Promise<PartKeySet> {
  const entries = Object.entries(wrapped) as [ShippedClass, StoredKey][];
  const unwrapped = entries.map(async ([shippedClass, { madeMs, ...key }]) => [
    shippedClass,
    { ...(await unwrapKey(key, contextOf(partition, shippedClass), masters)), madeMs },
  ]);
  return Object.fromEntries(await Promise.all(unwrapped)) as PartKeySet;
}

function parsed(name: string, bytes: Uint8Array): StoredKeys {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as StoredKeys;
  } catch {
    throw coldObjectDamaged(name);
  }
}
