/**
 * Moves memories to the archive and back in these steps, each of which can be the last before a crash:
 *
 *   1. the store records that an object is begun    2. the object is written      3. it is read back and compared
 *   4. the store takes the memories out and records their places, a few at a time      5. it records that the object is complete
 *
 * Before step 4 a memory is in the store alone, after it in the archive alone. Step 1 lets the next start find what a crash left: an
 * object to which nothing refers is deleted, any other is completed.
 */
import { createHash } from 'node:crypto';
import { userKeyText, type UserKey } from '../domain/accounts.ts';
import { archiveObject, type Eviction } from '../domain/archived.ts';
import { coldObjectDamaged, coldObjectMissing } from '../domain/errors.ts';
import { typeOfId } from '../domain/memory.ts';
import type { RetiredType } from '../policy/memory-types.ts';
import { ARCHIVING } from '../policy/lifecycle.ts';
import type { EncryptedObjectStore } from '../ports/cold-storage.ts';
import type { ArchivingStore, Chosen } from '../ports/lifecycle.ts';
import type { CallContext } from '../ports/stores.ts';
import type { Restored } from '../ports/lifecycle-runs.ts';
import type { UserMemories } from '../ports/users.ts';
import { archiveLine, pickMemories } from './archive-lines.ts';
import { grouped } from './grouped.ts';

export type ArchiverParts = {
  readonly store: ArchivingStore;
  readonly encryptedObjects: EncryptedObjectStore;
  /** Returns the store to which memories of a type are restored. */
  readonly ofUser: (type: RetiredType) => UserMemories;
  readonly newId: () => string;
  /** Is called for each memory that was archived. */
  readonly onArchived: (type: RetiredType, chosen: Chosen) => void;
};

export interface Archiver {
  /** Returns the memories that were archived; what changed meanwhile stays where it is. */
  archive(chosen: readonly Chosen[], call: CallContext): Promise<readonly string[]>;
  /** Restores archived memories. Leaves out those that are not archived, and those whose key another memory has by now. */
  restore(whose: UserKey, ids: readonly string[], call: CallContext): Promise<Restored>;
  /**
   * Completes what a crash left of these types, and deletes objects of which everything was restored. It must not run at the same
   * time as `archive`.
   */
  recover(types: readonly RetiredType[], call: CallContext): Promise<void>;
}

/** The memory on a written line, and its version. */
type WrittenLine = {
  readonly id: string;
  readonly version: number;
  readonly line: string;
};

export function archiver(parts: ArchiverParts): Archiver {
  const { store, encryptedObjects, newId, onArchived } = parts;

  /** Writes memories of one user and type, as many as an object holds; the returned function takes them out of the store. */
  async function putObject(
    whose: UserKey,
    type: RetiredType,
    chosen: readonly Chosen[],
    lines: readonly WrittenLine[],
    call: CallContext,
  ): Promise<() => Promise<readonly string[]>> {
    const object = archiveObject(type, newId());
    await store.beginArchive(object, whose, call);
    await encryptedObjects.put(whose, object, bytesOf(lines), call);
    await compare(encryptedObjects, whose, object, lines, call);
    const byId = new Map(chosen.map((one) => [one.id, one]));
    const evictions = lines.map(({ id, version }, line) => {
      const { reason, duplicateOf: mergedInto } = byId.get(id) as Chosen;
      return { id, version, line, reason, mergedInto };
    });
    return async () => {
      const gone = await takeOut(parts, whose, object, evictions, call);
      for (const one of chosen) if (gone.has(one.id)) onArchived(type, one);
      return [...gone];
    };
  }

  /** While the memories of one object are taken out of the store, the next object is written. */
  async function archiveOfUser(
    whose: UserKey,
    type: RetiredType,
    chosen: readonly Chosen[],
    call: CallContext,
  ): Promise<readonly string[]> {
    const gone: string[] = [];
    let leaving: Promise<readonly string[]> = Promise.resolve([]);
    try {
      for await (const part of partsOf(store, whose, chosen, call)) {
        const take = await putObject(whose, type, chosen, part, call);
        gone.push(...(await leaving));
        leaving = take();
        // It is awaited below, or with the next part.
        leaving.catch(() => undefined);
      }
    } finally {
      gone.push(...(await leaving));
    }
    return gone;
  }

  return {
    async archive(chosen, call) {
      const gone: string[] = [];
      for (const [type, ofType] of grouped(chosen, ({ id }) => typeOfId(id) as RetiredType)) {
        await store.settle(type, call);
        for (const ofUserAndType of grouped(ofType, userKeyText).values()) {
          const { tenant, userId } = ofUserAndType[0] as Chosen;
          gone.push(...(await archiveOfUser({ tenant, userId }, type, ofUserAndType, call)));
        }
      }
      return gone;
    },

    restore: (whose, ids, call) => restore(parts, whose, ids, call),

    async recover(types, call) {
      for (const { object, tenant, userId, left } of await store.looseObjects(types, call)) {
        if (left === 0) await forget(parts, { tenant, userId }, object, call);
        else await store.completeArchive(object, call);
      }
    },
  };
}

