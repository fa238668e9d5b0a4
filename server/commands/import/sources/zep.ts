import { z } from 'zod';
import type { JsonObject } from '../../../domain/payloads.ts';
import { entityPayload, importedId, memoryLine, relationshipPayload, timeMs } from '../lines.ts';
import type { Source } from '../source.ts';

const text = z.string().nullish();
const node = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  labels: z.array(z.string()).nullish(),
  summary: text,
  attributes: z.record(z.string(), z.unknown()).nullish(),
  created_at: text,
  createdAt: text,
});
const edge = z
  .looseObject({
    uuid: z.string(),
    name: z.string(),
    fact: text,
    source_node_uuid: text,
    sourceNodeUuid: text,
    target_node_uuid: text,
    targetNodeUuid: text,
    valid_at: text,
    validAt: text,
    invalid_at: text,
    invalidAt: text,
    created_at: text,
    createdAt: text,
  })
  .refine((it) => typeof (it.source_node_uuid ?? it.sourceNodeUuid) === 'string', {
    path: ['source_node_uuid'],
    error: 'is missing',
  })
  .refine((it) => typeof (it.target_node_uuid ?? it.targetNodeUuid) === 'string', {
    path: ['target_node_uuid'],
    error: 'is missing',
  });

/** Zep gives every node this label in addition to that of its type. */
const GENERAL_LABEL = 'Entity';

/**
 * Reads nodes and edges as Zep's clients give them: in Python with underscores, in TypeScript with capitals. Nodes come
 * first.
 */
export const zep: Source = {
  meaning: 'An object of nodes and edges, each as returned by the clients of Zep,',
  files: ['graph.json'],
  records: { object: ['$.nodes.*', '$.edges.*'] },
  convert({ group, value }, origin) {
    if (group === 'nodes') {
      const { uuid, name, labels, summary, attributes, created_at, createdAt } = node.parse(value);
      const entityType = labels?.find((label) => label !== GENERAL_LABEL)?.toLowerCase() ?? 'thing';
      const payload = entityPayload(name, entityType, { ...attributes, ...(summary ? { summary } : {}) });
      return {
        lines: [memoryLine(origin, { sourceId: uuid, payload, createTimeMs: timeMs(created_at ?? createdAt) })],
      };
    }
    const it = edge.parse(value);
    const ends = {
      fromId: importedId('ENTITY', origin, it.source_node_uuid ?? it.sourceNodeUuid ?? ''),
      toId: importedId('ENTITY', origin, it.target_node_uuid ?? it.targetNodeUuid ?? ''),
    };
    const attributes: JsonObject = it.fact ? { fact: it.fact } : {};
    const [validFromMs, validToMs] = [timeMs(it.valid_at ?? it.validAt), timeMs(it.invalid_at ?? it.invalidAt)];
    const payload = {
      ...relationshipPayload(it.name.toLowerCase(), ends, attributes),
      ...(validFromMs !== undefined && { validFromMs }),
      ...(validToMs !== undefined && { validToMs }),
    };
    const createTimeMs = timeMs(it.created_at ?? it.createdAt);
    return { lines: [memoryLine(origin, { sourceId: it.uuid, payload, createTimeMs })] };
  },
};
