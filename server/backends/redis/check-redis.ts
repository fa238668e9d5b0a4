/** Checks whether a Redis answers, and returns its version. */
import { connectRedis, type RedisAddress } from './connect-redis.ts';

const silent = { error() {}, warn() {}, info() {} };

/** Describes the server. Also reports if it may lose acknowledged writes, or evicts keys when it is full: then it is no store. */
export async function checkRedis(address: RedisAddress): Promise<string> {
  const redis = await connectRedis(address, silent);
  try {
    const about = await redis.info();
    const of = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(about)?.[1] ?? '?';
    const warnings = [
      of('aof_enabled') === '1' ? '' : 'no append-only file: a restart loses the latest messages',
      ['noeviction', '?'].includes(of('maxmemory_policy')) ? '' : `${of('maxmemory_policy')}: it drops keys when full`,
    ].filter((warning) => warning !== '');
    return [`Redis ${of('redis_version')} ${of('redis_mode')}`, ...warnings].join('; ');
  } finally {
    redis.disconnect();
  }
}
