/**
 * The users whose rows this server cannot read, since their keys are missing from the place of RECORDA_USER_KEYS, or rows of theirs are
 * damaged. They are not in its copy, their calls are refused, and everybody else is served. A file beside the copy lists them, by the names
 * of keys and rows and not of themselves, so that the next start looks whether they can be read again.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserKey } from '../../domain/accounts.ts';
import { coldPartition } from '../../domain/cold-name.ts';
import { RecordaError, rowDamaged, rowKeyOfUserMissing, rowOfUserDamaged } from '../../domain/errors.ts';
import type { DataKey, RowKeys } from '../../ports/cold-storage.ts';
import type { PostgresLog } from './connect-postgres.ts';
import { digestOf } from './schema.ts';

const FILE = 'refused-users.json';

/** `id` is the name of the missing key, or of the damaged row. */
type Cause = { readonly why: 'KEY_MISSING' | 'ROW_DAMAGED'; readonly place: string; readonly id: string };
/** The copy may have old rows of the user until they are taken out of it. */
type Entry = Cause & { readonly isTakenOut: boolean };
/** The place of a row among those of PostgreSQL. */
export type PlacedRow = UserKey & { readonly table: string; readonly key: string };

export type RefusedUsers = ReturnType<typeof refusedUsers>;

export function refusedUsers(dataDir: string, log: Pick<PostgresLog, 'error'>) {
  const file = join(dataDir, FILE);
  let entries = new Map<string, Entry>();
  /** Why each user is refused, by the place of the user's keys. */
  let places = new Map<string, Cause['why']>();
  /** The users whose rows are to be taken out of the copy. */
  let noted: (UserKey & Cause)[] = [];
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
    places = new Map([...next.values()].map(({ place, why }) => [place, why]));
  };
  const whyOf = (whose: UserKey): Cause['why'] | undefined =>
    places.size === 0 ? undefined : places.get(coldPartition(whose));
  const hasUser = (whose: UserKey): boolean => whyOf(whose) !== undefined;
  const note = ({ tenant, userId }: UserKey, cause: Cause): void => {
    keep(new Map([...entries, [cause.id, { ...cause, isTakenOut: false }]]));
    noted.push({ tenant, userId, ...cause });
    log.error({ user: cause.place, [cause.why === 'KEY_MISSING' ? 'key' : 'row']: cause.id }, NOTED[cause.why]);
  };
  return {
    /** Returns the number of users. */
    count: (): number => places.size,
    hasKey: (id: string): boolean => entries.has(id),
    hasUser,

    refusalOf(whose: UserKey): RecordaError | undefined {
      const why = whyOf(whose);
      return why && (why === 'KEY_MISSING' ? rowKeyOfUserMissing() : rowOfUserDamaged());
    },

    /** Notes that a user's key is missing, before anything is done without the rows that it sealed. */
    noteKey(whose: UserKey, id: string): void {
      if (!entries.has(id)) note(whose, { why: 'KEY_MISSING', place: coldPartition(whose), id });
    },

    /** Notes that a row of a user is damaged, before anything is done without the user. */
    noteRow(row: PlacedRow): void {
      if (!hasUser(row)) note(row, { why: 'ROW_DAMAGED', place: coldPartition(row), id: nameOf(row) });
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

    /** Forgets a user who was erased: nothing is left that could not be read. */
    forget(whose: UserKey): void {
      if (!hasUser(whose)) return;
      const place = coldPartition(whose);
      noted = noted.filter((one) => one.place !== place);
      keep(new Map([...entries].filter(([, entry]) => entry.place !== place)));
    },

    /** Reads the file that an earlier start has left. Resolves to true if a copy that lacks these users can go on. */
    async resume(keys: RowKeys | undefined, areUsed: (ids: readonly string[]) => Promise<boolean>): Promise<boolean> {
      if (!existsSync(file)) return true;
      const found = readEntries(file);
      // Whether a row is still damaged is seen when it is read, which is when the copy is loaded anew.
      if (keys === undefined || found.some(({ isTakenOut, why }) => !isTakenOut || why === 'ROW_DAMAGED')) return false;
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

const NOTED: Readonly<Record<Cause['why'], string>> = {
  KEY_MISSING:
    'the key of a user is missing or damaged, so calls of the user are refused; put the object row-keys/<user>/<key> back into the place of RECORDA_USER_KEYS and restart, or erase the user',
  ROW_DAMAGED:
    'a row of a user in PostgreSQL is damaged, so calls of the user are refused; restart, which reads the rows anew; if that does not help, put the row with this tbl and digest in recorda.rows back as a backup of the database has it and restart, or erase the user',
};

/** Returns the names of the rows for which a server that used this data folder last refuses users. */
export function damagedRowsIn(dataDir: string): readonly string[] {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return [];
  return readEntries(file).flatMap(({ why, id }) => (why === 'ROW_DAMAGED' ? [id] : []));
}

function readEntries(file: string): readonly Entry[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Entry[];
}

/** Names a row without what its key says, as the columns tbl and digest of recorda.rows have it. */
const nameOf = ({ table, key }: Pick<PlacedRow, 'table' | 'key'>): string =>
  `${table} \\x${digestOf(key).toString('hex')}`;

/**
 * Returns what `read` makes of a row. Returns undefined if it throws, since the row is damaged: its user is then noted. Throws STORE_DAMAGED
 * if nobody notes it, or if the row belongs to no user.
 */
export function readOrNote<T>(row: PlacedRow, read: () => T, refused: RefusedUsers | undefined): T | undefined {
  try {
    return read();
  } catch {
    if (refused === undefined || row.userId === '') throw rowDamaged(nameOf(row));
    refused.noteRow(row);
    return undefined;
  }
}

/**
 * Returns `keys.find`, which notes that a key is missing or damaged. It still rejects if no key is there at all: then their place is the
 * wrong one.
 */
export function findNoting(keys: RowKeys, refused: RefusedUsers) {
  return async (whose: UserKey, id: string): Promise<DataKey | 'DESTROYED' | 'MISSING'> => {
    if (refused.hasKey(id)) return 'MISSING';
    try {
      return await keys.find(coldPartition(whose), id);
    } catch (error) {
      if (!isKeyLost(error) || (await keys.isEmpty())) throw error;
      refused.noteKey(whose, id);
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

function isKeyLost(error: unknown): boolean {
  return error instanceof RecordaError && ['USER_KEY_MISSING', 'COLD_OBJECT_DAMAGED'].includes(error.reason);
}
