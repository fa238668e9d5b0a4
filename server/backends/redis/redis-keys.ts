/** Where things lie in Redis. All of a user's keys share a hash tag, so that a cluster keeps them on one node; so do a tenant's. */
import { createHash } from 'node:crypto';
import type { UserKey } from '../../domain/accounts.ts';
import type { Scope } from '../../domain/memory.ts';
import { REDIS } from '../../policy/backends.ts';

/** Identifiers may hold anything, and are compared byte for byte. */
export function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The session of a scope, as messages store it. */
export function sessionDigest({ sessionId }: Pick<Scope, 'sessionId'>): string {
  return digest(sessionId);
}

/** Every tenant that has anything: SET of their names. */
export const TENANTS = `${REDIS.prefix}:tenants`;

/** Every key of a user begins with it. */
export function userTag({ tenant, userId }: UserKey): string {
  return `${REDIS.prefix}:{${digest(tenant, userId)}}`;
}

export function keysOf(whose: UserKey) {
  const user = userTag(whose);
  return {
    /** HASH: revision, count, bytes, expiry. */
    session: (session: string): string => `${user}:session:${session}`,
    /** LIST, in the order in which they came: what distinguishes each message, see MessageEntry. */
    messages: (session: string): string => `${user}:messages:${session}`,
    /** HASH: one message. */
    message: (id: string): string => `${user}:message:${id}`,
    /** HASH, of an agent: revision of its working memory, and how many uses were made of it. */
    working: (agent: string): string => `${user}:working:${agent}`,
    /** HASH, of an agent: by a digest of namespace, task and key, the id of the entry that has it. */
    places: (agent: string): string => `${user}:places:${agent}`,
    /** ZSET, of an agent: ids of entries by the number of their last use. */
    uses: (agent: string): string => `${user}:uses:${agent}`,
    /** HASH: entries of working memory by their ids, of all agents. */
    entries: `${user}:entries`,
    /** HASH: how often each entry was read or found, and when last. */
    accesses: `${user}:accesses`,
    /** HASH, of an entry: its value at the time of requests that do not bring it again. */
    values: (id: string): string => `${user}:values:${id}`,
    /** HASH: what each session and agent has, see Account. */
    owners: `${user}:owners`,
    /** HASH: the sums of them, and a revision. */
    sums: `${user}:sums`,
    /** ZSET: owners by when they end. */
    ends: `${user}:ends`,
    /** STRING: what became of a request. */
    request: (id: string): string => `${user}:request:${digest(id)}`,
    /** How the keys of requests begin. */
    requests: `${user}:request:`,
    /** Answers that may be given again, by fields of namespace, locale and question. */
    responses: {
      /** HASH: the answers. */
      answers: `${user}:answers`,
      /** HASH: the vectors of questions. */
      vectors: `${user}:questions`,
      /** HASH: the facts that each rests on, '*' for all. */
      rests: `${user}:rests`,
      /** ZSET: by when they were stored. */
      order: `${user}:answered`,
      /** ZSET: facts that hold no more, for a while. */
      closed: `${user}:closed`,
    },
    /** STRING: that a commit was applied. */
    commit: (id: string): string => `${user}:commit:${id}`,
  };
}

export type UserKeys = ReturnType<typeof keysOf>;

/** The key of an index in this process, by what it holds; all keys of a user begin with that of ''. */
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
    /** ZSET: users that have anything, all of one score: by their bytes. */
    users: `${own}:users`,
    /** ZSET: 'u' and users, by when the first of their owners ends; '#' and digests of users who have nothing, until they are forgotten. */
    ends: `${own}:ends`,
    /** ZSET: writes that have begun and are not reported yet, by when they began. */
    marks: `${own}:marks`,
  };
}
