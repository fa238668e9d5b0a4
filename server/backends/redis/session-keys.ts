/** Where things lie in Redis. All of a user's keys share a hash tag, so that a cluster keeps them on one node. */
import { createHash } from 'node:crypto';
import type { Scope } from '../../domain/memory.ts';
import { REDIS } from '../../policy/redis.ts';

/** Identifiers may hold anything, and are told apart byte for byte. */
function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Of a scope: which session, as messages remember it. */
export function sessionDigest({ sessionId }: Pick<Scope, 'sessionId'>): string {
  return digest(sessionId);
}

export function keysOf({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>) {
  const user = `${REDIS.prefix}:{${digest(tenant, userId)}}`;
  return {
    /** HASH: revision, count, bytes, expiry. */
    session: (session: string): string => `${user}:session:${session}`,
    /** LIST, the oldest first: what each message is told by, see MessageEntry. */
    messages: (session: string): string => `${user}:messages:${session}`,
    /** HASH: one message. */
    message: (id: string): string => `${user}:message:${id}`,
    /** STRING: what became of a request. */
    request: (id: string): string => `${user}:request:${digest(id)}`,
    /** STRING: that a commit was applied. */
    commit: (id: string): string => `${user}:commit:${id}`,
  };
}

export type UserKeys = ReturnType<typeof keysOf>;
