import { z } from 'zod';
import { memoryLine, timeMs } from '../lines.ts';
import type { Source } from '../source.ts';

const name = z.string().nullish();
const memory = z.looseObject({
  id: z.string(),
  memory: z.string(),
  user_id: name,
  agent_id: name,
  run_id: name,
  categories: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  created_at: name,
  updated_at: name,
});

/** `get_all` returns {results} in the library, and an array on the platform and in older versions. */
export const mem0: Source = {
  meaning: 'An answer from get_all of mem0',
  hasUsers: true,
  files: ['memories.json'],
  records: { array: ['$.*'], object: ['$.results.*'] },
  convert({ value }, origin) {
    const {
      id,
      memory: content,
      user_id: user,
      agent_id,
      run_id,
      categories,
      metadata,
      ...times
    } = memory.parse(value);
    const { sourceUser } = origin;
    if (sourceUser !== undefined && (user ?? '') !== sourceUser)
      return { lines: [], skipped: { [user ? 'of another user' : 'of no user']: 1 } };
    const line = memoryLine(origin, {
      sourceId: id,
      payload: { type: 'LONG_TERM', content, speaker: '' },
      createTimeMs: timeMs(times.created_at),
      agentId: agent_id ?? '',
      sessionId: run_id ?? '',
      metadata: {
        ...metadata,
        ...(categories?.length ? { categories } : {}),
        ...(times.updated_at ? { updated_at: times.updated_at } : {}),
        ...(user ? { source_user: user } : {}),
      },
    });
    return { lines: [line], user: user || undefined };
  },
};
