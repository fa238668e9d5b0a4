/** The settings of the memory that can be kept in Redis, where several servers can share it. */
import { z } from 'zod';
import type { RedisAddress } from '../backends/redis/connect-redis.ts';
import { OWN, SAME_ADDRESS, setting, settingArea, type ValuesOf } from './setting.ts';

const redisUrl = z
  .string()
  .refine(isRedisUrl, 'must be like redis://user:password@host:6379/0 or redis-cluster://host:6379,host:6380');

function isRedisUrl(text: string): boolean {
  return /^rediss?(-cluster)?:\/\/([^@/\s]*@)?[^@/\s]+(\/\d*)?$/.test(text);
}

const REDIS_SETTINGS = {
  shortTerm: setting({
    env: 'RECORDA_SHORT_TERM',
    // There is no flag, since the address may contain a password.
    flag: undefined,
    isSecret: true,
    meaning:
      'Address of short-term memory: redis://host:port/db, rediss:// with TLS, or redis-cluster://host:port,host:port; if not set, the data folder',
    byDefault: undefined,
    schema: redisUrl,
    shared: SAME_ADDRESS,
  }),
  working: setting({
    env: 'RECORDA_WORKING',
    flag: undefined,
    isSecret: true,
    meaning: 'Address of working memory, written like RECORDA_SHORT_TERM; if not set, the memory of this server',
    byDefault: undefined,
    schema: redisUrl,
    shared: {
      is: 'NEEDED',
      compared: 'ADDRESS',
      why: 'working memory in the memory of one server could not be read at the others. Name a Redis that all servers reach',
    },
  }),
  cache: setting({
    env: 'RECORDA_CACHE',
    flag: undefined,
    isSecret: true,
    meaning:
      'Cache that several servers share, for embeddings of remote embedders and for reusable answers, written like RECORDA_SHORT_TERM; if not set, each server has its own',
    byDefault: undefined,
    schema: redisUrl,
    shared: SAME_ADDRESS,
  }),
  redisCaFile: setting({
    env: 'RECORDA_REDIS_CA_FILE',
    flag: '--redis-ca-file <path>',
    meaning: 'File of the certificates (PEM) that are trusted for rediss://; if not set, those that Node trusts',
    byDefault: undefined,
    schema: z.string(),
    shared: OWN,
  }),
} as const;

export type RedisConfig = {
  /** The place of short-term memory; if absent, the data folder. */
  readonly shortTerm: RedisAddress | undefined;
  /** The place of working memory; if absent, the memory of this process. */
  readonly working: RedisAddress | undefined;
  /** The cache of embeddings and answers that several servers share; if absent, each has its own. */
  readonly cache: RedisAddress | undefined;
};

function redisConfig(values: ValuesOf<typeof REDIS_SETTINGS>): RedisConfig {
  const { shortTerm, working, cache, redisCaFile: caFile } = values;
  const cursorOf = (url: string | undefined): RedisAddress | undefined =>
    url === undefined ? undefined : { url, caFile };
  return { shortTerm: cursorOf(shortTerm), working: cursorOf(working), cache: cursorOf(cache) };
}

export const redisArea = settingArea(REDIS_SETTINGS, redisConfig);
