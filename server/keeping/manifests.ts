/**
 * What each backup holds, and where: one object for each, sealed with a key that is made of the master key. It is put when everything
 * else is there, so that a backup that was not finished is none.
 */
import { hkdfSync } from 'node:crypto';
import type { Whose } from '../domain/accounts.ts';
import { backupNotFound, coldObjectDamaged, RecordaError } from '../domain/errors.ts';
import type { BackupPart } from '../policy/backups.ts';
import { COLD, SEALING } from '../policy/cold-storage.ts';
import type { Backup } from '../ports/backups.ts';
import type { ColdStore } from '../ports/cold-storage.ts';
import type { CallContext } from '../ports/stores.ts';
import { linesOf } from './chunks.ts';
import { sealed, unsealed } from './sealed-object.ts';

/** An object of the user that holds a piece. */
export type PieceRef = {
  readonly object: string;
  readonly digest: string;
  readonly lines: number;
  readonly bytes: number;
  /** When it was put. */
  readonly atMs: number;
};
export type PartRef = { readonly part: BackupPart; readonly pieces: readonly PieceRef[] };
export type UserRef = Whose & { readonly parts: readonly PartRef[] };
export type Manifest = { readonly backup: Backup; readonly users: readonly UserRef[] };

const FOLDER = 'backups/';
const PURPOSE = 'recorda backup manifest';

export type Manifests = ReturnType<typeof manifests>;

export function manifests(cold: ColdStore, master: () => Promise<Uint8Array>) {
  let key: Promise<Uint8Array> | undefined;
  const keyOf = (): Promise<Uint8Array> =>
    (key ??= master()
      .then((bytes) => new Uint8Array(hkdfSync('sha256', bytes, new Uint8Array(), PURPOSE, SEALING.keyBytes)))
      .catch((error: unknown) => {
        key = undefined;
        throw error;
      }));

  async function lines(id: string, call: CallContext): Promise<AsyncIterable<string>> {
    const chunks = await cold.get(FOLDER + id, call);
    if (chunks === undefined) throw backupNotFound(id);
    return linesOf(unsealed(await keyOf(), FOLDER + id, chunks));
  }

  async function ids(call: CallContext): Promise<readonly string[]> {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await cold.list({ prefix: FOLDER, after, limit: COLD.pageSize }, call);
      found.push(...page.objects.map(({ name }) => name.slice(FOLDER.length)));
      after = page.next;
    } while (after !== undefined);
    return found.toReversed();
  }

  async function read(id: string, call: CallContext): Promise<Manifest> {
    let backup: Backup | undefined;
    const users: UserRef[] = [];
    for await (const line of await lines(id, call)) {
      if (backup === undefined) backup = JSON.parse(line) as Backup;
      else users.push(JSON.parse(line) as UserRef);
    }
    if (backup === undefined) throw coldObjectDamaged(FOLDER + id);
    return { backup, users };
  }

  async function write({ backup, users }: Manifest, call: CallContext): Promise<void> {
    const text = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${JSON.stringify(backup)}\n`);
      for (const user of users) yield Buffer.from(`${JSON.stringify(user)}\n`);
    };
    const name = FOLDER + backup.id;
    await cold.put(name, sealed(await keyOf(), name, text()), { ifAbsent: false }, call);
  }

  /** Undefined where what lies there is not what was put. */
  async function readable(id: string, call: CallContext): Promise<Manifest | undefined> {
    try {
      return await read(id, call);
    } catch (error) {
      if (error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED') return undefined;
      throw error;
    }
  }

  return {
    write,
    /** Rejects with BACKUP_NOT_FOUND. */
    read,
    /** The newest first. */
    ids,

    readable,

    /** Takes a user out of every backup; only these parts where they are said. */
    async forget(
      { tenant, userId }: Whose,
      parts: readonly BackupPart[] | undefined,
      call: CallContext,
    ): Promise<void> {
      for (const id of await ids(call)) {
        const manifest = await readable(id, call);
        const user = manifest?.users.find((one) => one.tenant === tenant && one.userId === userId);
        if (manifest === undefined || user === undefined) continue;
        const left = { ...user, parts: user.parts.filter(({ part }) => parts !== undefined && !parts.includes(part)) };
        const others = manifest.users.filter((one) => one !== user);
        await write({ ...manifest, users: left.parts.length === 0 ? others : [...others, left] }, call);
      }
    },

    /** What it says of itself. */
    async head(id: string, call: CallContext): Promise<Backup> {
      for await (const line of await lines(id, call)) return JSON.parse(line) as Backup;
      throw coldObjectDamaged(FOLDER + id);
    },

    delete: (id: string, call: CallContext): Promise<boolean> => cold.delete(FOLDER + id, call),
  };
}
