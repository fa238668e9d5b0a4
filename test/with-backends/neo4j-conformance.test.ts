import type { Quota } from '../../server/policy/memory-types.ts';
import { movableClock } from '../backends/sqlite/temporary-store.ts';
import { describeGraphStore } from '../conformance/graph.ts';
import { describeMemoryStore, type OpenedStore } from '../conformance/memory-store.ts';
import { emptiedNeo4j, type Neo4jProcess } from './neo4j-process.ts';
import { openForTest } from './open-neo4j.ts';

const STORES = { EPISODIC: 'episodic', ENTITY: 'entity' } as const;

/** Tests every obligation of the ports with Neo4j as operators run it. */
describe('neo4j', () => {
  let neo4j: Neo4jProcess;
  before(async () => {
    neo4j = await emptiedNeo4j();
  });

  async function open(type: keyof typeof STORES, quota?: Quota, clock = movableClock()): Promise<OpenedStore> {
    const opened = await openForTest({ address: neo4j.address, quota, clock });
    return {
      store: opened[STORES[type]],
      clock,
      embed: () => undefined,
      flush: opened.flush,
      async reopen() {
        await opened.close();
        return open(type, quota, clock);
      },
      close: opened.close,
    };
  }

  for (const type of ['EPISODIC', 'ENTITY'] as const) {
    describeMemoryStore(`neo4j ${STORES[type]}`, {
      traits: { type, whenFull: 'REFUSE', evictsByCount: false, isDurable: true },
      open: (quota) => open(type, quota),
    });
  }

  describeGraphStore('neo4j', async (bounds) => {
    const opened = await openForTest({ address: neo4j.address, ...bounds });
    return { store: opened.entity, close: opened.close };
  });
});
