/** Names of objects in cold storage. */
import { createHash } from 'node:crypto';
import { COLD } from '../policy/lifecycle.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * Returns the name unchanged. Throws if it is not a valid name, so that on every store an object lies exactly where its name says:
 * the server makes all names itself.
 */
export function coldName(name: string): string {
  if (name.length > COLD.nameLength || !NAME.test(name))
    throw new Error('That is not the name of an object in cold storage.');
  return name;
}

/** Returns the folder of a user's objects: their names contain no ids of users. */
export function coldPartition(owner: { readonly tenant: string; readonly userId: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([owner.tenant, owner.userId]))
    .digest('hex');
}
