/** The key that wraps the users' keys: the operator sets it, or it lies in the data folder. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SEALING } from '../policy/lifecycle.ts';
import { makeSecretFile } from './secret-file.ts';

/** The name of the file in the data folder. */
export const MASTER_KEY_FILE = 'master.key';

/** Reads 32 bytes, as 64 hexadecimal digits or in base64. Returns undefined if the text is neither. */
export function readMasterKey(text: string): Uint8Array | undefined {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/i.test(trimmed);
  const bytes = Buffer.from(trimmed, isHex ? 'hex' : 'base64');
  const isExact = isHex || bytes.toString('base64').replaceAll('=', '') === trimmed.replaceAll('=', '');
  return isExact && bytes.length === SEALING.keyBytes ? new Uint8Array(bytes) : undefined;
}

/** Rejects with an Error for the operator if the file contains something else. Calls `onMade` if it made a key. */
export async function masterKey(
  given: string | undefined,
  dataDir: string,
  onMade: (path: string) => void = () => undefined,
): Promise<Uint8Array> {
  if (given !== undefined) return orThrow(readMasterKey(given), 'RECORDA_MASTER_KEY');
  const path = join(dataDir, MASTER_KEY_FILE);
  const found = await readFile(path, 'utf8').catch(orMissing);
  if (found !== undefined) return orThrow(readMasterKey(found), path);
  await makeSecretFile(path, `${randomBytes(SEALING.keyBytes).toString('base64')}\n`);
  onMade(path);
  return orThrow(readMasterKey(await readFile(path, 'utf8')), path);
}

function orThrow(key: Uint8Array | undefined, where: string): Uint8Array {
  if (key !== undefined) return key;
  throw new Error(
    `${where} is no master key: give 32 random bytes in base64, for example of \`openssl rand -base64 32\`.`,
  );
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
