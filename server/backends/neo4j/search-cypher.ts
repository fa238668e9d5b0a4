/** Statements of searches and walks, in addition to cypher.ts. */
export const SEARCH_CYPHER = {
  // Statements of searches: changes since the index was last brought up to date, and which memories still exist.
  CHANGED_ENTITIES: `
    MATCH (e:Entity) WHERE e.user = $user AND e.revision > $since
    RETURN e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY e.createMs, e.id`,
  CHANGED_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.user = $user AND r.revision > $since
    RETURN r {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY r.createMs, r.id`,
  CHANGED_TASKS: `
    MATCH (t:Task) WHERE t.user = $user AND t.revision > $since AND t.owner = $owner
    RETURN t {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory ORDER BY t.createMs, t.id`,
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

  // Statements of walks.
  NAMED: `
    MATCH (e:Entity)
    WHERE e.user = $user AND e.key = $key AND ($kind = '' OR e.kind = $kind)
      AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY e.createMs, e.id`,
  ALIASED: `
    MATCH (e:Entity)
    WHERE e.user = $user AND $key IN e.aliasKeys AND ($kind = '' OR e.kind = $kind)
      AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY e.createMs, e.id`,
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
} as const;
