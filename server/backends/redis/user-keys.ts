/** Finds every key of one user. They share a hash tag, so that they lie on one node and one command may take them all. */
import { Cluster, type Redis } from 'ioredis';
import type { UserKey } from '../../domain/accounts.ts';
import { REDIS } from '../../policy/backends.ts';
import type { RedisClient } from './connect-redis.ts';
import { userTag } from './redis-keys.ts';

/** Goes through the keys of every node, a few at a time, so that it holds nobody up. */
export async function keysOfUser(redis: RedisClient, whose: UserKey): Promise<readonly string[]> {
  const nodes: readonly Redis[] = redis instanceof Cluster ? redis.nodes('master') : [redis];
  const found = new Set<string>();
  for (const node of nodes) {
    let cursor = '0';
    do {
      const [next, keys] = await node.scan(cursor, 'MATCH', `${userTag(whose)}:*`, 'COUNT', REDIS.scannedKeys);
      for (const key of keys) found.add(key);
      cursor = next;
    } while (cursor !== '0');
  }
  return [...found];
}
