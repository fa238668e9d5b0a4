/**
 * All statements for Neo4j except the schema, as constant texts: labels, types and names of properties are fixed, and all content is
 * passed as parameters. test/backends/neo4j/cypher.test.ts verifies it.
 *
 * `memory` is all of a node or relationship except its vector. Users are identified by their keys, see keys.ts.
 */
import { READ_CYPHER } from './read-cypher.ts';
import { SEARCH_CYPHER } from './search-cypher.ts';
import type { USER_CYPHER } from './user-cypher.ts';

export const CYPHER = {
  ...READ_CYPHER,
  ...SEARCH_CYPHER,

  // Statements on the schema.
  TAKE_TURN: `
    MERGE (s:Schema {key: 'recorda'})
    ON CREATE SET s.version = 0
    SET s.turnMs = timestamp()
    RETURN s.version AS version`,
  AWAIT_INDEXES: 'CALL db.awaitIndexes($seconds)',
  SET_VERSION: `MATCH (s:Schema {key: 'recorda'}) SET s.version = $version`,

  // Statements that read for a write. Nobody else writes for these users until it ends.
  LOCK_USERS: `
    UNWIND $users AS user
    MERGE (u:User {key: user.key})
    ON CREATE SET u.tenant = user.tenant, u.userId = user.userId, u.byteOrder = user.byteOrder, u.revision = timestamp()
    SET u.isLocked = true
    REMOVE u.isLocked`,
  REVISIONS: 'MATCH (u:User) WHERE u.key IN $keys RETURN u.key AS key, u.revision AS revision',
  IS_COMMITTED: 'MATCH (c:Commit {id: $id}) RETURN c.id AS id',
  OWNERS: 'MATCH (o:Owner) WHERE o.key IN $keys RETURN o {.*} AS owner',
  REQUESTS: 'MATCH (q:Request) WHERE q.key IN $keys RETURN q {.*} AS request',
  COUNT_ENTITIES: 'MATCH (e:Entity) RETURN count(e) AS count',
  COUNT_RELATIONSHIPS: 'MATCH ()-[r:RELATES]->() RETURN count(r) AS count',
  ENTITIES_NAMED: `
    UNWIND $names AS name
    MATCH (e:Entity) WHERE e.user = name.user AND e.key = name.key AND e.kind = name.kind
    RETURN name.user AS user, e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory`,
  RELATIONSHIPS_NAMED: `
    UNWIND $names AS name
    MATCH ()-[r:RELATES]->() WHERE r.user = name.user AND r.key = name.key AND r.kind = name.kind
    RETURN name.user AS user, r {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory`,
  RELATIONSHIPS_AT: `
    UNWIND $ids AS id
    MATCH (e:Entity {id: id})-[r:RELATES]-(:Entity)
    RETURN DISTINCT id AS entityId, r.id AS id, r.sizeBytes AS sizeBytes`,
  OLDEST_ENTITIES: `
    MATCH (e:Entity) WHERE e.user = $user AND e.pinned IS NULL
    RETURN e.id AS id, e.sizeBytes AS sizeBytes, e.createMs AS createMs ORDER BY e.createMs, e.id`,
  OLDEST_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.user = $user AND r.pinned IS NULL
    RETURN r.id AS id, r.sizeBytes AS sizeBytes, r.createMs AS createMs ORDER BY r.createMs, r.id`,
  OLDEST_TASKS: `
    MATCH (t:Task) WHERE t.owner = $owner AND t.pinned IS NULL
    RETURN t.id AS id, t.sizeBytes AS sizeBytes, t.createMs AS createMs ORDER BY t.createMs, t.id`,

  // Statements that write.
  DELETE_RELATIONSHIPS: 'UNWIND $ids AS id MATCH ()-[r:RELATES {id: id}]->() DELETE r',
  DELETE_ENTITIES: 'UNWIND $ids AS id MATCH (e:Entity {id: id}) DETACH DELETE e',
  DELETE_TASKS: `
    UNWIND $ids AS id
    MATCH (t:Task {id: id})
    OPTIONAL MATCH (t)-[:HAS_STEP]->(s:Step)
    DETACH DELETE s, t`,
  PUT_ENTITIES: 'UNWIND $rows AS row MERGE (e:Entity {id: row.id}) SET e += row.properties',
  ADD_RELATIONSHIPS: `
    UNWIND $rows AS row
    MATCH (one:Entity {id: row.fromId})
    MATCH (other:Entity {id: row.toId})
    CREATE (one)-[r:RELATES]->(other)
    SET r = row.properties`,
  CHANGE_RELATIONSHIPS: 'UNWIND $rows AS row MATCH ()-[r:RELATES {id: row.id}]->() SET r += row.properties',
  PUT_TASKS: 'UNWIND $rows AS row MERGE (t:Task {id: row.id}) SET t += row.properties',
  ADD_STEPS: `
    UNWIND $rows AS row
    MATCH (t:Task {id: row.id})
    CREATE (t)-[:HAS_STEP]->(s:Step)
    SET s = row.properties`,
  PUT_OWNERS: 'UNWIND $rows AS row MERGE (o:Owner {key: row.key}) SET o += row.properties',
  SET_REVISIONS: 'UNWIND $rows AS row MATCH (u:User {key: row.key}) SET u.revision = row.revision',
  PUT_REQUESTS: 'UNWIND $rows AS row MERGE (q:Request {key: row.key}) SET q = row.properties',
  COMMIT: 'CREATE (:Commit {id: $id, atMs: $atMs})',

  // Statements that count accesses and sweep.
  TOUCH_ENTITIES: `
    UNWIND $accesses AS access
    MATCH (e:Entity {id: access.id})
    SET e.accessCount = coalesce(e.accessCount, 0) + access.count, e.lastAccessMs = access.lastMs`,
  TOUCH_RELATIONSHIPS: `
    UNWIND $accesses AS access
    MATCH ()-[r:RELATES {id: access.id}]->()
    SET r.accessCount = coalesce(r.accessCount, 0) + access.count, r.lastAccessMs = access.lastMs`,
  TOUCH_TASKS: `
    UNWIND $accesses AS access
    MATCH (t:Task {id: access.id})
    SET t.accessCount = coalesce(t.accessCount, 0) + access.count, t.lastAccessMs = access.lastMs`,
  SWEEP_REQUESTS: 'MATCH (q:Request) WHERE q.atMs < $beforeMs WITH q LIMIT $limit DELETE q RETURN count(*) AS count',
  SWEEP_COMMITS: 'MATCH (c:Commit) WHERE c.atMs < $beforeMs WITH c LIMIT $limit DELETE c RETURN count(*) AS count',
} as const;

export type Statement = (typeof CYPHER)[keyof typeof CYPHER] | (typeof USER_CYPHER)[keyof typeof USER_CYPHER];
