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

/** The type of the items in each list of a graph, since they need not name it themselves. */
const TYPES: Readonly<Record<string, string>> = { entities: 'entity', relations: 'relation' };

/**
 * Reads the lines of its file, or a graph as its tool `read_graph` returns it. Its entities are identified by
 * their names.
 */
export const mcpMemory: Source = {
  meaning: 'The memory.jsonl of the memory server of the Model Context Protocol, or the result of its read_graph,',
  files: ['memory.jsonl', 'memory.json'],
  records: { object: ['$.entities.*', '$.relations.*'], linesUnless: 'entities' },
  convert({ group, value }, origin) {
    const of = line.parse(group === '' ? value : { type: TYPES[group], ...(value as object) });
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
