/** The keys in Redis. All of a user's keys share a hash tag, so that a cluster keeps them on one node; so do a tenant's. */
import { createHash } from 'node:crypto';
import type { UserKey } from '../../domain/accounts.ts';
import type { Scope } from '../../domain/memory.ts';
import { REDIS } from '../../policy/backends.ts';

/** Returns a digest, since identifiers may contain anything, and are compared byte for byte. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Returns the session of a scope, in the form that messages store. */
export function sessionDigest({ sessionId }: Pick<Scope, 'sessionId'>): string {
  return digest(sessionId);
}

/** SET: the names of all tenants that have anything. */
export const TENANTS = `${REDIS.prefix}:tenants`;

/** Returns the prefix of all keys of a user. */
export function userTag({ tenant, userId }: UserKey): string {
  return `${REDIS.prefix}:{${digest(tenant, userId)}}`;
}

export function keysOf(whose: UserKey) {
  const user = userTag(whose);
  return {
    /** HASH: revision, count, bytes, expiry. */
    session: (session: string): string => `${user}:session:${session}`,
    /** LIST, in order of arrival: the entry of each message, see MessageEntry. */
    messages: (session: string): string => `${user}:messages:${session}`,
    /** HASH: one message. */
    message: (id: string): string => `${user}:message:${id}`,
    /** HASH, of an agent: the revision of its working memory, and the number of its uses. */
    working: (agent: string): string => `${user}:working:${agent}`,
    /** HASH, of an agent: the id of the entry for a digest of namespace, task and key. */
    places: (agent: string): string => `${user}:places:${agent}`,
    /** ZSET, of an agent: the ids of entries by the number of their last use. */
    uses: (agent: string): string => `${user}:uses:${agent}`,
    /** HASH: the entries of working memory by their ids, for all agents. */
    entries: `${user}:entries`,
    /** HASH: how often each entry was read or found, and when it last was. */
    accesses: `${user}:accesses`,
    /** HASH, of an entry: its value at the time of requests that do not bring it again. */
    values: (id: string): string => `${user}:values:${id}`,
    /** HASH: the account of each session and agent, see Account. */
    owners: `${user}:owners`,
    /** HASH: the sums of the accounts, and a revision. */
    sums: `${user}:sums`,
    /** ZSET: owners by the time when they end. */
    ends: `${user}:ends`,
    /** STRING: the outcome of a request. */
    request: (id: string): string => `${user}:request:${digest(id)}`,
    /** The prefix of the keys of requests. */
    requests: `${user}:request:`,
    /** Cached answers, by fields of namespace, locale and question. */
    responses: {
      /** HASH: the answers. */
      answers: `${user}:answers`,
      /** HASH: the vectors of questions. */
      vectors: `${user}:questions`,
      /** HASH: the facts that each answer depends on, '*' for all. */
      rests: `${user}:rests`,
      /** ZSET: answers by the time when they were stored. */
      order: `${user}:answered`,
      /** ZSET: facts that no longer hold, kept for a while. */
      closed: `${user}:closed`,
    },
    /** STRING: exists once a commit was applied. */
    commit: (id: string): string => `${user}:commit:${id}`,
  };
}

export type UserKeys = ReturnType<typeof keysOf>;

/** Returns the key of an index in this process, by its contents; all keys of a user begin with that of ''. */
export function indexKey(whose: UserKey, contents: string): string {
  return `${userTag(whose)}:${contents}`;
}

export function tenantKeysOf(tenant: string) {
  const own = `${REDIS.prefix}:{${digest(tenant)}}`;
  return {
    /** HASH: the sums of all its users. */
    sums: `${own}:sums`,
    /** HASH: the last known sums of each user, by the digest of the id. */
    known: `${own}:known`,
    /** ZSET: users that have anything, all with one score, so ordered by their bytes. */
    users: `${own}:users`,
    /** ZSET: 'u' and users, by when the first of their owners ends; '#' and digests of users without memories, until they are forgotten. */
    ends: `${own}:ends`,
    /** ZSET: writes that have begun and are not reported yet, by when they began. */
    marks: `${own}:marks`,
  };
}
