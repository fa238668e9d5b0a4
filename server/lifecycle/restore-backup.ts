/**
 * Restores users to the state of a backup. Memories that are not in it are removed, those that differ are replaced, and those that
 * are missing are added; those that are the same are left alone. Facts, conversations, answers and documents of ordered collections are
 * restored all at once for a user; schemas, tiers and quotas stay as they are now. A restore that is interrupted and repeated ends the same.
 */
import stringify from 'safe-stable-stringify';
import type { UserKey } from '../domain/accounts.ts';
import type { StopSignal } from '../domain/abort.ts';
import { backupNotFound, RecordaError } from '../domain/errors.ts';
import { typeCalled, type MemoryType } from '../domain/memory.ts';
import type { PortableMemory } from '../domain/portable.ts';
import type { PortableRow } from '../domain/portable-rows.ts';
import { BACKING_UP, BACKUP_SETS, type BackupPart } from '../policy/lifecycle.ts';
import { inTurns } from '../ports/in-turns.ts';
import type { RestoreCommand, RestoreProgress } from '../ports/backups.ts';
import type { CallContext, MemoryStore } from '../ports/stores.ts';
import type { UserRows } from '../ports/users.ts';
import type { BackupParts } from './create-backup.ts';
import type { Manifest, PartRef } from './manifests.ts';
import { linesOfPart } from './verify-backup.ts';

export type RestoreParts = BackupParts & {
  readonly stores: Readonly<Record<MemoryType, MemoryStore>>;
  readonly rows: UserRows;
};

type Archived = ReadonlyMap<string, string | undefined>;
type Counts = { readonly restored: number; readonly removed: number };
const NOTHING: Counts = { restored: 0, removed: 0 };

export async function* restoreBackup(
  parts: RestoreParts,
  command: RestoreCommand,
  call: CallContext,
): AsyncGenerator<RestoreProgress, void> {
  const chosen = await choose(parts, command, call);
  const isMeant = ({ tenant, userId }: UserKey): boolean =>
    tenant === command.tenant && (command.userId === undefined || userId === command.userId);
  const users = chosen.flatMap((manifest) => manifest.users.filter(isMeant));
  const erasedUsers = new Set(
    chosen.flatMap((manifest) => manifest.erasedUsers.filter(isMeant).map(({ userId }) => userId)),
  ).size;
  let [usersDone, restored, removed] = [0, 0, 0];
  const backups = chosen.map(({ backup }) => backup.id);
  const progress = (isDone: boolean): RestoreProgress => {
    return { backups, users: users.length, usersDone, restored, removed, erasedUsers, isDone };
  };
  yield progress(false);
  for (const { backup, users: ofBackup } of chosen) {
    for (const { parts: held, erasedTypes = [], ...whose } of ofBackup.filter(isMeant)) {
      const refOf = (part: BackupPart): PartRef => held.find((one) => one.part === part) ?? { part, pieces: [] };
      const archived = await archivedLines(parts, whose, { ref: refOf('archive'), erasedTypes }, call);
      for (const part of BACKUP_SETS[backup.set].parts) {
        const type = typeCalled(part);
        // All that is there of this type was added after the erasure.
        if (type !== undefined && erasedTypes.includes(type)) continue;
        const counts = await restorePart(parts, whose, refOf(part), archived, command.force, call);
        restored += counts.restored;
        removed += counts.removed;
      }
      usersDone += 1;
      yield progress(false);
    }
  }
  yield progress(true);
}

/** Returns the named backup, or the newest of each set at that time. */
async function choose({ manifests }: RestoreParts, command: RestoreCommand, call: CallContext): Promise<Manifest[]> {
  const { from } = command;
  if ('id' in from) return [await manifests.read(from.id, call)];
  const chosen: Manifest[] = [];
  for (const id of await manifests.ids(call)) {
    // Older ones are not needed, whatever their state.
    if (chosen.length === Object.keys(BACKUP_SETS).length) break;
    const head = await manifests.head(id, call);
    if (head.atMs > from.atMs || chosen.some(({ backup }) => backup.set === head.set)) continue;
    chosen.push(await manifests.read(id, call));
  }
  if (chosen.length === 0) throw backupNotFound('');
  return chosen;
}

async function restorePart(
  parts: RestoreParts,
  whose: UserKey,
  ref: PartRef,
  archived: Archived,
  force: boolean,
  call: CallContext,
): Promise<Counts> {
  const { encryptedObjects, store, rows } = parts;
  if (ref.part === 'archive') {
    const lines = [...archived.values()].filter((line) => line !== undefined);
    const there = force ? await store.putArchiveBack(whose, lines, call) : 0;
    return { ...NOTHING, restored: there };
  }
  // Everything is read before anything is changed, so that a damaged backup does no harm.
  const lines: string[] = [];
  for await (const some of linesOfPart(encryptedObjects, whose, ref, call)) lines.push(...some);
  const type = typeCalled(ref.part);
  // A type that is kept elsewhere than in the store is not part of the backup, which must not empty it.
  if (type !== undefined && !parts.stores[type].capabilities.isLogged) return NOTHING;
  if (type !== undefined) return restoreMemories(parts.stores[type], whose, { lines, archived }, force, call);
  return restoreRows({ store, rows }, whose, lines, force, call);
}

