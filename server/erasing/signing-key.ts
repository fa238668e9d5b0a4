/**
 * The key that signs receipts of erasures and anchors of the audit log: the operator sets it, or it is a file of the data folder, made when it
 * is first needed.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMasterKey as readSecret } from '../lifecycle/master-keys/key-text.ts';
import { makeSecretFile } from '../lifecycle/secret-file.ts';

/** The file's name in the data folder. */
const RECEIPT_KEY_FILE = 'receipt.key';

export interface ReceiptSigner {
  /** Returns the public key in PEM. */
  publicKey(): Promise<string>;
  sign(text: string): Promise<{ readonly signature: Uint8Array; readonly publicKey: string }>;
  verify(text: string, signature: Uint8Array): Promise<{ readonly isOurs: boolean; readonly publicKey: string }>;
}

/** `given` has 32 bytes in base64 or hexadecimal, which several servers may share. Throws if it is anything else. */
export function receiptSigner(dataDir: string, given?: string): ReceiptSigner {
  const set = given === undefined ? undefined : keyOf(given);
  let known: Promise<KeyObject> | undefined;
  const key = (): Promise<KeyObject> =>
    (known ??= (set === undefined ? privateKey(join(dataDir, RECEIPT_KEY_FILE)) : Promise.resolve(set)).catch(
      (error: unknown) => {
        known = undefined;
        throw error;
      },
    ));
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

/** These bytes precede the 32 of a private key of Ed25519 in its standard form (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(text: string): KeyObject {
  const seed = readSecret(text);
  if (seed === undefined)
    throw new Error(
      'RECORDA_RECEIPT_KEY is not a key for receipts: it must be 32 random bytes in base64 or hexadecimal, for example from `openssl rand -base64 32`.',
    );
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
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
