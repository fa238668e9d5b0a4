/** Redis is down for a while: it crashed, or it runs and does not answer. */
import { describeOutage } from './outage.ts';
import { startRedis, type StoppableRedis } from './redis-process.ts';

let redis: StoppableRedis;
const ofRedis = {
  types: ['working', 'short_term'],
  env: () => ({ RECORDA_SHORT_TERM: redis.url, RECORDA_WORKING: redis.url }),
  start: async () => {
    redis = await startRedis({ isKept: true });
  },
  stop: () => redis.stop(),
} as const;

describeOutage('A Redis that crashed', { ...ofRedis, away: () => redis.crash(), back: () => redis.restart() });
describeOutage('A Redis that hangs', { ...ofRedis, away: () => redis.hang(), back: () => redis.wake() });