/** Leaves rows alone that are the same as in the backup. */
async function restoreRows(
  { store, rows }: Pick<RestoreParts, 'store' | 'rows'>,
  whose: UserKey,
  lines: readonly string[],
  force: boolean,
  call: CallContext,
): Promise<Counts> {
  const there = new Set<string>();
  let after: string | undefined;
  do {
    const page = await rows.page(whose, after, call);
    await inTurns(page.rows, call.signal, (row) => there.add(JSON.stringify(row)));
    after = page.next;
  } while (after !== undefined);
  const wanted = new Set<string>();
  await inTurns(lines, call.signal, (line) => wanted.add(line));
  const staying = new Set((await matching(there, (line) => STAYS.test(line), call.signal)).map(keyOf));
  const isKept = (line: string): boolean => there.has(line) || (STAYS.test(line) && staying.has(keyOf(line)));
  const restored = (await matching(lines, (line) => !isKept(line), call.signal)).length;
  const removed = (await matching(there, (line) => !wanted.has(line) && !STAYS.test(line), call.signal)).length;
  if (force && restored + removed > 0) await store.replaceRows(whose, lines, call);
  return { restored, removed };
}

/** Rows of kinds that are never deleted, nor changed. */
const STAYS = /^\{"row":"(tier|quota|collection|document_sequence)"/;

/** Returns what tells a row that stays from others of its kind: its name, if it has one. */
function keyOf(line: string): string {
  const { row, fields } = JSON.parse(line) as PortableRow;
  return JSON.stringify([row, fields['name']]);
}

/**
 * Returns by id the lines that were in the archive then; undefined for those that are there no more, because they were restored to
 * the store since.
 */
async function archivedLines(
  { encryptedObjects }: RestoreParts,
  whose: UserKey,
  { ref, erasedTypes }: { readonly ref: PartRef; readonly erasedTypes: readonly MemoryType[] },
  call: CallContext,
): Promise<Archived> {
  const isErased = (object: string): boolean =>
    erasedTypes.some((type) => object.startsWith(`archive/${type.toLowerCase()}/`));
  const lines = new Map<string, string | undefined>();
  const isThere = new Map<string, boolean>();
  for await (const some of linesOfPart(encryptedObjects, whose, ref, call)) {
    for (const line of some) {
      const { id, object } = JSON.parse(line) as { readonly id: string; readonly object: string };
      if (!isThere.has(object)) {
        const { objects } = await encryptedObjects.list(whose, { prefix: object, limit: 1 }, call);
        isThere.set(object, objects.length > 0 && !isErased(object));
      }
      lines.set(id, isThere.get(object) === true ? line : undefined);
    }
  }
  return lines;
}

async function restoreMemories(
  store: MemoryStore,
  whose: UserKey,
  { lines, archived }: { readonly lines: readonly string[]; readonly archived: Archived },
  force: boolean,
  call: CallContext,
): Promise<Counts> {
  const { signal } = call;
  const read = await inTurns(lines, signal, (line) => ({
    memory: JSON.parse(line) as PortableMemory,
    length: line.length,
  }));
  const wanted = new Map(read.map(({ memory }) => [memory.id, memory]));
  const there = new Map<string, PortableMemory>();
  let after: string | undefined;
  do {
    const page = await store.ofUser.page(whose, after, call);
    for (const memory of page.memories) there.set(memory.id, memory);
    after = page.next;
  } while (after !== undefined);
  // A memory that was archived then and is in the store again is still the same: it stays.
  const goes = await matching(
    there.values(),
    (memory) => !isSame(memory, wanted.get(memory.id)) && (wanted.has(memory.id) || !archived.has(memory.id)),
    signal,
  );
  const comes = await matching(wanted.values(), (memory) => !isSame(memory, there.get(memory.id)), signal);
  if (!force) return { restored: comes.length, removed: goes.length };
  for (const memory of goes) await remove(store, whose, memory, call);
  // What was deleted with an entity that differed must be restored too; what is there already is left alone.
  if (goes.length + comes.length > 0)
    for (const memories of groupsOf(read)) await store.ofUser.putBack(whose, memories, call);
  return { restored: comes.length, removed: goes.length };
}

/** Returns those that match, and yields to other work in between. */
async function matching<T>(all: Iterable<T>, isSo: (one: T) => boolean, signal: StopSignal): Promise<T[]> {
  const found: T[] = [];
  await inTurns(all, signal, (one) => isSo(one) && found.push(one));
  return found;
}

/** Yields groups of the size in which rows are restored. */
function* groupsOf(
  read: readonly { readonly memory: PortableMemory; readonly length: number }[],
): Generator<readonly PortableMemory[], void> {
  let group: PortableMemory[] = [];
  let units = 0;
  for (const { memory, length } of read) {
    group.push(memory);
    units += length;
    if (group.length < BACKING_UP.putBackAtOnce && units < BACKING_UP.longestPieceBytes) continue;
    yield group;
    group = [];
    units = 0;
  }
  if (group.length > 0) yield group;
}

/** Ignores the counts of accesses, which are not part of a memory's content. */
function isSame(one: PortableMemory, other: PortableMemory | undefined): boolean {
  return other !== undefined && uncounted(one) === uncounted(other);
}

function uncounted({ accessCount: _, lastAccessTimeMs: __, ...rest }: PortableMemory): string {
  return stringify(rest);
}

async function remove(store: MemoryStore, whose: UserKey, memory: PortableMemory, call: CallContext): Promise<void> {
  const { id, agentId, sessionId, namespace, taskId, updateTimeMs } = memory;
  try {
    await store.remove({ id, scope: { ...whose, agentId, sessionId, namespace, taskId }, nowMs: updateTimeMs }, call);
  } catch (error) {
    // It was deleted with its entity.
    if (!(error instanceof RecordaError) || error.reason !== 'MEMORY_NOT_FOUND') throw error;
  }
}
