/** Walks among a user's entities, as of one moment. */
import { startNotFound } from '../start-not-found.ts';
import { NEO4J } from '../../policy/backends.ts';
import type { GraphStore } from '../../ports/stores.ts';
import { gathered } from '../gathered.ts';
import { graphLoader } from './graph-loader.ts';
import type { Transactions } from './transactions.ts';

export function traverseEntities(transactions: Transactions): Pick<GraphStore, 'traverse'> {
  return {
    traverse(query, { signal }) {
      const untilMs = performance.now() + query.withinMs;
      return transactions.steady(
        query.scope,
        async (transaction) => {
          const graph = graphLoader(transaction, query, untilMs);
          const found = await Promise.all(query.starts.map((start) => graph.find(start)));
          const lacking = found.findIndex((entities) => entities.length === 0);
          const start = query.starts[lacking];
          if (start !== undefined) throw startNotFound(start, lacking);
          const limits = { limit: query.limit, maxHops: query.maxHops, bytes: NEO4J.answerBytes };
          return graph.settled(() => gathered(graph.view, found.flat(), limits));
        },
        signal,
      );
    },
  };
}
