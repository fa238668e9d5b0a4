/** Checks whether a Redis answers, and returns its version. */
import { statement, type Statement } from '../../domain/check-statements.ts';
import { connectRedis, type RedisAddress } from './connect-redis.ts';

const silent = { error() {}, warn() {}, info() {} };

/** Describes the server. Also reports if it may lose acknowledged writes, or evicts keys when it is full: then it is no store. */
export async function checkRedis(address: RedisAddress): Promise<readonly Statement[]> {
  const redis = await connectRedis(address, silent);
  try {
    const about = await redis.info();
    const of = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(about)?.[1] ?? '?';
    const policy = of('maxmemory_policy');
    return [
      statement('ANSWERS', { product: 'Redis', version: `${of('redis_version')} ${of('redis_mode')}` }),
      ...(of('aof_enabled') === '1' ? [] : [statement('LOSES_LATEST', {})]),
      ...(['noeviction', '?'].includes(policy) ? [] : [statement('DROPS_WHEN_FULL', { policy })]),
    ];
  } finally {
    redis.disconnect();
  }
}
