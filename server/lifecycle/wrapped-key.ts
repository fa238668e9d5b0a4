/** Data keys are stored as JSON, encrypted by the master key. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { masterKeyMismatch } from '../domain/errors.ts';
import { SEALING } from '../policy/lifecycle.ts';
import type { DataKey } from '../ports/cold-storage.ts';

const CIPHER = 'aes-256-gcm';
const ID_BYTES = 12;

/** Bytes are base64. */
export type WrappedKey = { readonly id: string; readonly nonce: string; readonly key: string };

export function newDataKey(): DataKey {
  return { id: randomBytes(ID_BYTES).toString('hex'), bytes: randomBytes(SEALING.keyBytes) };
}

/** `context` names the purpose and the owner of the key: it is unwrapped with the same context only. */
export function wrapKey({ id, bytes }: DataKey, context: readonly string[], master: Uint8Array): WrappedKey {
  const nonce = randomBytes(SEALING.nonceBytes);
  const cipher = createCipheriv(CIPHER, master, nonce).setAAD(contextBytes(context, id));
  const key = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  return { id, nonce: nonce.toString('base64'), key: key.toString('base64') };
}

/** Throws MASTER_KEY_MISMATCH. */
export function unwrapKey({ id, nonce, key }: WrappedKey, context: readonly string[], master: Uint8Array): DataKey {
  const sealed = Buffer.from(key, 'base64');
  const end = sealed.length - SEALING.tagBytes;
  try {
    const decipher = createDecipheriv(CIPHER, master, Buffer.from(nonce, 'base64')).setAAD(contextBytes(context, id));
    decipher.setAuthTag(sealed.subarray(end));
    return { id, bytes: Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]) };
  } catch {
    throw masterKeyMismatch();
  }
}

function contextBytes(context: readonly string[], id: string): Buffer {
  return Buffer.from(JSON.stringify([...context, id]));
}
