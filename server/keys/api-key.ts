/**
 * An API key is `rk_<id>_<secret>`. Only a hash of the secret is kept. The secret is 256 random bits, so a plain SHA-256 is as
 * good as a slow hash, and each call can afford it.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KEY_ID_BYTES, SECRET_BYTES } from '../policy/serving.ts';

/** The id is hexadecimal, the secret base64url, which may itself contain a `_`. */
const KEY = /^rk_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/;

export type NewKey = { readonly id: string; readonly hash: string; readonly text: string };

/** `text` is all that its holder gets, and is not kept anywhere. */
export function newKey(): NewKey {
  const id = randomBytes(KEY_ID_BYTES).toString('hex');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { id, hash: hashOf(secret).toString('hex'), text: `rk_${id}_${secret}` };
}

/** Returns undefined if the text is not a key. */
export function readKey(text: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = KEY.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/** Compares in constant time. `hash` is hexadecimal. */
export function isSecretOf(hash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hash, 'hex'), hashOf(secret));
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
