/**
 * Page tokens: a cursor into a listing, sealed with a digest of the cursor and of its request. A token that was altered, or that is
 * sent with another request, is refused. The seal guards against mistakes and is no secret: a token can only name a cursor into the
 * caller's own listing.
 */
import { createHash } from 'node:crypto';
import type { ListCursor } from './intents.ts';
import { areSortKeys } from './list-order.ts';
import { fieldErrors } from './errors.ts';

const SEAL_BYTES = 9;

/** `request` contains everything that must not change between pages. */
export function encodePageToken(cursor: ListCursor, request: readonly string[]): string {
  const text = JSON.stringify([cursor.createTimeMs, cursor.id, ...(cursor.keys === undefined ? [] : [cursor.keys])]);
  return Buffer.concat([seal(text, request), Buffer.from(text)]).toString('base64url');
}

/** Returns the cursor, or undefined for the first page. Throws PAGE_TOKEN_INVALID naming `page_token`. */
export function decodePageToken(token: string, request: readonly string[]): ListCursor | undefined {
  if (token === '') return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(SEAL_BYTES).toString();
  const genuine = bytes.toString('base64url') === token && seal(text, request).equals(bytes.subarray(0, SEAL_BYTES));
  const cursor = genuine ? cursorIn(text) : undefined;
  if (cursor === undefined) {
    const description =
      'is not the next_page_token of this very request. Send the token as it was given, with every other field unchanged, or none to start again.';
    throw fieldErrors([{ field: 'page_token', description }], 'PAGE_TOKEN_INVALID');
  }
  return cursor;
}

/** Parses a cursor with care, since anybody who knows how tokens are sealed can seal any text. */
function cursorIn(text: string): ListCursor | undefined {
  try {
    const [createTimeMs, id, keys] = JSON.parse(text) as readonly unknown[];
    if (!Number.isSafeInteger(createTimeMs) || typeof id !== 'string') return undefined;
    const cursor = { createTimeMs: createTimeMs as number, id };
    if (keys === undefined) return cursor;
    return areSortKeys(keys) ? { ...cursor, keys } : undefined;
  } catch {
    return undefined;
  }
}

function seal(text: string, request: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([text, ...request]))
    .digest()
    .subarray(0, SEAL_BYTES);
}
