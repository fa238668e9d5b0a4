/**
 * Seals rows of a user with a key of that user, so that destroying the key makes them unreadable wherever PostgreSQL has copies of them: in
 * its files, its WAL and base backups.
 *
 * A sealed image is an object of JSON, where a readable one is an array: the id of the key, the key of the owner if the row is a memory, and
 * the sealed text. In a sealed key of a row, each text is sealed by itself, and the same text always becomes the same, since rows are found
 * by their keys; an object with the id of the key comes last.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { SEALING } from '../../policy/lifecycle.ts';
import type { DataKey } from '../../ports/cold-storage.ts';
import { ALERT_NOTE, POOL_NOTE, UNCOUNTED_NOTE } from './schema.ts';

const CIPHER = 'aes-256-gcm';

export type RowKey = {
  readonly id: string;
  readonly images: Uint8Array;
  readonly keys: Uint8Array;
  readonly nonces: Uint8Array;
};

/** A row, as far as it is sealed. */
export type RowTexts = {
  readonly table: string;
  /** A JSON array. */
  readonly key: string;
  /** Is null if the row was deleted. */
  readonly image: string | null;
};

/** The commit of an erasure has these, which must be read once the key is gone: that there is an erasure, and what it changes in counts. */
const READABLE: readonly string[] = ['begun_erasures', ALERT_NOTE, POOL_NOTE, UNCOUNTED_NOTE];

/** The tables whose keys the server makes itself: ids and numbers without meaning, days, names of quotas. */
const PLAIN_KEYS: ReadonlySet<string> = new Set(
  'memories edges evidence accesses lives archived archive_objects outbox facts fact_events fact_words changes quotas samples'.split(
    ' ',
  ),
);

export function rowKey({ id, bytes }: DataKey): RowKey {
  const derived = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', bytes, new Uint8Array(), `recorda rows ${purpose}`, SEALING.keyBytes));
  return { id, images: derived('images'), keys: derived('keys'), nonces: derived('nonces') };
}

export const isSealable = (userId: string, table: string): boolean => userId !== '' && !READABLE.includes(table);

/** Tells whether anything of a row would be sealed. A deletion by a key without texts needs no key, so a user can be erased without one. */
export const hasTexts = ({ table, key, image }: RowTexts): boolean =>
  image !== null || (!PLAIN_KEYS.has(table) && (JSON.parse(key) as readonly unknown[]).some(isText));

/** Returns the row as PostgreSQL gets it. */
export function sealedRow<R extends RowTexts>(key: RowKey, row: R): R {
  const { table, image } = row;
  const stored = sealedKey(key, table, row.key);
  return { ...row, key: stored, image: image === null ? null : sealedImage(key, table, stored, image) };
}

/** Returns the row as it was before it was sealed; throws if another key sealed it, or if it was changed. */
export function openedRow<R extends RowTexts>(key: RowKey, row: R): R {
  const { table, image } = row;
  return {
    ...row,
    key: openedKey(key, row.key),
    image: image === null ? null : openedImage(key, table, row.key, image),
  };
}

/** Returns the id of the key that sealed a row; undefined if it is readable. */
export function keyIdOf({ key, image }: Pick<RowTexts, 'key' | 'image'>): string | undefined {
  return (SEALED_IMAGE.exec(image ?? '') ?? SEALED_KEY.exec(key))?.[1];
}

type Mark = { readonly sealed: string };
type SealedImage = Mark & { readonly owner?: string | undefined; readonly data: string };

const SEALED_IMAGE = /^\{"sealed":"([^"\\]+)"/;
/** No part of a readable key is an object. */
const SEALED_KEY = /,\{"sealed":"([^"\\]+)"\}\]$/;

function sealedImage(key: RowKey, table: string, stored: string, image: string): string {
  const data = encrypted(key.images, randomBytes(SEALING.nonceBytes), image, placeOf(table, stored));
  const owner = table === 'memories' ? ownerOf(key, image) : undefined;
  return JSON.stringify({ sealed: key.id, owner, data } satisfies SealedImage);
}

/** Returns the sealed key of a memory's owner, since PostgreSQL deletes the memories of an owner by that key. */
function ownerOf(key: RowKey, image: string): string | undefined {
  const [row] = JSON.parse(image) as readonly { readonly owner_no?: string }[];
  return row?.owner_no === undefined ? undefined : sealedKey(key, 'owners', row.owner_no);
}

function openedImage(key: RowKey, table: string, stored: string, image: string): string {
  if (!SEALED_IMAGE.test(image)) return image;
  return decrypted(key.images, (JSON.parse(image) as SealedImage).data, placeOf(table, stored));
}

/** Binds an image to its row: one that was put in the place of another does not open. */
const placeOf = (table: string, stored: string): string => JSON.stringify([table, stored]);

function sealedKey(key: RowKey, table: string, plain: string): string {
  if (PLAIN_KEYS.has(table)) return plain;
  const parts = JSON.parse(plain) as readonly unknown[];
  if (!parts.some(isText)) return plain;
  const stored = parts.map((part) => (isText(part) ? sealedText(key, part) : part));
  return JSON.stringify([...stored, { sealed: key.id } satisfies Mark]);
}

function openedKey(key: RowKey, stored: string): string {
  if (!SEALED_KEY.test(stored)) return stored;
  const parts = JSON.parse(stored) as readonly unknown[];
  return JSON.stringify(parts.slice(0, -1).map((part) => (isText(part) ? decrypted(key.keys, part, '') : part)));
}

const isText = (part: unknown): part is string => typeof part === 'string' && part !== '';

/** The nonce is made of the text, so that two texts have the same one only if they are the same. */
function sealedText(key: RowKey, text: string): string {
  const nonce = createHmac('sha256', key.nonces).update(text).digest().subarray(0, SEALING.nonceBytes);
  return encrypted(key.keys, nonce, text, '');
}

function encrypted(key: Uint8Array, nonce: Uint8Array, text: string, context: string): string {
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function decrypted(key: Uint8Array, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const end = bytes.length - SEALING.tagBytes;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, SEALING.nonceBytes)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(end));
  return Buffer.concat([decipher.update(bytes.subarray(SEALING.nonceBytes, end)), decipher.final()]).toString('utf8');
}
