/**
 * Rotates the master key: adds a key, then walks through everything that older keys sealed and seals it anew, in small batches between
 * other work. Nothing but the objects themselves says how far it got, so a run that was killed at any point is completed by the next.
 */
import { masterKeyRefused } from '../../domain/errors.ts';
import { MASTER_KEYS } from '../../policy/lifecycle.ts';
import type { KeyNeed, KeyRotation, RotationProgress, SealedPlaceName } from '../../ports/key-rotation.ts';
import type { KeyService, MasterKeyRing } from '../../ports/master-keys.ts';
import type { CallContext } from '../../ports/stores.ts';
import { inTurn, mutex, type Mutex } from '../mutex.ts';

/** The seal of one object. */
export type Sealing = {
  /** The id of the master key; '' if nobody can tell. */
  readonly by: string;
  /** Seals it with the current key; absent if this server cannot. */
  readonly renew?: (() => Promise<void>) | undefined;
};

/** A place with objects that master keys seal. */
export interface SealedPlace {
  readonly name: SealedPlaceName;
  /** Whatever else changes these objects takes turns with a rotation. */
  readonly turns: Mutex;
  list(call: CallContext): AsyncIterable<string>;
  /** Returns undefined if the object is gone, or if no key opens it. */
  look(object: string, call: CallContext): Promise<Sealing | undefined>;
  /** Reads again whose the objects are: some may have come while it was listed, or since. */
  readOwners?(call: CallContext): Promise<void>;
  /** Is called now and then while objects are sealed anew, and at the end. */
  settle?(call: CallContext): Promise<void>;
}

export type RotationParts = {
  readonly masters: KeyService;
  readonly places: readonly SealedPlace[];
  /** Returns what older keys are needed for until it expires. */
  readonly expiring: (call: CallContext) => Promise<readonly KeyNeed[]>;
};

export function keyRotation(parts: RotationParts): KeyRotation {
  const { masters } = parts;
  const turns = mutex();
  return {
    rotate: ({ force }, call) => inTurn(turns, () => rotate(parts, force, call)),

    retire: ({ keyId, force }, call) =>
      turns(async () => {
        const [current, ...older] = await masters.list(true);
        if (keyId === current.id) {
          throw masterKeyRefused('This is the current master key: rotate it first, then retire it.');
        }
        if (!older.some(({ id }) => id === keyId)) {
          throw masterKeyRefused(
            'There is no older master key with this id; a dry run of RotateMasterKey lists the keys.',
          );
        }
        const needs = await needsOf(parts, keyId, call);
        const isPossible = needs.length === 0;
        if (isPossible && force) await masters.remove(keyId);
        return { isPossible, needs };
      }),
  };
}

async function* rotate(
  parts: RotationParts,
  force: boolean,
  call: CallContext,
): AsyncGenerator<RotationProgress, void> {
  const { masters, places } = parts;
  const isNewKey = force && !(await isUnfinished(parts, await masters.list(true), call));
  if (isNewKey) await masters.add();
  const [{ id: keyId }, ...older] = await masters.list(true);
  const same = { keyId, isNewKey, olderKeyIds: older.map(({ id }) => id) };
  let total = 0;
  for (const place of places) for await (const _ of place.list(call)) total += 1;
  let [done, renewed] = [0, 0];
  const needs: KeyNeed[] = [];
  for (const place of places) {
    const left = new Map<string, number>();
    const count = (by: string, more: number): void => void left.set(by, (left.get(by) ?? 0) + more);
    /** Objects that could not be sealed anew, which may belong to users who came meanwhile. */
    const again = new Map<string, string>();
    for await (const { objects, sealings } of walk(place, place.list(call), keyId, force, call)) {
      done += objects;
      for (const { object, by, isRenewed } of sealings) {
        if (isRenewed) renewed += 1;
        if (!isRenewed || !force) count(by, 1);
        if (!isRenewed && force && again.size < MASTER_KEYS.lookedAtAgain) again.set(object, by);
      }
      yield { ...same, total: Math.max(total, done), done, renewed, needs: [], isDone: false };
    }
    if (again.size > 0 && place.readOwners !== undefined) {
      await place.readOwners(call);
      const still = new Set<string>();
      for await (const { sealings } of walk(place, again.keys(), keyId, force, call)) {
        for (const { object, isRenewed } of sealings) {
          if (isRenewed) renewed += 1;
          else still.add(object);
        }
      }
      for (const [object, by] of again) if (!still.has(object)) count(by, -1);
    }
    for (const [by, number] of left) if (number > 0) needs.push({ keyId: by, place: place.name, count: number });
  }
  needs.push(...(await parts.expiring(call)));
  yield { ...same, total: done, done, renewed, needs, isDone: true };
}

/** An object that an older key sealed. In a dry run, `isRenewed` tells whether it could be sealed anew. */
type OldSealing = { readonly object: string; readonly by: string; readonly isRenewed: boolean };

/** Walks through these objects of a place in batches. Yields the number of objects in each, and those that an older key sealed. */
async function* walk(
  place: SealedPlace,
  objects: AsyncIterable<string> | Iterable<string>,
  keyId: string,
  force: boolean,
  call: CallContext,
): AsyncGenerator<{ readonly objects: number; readonly sealings: readonly OldSealing[] }, void> {
  let unsettled = 0;
  for await (const batch of inBatches(objects)) {
    const looked = await place.turns(() =>
      Promise.all(
        batch.map(async (object): Promise<readonly OldSealing[]> => {
          const sealing = await place.look(object, call);
          if (sealing === undefined || sealing.by === keyId) return [];
          if (force) await sealing.renew?.();
          return [{ object, by: sealing.by, isRenewed: sealing.renew !== undefined }];
        }),
      ),
    );
    const sealings = looked.flat();
    unsettled += sealings.length;
    if (force && unsettled >= MASTER_KEYS.settleEvery) {
      await place.settle?.(call);
      unsettled = 0;
    }
    yield { objects: batch.length, sealings };
  }
  if (force) await place.settle?.(call);
}

/** Tells whether something is left that an older key sealed, and that could be sealed anew. */
async function isUnfinished({ places }: RotationParts, [current, ...older]: MasterKeyRing, call: CallContext) {
  if (older.length === 0) return false;
  for (const place of places) {
    for await (const { sealings } of walk(place, place.list(call), current.id, false, call)) {
      if (sealings.some(({ isRenewed }) => isRenewed)) return true;
    }
  }
  return false;
}

/** Nobody can tell whether objects that do not name their key need this one, so they count as well. */
async function needsOf(parts: RotationParts, keyId: string, call: CallContext): Promise<readonly KeyNeed[]> {
  let found: readonly KeyNeed[] = [];
  for await (const { needs } of rotate(parts, false, call)) found = needs;
  return found.filter((need) => need.keyId === keyId || need.keyId === '');
}

async function* inBatches(objects: AsyncIterable<string> | Iterable<string>): AsyncGenerator<readonly string[], void> {
  let batch: string[] = [];
  for await (const object of objects) {
    batch.push(object);
    if (batch.length < MASTER_KEYS.renewedAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
