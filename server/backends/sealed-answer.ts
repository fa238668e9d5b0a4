/**
 * Seals the answers of applied requests so that only the same request can open them: the key is derived from the request's body, and only
 * a digest of that key is stored of the body. So an answer may outlive the memory that it shows without its content being readable in any
 * file.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { RequestId } from '../domain/intents.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const digest = (purpose: string, text: string): Buffer => createHash('sha256').update(`${purpose}\0${text}`).digest();

/** Returns the request as it is stored: neither its body nor the key of its answer can be read from it. */
export function storedRequest({ id, bodyHash }: RequestId): RequestId {
  return { id, bodyHash: digest('stored', bodyHash).toString('base64url') };
}

export function sealAnswer({ bodyHash }: RequestId, answer: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, digest('key', bodyHash), iv);
  return Buffer.concat([iv, cipher.update(deflateSync(answer)), cipher.final(), cipher.getAuthTag()]);
}

/** Opens an answer. Throws if another request sealed it. */
export function openAnswer({ bodyHash }: RequestId, sealed: Uint8Array): string {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, digest('key', bodyHash), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(end));
  return inflateSync(Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()])).toString();
}
