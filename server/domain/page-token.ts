/**
 * Page tokens: a place in a listing, sealed with a digest of the place and of the request it belongs to. A token that was
 * altered, or that comes with another request, is refused. It is a seal against mistakes, not a secret: a token can only
 * name a place in the caller's own listing.
 */
import { createHash } from 'node:crypto';
import type { ListPlace } from './intents.ts';
import { areSortKeys } from './list-order.ts';
import { fieldErrors } from './errors.ts';

const SEAL_BYTES = 9;

/** `request` is whatever must not change between pages. */
export function encodePageToken(place: ListPlace, request: readonly string[]): string {
  const text = JSON.stringify([place.createTimeMs, place.id, ...(place.keys === undefined ? [] : [place.keys])]);
  return Buffer.concat([seal(text, request), Buffer.from(text)]).toString('base64url');
}

/** The place, or undefined for the first page. Throws PAGE_TOKEN_INVALID naming `page_token`. */
export function decodePageToken(token: string, request: readonly string[]): ListPlace | undefined {
  if (token === '') return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const text = bytes.subarray(SEAL_BYTES).toString();
  const genuine = bytes.toString('base64url') === token && seal(text, request).equals(bytes.subarray(0, SEAL_BYTES));
  const place = genuine ? placeIn(text) : undefined;
  if (place === undefined) {
    const description =
      'is not the next_page_token of this very request. Send the token as it was given, with every other field unchanged, or none to start again.';
    throw fieldErrors([{ field: 'page_token', description }], 'PAGE_TOKEN_INVALID');
  }
  return place;
}

/** Whoever knows how tokens are sealed can seal anything. */
function placeIn(text: string): ListPlace | undefined {
  try {
    const [createTimeMs, id, keys] = JSON.parse(text) as readonly unknown[];
    if (!Number.isSafeInteger(createTimeMs) || typeof id !== 'string') return undefined;
    const place = { createTimeMs: createTimeMs as number, id };
    if (keys === undefined) return place;
    return areSortKeys(keys) ? { ...place, keys } : undefined;
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
