/**
 * Everything that Neo4j is asked to do but for the schema, as text that never changes: labels, types and names of properties are
 * fixed, and whatever anybody said goes as a parameter. test/backends/neo4j/cypher.test.ts sees to it.
 *
 * `memory` is all of a node or relationship but its vector. Users are named by their keys, see keys.ts.
 */
import type { USER_CYPHER } from './user-cypher.ts';

export const CYPHER = {
  // The schema.
  TAKE_TURN: `
    MERGE (s:Schema {key: 'recorda'})
    ON CREATE SET s.version = 0
    SET s.turnMs = timestamp()
    RETURN s.version AS version`,
  AWAIT_INDEXES: 'CALL db.awaitIndexes($seconds)',
  SET_VERSION: `MATCH (s:Schema {key: 'recorda'}) SET s.version = $version`,
  PULSE: 'RETURN 1',

  // What a write sees. Nobody else writes for these users until it ends.
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
    RETURN name.user AS user, e {.*, vector: null} AS memory`,
  RELATIONSHIPS_NAMED: `
    UNWIND $names AS name
    MATCH ()-[r:RELATES]->() WHERE r.user = name.user AND r.key = name.key AND r.kind = name.kind
    RETURN name.user AS user, r {.*, vector: null} AS memory`,
  RELATIONSHIPS_AT: `
    UNWIND $ids AS id
    MATCH (e:Entity {id: id})-[r:RELATES]-(:Entity)
    RETURN DISTINCT id AS entityId, r.id AS id, r.sizeBytes AS sizeBytes`,
  OLDEST_ENTITIES: `
    MATCH (e:Entity) WHERE e.user = $user
    RETURN e.id AS id, e.sizeBytes AS sizeBytes, e.createMs AS createMs ORDER BY e.createMs, e.id`,
  OLDEST_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.user = $user
    RETURN r.id AS id, r.sizeBytes AS sizeBytes, r.createMs AS createMs ORDER BY r.createMs, r.id`,
  OLDEST_TASKS: `
    MATCH (t:Task) WHERE t.owner = $owner
    RETURN t.id AS id, t.sizeBytes AS sizeBytes, t.createMs AS createMs ORDER BY t.createMs, t.id`,

  // What a write does.
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
  FORGET_ANSWERS: 'UNWIND $ids AS id MATCH (q:Request {memoryId: id}) REMOVE q.snapshot',
  PUT_REQUESTS: 'UNWIND $rows AS row MERGE (q:Request {key: row.key}) SET q = row.properties',
  COMMIT: 'CREATE (:Commit {id: $id, atMs: $atMs})',

  // What reads see.
  FIND_ENTITIES: `
    MATCH (e:Entity) WHERE e.id IN $ids AND e.user = $user
    RETURN e {.*, vector: null} AS memory`,
  FIND_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.id IN $ids AND r.user = $user
    RETURN r {.*, vector: null} AS memory`,
  FIND_TASKS: `
    MATCH (t:Task) WHERE t.id IN $ids AND t.user = $user
    RETURN t {.*, vector: null, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory`,
  LIST_ENTITIES_UP: `
    MATCH (e:Entity)
    WHERE e.user = $user AND e.createMs >= $createMs AND e.id IS NOT NULL
      AND (e.createMs > $createMs OR e.id > $id) AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.*, vector: null} AS memory ORDER BY e.createMs, e.id LIMIT $limit`,
  LIST_ENTITIES_DOWN: `
    MATCH (e:Entity)
    WHERE e.user = $user AND e.createMs <= $createMs AND e.id IS NOT NULL
      AND (e.createMs < $createMs OR e.id < $id) AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.*, vector: null} AS memory ORDER BY e.createMs DESC, e.id DESC LIMIT $limit`,
  LIST_RELATIONSHIPS_UP: `
    MATCH ()-[r:RELATES]->()
    WHERE r.user = $user AND r.createMs >= $createMs AND r.id IS NOT NULL
      AND (r.createMs > $createMs OR r.id > $id) AND ($namespace = '' OR r.namespace = $namespace)
    RETURN r {.*, vector: null} AS memory ORDER BY r.createMs, r.id LIMIT $limit`,
  LIST_RELATIONSHIPS_DOWN: `
    MATCH ()-[r:RELATES]->()
    WHERE r.user = $user AND r.createMs <= $createMs AND r.id IS NOT NULL
      AND (r.createMs < $createMs OR r.id < $id) AND ($namespace = '' OR r.namespace = $namespace)
    RETURN r {.*, vector: null} AS memory ORDER BY r.createMs DESC, r.id DESC LIMIT $limit`,
  LIST_TASKS_UP: `
    MATCH (t:Task)
    WHERE t.owner = $owner AND t.createMs >= $createMs AND t.id IS NOT NULL
      AND (t.createMs > $createMs OR t.id > $id) AND ($namespace = '' OR t.namespace = $namespace)
    WITH t ORDER BY t.createMs, t.id LIMIT $limit
    RETURN t {.*, vector: null, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory ORDER BY t.createMs, t.id`,
  LIST_TASKS_DOWN: `
    MATCH (t:Task)
    WHERE t.owner = $owner AND t.createMs <= $createMs AND t.id IS NOT NULL
      AND (t.createMs < $createMs OR t.id < $id) AND ($namespace = '' OR t.namespace = $namespace)
    WITH t ORDER BY t.createMs DESC, t.id DESC LIMIT $limit
    RETURN t {.*, vector: null, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory
    ORDER BY t.createMs DESC, t.id DESC`,

  // Searches: what changed since the index was last brought up to date, and who is still there.
  CHANGED_ENTITIES: `
    MATCH (e:Entity) WHERE e.user = $user AND e.revision > $since
    RETURN e {.*, vector: null} AS memory ORDER BY e.createMs, e.id`,
  CHANGED_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.user = $user AND r.revision > $since
    RETURN r {.*, vector: null} AS memory ORDER BY r.createMs, r.id`,
  CHANGED_TASKS: `
    MATCH (t:Task) WHERE t.user = $user AND t.revision > $since AND t.owner = $owner
    RETURN t {.*, vector: null, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory ORDER BY t.createMs, t.id`,
  ENTITY_IDS: 'MATCH (e:Entity) WHERE e.user = $user RETURN e.id AS id',
  RELATIONSHIP_IDS: 'MATCH ()-[r:RELATES]->() WHERE r.user = $user RETURN r.id AS id',
  TASK_IDS: 'MATCH (t:Task) WHERE t.owner = $owner RETURN t.id AS id',
  NEAR_ENTITIES: `
    CALL db.index.vector.queryNodes('entity_vector', $neighbors, $vector) YIELD node, score
    WHERE node.user = $user
    RETURN node.id AS id ORDER BY score DESC LIMIT $limit`,
  NEAR_RELATIONSHIPS: `
    CALL db.index.vector.queryRelationships('relationship_vector', $neighbors, $vector) YIELD relationship, score
    WHERE relationship.user = $user
    RETURN relationship.id AS id ORDER BY score DESC LIMIT $limit`,
  NEAR_TASKS: `
    CALL db.index.vector.queryNodes('task_vector', $neighbors, $vector) YIELD node, score
    WHERE node.owner = $owner
    RETURN node.id AS id ORDER BY score DESC LIMIT $limit`,
  NEAREST_ENTITIES: `
    MATCH (e:Entity) WHERE e.user = $user
    RETURN e.id AS id ORDER BY vector.similarity.cosine(e.vector, $vector) DESC LIMIT $limit`,
  NEAREST_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.user = $user
    RETURN r.id AS id ORDER BY vector.similarity.cosine(r.vector, $vector) DESC LIMIT $limit`,
  NEAREST_TASKS: `
    MATCH (t:Task) WHERE t.owner = $owner
    RETURN t.id AS id ORDER BY vector.similarity.cosine(t.vector, $vector) DESC LIMIT $limit`,

  // Walks.
  NAMED: `
    MATCH (e:Entity)
    WHERE e.user = $user AND e.key = $key AND ($kind = '' OR e.kind = $kind)
      AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.*, vector: null} AS memory ORDER BY e.createMs, e.id`,
  ALIASED: `
    MATCH (e:Entity)
    WHERE e.user = $user AND $key IN e.aliasKeys AND ($kind = '' OR e.kind = $kind)
      AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.*, vector: null} AS memory ORDER BY e.createMs, e.id`,
  EDGES_OUT: `
    MATCH (near:Entity)-[r:RELATES]->(far:Entity)
    WHERE near.id IN $ids AND near.user = $user AND r.createMs <= $knownAtMs AND ($kinds IS NULL OR r.kind IN $kinds)
    RETURN near.id AS nearId, r.id AS id, r.createMs AS createMs, r.updateMs AS updateMs, r.validFromMs AS validFromMs,
      r.validToMs AS validToMs, far.id AS otherId, far.createMs AS otherCreateMs`,
  EDGES_IN: `
    MATCH (near:Entity)<-[r:RELATES]-(far:Entity)
    WHERE near.id IN $ids AND near.user = $user AND r.createMs <= $knownAtMs AND ($kinds IS NULL OR r.kind IN $kinds)
    RETURN near.id AS nearId, r.id AS id, r.createMs AS createMs, r.updateMs AS updateMs, r.validFromMs AS validFromMs,
      r.validToMs AS validToMs, far.id AS otherId, far.createMs AS otherCreateMs`,

  // Counts of accesses, and what is swept.
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
