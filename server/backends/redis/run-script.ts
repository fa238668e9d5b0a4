/** Scripts that run inside Redis: everything that must read or write atomically. */
import { createHash } from 'node:crypto';
import type { RedisClient } from './connect-redis.ts';

export type Script = { readonly text: string; readonly sha: string };

export const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/** Runs a script by its digest, and sends Redis its text if Redis does not know it. */
export async function runScript(
  redis: RedisClient,
  { text, sha }: Script,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[] = [],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(text, keys.length, ...keys, ...args);
  }
}
