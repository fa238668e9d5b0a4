/** The settings of the database that holds the data of several servers. */
import { z } from 'zod';
import type { StoreAddress } from '../backends/postgres/connect-postgres.ts';
import { hostsFault } from '../domain/postgres-hosts.ts';
import { OWN, path, SAME, setting, settingArea, type ValuesOf } from './setting.ts';

const postgresUrl = z.string().superRefine((text, context) => {
  const fault = hostsFault(text) ?? (isPostgresUrl(text) ? undefined : NO_URL);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
});

const NO_URL = 'must be like postgres://user:password@host:5432/database, with % escapes for special characters';

const STORE_SETTINGS = {
  store: setting({
    env: 'RECORDA_STORE',
    // There is no flag, since the address may contain a password.
    flag: undefined,
    isSecret: true,
    meaning:
      'PostgreSQL 14 or later that holds the data of several servers, which all serve the same users: postgres://user:password@host:5432/database, with ?sslmode=verify-full for TLS. Each server keeps a copy in its data folder. server/backends/postgres/README.md tells which other settings it requires. If not set, the data folder holds the data',
    byDefault: undefined,
    schema: postgresUrl,
    shared: OWN,
  }),
  storeRead: setting({
    env: 'RECORDA_STORE_READ',
    flag: undefined,
    isSecret: true,
    meaning:
      'Standby of RECORDA_STORE, with an address like that one, from which a read is answered whose caller sends back the recorda-user-revision of an earlier answer, if the standby has that revision already. Such a caller may be shown what others wrote a few seconds later. If not set, all is read from RECORDA_STORE',
    byDefault: undefined,
    schema: postgresUrl,
    shared: OWN,
  }),
  storeRows: setting({
    env: 'RECORDA_STORE_ROWS',
    flag: '--store-rows <form>',
    meaning:
      'How RECORDA_STORE keeps the rows of users: readable, as JSON that can be queried with SQL; sealed, each user with a key in RECORDA_USER_KEYS, so that an erasure also reaches WAL, archives and base backups of PostgreSQL; or auto, as the database has them, and in a new one sealed if RECORDA_KEY_SERVICE is set. Without the keys and the master key, what is sealed is lost. All servers must be stopped to change it',
    byDefault: 'auto',
    schema: z.enum(['auto', 'readable', 'sealed'], 'must be auto, readable or sealed'),
    shared: SAME,
  }),
  storeCaFile: setting({
    env: 'RECORDA_STORE_CA_FILE',
    flag: '--store-ca-file <path>',
    meaning:
      'File of the certificates (PEM) that are trusted for TLS to RECORDA_STORE and RECORDA_STORE_READ; if not set, those that Node trusts',
    byDefault: undefined,
    schema: path,
    shared: OWN,
  }),
} as const;

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}

export type StoreConfig = {
  /** The database that holds the data of several servers; if absent, the data folder holds the data. */
  readonly store: StoreAddress | undefined;
};

function storeConfig(
  { store: url, storeRead, storeRows: rows, storeCaFile: caFile }: ValuesOf<typeof STORE_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): StoreConfig {
  for (const name of ['storeCaFile', 'storeRead', 'storeRows'])
    if (given.has(name) && !given.has('store')) faults.push(`${given.get(name)}: has no effect without RECORDA_STORE`);
  const read = storeRead === undefined ? undefined : { url: storeRead, caFile };
  return { store: url === undefined ? undefined : { url, caFile, read, rows } };
}

export const storeArea = settingArea(STORE_SETTINGS, storeConfig);
