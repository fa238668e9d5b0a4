/** Takes a backup of the store as of one moment, while writes continue. */
import type { UserKey } from '../domain/accounts.ts';
import { BACKING_UP, BACKUP_SETS, type BackupPart, type BackupSet, COLD } from '../policy/lifecycle.ts';
import type { Backup, BackupProgress, BackupStore, Snapshot } from '../ports/backups.ts';
import type { ColdStore, EncryptedObjectStore } from '../ports/cold-storage.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import { coldPartition } from '../domain/cold-name.ts';
import type { Manifests, PartRef, PieceRef, UserRef } from './manifests.ts';
import { inPieces, type Piece } from './pieces.ts';

export type BackupParts = {
  readonly store: BackupStore;
  readonly encryptedObjects: EncryptedObjectStore;
  readonly cold: ColdStore;
  readonly manifests: Manifests;
  readonly clock: Clock;
  readonly newId: () => string;
};

/** The folder that holds a user's pieces. */
const FOLDER = 'backups/';

export async function* createBackup(
  { store, encryptedObjects, manifests, clock, newId }: BackupParts,
  set: BackupSet,
  call: CallContext,
): AsyncGenerator<BackupProgress, void> {
  const atMs = clock.now();
  const known = await knownPieces(manifests, set, atMs - BACKING_UP.piecesReusedMs, call);
  const id = `${stampOf(atMs)}-${set.toLowerCase()}-${newId()}`;
  const snapshot = await store.snapshot(call);
  try {
    const { sequence, embedder, refusedUsers } = snapshot;
    const users: UserRef[] = [];
    let [lines, bytes, newBytes, count] = [0, 0, 0, 0];
    const backup = (): Backup => ({
      id,
      set,
      atMs,
      sequence,
      embedder,
      users: users.length,
      refusedUsers,
      lines,
      bytes,
      newBytes,
    });

    const keep = async (whose: UserKey, part: BackupPart, piece: Piece): Promise<PieceRef> => {
      lines += piece.lines.length;
      bytes += piece.bytes;
      const before = known.get(pieceKey(whose, part, piece.digest));
      if (before !== undefined) return before;
      const object = `${FOLDER}${part}/${id}-${(count += 1)}`;
      await encryptedObjects.put(whose, object, bytesOf(piece.lines), call);
      newBytes += piece.bytes;
      return { object, digest: piece.digest, lines: piece.lines.length, bytes: piece.bytes, atMs };
    };

    for await (const whose of allUsers(snapshot, call)) {
      const parts: PartRef[] = [];
      for (const part of BACKUP_SETS[set].parts) {
        const pieces: PieceRef[] = [];
        for await (const piece of inPieces(pagesOf(snapshot, whose, part, call))) {
          pieces.push(await keep(whose, part, piece));
        }
        if (pieces.length > 0) parts.push({ part, pieces });
      }
      if (parts.length > 0) users.push({ tenant: whose.tenant, userId: whose.userId, parts });
      yield { backup: backup(), usersDone: users.length, isDone: false };
    }
    await manifests.write({ backup: backup(), users }, call);
    yield { backup: backup(), usersDone: users.length, isDone: true };
  } finally {
    await snapshot.close();
  }
}

/**
 * Returns the pieces of the newest backup of this set, by user, part and digest; pieces that were written before `oldestMs` are
 * written again.
 */
async function knownPieces(
  of: Manifests,
  set: BackupSet,
  oldestMs: number,
  call: CallContext,
): Promise<ReadonlyMap<string, PieceRef>> {
  const known = new Map<string, PieceRef>();
  const newest = (await of.ids(call)).find((id) => id.includes(`-${set.toLowerCase()}-`));
  if (newest === undefined) return known;
  const { users = [] } = (await of.readable(newest, call)) ?? {};
  for (const { parts, ...whose } of users) {
    for (const { part, pieces } of parts) {
      for (const piece of pieces.filter((one) => one.atMs > oldestMs)) {
        known.set(pieceKey(whose, part, piece.digest), piece);
      }
    }
  }
  return known;
}

function pieceKey({ tenant, userId }: UserKey, part: BackupPart, digest: string): string {
  return JSON.stringify([tenant, userId, part, digest]);
}

async function* allUsers(from: Pick<Snapshot, 'users'>, call: CallContext): AsyncGenerator<UserKey> {
  let after: UserKey | undefined;
  do {
    const page = await from.users(after, call);
    yield* page;
    after = page.at(-1);
  } while (after !== undefined);
}

export async function* pagesOf(
  from: Pick<Snapshot, 'part'>,
  whose: UserKey,
  part: BackupPart,
  call: CallContext,
): AsyncGenerator<readonly string[]> {
  let after: string | undefined;
  do {
    const page = await from.part(whose, part, after, call);
    yield page.lines;
    after = page.next;
  } while (after !== undefined);
}

async function* bytesOf(lines: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

/**
 * Deletes backups that are too old, except the newest of each set and the newest that has all users, and pieces that belong to no backup,
 * which a crash may leave.
 */
export async function expireBackups(
  { cold, manifests, clock }: Pick<BackupParts, 'cold' | 'manifests' | 'clock'>,
  call: CallContext,
): Promise<void> {
  const newest = new Set<BackupSet>();
  const newestWhole = new Set<BackupSet>();
  const held = new Set<string>();
  for (const id of await manifests.ids(call)) {
    const manifest = await manifests.readable(id, call);
    // The contents of this backup are unknown, so nothing may be deleted.
    if (manifest === undefined) return;
    const { backup, users } = manifest;
    const isOld = backup.atMs <= clock.now() - BACKUP_SETS[backup.set].keptMs;
    const isWhole = (backup.refusedUsers ?? 0) === 0;
    if (isOld && (isWhole ? newestWhole : newest).has(backup.set)) {
      await manifests.delete(id, call);
      continue;
    }
    newest.add(backup.set);
    if (isWhole) newestWhole.add(backup.set);
    for (const { parts, ...whose } of users) {
      const folder = `users/${coldPartition(whose)}/`;
      for (const { pieces } of parts) for (const { object } of pieces) held.add(folder + object);
    }
  }
  let after: string | undefined;
  do {
    const page = await cold.list({ prefix: 'users/', after, limit: COLD.pageSize }, call);
    for (const { name } of page.objects) {
      if (isPiece(name) && !held.has(name) && isAbandoned(name, clock.now())) await cold.delete(name, call);
    }
    after = page.next;
  } while (after !== undefined);
}

/** Tells whether the backup of this piece cannot be in progress any more, here or on another server with the same cold storage. */
function isAbandoned(name: string, nowMs: number): boolean {
  const oldest = stampOf(nowMs - COLD.abandonedMs);
  return (name.split('/').at(-1) ?? '') < oldest;
}

/** Ids of backups, and so of their pieces, begin with this text, so that they sort by time. */
function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
}

/** The name is `users/<place>/backups/…`. */
function isPiece(name: string): boolean {
  return name.split('/')[2] === FOLDER.slice(0, -1);
}
