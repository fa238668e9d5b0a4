/** The settings of the database that holds the data of several servers. */
import { z } from 'zod';
import type { StoreAddress } from '../backends/postgres/connect-postgres.ts';
import { OWN, path, setting, settingArea, type ValuesOf } from './setting.ts';

const STORE_SETTINGS = {
  store: setting({
    env: 'RECORDA_STORE',
    // There is no flag, since the address may contain a password.
    flag: undefined,
    isSecret: true,
    meaning:
      'PostgreSQL 14 or later that holds the data of several servers, which all serve the same users: postgres://user:password@host:5432/database, with ?sslmode=verify-full for TLS. Each server keeps a copy in its data folder. server/backends/postgres/README.md tells which other settings it requires. If not set, the data folder holds the data',
    byDefault: undefined,
    schema: z
      .string()
      .refine(
        isPostgresUrl,
        'must be like postgres://user:password@host:5432/database, with % escapes for special characters',
      ),
    shared: OWN,
  }),
  storeCaFile: setting({
    env: 'RECORDA_STORE_CA_FILE',
    flag: '--store-ca-file <path>',
    meaning:
      'File of the certificates (PEM) that are trusted for TLS to RECORDA_STORE; if not set, those that Node trusts',
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
  { store: url, storeCaFile: caFile }: ValuesOf<typeof STORE_SETTINGS>,
  given: ReadonlyMap<string, string>,
  faults: string[],
): StoreConfig {
  if (caFile !== undefined && !given.has('store'))
    faults.push(`${given.get('storeCaFile')}: has no effect without RECORDA_STORE`);
  return { store: url === undefined ? undefined : { url, caFile } };
}

export const storeArea = settingArea(STORE_SETTINGS, storeConfig);
