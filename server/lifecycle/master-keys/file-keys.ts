/**
 * The default key service: the operator sets the master keys, or they are in a file of the data folder, the current one first. A file is
 * read again when it changes.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { masterKeyRefused } from '../../domain/errors.ts';
import { MASTER_KEYS, SEALING } from '../../policy/lifecycle.ts';
import type { KeyPurpose, KeyService, MasterKey, MasterKeyRing } from '../../ports/master-keys.ts';
import type { Log } from '../../ports/telemetry.ts';
import { makeSecretFile, replaceSecretFile } from '../secret-file.ts';
import { readMasterKeys } from './key-text.ts';

/** The name of the file in the data folder. */
export const MASTER_KEY_FILE = 'master.key';

const CIPHER = 'aes-256-gcm';

/** The texts that name the derived keys, by purpose. The erase log is sealed by the master key itself, as it was by earlier versions. */
const DERIVED: Readonly<Record<KeyPurpose, string | undefined>> = {
  BACKUP_MANIFEST: 'recorda backup manifest',
  ERASE_LOG: undefined,
  EXPORT_IDS: 'recorda ids of exports',
  STANDBY_HEAD: 'recorda standby',
};

export type FileKeysConfig = {
  readonly dataDir: string;
  /** One key or several, each 32 bytes in base64 or hexadecimal; if absent, `master.key` of the data folder, made if it is missing. */
  readonly masterKey?: string | undefined;
  /** The file that `masterKey` was read from. */
  readonly masterKeyFile?: string | undefined;
};

/** `list` rejects with an Error for the operator if a setting or file has something else. */
export function fileKeys(config: FileKeysConfig, log: Pick<Log, 'warn' | 'error'>): KeyService {
  const { dataDir, masterKey, masterKeyFile } = config;
  const isMade = masterKey === undefined && masterKeyFile === undefined;
  const path = isMade ? join(dataDir, MASTER_KEY_FILE) : masterKeyFile;
  let known = masterKey === undefined ? undefined : { text: masterKey, ring: ringOf(masterKey, 'RECORDA_MASTER_KEY') };
  let readMs = -Infinity;
  let reading: Promise<MasterKeyRing> | undefined;
  let fault: string | undefined;

  async function make(file: string): Promise<string> {
    await makeSecretFile(file, `${randomBytes(SEALING.keyBytes).toString('base64')}\n`);
    log.warn(
      { path: file },
      'A master key was created. Without it, archive and backups are lost: keep a copy elsewhere',
    );
    return readFile(file, 'utf8');
  }

  async function read(file: string): Promise<MasterKeyRing> {
    readMs = performance.now();
    try {
      const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || !isMade || known !== undefined) throw error;
      });
      const text = found ?? (await make(file));
      if (known === undefined || text !== known.text) known = { text, ring: ringOf(text, file) };
      fault = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (known === undefined) throw error;
      if (message !== fault)
        log.error({ error: message }, 'The master keys cannot be read again; the earlier ones stay in use');
      fault = message;
    }
    return known.ring;
  }

  /** Writes the keys of the data folder, each on a line. */
  async function write(change: (lines: readonly string[]) => readonly string[]): Promise<void> {
    const file = path as string;
    await read(file);
    const lines = (known?.text ?? '').split(/[\s,]+/).filter((line) => line !== '');
    await replaceSecretFile(
      file,
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await read(file);
  }

  return {
    async add() {
      if (!isMade) throw masterKeyRefused(adviceToAdd(masterKeyFile));
      await write((lines) => [randomBytes(SEALING.keyBytes).toString('base64'), ...lines]);
      log.warn({ path }, 'A master key was added. Without it, archive and backups are lost: keep a copy elsewhere');
    },

    async remove(id) {
      if (!isMade) throw masterKeyRefused(adviceToRemove(masterKeyFile, id));
      await write((lines) => lines.filter((line, index) => index === 0 || ringOf(line, MASTER_KEY_FILE)[0].id !== id));
    },

    async list(isFresh) {
      const isRecent = performance.now() - readMs < MASTER_KEYS.rereadMs;
      if (known !== undefined && (path === undefined || (isRecent && !isFresh))) return known.ring;
      reading ??= read(path as string).finally(() => (reading = undefined));
      return reading;
    },
  };
}

function adviceToAdd(file: string | undefined): string {
  const how =
    file === undefined
      ? 'Put a new key before the current one in RECORDA_MASTER_KEY, separated by a comma, and restart the server'
      : 'Put a new key on the first line of the file that RECORDA_MASTER_KEY_FILE names, and keep the current one below it';
  return `The master key is set by the operator, and everything is already encrypted with the current one. ${how}; then rotate again. \`openssl rand -base64 32\` makes a key. If several servers use it, first add the new key after the current one on each of them.`;
}

function adviceToRemove(file: string | undefined, id: string): string {
  const where = file === undefined ? 'RECORDA_MASTER_KEY' : 'the file that RECORDA_MASTER_KEY_FILE names';
  return `Nothing needs the master key ${id} any more, but the operator sets the master keys: remove it from ${where}.`;
}

function ringOf(text: string, where: string): MasterKeyRing {
  const keys = readMasterKeys(text);
  if (keys === undefined) {
    throw new Error(
      `${where} is not a master key: it must be 32 random bytes in base64, for example from \`openssl rand -base64 32\`; if there are several keys, the current one comes first.`,
    );
  }
  const [first, ...others] = keys;
  return [localKey(first), ...others.map(localKey)];
}

/** Makes a master key of its bytes. */
export function localKey(master: Uint8Array): MasterKey {
  const derived = (text: string, length: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', master, new Uint8Array(), text, length));
  return {
    id: Buffer.from(derived('recorda master key id', MASTER_KEYS.idBytes)).toString('hex'),

    async wrap(key, context) {
      const nonce = randomBytes(SEALING.nonceBytes);
      const cipher = createCipheriv(CIPHER, master, nonce).setAAD(context);
      const wrapped = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()]);
      return { nonce: nonce.toString('base64'), key: wrapped.toString('base64') };
    },

    async unwrap({ nonce, key }, context) {
      if (nonce === undefined) return undefined;
      const wrapped = Buffer.from(key, 'base64');
      const end = wrapped.length - SEALING.tagBytes;
      try {
        const decipher = createDecipheriv(CIPHER, master, Buffer.from(nonce, 'base64')).setAAD(context);
        decipher.setAuthTag(wrapped.subarray(end));
        return Buffer.concat([decipher.update(wrapped.subarray(0, end)), decipher.final()]);
      } catch {
        return undefined;
      }
    },

    async derive(purpose) {
      const text = DERIVED[purpose];
      return text === undefined ? master : derived(text, SEALING.keyBytes);
    },
  };
}
