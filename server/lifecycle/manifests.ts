/**
 * Manifests list what each backup holds, and where: one object for each backup, sealed with a key that is derived from the current
 * master key. It is written after everything else, so that an unfinished backup has no manifest.
 */
import type { UserKey } from '../domain/accounts.ts';
import { coldPartition } from '../domain/cold-name.ts';
import type { ErasedSince } from '../domain/erased.ts';
import { backupNotFound, coldObjectDamaged, RecordaError } from '../domain/errors.ts';
import type { MemoryType } from '../domain/memory.ts';
import { type BackupPart, COLD } from '../policy/lifecycle.ts';
import type { Backup } from '../ports/backups.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { MasterKeys } from '../ports/master-keys.ts';
import type { CallContext } from '../ports/stores.ts';
import { linesOf } from './chunks.ts';
import { sealed, unsealed } from './envelope.ts';
import { candidates, currentKey, derivedKeys } from './master-keys/candidates.ts';

/** Refers to an object of the user that holds a piece. */
export type PieceRef = {
  readonly object: string;
  readonly digest: string;
  readonly lines: number;
  readonly bytes: number;
  /** The time at which it was written, in milliseconds since 1970. */
  readonly atMs: number;
};
export type PartRef = { readonly part: BackupPart; readonly pieces: readonly PieceRef[] };
export type UserRef = UserKey & {
  readonly parts: readonly PartRef[];
  /**
   * Types that were erased of the user since the backup: no part holds their memories, and they must not be taken from the archive.
   */
  readonly erasedTypes?: readonly MemoryType[] | undefined;
};
export type Manifest = {
  readonly backup: Backup;
  readonly users: readonly UserRef[];
  /** Users of the backup who were erased since, and who are no longer in `users`: an older copy still has them. */
  readonly erasedUsers: readonly UserKey[];
};

const FOLDER = 'backups/';

const NOBODY_ERASED: ErasedSince = () => new Set();

export interface Manifests {
  write(manifest: Omit<Manifest, 'erasedUsers'>, call: CallContext): Promise<void>;
  /** Rejects with BACKUP_NOT_FOUND. */
  read(id: string, call: CallContext): Promise<Manifest>;
  /** Does the same, but returns undefined if the object is not what was written. */
  readable(id: string, call: CallContext): Promise<Manifest | undefined>;
  /** Returns the manifest's description of the backup. */
  head(id: string, call: CallContext): Promise<Backup>;
  /** Returns the id of the master key that seals the list of a backup; undefined if it is gone, or if no key opens it. */
  sealedBy(id: string, call: CallContext): Promise<string | undefined>;
  /** Returns the ids of all backups, the newest first. */
  ids(call: CallContext): Promise<readonly string[]>;
  /** Removes a user from every backup, or only these parts if they are given. */
  forget(whose: UserKey, parts: readonly BackupPart[] | undefined, call: CallContext): Promise<void>;
  /** Does the same for a user of whom only the partition is known (domain/cold-name.ts). */
  forgetPartition(partition: string, parts: readonly BackupPart[] | undefined, call: CallContext): Promise<void>;
  /** Returns whether the backup existed. */
  delete(id: string, call: CallContext): Promise<boolean>;
}

