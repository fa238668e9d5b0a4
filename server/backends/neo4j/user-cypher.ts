/** What Neo4j is asked about all of one user, beside cypher.ts. */
export const USER_CYPHER = {
  COUNT_GRAPH: `
    OPTIONAL MATCH (e:Entity) WHERE e.user = $user
    WITH count(e) AS entities
    OPTIONAL MATCH ()-[r:RELATES]->() WHERE r.user = $user
    WITH entities, count(r) AS relationships
    RETURN entities + relationships AS count`,
  COUNT_TASKS: 'MATCH (t:Task) WHERE t.user = $user RETURN count(t) AS count',
  PAGE_TASKS: `
    MATCH (t:Task)
    WHERE t.user = $user AND t.createMs >= $createMs AND (t.createMs > $createMs OR t.id > $id)
    WITH t ORDER BY t.createMs, t.id LIMIT $limit
    RETURN t {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .accessCount, .lastAccessMs,
      .createMs, .updateMs, .version, .sizeBytes, .storedBytes, .isCompressed, .content, .revision, .check, steps: [(t)-[:HAS_STEP]->(s:Step) | s {.*}]} AS memory ORDER BY t.createMs, t.id`,
  ERASE_GRAPH: `
    MATCH (e:Entity) WHERE e.user = $user
    WITH e LIMIT $limit
    DETACH DELETE e
    RETURN count(*) AS count`,
  ERASE_TASKS: `
    MATCH (t:Task) WHERE t.user = $user
    WITH t LIMIT $limit
    OPTIONAL MATCH (t)-[:HAS_STEP]->(s:Step)
    DETACH DELETE s, t
    RETURN count(*) AS count`,
  ERASE_REQUESTS: `
    MATCH (q:Request) WHERE q.user = $user AND q.type = $type
    WITH q LIMIT $limit
    DELETE q
    RETURN count(*) AS count`,
  ERASE_OWNERS: 'MATCH (o:Owner) WHERE o.user = $user AND o.name IN $names DELETE o',
  ERASE_USER: 'MATCH (u:User {key: $user}) WHERE NOT EXISTS { MATCH (o:Owner) WHERE o.user = $user } DELETE u',
  // Whose they are, whoever asks.
  TAKEN_ENTITIES: 'MATCH (e:Entity) WHERE e.id IN $ids AND e.user <> $user RETURN e.id AS id',
  TAKEN_RELATIONSHIPS: 'MATCH ()-[r:RELATES]->() WHERE r.id IN $ids AND r.user <> $user RETURN r.id AS id',
  TAKEN_TASKS: 'MATCH (t:Task) WHERE t.id IN $ids AND t.user <> $user RETURN t.id AS id',
  // Accounts.
  OWNERS_OF: `
    MATCH (o:Owner) WHERE o.user = $user AND o.count > 0
    RETURN o {.*} AS owner`,
  USERS_AFTER: `
    MATCH (u:User) WHERE u.tenant = $tenant AND u.byteOrder > $after
      AND EXISTS { MATCH (o:Owner) WHERE o.user = u.key AND o.count > 0 }
    RETURN u.userId AS userId ORDER BY u.byteOrder LIMIT $limit`,
  OWNERS_OVER: `
    MATCH (u:User) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    MATCH (o:Owner) WHERE o.user = u.key AND o.name = $name AND (o.count > $count OR o.bytes > $bytes)
    RETURN u.userId AS userId, o.place AS place, o.count AS count, o.bytes AS bytes
    ORDER BY u.byteOrder, o.place LIMIT $limit`,
  SUMS_OF_ALL: 'MATCH (o:Owner) RETURN o.name AS name, sum(o.count) AS count, sum(o.bytes) AS bytes',
  SUMS_OF_TENANT: `
    MATCH (u:User) WHERE u.tenant = $tenant
    MATCH (o:Owner) WHERE o.user = u.key
    RETURN o.name AS name, sum(o.count) AS count, sum(o.bytes) AS bytes`,
  SUM_OF_AGENTS_ENTITIES: `
    MATCH (u:User) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    MATCH (e:Entity) WHERE e.user = u.key AND e.agentId = $agentId
    RETURN count(e) AS count, sum(e.sizeBytes) AS bytes`,
  SUM_OF_AGENTS_RELATIONSHIPS: `
    MATCH (u:User) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    MATCH ()-[r:RELATES]->() WHERE r.user = u.key AND r.agentId = $agentId
    RETURN count(r) AS count, sum(r.sizeBytes) AS bytes`,
  SUM_OF_AGENTS_TASKS: `
    MATCH (u:User) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    MATCH (t:Task) WHERE t.user = u.key AND t.agentId = $agentId
    RETURN count(t) AS count, sum(t.sizeBytes) AS bytes`,
} as const;
