/** Walks among a user's entities, in one read transaction. */
import type { Database } from 'better-sqlite3';
import { RecordaError } from '../../domain/errors.ts';
import { SQLITE } from '../../policy/sqlite.ts';
import type { EntityStart } from '../../ports.ts';
import { gathered } from './gathered.ts';
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
        const { limit, maxHops } = query;
        return gathered(view, starts, { limit, maxHops, bytes: SQLITE.answerBytes });
      })(),
  };
}

function noStart(start: EntityStart, place: number): RecordaError {
  const which = 'id' in start ? start.id : `starts[${place}]`;
  return new RecordaError(
    'MEMORY_NOT_FOUND',
    `No entity for start ${place} of the walk${'id' in start ? `, ${start.id},` : ''} in this scope. Check name and type, or the id, and the scope; RetrieveMemories finds entities by what they are.`,
    { resource: { type: 'recorda.v1.Memory', name: which } },
  );
}
