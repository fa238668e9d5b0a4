/** Walks among a user's entities, in one read transaction. */
import type { Database } from 'better-sqlite3';
import { SQLITE } from '../../../policy/backends.ts';
import { gathered } from '../../gathered.ts';
import { startNotFound } from '../../start-not-found.ts';
import { graphReader } from './graph-reader.ts';
import { cut, inSlices, type Slices } from '../engine/slices.ts';
import type { Traversal, TraverseQuery } from '../../../domain/graph/questions.ts';

export type SlicedTraversal = {
  readonly entities: Slices<Traversal['entities']>;
  readonly relationships: Slices<Traversal['relationships']>;
  readonly isTruncated: boolean;
};

export type GraphReads = {
  traverse(query: TraverseQuery): SlicedTraversal;
};

export function traverseEntities(db: Database): GraphReads {
  const graph = graphReader(db);

  return {
    traverse: (query) =>
      db.transaction(() => {
        const view = graph.view(query, performance.now() + query.withinMs);
        const starts = query.starts.flatMap((start, index) => {
          const found = view.find(start);
          if (found.length === 0) throw startNotFound(start, index);
          return found;
        });
        const { limit, maxHops } = query;
        const reached = gathered(view, starts, { limit, maxHops, bytes: SQLITE.answerBytes });
        return {
          entities: inSlices(cut(reached.entities, ({ record }) => record.sizeBytes)),
          relationships: inSlices(cut(reached.relationships, ({ sizeBytes }) => sizeBytes)),
          isTruncated: reached.isTruncated,
        };
      })(),
  };
}
