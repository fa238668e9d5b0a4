/** Erases a user's memories of one name, together with the counters. */
import { Cluster, type Redis } from 'ioredis';
import type { UserKey } from '../../domain/accounts.ts';
import { REDIS } from '../../policy/backends.ts';
import type { CallContext } from '../../ports/stores.ts';
import type { RedisName } from './account.ts';
import { ACCOUNT } from './account-scripts.ts';
import type { CounterReconciliation } from './counter-reconciliation.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import type { Attempt } from './redis-outage.ts';
import { keysOf, userTag } from './redis-keys.ts';
import { runScript, script } from './run-script.ts';
import { rewriteHistory } from './rewrite-history.ts';

/**
 * KEYS: owners, sums, ends, then the keys to delete. ARGV: the prefix of the name's fields among the owners, for how long the revision of
 * empty sums is kept. Readers see all of it or nothing. Returns the user's balance.
 */
const ERASE = script(`${ACCOUNT}
for i = 4, #KEYS do redis.call('UNLINK', KEYS[i]) end
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, #ARGV[1]) == ARGV[1] then account(KEYS[1], KEYS[2], KEYS[3], field, '', '') end
end
return balance(KEYS[2], KEYS[3], ARGV[2])`);

export type EraseParts = {
  readonly redis: RedisClient;
  readonly attempt: Attempt;
  readonly reconciliation: CounterReconciliation;
  readonly log: RedisLog;
};

/** Erases; `kinds` are the prefixes of keys to delete. */
export async function eraseOfUser(
  { redis, attempt, reconciliation, log }: EraseParts,
  whose: UserKey,
  name: RedisName,
  kinds: readonly string[],
  { signal }: CallContext,
): Promise<void> {
  const { owners, sums, ends } = keysOf(whose);
  const find = async (): Promise<readonly string[]> => {
    const keys = await attempt(() => keysOfUser(redis, whose), signal);
    return keys.filter((key) => kinds.some((kind) => key.startsWith(kind)));
  };
  // Keys that another server writes meanwhile are found by the next scan.
  let keys = await find();
  do {
    const gone = [owners, sums, ends, ...keys];
    const apply = () => runScript(redis, ERASE, gone, [`${name} `, REDIS.revisionMs]);
    await reconciliation.written(whose, signal, {
      inTurn: (work) => work(),
      decide: async () => ({ answer: undefined, apply }),
    });
    keys = await find();
  } while (keys.length > 0);
  await rewriteHistory(redis, log);
}

/**
 * Finds every key of one user. They share a hash tag, so that they are on one node and one command may delete them all. Scans the keys of
 * every node, a few at a time, so that it does not block Redis.
 */
async function keysOfUser(redis: RedisClient, whose: UserKey): Promise<readonly string[]> {
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
