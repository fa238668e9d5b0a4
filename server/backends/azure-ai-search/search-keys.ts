/** The keys that distinguish documents in the index. */
import { createHash } from 'node:crypto';
import type { Scope } from '../../domain/memory.ts';

export type Owner = Pick<Scope, 'tenant' | 'userId'>;

/** Identifiers may contain anything, and are compared byte for byte; keys of the index consist of letters, digits, - and _. */
function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Returns a user's key in the index, by which filters distinguish users. */
export function ownerDigest({ tenant, userId }: Owner): string {
  return digest(tenant, userId);
}

/** Returns the key of a memory's document. It must not begin with an underscore. */
export function documentKey({ tenant, userId }: Owner, id: string): string {
  return `m${digest(tenant, userId, id)}`;
}

/** Returns the name of the field with an embedder's vectors. */
export function vectorField(embedder: string): string {
  return `vector_${createHash('sha1').update(embedder).digest('hex')}`;
}

/**
 * Returns the order of ids as numbers, since the index does not compare texts: 12, 12 and 8 hexadecimal digits, which doubles hold
 * exactly. An id is a prefix that is the same for all of a type, and 32 such digits.
 */
export function idNumbers(id: string): readonly [head: number, middle: number, tail: number] {
  const [, head, middle, tail] = /([0-9a-f]{12})([0-9a-f]{12})([0-9a-f]{8})$/.exec(id) ?? [];
  return [Number(`0x${head}`), Number(`0x${middle}`), Number(`0x${tail}`)];
}