async function* bytesOf(lines: readonly WrittenLine[]): AsyncGenerator<Uint8Array> {
  for (const { line } of lines) yield Buffer.from(`${line}\n`);
}

/** Takes out a few at a time, so that other writes are not held up. */
async function takeOut(
  parts: ArchiverParts,
  whose: UserKey,
  object: string,
  evictions: readonly Eviction[],
  call: CallContext,
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (let at = 0; at < evictions.length; at += ARCHIVING.removedInOneWrite) {
    const some = evictions.slice(at, at + ARCHIVING.removedInOneWrite);
    for (const id of await parts.store.evict({ object, whose, evictions: some }, call)) gone.add(id);
  }
  if (gone.size === 0) await forget(parts, whose, object, call);
  else await parts.store.completeArchive(object, call);
  return gone;
}

async function forget(
  { store, encryptedObjects }: ArchiverParts,
  whose: UserKey,
  object: string,
  call: CallContext,
): Promise<void> {
  await encryptedObjects.delete(whose, object, call);
  await store.forgetObject(object, call);
}

async function restore(
  { store, encryptedObjects, ofUser }: ArchiverParts,
  whose: UserKey,
  ids: readonly string[],
  call: CallContext,
): Promise<Restored> {
  const wanted = await store.archivedAddresses(whose, ids, call);
  for (const [object, addresses] of grouped(wanted, (address) => address.object)) {
    const memories = await pickMemories(
      await readObject(encryptedObjects, whose, object, call),
      new Set(addresses.map(({ line }) => line)),
    );
    if (memories.some(({ id }) => !addresses.some((address) => address.id === id))) throw coldObjectDamaged(object);
    for (const [type, ofType] of grouped(memories, ({ id }) => typeOfId(id) as RetiredType)) {
      await ofUser(type).putBack(whose, ofType, call);
    }
  }
  const left = new Set((await store.archivedAddresses(whose, ids, call)).map(({ id }) => id));
  const back = wanted.map(({ id }) => id).filter((id) => !left.has(id));
  const backIds = new Set(back);
  return { ids: back, skipped: ids.filter((id) => !backIds.has(id)) };
}

/** Checks that the object holds what was meant to be written; otherwise nothing is taken out of the store. */
async function compare(
  encryptedObjects: EncryptedObjectStore,
  whose: UserKey,
  object: string,
  lines: readonly WrittenLine[],
  call: CallContext,
): Promise<void> {
  const meant = createHash('sha256');
  for await (const chunk of bytesOf(lines)) meant.update(chunk);
  const found = createHash('sha256');
  for await (const chunk of await readObject(encryptedObjects, whose, object, call)) found.update(chunk);
  if (!meant.digest().equals(found.digest())) throw coldObjectDamaged(object);
}

async function readObject(
  encryptedObjects: EncryptedObjectStore,
  whose: UserKey,
  object: string,
  call: CallContext,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = await encryptedObjects.get(whose, object, call);
  if (chunks === undefined) throw coldObjectMissing(object);
  return chunks;
}

/**
 * Yields one user's memories in parts that make an object each. They are written as they are read, since many would fill the
 * thread's memory.
 */
async function* partsOf(
  store: Pick<ArchivingStore, 'whole'>,
  whose: UserKey,
  chosen: readonly Chosen[],
  call: CallContext,
): AsyncGenerator<WrittenLine[]> {
  let part: WrittenLine[] = [];
  let bytes = 0;
  for (let at = 0; at < chosen.length; at += ARCHIVING.readAtOnce) {
    for (const { memory } of await store.whole(whose, chosen.slice(at, at + ARCHIVING.readAtOnce), call)) {
      const line = archiveLine(memory);
      part.push({ id: memory.id, version: memory.version, line });
      bytes += line.length;
      if (part.length < ARCHIVING.memoriesPerObject && bytes < ARCHIVING.bytesPerObject) continue;
      yield part;
      part = [];
      bytes = 0;
    }
  }
  if (part.length > 0) yield part;
}
