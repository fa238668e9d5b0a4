/** The stored form of content: text, or compressed by zlib if that is smaller. */
import { promisify } from 'node:util';
import { deflate, deflateSync, inflateSync } from 'node:zlib';
import type { MemoryRecord } from '../domain/memory.ts';
import { COMPRESS_OVER_BYTES } from '../policy/limits.ts';

/** A string is stored as it is; bytes are zlib's. */
export type StoredText = { readonly body: string | Uint8Array; readonly bytes: number };

const deflateInPool = promisify(deflate);

/** Compresses a text off the calling thread. */
export async function storedText(text: string): Promise<StoredText> {
  const bytes = Buffer.byteLength(text);
  return bytes <= COMPRESS_OVER_BYTES ? { body: text, bytes } : smaller(text, bytes, await deflateInPool(text));
}

/** Compresses a text on the calling thread, if it is only known there. */
export function storedTextNow(text: string): StoredText {
  const bytes = Buffer.byteLength(text);
  return bytes <= COMPRESS_OVER_BYTES ? { body: text, bytes } : smaller(text, bytes, deflateSync(text));
}

function smaller(text: string, bytes: number, deflated: Buffer): StoredText {
  // The bytes are copied: zlib's buffer is a piece of a larger one, and a message to another thread would carry all of that.
  return deflated.byteLength < bytes
    ? { body: new Uint8Array(deflated), bytes: deflated.byteLength }
    : { body: text, bytes };
}

/** Returns the fields of a record on how its content is stored. */
export function storedForm({ body, bytes }: StoredText): Pick<MemoryRecord, 'storedBytes' | 'isCompressed'> {
  return { storedBytes: bytes, isCompressed: typeof body !== 'string' };
}

export function readText(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : inflateSync(body).toString();
}
