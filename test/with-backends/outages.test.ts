/** Each backend away for a while: crashed, or there and dumb. */
import { describeOutage } from './outage.ts';
import { startNeo4j, type Neo4jProcess } from './neo4j-process.ts';
import { startRedis, type StoppableRedis } from './redis-process.ts';

let redis: StoppableRedis;
const ofRedis = {
  types: ['working', 'short_term'],
  env: () => ({ RECORDA_SHORT_TERM: redis.url, RECORDA_WORKING: redis.url }),
  start: async () => {
    redis = await startRedis({ isKept: true });
  },
  stop: () => redis.stop(),
} as const;

describeOutage('A Redis that crashed', { ...ofRedis, away: () => redis.crash(), back: () => redis.restart() });
describeOutage('A Redis that hangs', { ...ofRedis, away: () => redis.hang(), back: () => redis.wake() });

let neo4j: Neo4jProcess;
const ofNeo4j = {
  types: ['episodic', 'entity'],
  env: () => ({ RECORDA_GRAPH: neo4j.place.url }),
  start: async () => {
    neo4j = await startNeo4j();
  },
  stop: () => neo4j.stop(),
} as const;

describeOutage('A Neo4j that crashed', { ...ofNeo4j, away: () => neo4j.kill(), back: () => neo4j.restart() });
describeOutage('A Neo4j that hangs', { ...ofNeo4j, away: () => neo4j.pause(), back: () => neo4j.resume() });
