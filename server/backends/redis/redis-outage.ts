/** Keeps whether Redis answers. */
import { breaker, type Breaker, type BreakerOptions } from '../breaker.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';
import { isUnavailable } from './redis-errors.ts';

export function redisBreaker(
  redis: RedisClient,
  log: RedisLog,
  { name = 'Redis', isThereAtFirst }: Partial<Pick<BreakerOptions, 'name' | 'isThereAtFirst'>> = {},
): Breaker {
  const one = breaker({ name, ping: () => redis.ping(), isThereAtFirst, isUnavailable, log });
  redis.on('ready', () => void one.ask());
  return one;
}

export type Attempt = Breaker['run'];
