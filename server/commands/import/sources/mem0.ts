import { z } from 'zod';
import { memoryLine, timeMs } from '../lines.ts';
import type { Source } from '../source.ts';

const name = z.string().nullish();
const memory = z.looseObject({
  id: z.string(),
  memory: z.string(),
  agent_id: name,
  run_id: name,
  categories: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  created_at: name,
});

/** `get_all` of the library answers {results}, that of the platform and older versions an array. */
export const mem0: Source = {
  meaning: 'An answer of get_all of mem0',
  files: ['memories.json'],
  records: { array: ['$.*'], object: ['$.results.*'] },
  convert({ value }, origin) {
    const { id, memory: content, agent_id, run_id, categories, metadata, created_at } = memory.parse(value);
    const line = memoryLine(origin, {
      sourceId: id,
      payload: { type: 'LONG_TERM', content, speaker: '' },
      createTimeMs: timeMs(created_at),
      agentId: agent_id ?? '',
      sessionId: run_id ?? '',
      metadata: { ...metadata, ...(categories?.length ? { categories } : {}) },
    });
    return { lines: [line] };
  },
};
