/**
 * The users whose rows this server cannot open, since their keys are missing from the place of RECORDA_USER_KEYS. They are not in its copy,
 * their calls are refused, and everybody else is served. A file beside the copy lists them, by the names of their keys and not of themselves:
 * the next start loads the copy anew if one of the keys is back.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserKey } from '../../domain/accounts.ts';
import { coldPartition } from '../../domain/cold-name.ts';
import { RecordaError, rowKeyOfUserMissing } from '../../domain/errors.ts';
import type { DataKey, RowKeys } from '../../ports/cold-storage.ts';
import type { PostgresLog } from './connect-postgres.ts';

const FILE = 'missing-row-keys.json';

type KeyName = { readonly place: string; readonly id: string };
/** The copy may have old rows of the user until they are taken out of it. */
type Entry = KeyName & { readonly isTakenOut: boolean };

export type MissingKeys = ReturnType<typeof missingKeys>;

export function missingKeys(dataDir: string, log: Pick<PostgresLog, 'error'>) {
  const file = join(dataDir, FILE);
  let entries = new Map<string, Entry>();
  let places = new Set<string>();
  /** The users whose rows are to be taken out of the copy. */
  let noted: (UserKey & KeyName)[] = [];
  const keep = (next: Map<string, Entry>): void => {
    // One that a crash brings back names keys that are there or that nobody uses, so the copy is loaded anew.
    if (next.size === 0) rmSync(file, { force: true });
    else {
      // The file and its name must be durable before the copy goes on without these users.
      writeFileSync(`${file}.new`, JSON.stringify([...next.values()]), { flush: true });
      renameSync(`${file}.new`, file);
      syncFolder(dataDir);
    }
    entries = next;
    places = new Set([...next.values()].map(({ place }) => place));
  };
  const hasUser = (whose: UserKey): boolean => places.size > 0 && places.has(coldPartition(whose));
  return {
    hasKey: (id: string): boolean => entries.has(id),
    hasUser,

    refusalOf: (whose: UserKey): RecordaError | undefined => (hasUser(whose) ? rowKeyOfUserMissing() : undefined),

    /** Notes that a user's key is missing, before anything is done without the rows that it sealed. */
    note(whose: UserKey, id: string): void {
      if (entries.has(id)) return;
      const place = coldPartition(whose);
      keep(new Map([...entries, [id, { place, id, isTakenOut: false }]]));
      noted.push({ ...whose, place, id });
      log.error(
        { user: place, key: id },
        'the key of a user is missing, so calls of the user are refused; put the object row-keys/<user>/<key> back into the place of RECORDA_USER_KEYS and restart, or erase the user',
      );
    },

    /** Takes the rows of those who were noted out of the copy. */
    async takeOut(remove: (some: readonly UserKey[]) => Promise<void>): Promise<void> {
      if (noted.length === 0) return;
      const some = noted;
      await remove(some);
      noted = noted.filter((one) => !some.includes(one));
      const done = new Set(some.map(({ id }) => id));
      keep(new Map([...entries].map(([id, entry]) => [id, done.has(id) ? { ...entry, isTakenOut: true } : entry])));
    },

    /** Forgets a user who was erased: nothing is left that the key has sealed. */
    forget(whose: UserKey): void {
      if (!hasUser(whose)) return;
      const place = coldPartition(whose);
      noted = noted.filter((one) => one.place !== place);
      keep(new Map([...entries].filter(([, entry]) => entry.place !== place)));
    },

    /** Reads the file that an earlier start has left. Resolves to true if a copy that lacks these users can go on. */
    async resume(keys: RowKeys | undefined, areUsed: (ids: readonly string[]) => Promise<boolean>): Promise<boolean> {
      if (!existsSync(file)) return true;
      const found = JSON.parse(readFileSync(file, 'utf8')) as readonly Entry[];
      if (keys === undefined || found.some(({ isTakenOut }) => !isTakenOut)) return false;
      if ((await keys.missingOf(found)).length < found.length) return false;
      if (!(await areUsed(found.map(({ id }) => id)))) return false;
      keep(new Map(found.map((entry) => [entry.id, entry])));
      for (const { place, id } of found)
        log.error({ user: place, key: id }, 'the key of a user is still missing, so calls of the user are refused');
      return true;
    },

    /** Forgets all of them, since the copy is loaded anew. */
    clear: (): void => keep(new Map()),
  };
}

/** Returns `keys.find`, which notes that a key is missing. It still rejects if no key is there at all: then their place is the wrong one. */
export function findNoting(keys: RowKeys, missing: MissingKeys) {
  return async (whose: UserKey, id: string): Promise<DataKey | 'DESTROYED' | 'MISSING'> => {
    if (missing.hasKey(id)) return 'MISSING';
    try {
      return await keys.find(coldPartition(whose), id);
    } catch (error) {
      if (!isKeyMissing(error) || (await keys.isEmpty())) throw error;
      missing.note(whose, id);
      return 'MISSING';
    }
  };
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function isKeyMissing(error: unknown): boolean {
  return error instanceof RecordaError && error.reason === 'USER_KEY_MISSING';
}
