/** Names of objects in cold storage. */
import { createHash } from 'node:crypto';
import { COLD } from '../policy/lifecycle.ts';

const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** The same name. Throws where it is none, so that no object lies elsewhere than where its name says, on any store: names are ours. */
export function coldName(name: string): string {
  if (name.length > COLD.nameLength || !NAME.test(name))
    throw new Error('That is no name of an object in cold storage.');
  return name;
}

/** Where what is kept of a user lies: names of objects hold no ids of users. */
export function coldPartition(owner: { readonly tenant: string; readonly userId: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([owner.tenant, owner.userId]))
    .digest('hex');
}
