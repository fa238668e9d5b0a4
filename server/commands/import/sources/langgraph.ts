import { createHash } from 'node:crypto';
import { z } from 'zod';
import { COLLECTION, isKey, pathOf } from '../../../../client/langgraph-paths.ts';
import type { JsonObject } from '../../../domain/payloads.ts';
import { memoryLine, timeMs } from '../lines.ts';
import type { Source } from '../source.ts';

const time = z.string().nullish();
const item = z
  .looseObject({
    namespace: z.array(z.string().min(1)).min(1).nullish(),
    prefix: z.string().min(1).nullish(),
    key: z.string(),
    value: z.record(z.string(), z.unknown()),
    created_at: time,
    createdAt: time,
    updated_at: time,
    updatedAt: time,
  })
  .refine(({ namespace, prefix }) => Boolean(namespace ?? prefix), { path: ['namespace'], error: 'is missing' });

/**
 * Reads items as LangGraph's clients give them: in Python with underscores, in TypeScript with capitals, or
 * as rows of its table in Postgres, where dots join the namespace. They become the documents that the
 * client's adapter reads.
 */
export const langgraph: Source = {
  meaning: 'An array, an object of items or JSON Lines of items from LangGraph',
  files: ['items.json', 'items.jsonl'],
  records: { array: ['$.*'], object: ['$.items.*'], linesUnless: 'items' },
  convert({ value: record }, origin) {
    const { namespace, prefix, key, value, ...times } = item.parse(record);
    const path = pathOf(namespace ?? prefix!.split('.'), key);
    const data = { value: value as JsonObject, ...(!isKey(path) && { path }) };
    const updated = times.updated_at ?? times.updatedAt;
    const line = memoryLine(origin, {
      sourceId: path,
      payload: { type: 'STRUCTURED', collection: COLLECTION, key: isKey(path) ? path : digestOf(path), data },
      createTimeMs: timeMs(times.created_at ?? times.createdAt),
      metadata: updated ? { updated_at: updated } : {},
    });
    return { lines: [line] };
  },
};

const digestOf = (path: string): string => createHash('sha256').update(path).digest('base64url');
