/**
 * The keys that parts of segments are sealed with: for each user one of each type of memory and one of all else, so that either can be
 * destroyed. They lie with the users' keys, wrapped by the master key, in one object for each user: `standby-keys/<partition>`. Those
 * of backups cannot be taken: they open by the user's id, which a segment does not tell.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { stopSignal } from '../../domain/abort.ts';
import type { LoggedErasure } from '../../domain/erased.ts';
import { coldObjectDamaged, masterKeyMismatch, RecordaError } from '../../domain/errors.ts';
import { MEMORY_TYPES, type MemoryType } from '../../domain/memory.ts';
import { COLD, SEALING } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { ShippedClass, ShippedKey } from '../../ports/standby.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import { bytesOf, streamOf } from '../chunks.ts';

const FOLDER = 'standby-keys/';
const CIPHER = 'aes-256-gcm';
const ID_BYTES = 12;
const PURPOSE = 'recorda standby key';
const CLASSES: readonly ShippedClass[] = ['ROWS', ...MEMORY_TYPES.filter((type) => type !== 'WORKING')];

/** As it lies there. Bytes are base64. */
type WrappedKey = { readonly id: string; readonly madeMs: number; readonly nonce: string; readonly key: string };
type WrappedKeys = Readonly<Partial<Record<ShippedClass, WrappedKey>>>;
export type PartKeySet = Readonly<Partial<Record<ShippedClass, ShippedKey>>>;

/** Calls that make keys and calls that destroy them must not meet: the caller sees to that. */
export interface PartKeys {
  /** Makes them where the user has none. */
  of(partition: string, call: CallContext): Promise<PartKeySet>;
  /** Those that there are. */
  find(partition: string, call: CallContext): Promise<PartKeySet>;
  /** Whether the user has any. */
  has(partition: string, call: CallContext): Promise<boolean>;
  /** For good; of these types alone where they are said. Whether there were any. */
  destroy(partition: string, types: readonly MemoryType[] | undefined, call: CallContext): Promise<boolean>;
  /** Destroys what an older copy of the storage brought back: keys that were made before the erasure. */
  destroyAgain(erasures: readonly LoggedErasure[]): Promise<void>;
}

export function partKeys(storage: ColdStore, master: () => Promise<Uint8Array>, clock: Clock): PartKeys {
  const held = new LRUCache<string, PartKeySet>({ max: COLD.keysAtHand, ttl: COLD.keysAtHandMs });
  async function read(partition: string, call: CallContext): Promise<WrappedKeys | undefined> {
    const chunks = await storage.get(FOLDER + partition, call);
    return chunks === undefined ? undefined : parsed(FOLDER + partition, await bytesOf(chunks));
  }

  async function make(partition: string, before: WrappedKeys, call: CallContext): Promise<PartKeySet> {
    const masterBytes = await master();
    const missing = CLASSES.filter((one) => before[one] === undefined);
    const made = missing.map((one) => [one, wrap(masterBytes, partition, one, clock.now())] as const);
    const all: WrappedKeys = { ...before, ...Object.fromEntries(made) };
    const isNew = Object.keys(before).length === 0;
    const put = await storage.put(
      FOLDER + partition,
      streamOf(Buffer.from(JSON.stringify(all))),
      { ifAbsent: isNew },
      call,
    );
    // Somebody was faster, and those hold. Nothing may be sealed without a key: where one is lacking, it is tried again.
    const holds = put === undefined ? await read(partition, call) : all;
    if (!isWhole(holds)) throw coldObjectDamaged(FOLDER + partition);
    return unwrapAll(holds, partition, masterBytes);
  }

  /**
   * Keys that go leave the object; the last takes it along. A damaged object goes whole with all types; with some of them the erasure
   * fails, since the keys of the others may still be got back. So it does where the object cannot be read now.
   */
  async function remove(
    partition: string,
    types: readonly MemoryType[] | undefined,
    isOld: (key: WrappedKey) => boolean,
    call: CallContext,
  ): Promise<boolean> {
    held.delete(partition);
    const before = await read(partition, call).catch((error: unknown): WrappedKeys => {
      const isDamaged = error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED';
      if (isDamaged && types === undefined) return {};
      throw error;
    });
    if (before === undefined) return false;
    const entries = Object.entries(before) as [ShippedClass, WrappedKey][];
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
      const before = (await read(partition, call)) ?? {};
      const keys = isWhole(before) ? unwrapAll(before, partition, await master()) : await make(partition, before, call);
      held.set(partition, keys);
      return keys;
    },

    find: async (partition, call) => unwrapAll((await read(partition, call)) ?? {}, partition, await master()),

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

function isOf(types: readonly MemoryType[] | undefined, one: ShippedClass): boolean {
  return types === undefined || types.some((type) => type === one);
}

function isWhole(keys: WrappedKeys | undefined): keys is WrappedKeys {
  return keys !== undefined && CLASSES.every((one) => keys[one] !== undefined);
}

/** A key is of this user and this class alone. */
function contextOf(partition: string, shippedClass: ShippedClass, id: string): Buffer {
  return Buffer.from(JSON.stringify([PURPOSE, partition, shippedClass, id]));
}

function wrap(master: Uint8Array, partition: string, shippedClass: ShippedClass, madeMs: number): WrappedKey {
  const id = randomBytes(ID_BYTES).toString('hex');
  const nonce = randomBytes(SEALING.nonceBytes);
  const cipher = createCipheriv(CIPHER, master, nonce).setAAD(contextOf(partition, shippedClass, id));
  const key = Buffer.concat([cipher.update(randomBytes(SEALING.keyBytes)), cipher.final(), cipher.getAuthTag()]);
  return { id, madeMs, nonce: nonce.toString('base64'), key: key.toString('base64') };
}

function unwrapAll(wrapped: WrappedKeys, partition: string, master: Uint8Array): PartKeySet {
  const entries = Object.entries(wrapped) as [ShippedClass, WrappedKey][];
  return Object.fromEntries(
    entries.map(([shippedClass, key]) => [shippedClass, unwrap(key, partition, shippedClass, master)]),
  );
}

function unwrap(
  { id, madeMs, nonce, key }: WrappedKey,
  partition: string,
  shippedClass: ShippedClass,
  master: Uint8Array,
): ShippedKey {
  const sealed = Buffer.from(key, 'base64');
  const end = sealed.length - SEALING.tagBytes;
  try {
    const context = contextOf(partition, shippedClass, id);
    const decipher = createDecipheriv(CIPHER, master, Buffer.from(nonce, 'base64')).setAAD(context);
    decipher.setAuthTag(sealed.subarray(end));
    const bytes = Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    return { id, bytes, madeMs };
  } catch {
    throw masterKeyMismatch();
  }
}

function parsed(name: string, bytes: Uint8Array): WrappedKeys {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as WrappedKeys;
  } catch {
    throw coldObjectDamaged(name);
  }
}
