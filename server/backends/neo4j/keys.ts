/**
 * The keys of users and of their memories: identifiers may contain anything and are compared byte for byte, so their digests are stored.
 */
import { createHash } from 'node:crypto';
import { LIMITS } from '../../policy/limits.ts';
import type { UserKey } from '../../domain/accounts.ts';
import type { QuotaName } from '../../domain/memory.ts';

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

export function userKey({ tenant, userId }: UserKey): string {
  return digest(tenant, userId);
}

/** Returns the key of an owner with a quota of its own; `place` is the agent, or '' if it is the user's. */
export function ownerKey({ tenant, userId }: UserKey, name: QuotaName, place: string): string {
  return digest(tenant, userId, name, place);
}

export function requestKey({ tenant, userId }: UserKey, id: string): string {
  return digest(tenant, userId, 'request', id);
}

/** Returns the key for finding memories by name, since an index takes no long names. The caller compares the names themselves. */
export function nameKey(key: string): string {
  return Buffer.byteLength(key) > LIMITS.nameBytes * 2 ? digest(key) : key;
}

/** Returns a text that orders identifiers by their bytes. */
export function byteOrder(id: string): string {
  return Buffer.from(id).toString('hex');
}
