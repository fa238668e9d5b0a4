/** The key that signs receipts of erasures and anchors of the audit log: a file of the data folder, made when it is first needed. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSecretFile } from '../lifecycle/secret-file.ts';

/** The file's name in the data folder. */
const RECEIPT_KEY_FILE = 'receipt.key';

export interface ReceiptSigner {
  /** Returns the public key in PEM. */
  publicKey(): Promise<string>;
  sign(text: string): Promise<{ readonly signature: Uint8Array; readonly publicKey: string }>;
  verify(text: string, signature: Uint8Array): Promise<{ readonly isOurs: boolean; readonly publicKey: string }>;
}

export function receiptSigner(dataDir: string): ReceiptSigner {
  let known: Promise<KeyObject> | undefined;
  const key = (): Promise<KeyObject> =>
    (known ??= privateKey(join(dataDir, RECEIPT_KEY_FILE)).catch((error: unknown) => {
      known = undefined;
      throw error;
    }));
  return {
    publicKey: async () => publicPem(await key()),
    async sign(text) {
      const privateKeyOfServer = await key();
      return { signature: sign(null, Buffer.from(text), privateKeyOfServer), publicKey: publicPem(privateKeyOfServer) };
    },
    async verify(text, signature) {
      const publicKey = publicPem(await key());
      return { isOurs: verify(null, Buffer.from(text), publicKey, signature), publicKey };
    },
  };
}

async function privateKey(path: string): Promise<KeyObject> {
  const found = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found !== undefined) return createPrivateKey(found);
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  // If two processes make one, the first one's key is used.
  await makeSecretFile(path, made.toString());
  return createPrivateKey(await readFile(path));
}

function publicPem(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }) as string;
}
