/** Walks among a user's entities, in one read transaction. */
import type { Database } from 'better-sqlite3';
import { RecordaError } from '../../domain/errors.ts';
import { walk } from '../../domain/graph/walk.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { GRAPH } from '../../policy/graph.ts';
import { SQLITE } from '../../policy/sqlite.ts';
import type { EntityStart, Traversal } from '../../ports.ts';
import { graphReader } from './graph-reader.ts';
import type { ReaderApi } from './thread-api.ts';

export function traverseEntities(db: Database): Pick<ReaderApi, 'traverse'> {
  const graph = graphReader(db);

  return {
    traverse: (query) =>
      db.transaction(() => {
        const view = graph.view(query, performance.now() + query.withinMs);
        const starts = query.starts.flatMap((start, place) => {
          const found = view.find(start);
          if (found.length === 0) throw noStart(start, place);
          return found;
        });
        return gathered(view, starts, query.limit, query.maxHops);
      })(),
  };
}

type View = ReturnType<ReturnType<typeof graphReader>['view']>;

/** What the walk reached, as far as an answer holds it. */
function gathered(view: View, starts: readonly MemoryRecord[], limit: number, maxHops: number): Traversal {
  const asTheyWere = starts.map(view.asItWas).filter((start) => start !== undefined);
  const { entities, relationshipIds, isTruncated } = walk(view, asTheyWere, { limit, maxHops });
  let bytes = 0;
  const fits = ({ sizeBytes }: MemoryRecord): boolean => (bytes += sizeBytes) <= SQLITE.answerBytes;
  const taken = entities.filter(({ record }) => fits(record));
  const ids = new Set(taken.map(({ record }) => record.id));
  const relationships: MemoryRecord[] = [];
  let isCut = isTruncated || taken.length < entities.length;
  for (const id of relationshipIds) {
    const record = view.relationship(id);
    if (record?.payload.type !== 'ENTITY' || record.payload.node === 'ENTITY') continue;
    if (!ids.has(record.payload.fromId) || !ids.has(record.payload.toId)) continue;
    if (relationships.length === limit * GRAPH.relationshipsPerEntity || !fits(record)) {
      isCut = true;
      break;
    }
    relationships.push(record);
  }
  return { entities: taken, relationships, isTruncated: isCut };
}

function noStart(start: EntityStart, place: number): RecordaError {
  const which = 'id' in start ? start.id : `starts[${place}]`;
  return new RecordaError(
    'MEMORY_NOT_FOUND',
    `No entity for start ${place} of the walk${'id' in start ? `, ${start.id},` : ''} in this scope. Check name and type, or the id, and the scope; RetrieveMemories finds entities by what they are.`,
    { resource: { type: 'recorda.v1.Memory', name: which } },
  );
}
