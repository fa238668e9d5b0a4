/**
 * Has Redis write its files again after an erasure, since they hold erased data until then: the append-only file, which is a history, and
 * the last snapshot.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import { REDIS } from '../../policy/backends.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';

/** If Redis does not allow the request, or does not finish, the log says so: then it is up to the operator. */
export async function rewriteHistory(redis: RedisClient, log: RedisLog): Promise<void> {
  const nodes: readonly Redis[] = redis instanceof Cluster ? redis.nodes('master') : [redis];
  for (const node of nodes) {
    try {
      if ((await state(node)).includes('aof_enabled:1')) await rewrite(node, () => node.bgrewriteaof(), 'aof_rewrite');
      if (await takesSnapshots(node)) await rewrite(node, () => node.bgsave(), 'rdb_bgsave');
    } catch (error) {
      log.warn(
        { error: (error as Error).message },
        'Redis: its files on disk were not rewritten after an erasure; run BGREWRITEAOF and BGSAVE',
      );
    }
  }
}

function state(node: Redis): Promise<string> {
  return node.info('persistence');
}

async function takesSnapshots(node: Redis): Promise<boolean> {
  const [, schedule = ''] = await node.config('GET', 'save');
  return schedule !== '';
}

/** A rewrite that began before the erasure does not include it: it is waited for, and another one is started. */
async function rewrite(node: Redis, begin: () => Promise<unknown>, name: 'aof_rewrite' | 'rdb_bgsave'): Promise<void> {
  await untilIdle(node, name);
  await begin();
  await untilIdle(node, name);
}

async function untilIdle(node: Redis, name: string): Promise<void> {
  for (let look = 0; look < REDIS.rewriteLooks; look += 1) {
    const text = await state(node);
    if (!new RegExp(`${name}_(in_progress|scheduled):1`).test(text)) return;
    await sleep(REDIS.rewriteLookMs);
  }
  throw new Error('it did not finish in time');
}
