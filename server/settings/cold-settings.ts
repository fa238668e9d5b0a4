/** The settings of cold storage and of the key that everything in it hangs on. */
import { z } from 'zod';
import type { BlobPlace } from '../backends/blob/connect-blob.ts';
import { readMasterKey } from '../keeping/master-key.ts';
import { setting } from './setting.ts';

const FILE = /^file:([^\0]+)$/;
/** An account by its name or its whole host, and a container; the emulator by its address, with the account after that. */
const BLOB = /^azure-blob:\/\/([a-z0-9][a-z0-9.-]*)\/([a-z0-9-]{3,63})$/;
const EMULATOR = /^azure-blob\+http:\/\/([a-z0-9.-]+:\d+)\/([a-z0-9]+)\/([a-z0-9-]{3,63})$/;

/** Where archive, backups and keys lie. */
export type ColdPlace =
  { readonly kind: 'files'; readonly folder: string } | ({ readonly kind: 'azure-blob' } & BlobPlace);

export const COLD_SETTINGS = {
  cold: setting({
    env: 'RECORDA_COLD',
    flag: '--cold <place>',
    meaning:
      'Where archive and backups lie: file:PATH, best on another disk, or azure-blob://ACCOUNT/CONTAINER with RECORDA_COLD_KEY; not set: the folder cold of the data folder',
    byDefault: undefined,
    schema: z
      .string()
      .refine(
        (text) => FILE.test(text) || blobOf(text) !== undefined,
        'must be like file:/backups/recorda, azure-blob://account/container or, of an emulator without TLS, azure-blob+http://127.0.0.1:10000/devstoreaccount1/container',
      ),
  }),
  coldKey: setting({
    env: 'RECORDA_COLD_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'What may write azure-blob://: the key of the storage account, or a SAS token of the container',
    byDefault: undefined,
    schema: z.string(),
  }),
  masterKey: setting({
    env: 'RECORDA_MASTER_KEY',
    flag: undefined,
    isSecret: true,
    meaning:
      'What opens archive and backups: 32 random bytes in base64 or hexadecimal; not set: master.key of the data folder, made if missing. Lost, they are lost',
    byDefault: undefined,
    schema: z.string().refine((text) => readMasterKey(text) !== undefined, 'must be 32 bytes in base64 or hexadecimal'),
  }),
} as const;

export type ColdValues = { readonly cold?: string; readonly coldKey?: string; readonly masterKey?: string };

export type ColdConfig = {
  /** In the data folder where it is absent. */
  readonly cold: ColdPlace | undefined;
  /** A key of the data folder's own where it is absent. */
  readonly masterKey: string | undefined;
};

/** What the settings say; adds to `faults` where one lacks another. */
export function coldConfig({ cold, coldKey, masterKey }: ColdValues, faults: string[]): ColdConfig {
  const blob = cold === undefined ? undefined : blobOf(cold);
  if (blob === undefined) {
    if (coldKey !== undefined)
      faults.push('RECORDA_COLD_KEY: is of azure-blob:// alone; set RECORDA_COLD to one, or leave it out');
    const folder = cold === undefined ? undefined : FILE.exec(cold)?.[1];
    return { cold: folder === undefined ? undefined : { kind: 'files', folder }, masterKey };
  }
  if (coldKey === undefined) faults.push('RECORDA_COLD_KEY: azure-blob:// needs it, or RECORDA_COLD_KEY_FILE');
  if (blob.url.startsWith('http:') && isToken(coldKey ?? '')) {
    faults.push(
      'RECORDA_COLD_KEY: a SAS token would travel open over azure-blob+http://; use the account’s key, which does not',
    );
  }
  return { cold: { kind: 'azure-blob', ...blob, key: coldKey ?? '' }, masterKey };
}

/** A SAS token, not a key. */
function isToken(key: string): boolean {
  return /(^|[?&])sig=/.test(key);
}

function blobOf(text: string): Omit<BlobPlace, 'key'> | undefined {
  const [, host, container] = BLOB.exec(text) ?? [];
  if (host !== undefined) {
    const whole = host.includes('.') ? host : `${host}.blob.core.windows.net`;
    return { url: `https://${whole}/${container}`, account: host.split('.')[0] ?? '' };
  }
  // Only who writes +http has no TLS. Requests are signed with the key, which does not travel, and what is kept is sealed.
  const [, address, account = '', emulated] = EMULATOR.exec(text) ?? [];
  return address === undefined ? undefined : { url: `http://${address}/${account}/${emulated}`, account };
}
