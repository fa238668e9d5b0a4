/** The settings of what lies on disks: the data folder, cold storage, and the keys on which its content depends. */
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { BlobAddress } from '../backends/blob/connect-blob.ts';
import { readMasterKey, readMasterKeys } from '../lifecycle/master-keys/key-text.ts';
import { DISK } from '../policy/backends.ts';
import { COLD, MASTER_KEYS, STANDBY } from '../policy/lifecycle.ts';
import { DAY_MS, MB, SECOND_MS } from '../policy/units.ts';
import type { ReadsAudited } from '../ports/security.ts';
import { isSealed } from '../runtime/loopback.ts';
import { OWN, path, SAME, setting, settingArea, type ValuesOf, wholeNumber } from './setting.ts';

const VAULT = /^vault:(https?:\/\/[^/?#@]+)\/([\w./-]+)\/([\w.-]+)$/;
const keyServiceAddress = z.string().transform((text, context) => {
  const [, url = '', mount = '', key = ''] = VAULT.exec(text) ?? [];
  if (URL.canParse(url) && isSealed(new URL(url))) return { url, mount, key };
  context.addIssue('must be like vault:https://vault.example.org:8200/transit/recorda; http:// only on this machine');
  return z.NEVER;
});

const FILE = /^file:([^\0]+)$/;
/**
 * Either an account by its name or its whole host, and a container, or the emulator by its address, with the account after that.
 */
const BLOB = /^azure-blob:\/\/([a-z0-9][a-z0-9.-]*)\/([a-z0-9-]{3,63})$/;
const EMULATOR = /^azure-blob\+http:\/\/([a-z0-9.-]+:\d+)\/([a-z0-9]+)\/([a-z0-9-]{3,63})$/;

/** The folder in the data folder that is used if no other place is named. */
export const COLD_FOLDER = 'cold';
export const USER_KEYS_FOLDER = 'user-keys';

/** The place of archive and backups, or of users' keys. */
export type ColdAddress =
  { readonly kind: 'files'; readonly folder: string } | ({ readonly kind: 'azure-blob' } & BlobAddress);

const address = z
  .string()
  .refine(
    (text) => FILE.test(text) || blobOf(text) !== undefined,
    'must be like file:/backups/recorda, azure-blob://account/container or, for an emulator without TLS, azure-blob+http://127.0.0.1:10000/devstoreaccount1/container',
  );

const keyText = z
  .string()
  .refine((text) => readMasterKey(text) !== undefined, 'must be 32 bytes in base64 or hexadecimal');

const tenants: z.ZodType<ReadsAudited, string> = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine((names) => names.every((name) => name !== ''), 'must be names of tenants, separated by commas, or all')
  .transform((names): ReadsAudited => (names.join() === 'all' ? 'ALL' : names));

const STORAGE_SETTINGS = {
  dataDir: setting({
    env: 'RECORDA_DATA_DIR',
    flag: '--data-dir <path>',
    meaning: 'Folder of the database, created if missing; only one process at a time can use it',
    byDefault: '.recorda',
    schema: path,
    shared: OWN,
  }),
  auditHead: setting({
    env: 'RECORDA_AUDIT_HEAD_FILE',
    flag: '--audit-head-file <path>',
    meaning:
      'File that names the last record of the audit log, best in a place that those who can write to the data folder cannot write to; if not set, audit.head in the data folder',
    byDefault: undefined,
    schema: path,
    shared: {
      is: 'REFUSED',
      why: 'the data folder is only a copy, whose audit log is not compared with a head. Anchors in RECORDA_COLD guard the log instead',
    },
  }),
  auditReads: setting({
    env: 'RECORDA_AUDIT_READS',
    flag: '--audit-reads <tenants>',
    meaning:
      'Tenants whose reads are also in the audit log, separated by commas, or all: one record for what a caller reads of a user by one operation within 10 seconds; if not set, no reads are',
    byDefault: undefined,
    schema: tenants,
    shared: SAME,
  }),
  diskReserveMb: setting({
    env: 'RECORDA_DISK_RESERVE_MB',
    flag: '--disk-reserve-mb <number>',
    meaning:
      'Megabytes that are reserved on the disk of the data folder, so that deletions and erasures can still be written when the disk is full; 0 reserves none',
    byDefault: `${DISK.reserveMb}`,
    schema: wholeNumber(0, DISK.mostReserveMb, ' of megabytes'),
    shared: OWN,
  }),
  cold: setting({
    env: 'RECORDA_COLD',
    flag: '--cold <address>',
    meaning:
      'Address of archive and backups: file:PATH, best on another disk, or azure-blob://ACCOUNT/CONTAINER with RECORDA_COLD_KEY; if not set, the folder cold in the data folder',
    byDefault: undefined,
    schema: address,
    shared: {
      is: 'NEEDED',
      compared: 'PLACE',
      why: 'archives and backups in the data folder of one server could not be read by the others. Name a place that all servers reach',
    },
  }),
  coldKey: setting({
    env: 'RECORDA_COLD_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'Credential for azure-blob://: the key of the storage account or a SAS token of the container',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
  userKeys: setting({
    env: 'RECORDA_USER_KEYS',
    flag: '--user-keys <address>',
    meaning:
      'Address of the users’ keys, which encrypt archive and backups: file:PATH, or azure-blob://ACCOUNT/CONTAINER with RECORDA_USER_KEYS_KEY. It must not be the place of RECORDA_COLD, so that a copy of the archive and backups cannot bring back erased users. Servers that share cold storage must share it. Keep a copy elsewhere, but no old copies: without the keys, archive and backups are lost. If not set, the folder user-keys in the data folder',
    byDefault: undefined,
    schema: address,
    shared: {
      is: 'NEEDED',
      compared: 'PLACE',
      why: 'what one server archives must be readable by the others, and an erasure must destroy the key for all. Name a place that all servers reach, apart from RECORDA_COLD',
    },
  }),
  userKeysKey: setting({
    env: 'RECORDA_USER_KEYS_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'Credential for the azure-blob:// of RECORDA_USER_KEYS, of the same kind as RECORDA_COLD_KEY',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
  standby: setting({
    env: 'RECORDA_STANDBY',
    flag: '--standby <address>',
    meaning:
      'Address to which all changes are shipped within seconds, so that the store can be restored as of any time: file:PATH on the disk of another machine, or azure-blob://ACCOUNT/CONTAINER with RECORDA_STANDBY_KEY; each server needs an address of its own. Requires RECORDA_USER_KEYS, and RECORDA_MASTER_KEY or RECORDA_KEY_SERVICE, since keys in the data folder would be lost with it. If not set, nothing is shipped',
    byDefault: undefined,
    schema: address,
    shared: {
      is: 'REFUSED',
      why: 'it ships the changes of one data folder, which is only a copy here. Use a standby and archived WAL of PostgreSQL',
    },
  }),
  standbyKey: setting({
    env: 'RECORDA_STANDBY_KEY',
    flag: undefined,
    isSecret: true,
    meaning: 'Credential for the azure-blob:// of RECORDA_STANDBY, of the same kind as RECORDA_COLD_KEY',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
  standbyIntervalMs: setting({
    env: 'RECORDA_STANDBY_INTERVAL_MS',
    flag: '--standby-interval-ms <number>',
    meaning: 'Milliseconds between shipments; if the machine is lost, about this much time is lost with it',
    byDefault: `${STANDBY.intervalMs}`,
    schema: wholeNumber(STANDBY.leastIntervalMs, STANDBY.mostIntervalMs, ' of milliseconds'),
    shared: OWN,
  }),
  standbyKeptDays: setting({
    env: 'RECORDA_STANDBY_KEPT_DAYS',
    flag: '--standby-kept-days <number>',
    meaning: 'Number of days back to any time of which the store can be restored from the standby',
    byDefault: `${STANDBY.keptDays}`,
    schema: wholeNumber(1, STANDBY.mostKeptDays, ' of days'),
    shared: OWN,
  }),
  masterKey: setting({
    env: 'RECORDA_MASTER_KEY',
    flag: undefined,
    isSecret: true,
    meaning:
      'Master key of archive and backups: 32 random bytes in base64 or hexadecimal. If it is lost, they are lost. Older keys may follow after a comma or on separate lines: the first key encrypts, and older ones still decrypt what they encrypted. The file in RECORDA_MASTER_KEY_FILE is read again when it changes. If not set, master.key in the data folder, created if missing',
    byDefault: undefined,
    schema: z
      .string()
      .refine(
        (text) => readMasterKeys(text) !== undefined,
        'must be 32 bytes in base64 or hexadecimal, or several such keys',
      ),
    shared: {
      is: 'NEEDED',
      compared: 'KEYS',
      or: 'keyService',
      why: 'a key made in the data folder of one server would seal what the others cannot open. Give all servers the same key, or set RECORDA_KEY_SERVICE',
    },
  }),
  keyService: setting({
    env: 'RECORDA_KEY_SERVICE',
    flag: '--key-service <address>',
    meaning:
      'Address of the service that keeps the master key, in place of RECORDA_MASTER_KEY: vault:https://HOST:8200/MOUNT/KEY names a key (aes256-gcm96) of a transit engine of Vault or OpenBao; requires RECORDA_KEY_SERVICE_TOKEN. An earlier master key still decrypts what it encrypted. If not set, no service is used',
    byDefault: undefined,
    schema: keyServiceAddress,
    shared: SAME,
  }),
  keyServiceToken: setting({
    env: 'RECORDA_KEY_SERVICE_TOKEN',
    flag: undefined,
    isSecret: true,
    meaning:
      'Token for the key of RECORDA_KEY_SERVICE. Its policy must permit keys/KEY (read), encrypt/KEY, decrypt/KEY and hmac/KEY/*, and keys/KEY/rotate for rotation. The file in RECORDA_KEY_SERVICE_TOKEN_FILE is read again for each call, so an agent can renew it',
    byDefault: undefined,
    schema: z.string().regex(/^[\x21-\x7e]+$/, 'must be one word'),
    shared: OWN,
  }),
  keysCachedSeconds: setting({
    env: 'RECORDA_KEYS_CACHED_SECONDS',
    flag: '--keys-cached-seconds <number>',
    meaning: `Seconds for which the server keeps decrypted keys of users in memory, for at most ${COLD.cachedUserKeys} users; 0 keeps none. After this time, the server can no longer use a key that the key service refuses to decrypt`,
    byDefault: `${MASTER_KEYS.cachedSeconds}`,
    schema: wholeNumber(0, MASTER_KEYS.mostCachedSeconds, ' of seconds'),
    shared: OWN,
  }),
  mintKey: setting({
    env: 'RECORDA_MINT_KEY',
    flag: undefined,
    isSecret: true,
    meaning:
      'Key that signs the tokens made by MintToken: 32 random bytes in base64 or hexadecimal, the same for all servers that accept them; if not set, mint.key in the data folder, created if missing',
    byDefault: undefined,
    schema: keyText,
    shared: {
      is: 'NEEDED',
      compared: 'KEYS',
      beside: ['apiKeysFile', 'tokenIssuer'],
      why: 'a token that one server mints would be refused by the others. Give all servers the same key',
    },
  }),
  receiptKey: setting({
    env: 'RECORDA_RECEIPT_KEY',
    flag: undefined,
    isSecret: true,
    meaning:
      'Key that signs receipts of erasures and anchors of the audit log: 32 random bytes in base64 or hexadecimal, the same for all servers over one RECORDA_STORE; if not set, receipt.key in the data folder, created if missing',
    byDefault: undefined,
    schema: keyText,
    shared: {
      is: 'NEEDED',
      compared: 'KEYS',
      why: 'one server could not verify the receipts and the anchors of the audit log that another signed. Give all servers the same key',
    },
  }),
} as const;

/** A key of a transit engine. `tokenFile` is the file that the token was read from. */
export type KeyServiceConfig = z.output<typeof keyServiceAddress> & {
  readonly token: string;
  readonly tokenFile: string | undefined;
};

export type ColdConfig = {
  /** Keeps the master key; if absent, that is `masterKey`, which otherwise opens only what it sealed before. */
  readonly keyService: KeyServiceConfig | undefined;
  /** The place of archive and backups; if absent, the folder `cold` of the data folder. */
  readonly cold: ColdAddress | undefined;
  /**
   * The place of the keys with which archive and backups are sealed, apart from those; if absent, the folder `user-keys` of the
   * data folder.
   */
  readonly userKeys: ColdAddress | undefined;
  /**
   * The key that wraps those keys: 32 bytes in base64 or hexadecimal, then older keys; if absent, those of `master.key` of the data
   * folder, which is made if missing.
   */
  readonly masterKey: string | undefined;
  /** The file that it was read from, which is read again when it changes. */
  readonly masterKeyFile: string | undefined;
  /** How long keys of users are cached, in milliseconds. */
  readonly keysCachedMs: number;
  /**
   * The key that signs minted tokens: 32 bytes in base64 or hexadecimal; if absent, `mint.key` of the data folder, which is made if
   * missing.
   */
  readonly mintKey: string | undefined;
  /**
   * The key that signs receipts and anchors: 32 bytes in base64 or hexadecimal; if absent, `receipt.key` of the data folder, which is made
   * if missing.
   */
  readonly receiptKey: string | undefined;
};

/** The place to which changes are shipped. */
export type StandbyConfig = {
  readonly address: ColdAddress;
  readonly intervalMs: number;
  /** A store can be restored as of any time within this many milliseconds before now. */
  readonly keptMs: number;
};

export type DataFolderConfig = {
  /** The folder of the store's file, which is made if it does not exist. One process at a time may use a folder. */
  readonly dataDir: string;
  /** The file that names the last record of the audit log; if absent, `audit.head` of the data folder. */
  readonly auditHead: string | undefined;
  /** The tenants whose reads are in the audit log; if absent, none are. */
  readonly auditReads: ReadsAudited | undefined;
  /** Bytes of the disk that are reserved for deletions when it is full; 0 reserves none. */
  readonly reserveBytes: number;
};

function storageConfig(
  values: ValuesOf<typeof STORAGE_SETTINGS>,
  _given: ReadonlyMap<string, string>,
  faults: string[],
  secretFiles: ReadonlyMap<string, string>,
): DataFolderConfig & ColdConfig & { readonly standby: StandbyConfig | undefined } {
  const { auditHead, auditReads, diskReserveMb, masterKey, mintKey, receiptKey } = values;
  // It is absent if it is invalid by itself.
  const dataDir = values.dataDir as string | undefined;
  const cold = cursorOf(values.cold, values.coldKey, 'RECORDA_COLD', faults);
  const userKeys = cursorOf(values.userKeys, values.userKeysKey, 'RECORDA_USER_KEYS', faults);
  const fault = dataDir === undefined ? undefined : addressesFault(dataDir, cold, userKeys);
  if (fault !== undefined) faults.push(`RECORDA_USER_KEYS: ${fault}`);
  const standby = standbyOf(values, faults);
  if (standby !== undefined && dataDir !== undefined)
    faults.push(...standbyFaults(dataDir, standby.address, userKeys).map((why) => `RECORDA_STANDBY: ${why}`));
  const keysCachedMs = values.keysCachedSeconds * SECOND_MS;
  const keyService = keyServiceOf(values, secretFiles.get('keyServiceToken'), faults);
  const master = { masterKey, masterKeyFile: secretFiles.get('masterKey'), keyService, keysCachedMs };
  const keys = { userKeys, ...master, mintKey, receiptKey };
  const audit = { auditHead, auditReads };
  return { dataDir: dataDir ?? '', ...audit, reserveBytes: diskReserveMb * MB, cold, ...keys, standby };
}

function standbyOf(values: ValuesOf<typeof STORAGE_SETTINGS>, faults: string[]): StandbyConfig | undefined {
  const address = cursorOf(values.standby, values.standbyKey, 'RECORDA_STANDBY', faults);
  if (address === undefined) return undefined;
  for (const [env, value] of Object.entries({
    RECORDA_USER_KEYS: values.userKeys,
    RECORDA_MASTER_KEY: values.masterKey ?? values.keyService,
  })) {
    if (value !== undefined) continue;
    faults.push(
      `${env}: RECORDA_STANDBY requires it: in the data folder, it would be lost with the store, and what was shipped could not be decrypted`,
    );
  }
  return { address, intervalMs: values.standbyIntervalMs, keptMs: values.standbyKeptDays * DAY_MS };
}

function keyServiceOf(
  { keyService, keyServiceToken: token }: ValuesOf<typeof STORAGE_SETTINGS>,
  tokenFile: string | undefined,
  faults: string[],
): KeyServiceConfig | undefined {
  if (keyService !== undefined && token !== undefined) return { ...keyService, token, tokenFile };
  if (keyService !== undefined) faults.push('RECORDA_KEY_SERVICE: requires RECORDA_KEY_SERVICE_TOKEN; set it as well');
  if (token !== undefined && keyService === undefined) {
    faults.push('RECORDA_KEY_SERVICE_TOKEN: has no effect without RECORDA_KEY_SERVICE');
  }
  return undefined;
}

export const storageArea = settingArea(STORAGE_SETTINGS, storageConfig);

/** Returns why a standby may not lie there: the keys that open it would be copied, or lost, with it. */
function standbyFaults(dataDir: string, standby: ColdAddress, userKeys: ColdAddress | undefined): readonly string[] {
  const isIn = (one: ColdAddress | undefined, other: ColdAddress): boolean =>
    one?.kind === 'files'
      ? other.kind === 'files' && isWithin(one.folder, other.folder)
      : one?.kind === 'azure-blob' && other.kind === 'azure-blob' && one.url === other.url;
  const data: ColdAddress = { kind: 'files', folder: dataDir };
  const meetsKeys = userKeys !== undefined && (isIn(userKeys, standby) || isIn(standby, userKeys));
  return [
    ...(isIn(standby, data) ? ['must not be in the data folder: it would be lost with it'] : []),
    ...(isIn(userKeys, data)
      ? ['requires RECORDA_USER_KEYS outside the data folder: the keys would be lost with it']
      : []),
    ...(meetsKeys
      ? ['must not be the place of the users’ keys, nor a folder inside or around it: a copy of one would contain both']
      : []),
  ];
}

/** Returns why keys may not lie there, given the place of archive and backups: whoever copies one must not copy the other. */
export function addressesFault(
  dataDir: string,
  cold: ColdAddress | undefined,
  userKeys: ColdAddress | undefined,
): string | undefined {
  const one = cold ?? { kind: 'files', folder: join(dataDir, COLD_FOLDER) };
  const other = userKeys ?? { kind: 'files', folder: join(dataDir, USER_KEYS_FOLDER) };
  const isSame =
    one.kind === 'files'
      ? other.kind === 'files' && isWithin(other.folder, one.folder)
      : other.kind === 'azure-blob' && one.url === other.url;
  if (!isSame) return undefined;
  return 'must not be the place of archive and backups, nor a folder inside it: a copy of those would contain the keys as well';
}

function isWithin(folder: string, other: string): boolean {
  return `${resolve(folder)}${sep}`.startsWith(`${resolve(other)}${sep}`);
}

/** `env` names the setting; its key's name has _KEY appended. */
function cursorOf(
  text: string | undefined,
  key: string | undefined,
  env: 'RECORDA_COLD' | 'RECORDA_USER_KEYS' | 'RECORDA_STANDBY',
  faults: string[],
): ColdAddress | undefined {
  const blob = text === undefined ? undefined : blobOf(text);
  if (blob === undefined) {
    if (key !== undefined)
      faults.push(`${env}_KEY: is only for azure-blob://; set ${env} to such an address, or remove the key`);
    const folder = text === undefined ? undefined : FILE.exec(text)?.[1];
    return folder === undefined ? undefined : { kind: 'files', folder };
  }
  if (key === undefined) faults.push(`${env}_KEY: azure-blob:// requires it, or ${env}_KEY_FILE`);
  if (blob.url.startsWith('http:') && isToken(key ?? '')) {
    faults.push(
      `${env}_KEY: a SAS token would be sent unencrypted over azure-blob+http://; use the account’s key, which is not sent`,
    );
  }
  return { kind: 'azure-blob', ...blob, key: key ?? '' };
}

/** Tells whether it is a SAS token rather than a key. */
function isToken(key: string): boolean {
  return /(^|[?&])sig=/.test(key);
}

function blobOf(text: string): Omit<BlobAddress, 'key'> | undefined {
  const [, host, container] = BLOB.exec(text) ?? [];
  if (host !== undefined) {
    const whole = host.includes('.') ? host : `${host}.blob.core.windows.net`;
    return { url: `https://${whole}/${container}`, account: host.split('.')[0] ?? '' };
  }
  // TLS is used unless the address says +http. Requests are signed with the key, which is not sent, and objects are encrypted.
  const [, address, account = '', emulated] = EMULATOR.exec(text) ?? [];
  return address === undefined ? undefined : { url: `http://${address}/${account}/${emulated}`, account };
}
