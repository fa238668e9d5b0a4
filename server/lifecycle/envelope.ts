/**
 * Compresses users' data and seals them in frames, so that they can be streamed and yet no byte is read before it was verified. Each
 * object has a key of its own, derived from the user's key, a salt and its name, and the last frame is marked as the last. An object
 * that was changed, cut short, recombined or renamed is therefore refused.
 *
 *   RCS1 · salt (32) · frames of: length (4, little endian) · ciphertext · tag (16)
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gunzip, type Gzip } from 'node:zlib';
import { coldObjectDamaged } from '../domain/errors.ts';
import { SEALING } from '../policy/lifecycle.ts';

const MAGIC = Buffer.from('RCS1');
const CIPHER = 'aes-256-gcm';
const PURPOSE = 'recorda sealed object ';
const LENGTH_BYTES = 4;

/** Seals a stream under a name. */
export async function* sealed(
  key: Uint8Array,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const salt = randomBytes(SEALING.saltBytes);
  yield Buffer.concat([MAGIC, salt]);
  const objectKey = keyOf(key, salt, name);
  let number = 0;
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of through(chunks, createGzip({ level: SEALING.compressionLevel }))) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    for (; waiting.length > SEALING.frameBytes; waiting = waiting.subarray(SEALING.frameBytes)) {
      yield frame(objectKey, number, false, waiting.subarray(0, SEALING.frameBytes));
      number += 1;
    }
  }
  yield frame(objectKey, number, true, waiting);
}

/** A key, or keys of which one opens the object, in the order in which they are tried. */
type KeyOrKeys = Uint8Array | AsyncIterable<Uint8Array>;

/** Opens what was sealed under this name. Throws COLD_OBJECT_DAMAGED. */
export async function* unsealed(
  key: KeyOrKeys,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* through(frames(key, name, chunks), createGunzip());
  } catch (error) {
    // If zlib rejects bytes that were sealed here, they must have been changed.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) throw coldObjectDamaged(name);
    throw error;
  }
}

async function* frames(
  key: KeyOrKeys,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  let salt: Uint8Array | undefined;
  let objectKey: Uint8Array | undefined;
  let number = 0;
  let waiting: Buffer = Buffer.alloc(0);
  const most = SEALING.frameBytes + SEALING.tagBytes;
  const take = (length: number): Buffer => {
    const taken = waiting.subarray(0, length);
    waiting = waiting.subarray(length);
    return taken;
  };
  for await (const chunk of chunks) {
    waiting = waiting.length === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk]);
    if (salt === undefined) {
      if (waiting.length < MAGIC.length + SEALING.saltBytes) continue;
      if (!take(MAGIC.length).equals(MAGIC)) throw coldObjectDamaged(name);
      salt = take(SEALING.saltBytes);
    }
    // One frame is held back: it may be the last, which only the end of the stream shows.
    for (let length = frameLength(waiting, most, name); waiting.length > LENGTH_BYTES + length;) {
      take(LENGTH_BYTES);
      const bytes = take(length);
      objectKey ??= await openingKey(key, salt, name, false, bytes);
      yield opened(objectKey, number, false, bytes, name);
      number += 1;
      length = frameLength(waiting, most, name);
    }
  }
  const length = frameLength(waiting, most, name);
  if (salt === undefined || waiting.length !== LENGTH_BYTES + length) throw coldObjectDamaged(name);
  const bytes = waiting.subarray(LENGTH_BYTES);
  objectKey ??= await openingKey(key, salt, name, true, bytes);
  yield opened(objectKey, number, true, bytes, name);
}

/** Finds the key of the object, which opens its first frame. */
async function openingKey(
  key: KeyOrKeys,
  salt: Uint8Array,
  name: string,
  isLast: boolean,
  frame: Buffer,
): Promise<Uint8Array> {
  if (key instanceof Uint8Array) return keyOf(key, salt, name);
  for await (const one of key) {
    const objectKey = keyOf(one, salt, name);
    if (decrypted(objectKey, 0, isLast, frame) !== undefined) return objectKey;
  }
  throw coldObjectDamaged(name);
}

/** Returns the length of the next frame; a larger number than can be waiting if its length has not arrived yet. */
function frameLength(waiting: Buffer, most: number, name: string): number {
  if (waiting.length < LENGTH_BYTES) return most;
  const length = waiting.readUInt32LE(0);
  if (length < SEALING.tagBytes || length > most) throw coldObjectDamaged(name);
  return length;
}

function keyOf(key: Uint8Array, salt: Uint8Array, name: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, PURPOSE + name, SEALING.keyBytes));
}

function frame(key: Uint8Array, number: number, isLast: boolean, text: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast));
  const sealedText = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(sealedText.length);
  return Buffer.concat([length, sealedText]);
}

function opened(key: Uint8Array, number: number, isLast: boolean, bytes: Buffer, name: string): Buffer {
  const text = decrypted(key, number, isLast, bytes);
  if (text === undefined) throw coldObjectDamaged(name);
  return text;
}

/** Returns undefined if another key encrypted the frame, or if it was changed. */
function decrypted(key: Uint8Array, number: number, isLast: boolean, bytes: Buffer): Buffer | undefined {
  const end = bytes.length - SEALING.tagBytes;
  const decipher = createDecipheriv(CIPHER, key, nonceOf(number, isLast));
  decipher.setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Never repeats a nonce for one key, since each object has a key of its own. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(SEALING.nonceBytes);
  nonce.writeUInt32LE(number, 0);
  nonce[SEALING.nonceBytes - 1] = isLast ? 1 : 0;
  return nonce;
}

/** If the source fails, so does the result; if reading stops, the source ends. */
async function* through(chunks: AsyncIterable<Uint8Array>, transform: Gzip | Gunzip): AsyncGenerator<Buffer, void> {
  const flow = pipeline(chunks, transform);
  // The reader below gets the same error.
  flow.catch(() => undefined);
  for await (const chunk of transform) yield chunk as Buffer;
}
