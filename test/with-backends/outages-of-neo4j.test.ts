/** Neo4j is down for a while: it crashed, or it runs and does not answer. */
import { describeOutage } from './outage.ts';
import { startNeo4j, type Neo4jProcess } from './neo4j-process.ts';

let neo4j: Neo4jProcess;
const ofNeo4j = {
  types: ['episodic', 'entity'],
  env: () => ({ RECORDA_GRAPH: neo4j.address.url }),
  start: async () => {
    neo4j = await startNeo4j();
  },
  stop: () => neo4j.stop(),
} as const;

describeOutage('A Neo4j that crashed', { ...ofNeo4j, away: () => neo4j.kill(), back: () => neo4j.restart() });
describeOutage('A Neo4j that hangs', { ...ofNeo4j, away: () => neo4j.pause(), back: () => neo4j.resume() });
