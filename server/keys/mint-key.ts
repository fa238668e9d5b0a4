/** The server's own key, with which it signs tokens: the operator sets it, or it lies in the data folder. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMasterKey as readSecret } from '../lifecycle/master-keys/key-text.ts';
import { makeSecretFile } from '../lifecycle/secret-file.ts';
import { SECRET_BYTES } from '../policy/serving.ts';

export type MintKeyConfig = {
  readonly dataDir: string;
  /**
   * 32 bytes in base64 or hexadecimal, which several servers may share; if absent, `mint.key` of the data folder.
   */
  readonly mintKey?: string | undefined;
};

export type MintKey = {
  /** Returns undefined if there is no key yet: then this server has minted no token. */
  read(): Promise<Uint8Array | undefined>;
  /** Makes a key if there is none. */
  make(): Promise<Uint8Array>;
};

/** The name of the file in the data folder. */
const FILE = 'mint.key';

export function openMintKey({ dataDir, mintKey: given }: MintKeyConfig): MintKey {
  const path = join(dataDir, FILE);
  let known = given === undefined ? undefined : orThrow(given, 'RECORDA_MINT_KEY');
  async function read(): Promise<Uint8Array | undefined> {
    if (known !== undefined) return known;
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (text !== undefined) known = orThrow(text, path);
    return known;
  }
  return {
    read,
    async make() {
      const found = await read();
      if (found !== undefined) return found;
      // If two servers make one, the first stays.
      await makeSecretFile(path, `${randomBytes(SECRET_BYTES).toString('base64')}\n`);
      return (await read())!;
    },
  };
}

function orThrow(text: string, where: string): Uint8Array {
  const key = readSecret(text);
  if (key === undefined)
    throw new Error(
      `${where} is not a key for signing tokens: it must be 32 random bytes in base64 or hexadecimal, for example from \`openssl rand -base64 32\`.`,
    );
  return key;
}
