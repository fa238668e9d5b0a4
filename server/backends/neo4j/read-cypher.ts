/** Statements of reads, in addition to cypher.ts. `memory` is all of a node or relationship except its vector, which is slow to read. */
export const READ_CYPHER = {
  // Statements of reads.
  FIND_ENTITIES: `
    MATCH (e:Entity) WHERE e.id IN $ids AND e.user = $user
    RETURN e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory`,
  FIND_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.id IN $ids AND r.user = $user
    RETURN r {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory`,
  FIND_TASKS: `
    MATCH (t:Task) WHERE t.id IN $ids AND t.user = $user
    RETURN t {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory`,
  LIST_ENTITIES_UP: `
    MATCH (e:Entity)
    WHERE e.user = $user AND e.createMs >= $createMs AND e.id IS NOT NULL
      AND (e.createMs > $createMs OR e.id > $id) AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY e.createMs, e.id LIMIT $limit`,
  LIST_ENTITIES_DOWN: `
    MATCH (e:Entity)
    WHERE e.user = $user AND e.createMs <= $createMs AND e.id IS NOT NULL
      AND (e.createMs < $createMs OR e.id < $id) AND ($namespace = '' OR e.namespace = $namespace)
    RETURN e {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY e.createMs DESC, e.id DESC LIMIT $limit`,
  LIST_RELATIONSHIPS_UP: `
    MATCH ()-[r:RELATES]->()
    WHERE r.user = $user AND r.createMs >= $createMs AND r.id IS NOT NULL
      AND (r.createMs > $createMs OR r.id > $id) AND ($namespace = '' OR r.namespace = $namespace)
    RETURN r {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY r.createMs, r.id LIMIT $limit`,
  LIST_RELATIONSHIPS_DOWN: `
    MATCH ()-[r:RELATES]->()
    WHERE r.user = $user AND r.createMs <= $createMs AND r.id IS NOT NULL
      AND (r.createMs < $createMs OR r.id < $id) AND ($namespace = '' OR r.namespace = $namespace)
    RETURN r {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check} AS memory ORDER BY r.createMs DESC, r.id DESC LIMIT $limit`,
  LIST_TASKS_UP: `
    MATCH (t:Task)
    WHERE t.owner = $owner AND t.createMs >= $createMs AND t.id IS NOT NULL
      AND (t.createMs > $createMs OR t.id > $id) AND ($namespace = '' OR t.namespace = $namespace)
    WITH t ORDER BY t.createMs, t.id LIMIT $limit
    RETURN t {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory ORDER BY t.createMs, t.id`,
  LIST_TASKS_DOWN: `
    MATCH (t:Task)
    WHERE t.owner = $owner AND t.createMs <= $createMs AND t.id IS NOT NULL
      AND (t.createMs < $createMs OR t.id < $id) AND ($namespace = '' OR t.namespace = $namespace)
    WITH t ORDER BY t.createMs DESC, t.id DESC LIMIT $limit
    RETURN t {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory
    ORDER BY t.createMs DESC, t.id DESC`,
} as const;
