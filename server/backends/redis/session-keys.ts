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

/** Every key of a user begins with it. */
export function userTag({ tenant, userId }: Pick<Scope, 'tenant' | 'userId'>): string {
  return `${REDIS.prefix}:{${digest(tenant, userId)}}`;
}

export function keysOf(whose: Pick<Scope, 'tenant' | 'userId'>) {
  const user = userTag(whose);
  return {
    /** HASH: revision, count, bytes, expiry. */
    session: (session: string): string => `${user}:session:${session}`,
    /** LIST, the oldest first: what each message is told by, see MessageEntry. */
    messages: (session: string): string => `${user}:messages:${session}`,
    /** HASH: one message. */
    message: (id: string): string => `${user}:message:${id}`,
    /** STRING: what became of a request. */
    request: (id: string): string => `${requestsOf(whose)}${digest(id)}`,
    /** STRING: that a commit was applied. */
    commit: (id: string): string => `${user}:commit:${id}`,
  };
}

/** How the keys of what is remembered of a user's requests begin. */
export function requestsOf(whose: Pick<Scope, 'tenant' | 'userId'>): string {
  return `${userTag(whose)}:request:`;
}

export type UserKeys = ReturnType<typeof keysOf>;
