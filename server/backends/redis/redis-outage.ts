/** Which of ioredis's failures mean that Redis is away. */
import { RecordaError } from '../../domain/errors.ts';
import { breaker, type Breaker } from '../breaker.ts';
import type { RedisClient, RedisLog } from './connect-redis.ts';

/** Answers of a Redis that is there but cannot serve. */
const CANNOT_SERVE = /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|OOM|TRYAGAIN|MISCONF|NOREPLICAS)/;

/** Whether Redis did not answer, as opposed to refusing what it was asked. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof RecordaError) return false;
  // ioredis names the answers of Redis itself ReplyError; all else it throws is of the connection.
  return error.name === 'ReplyError' ? CANNOT_SERVE.test(error.message) : !(error instanceof TypeError);
}

export function redisBreaker(redis: RedisClient, log: RedisLog, name = 'Redis'): Breaker {
  const one = breaker({ name, ping: () => redis.ping(), isUnavailable, log });
  redis.on('ready', () => void one.ask());
  return one;
}

export type Attempt = Breaker['run'];
