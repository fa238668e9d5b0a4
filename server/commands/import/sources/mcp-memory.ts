import { z } from 'zod';
import { entityPayload, importedId, memoryLine, relationshipPayload } from '../lines.ts';
import type { Source } from '../source.ts';

const line = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('entity'),
    name: z.string(),
    entityType: z.string(),
    observations: z.array(z.string()),
  }),
  z.looseObject({ type: z.literal('relation'), from: z.string(), to: z.string(), relationType: z.string() }),
]);

/** Its entities are known by their names. */
export const mcpMemory: Source = {
  meaning: 'The memory.jsonl of the memory server of the Model Context Protocol',
  files: ['memory.jsonl', 'memory.json'],
  records: 'LINES',
  convert({ value }, origin) {
    const of = line.parse(value);
    if (of.type === 'entity') {
      const { name, entityType, observations } = of;
      const payload = entityPayload(name, entityType, observations.length === 0 ? {} : { observations });
      return { lines: [memoryLine(origin, { sourceId: name, payload })] };
    }
    const { from, to, relationType } = of;
    const ends = { fromId: importedId('ENTITY', origin, from), toId: importedId('ENTITY', origin, to) };
    const payload = relationshipPayload(relationType, ends, {});
    return { lines: [memoryLine(origin, { sourceId: JSON.stringify([from, relationType, to]), payload })] };
  },
};