/** `erased` lists erasures, since the manifest of an older copy may name users who must not come back. */
export function manifests(
  cold: ColdStore,
  masters: MasterKeys,
  erased: () => Promise<ErasedSince> = async () => NOBODY_ERASED,
): Manifests {
  async function lines(id: string, call: CallContext): Promise<AsyncIterable<string>> {
    const chunks = await cold.get(FOLDER + id, call);
    if (chunks === undefined) throw backupNotFound(id);
    return linesOf(unsealed(derivedKeys(masters, 'BACKUP_MANIFEST'), FOLDER + id, chunks));
  }

  const ids = (call: CallContext): Promise<readonly string[]> => backupIds(cold, call);

  async function read(id: string, call: CallContext): Promise<Manifest> {
    const since = await erased();
    const manifest = await parsed(await lines(id, call), since);
    if (manifest === undefined) throw coldObjectDamaged(FOLDER + id);
    return manifest;
  }

  async function write({ backup, users }: Omit<Manifest, 'erasedUsers'>, call: CallContext): Promise<void> {
    const text = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${JSON.stringify(backup)}\n`);
      for (const user of users) yield Buffer.from(`${JSON.stringify(user)}\n`);
    };
    const name = FOLDER + backup.id;
    const key = await (await currentKey(masters)).derive('BACKUP_MANIFEST');
    await cold.put(name, sealed(key, name, text()), { ifAbsent: false }, call);
  }

  async function forgetPartition(
    partition: string,
    parts: readonly BackupPart[] | undefined,
    call: CallContext,
  ): Promise<void> {
    for (const id of await ids(call)) {
      const manifest = await readable(id, call);
      if (manifest === undefined) continue;
      const user = manifest.users.find((one) => coldPartition(one) === partition);
      // Users who were erased since were left out when it was read; writing it again removes them from it.
      if (user === undefined && manifest.erasedUsers.length === 0) continue;
      const others = manifest.users.filter((one) => one !== user);
      const left = user?.parts.filter(({ part }) => parts !== undefined && !parts.includes(part)) ?? [];
      const users = user === undefined || left.length === 0 ? others : [...others, { ...user, parts: left }];
      await write({ backup: manifest.backup, users }, call);
    }
  }

  async function readable(id: string, call: CallContext): Promise<Manifest | undefined> {
    try {
      return await read(id, call);
    } catch (error) {
      if (isDamaged(error)) return undefined;
      throw error;
    }
  }

  async function sealedBy(id: string, call: CallContext): Promise<string | undefined> {
    for await (const master of candidates(masters)) {
      const chunks = await cold.get(FOLDER + id, call);
      if (chunks === undefined) return undefined;
      try {
        for await (const _ of unsealed(await master.derive('BACKUP_MANIFEST'), FOLDER + id, chunks)) return master.id;
      } catch (error) {
        if (!isDamaged(error)) throw error;
      }
    }
    return undefined;
  }

  return {
    write,
    sealedBy,
    read,
    ids,
    readable,
    forget: (whose, parts, call) => forgetPartition(coldPartition(whose), parts, call),
    forgetPartition,

    async head(id, call) {
      for await (const line of await lines(id, call)) return JSON.parse(line) as Backup;
      throw coldObjectDamaged(FOLDER + id);
    },

    delete: (id: string, call: CallContext): Promise<boolean> => cold.delete(FOLDER + id, call),
  };
}

function isDamaged(error: unknown): boolean {
  return error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED';
}

/** Returns the ids of all backups, the newest first. No key is needed for them. */
export async function backupIds(cold: ColdStore, call: CallContext): Promise<readonly string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await cold.list({ prefix: FOLDER, after, limit: COLD.pageSize }, call);
    found.push(...page.objects.map(({ name }) => name.slice(FOLDER.length)));
    after = page.next;
  } while (after !== undefined);
  return found.toReversed();
}

/** Returns a manifest without what was erased since its backup; undefined if there is no line. */
async function parsed(lines: AsyncIterable<string>, since: ErasedSince): Promise<Manifest | undefined> {
  let backup: Backup | undefined;
  const users: UserRef[] = [];
  const erasedUsers: UserKey[] = [];
  for await (const line of lines) {
    if (backup === undefined) {
      backup = JSON.parse(line) as Backup;
      continue;
    }
    const user = JSON.parse(line) as UserRef;
    const gone = since(coldPartition(user), backup.atMs);
    if (gone === 'ALL') erasedUsers.push({ tenant: user.tenant, userId: user.userId });
    else users.push(gone.size === 0 ? user : without(user, [...gone]));
  }
  return backup && { backup, users, erasedUsers };
}

function without({ parts, ...user }: UserRef, types: readonly MemoryType[]): UserRef {
  const gone: ReadonlySet<string> = new Set(types.map((type) => type.toLowerCase()));
  return { ...user, parts: parts.filter(({ part }) => !gone.has(part)), erasedTypes: types };
}
