/** Statements on all data of one user, in addition to cypher.ts. */
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
    RETURN t {.id, .agentId, .sessionId, .namespace, .taskId, .source, .metadata, .importance, .pinned, .accessCount, .lastAccessMs,
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
  // Statements that return owners of ids, for any user.
  TAKEN_ENTITIES: 'MATCH (e:Entity) WHERE e.id IN $ids RETURN e.id AS id, e.user = $user AS isOwn',
  TAKEN_RELATIONSHIPS: 'MATCH ()-[r:RELATES]->() WHERE r.id IN $ids RETURN r.id AS id, r.user = $user AS isOwn',
  TAKEN_TASKS: 'MATCH (t:Task) WHERE t.id IN $ids RETURN t.id AS id, t.user = $user AS isOwn',
  // The archive of episodes. A run that has begun belongs to its runner until no memory is left in it.
  RETIRABLE_TASKS: `
    MATCH (t:Task)
    WHERE t.sinceMs <= $cutoffMs AND t.sinceMs >= $sinceMs AND (t.sinceMs > $sinceMs OR t.id > $id) AND t.pinned IS NULL
    WITH t ORDER BY t.sinceMs, t.id LIMIT $limit
    MATCH (u:User {key: t.user})
    RETURN u.tenant AS tenant, u.userId AS userId, t.id AS id, t.agentId AS agentId, t.sinceMs AS sinceMs
    ORDER BY t.sinceMs, t.id`,
  BEGIN_ARCHIVE: `
    MATCH (u:User {key: $user})
    MERGE (b:ArchiveObject {object: $object})
    SET b.user = $user, b.runner = $runner, b.isComplete = false`,
  IS_BEGUN: 'MATCH (b:ArchiveObject {object: $object}) WHERE b.user = $user RETURN b.object AS object',
  PUT_ARCHIVED: `
    UNWIND $rows AS row
    MERGE (a:Archived {user: row.user, id: row.id})
    SET a = row`,
  COMPLETE_ARCHIVE: 'MATCH (b:ArchiveObject {object: $object}) SET b.isComplete = true',
  FORGET_ARCHIVE_OBJECT: 'MATCH (b:ArchiveObject {object: $object}) DELETE b',
  LOOSE_OBJECTS: `
    MATCH (b:ArchiveObject) WHERE b.runner = $runner
    MATCH (u:User {key: b.user})
    WITH b, u, COUNT { MATCH (a:Archived) WHERE a.object = b.object } AS left
    WHERE NOT b.isComplete OR left = 0
    RETURN b.object AS object, u.tenant AS tenant, u.userId AS userId, b.isComplete AS isComplete, left AS left`,
  ARCHIVED_AFTER: `
    MATCH (a:Archived)
    WHERE a.user = $user AND a.archiveMs >= $archiveMs AND (a.archiveMs > $archiveMs OR a.id > $id)
    RETURN a.id AS id, a.head AS head, a.reason AS reason, a.archiveMs AS archiveMs
    ORDER BY a.archiveMs, a.id LIMIT $limit`,
  ARCHIVED_PLACES: `
    MATCH (a:Archived) WHERE a.user = $user AND a.id IN $ids
    RETURN a.id AS id, a.object AS object, a.line AS line`,
  // The age of tasks that return from the archive starts again.
  TASKS_CAME_BACK: `
    UNWIND $ids AS id
    MATCH (a:Archived {user: $user, id: id})
    DELETE a
    WITH id
    MATCH (t:Task {id: id})
    SET t.sinceMs = $nowMs`,
  ERASE_ARCHIVED: `
    MATCH (a:Archived) WHERE a.user = $user
    WITH a LIMIT $limit
    DELETE a
    RETURN count(*) AS count`,
  ERASE_ARCHIVE_OBJECTS: `
    MATCH (b:ArchiveObject) WHERE b.user = $user
    WITH b LIMIT $limit
    DELETE b
    RETURN count(*) AS count`,
  // The statements of accounts.
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
  // Pins are few, and memories that are not pinned lack the property.
  PINNED_ENTITIES: `
    MATCH (e:Entity) WHERE e.pinned = true AND ($agentId = '' OR e.agentId = $agentId)
    MATCH (u:User {key: e.user}) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    RETURN count(e) AS pinned`,
  PINNED_RELATIONSHIPS: `
    MATCH ()-[r:RELATES]->() WHERE r.pinned = true AND ($agentId = '' OR r.agentId = $agentId)
    MATCH (u:User {key: r.user}) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    RETURN count(r) AS pinned`,
  PINNED_TASKS: `
    MATCH (t:Task) WHERE t.pinned = true AND ($agentId = '' OR t.agentId = $agentId)
    MATCH (u:User {key: t.user}) WHERE u.tenant = $tenant AND ($userId = '' OR u.userId = $userId)
    RETURN count(t) AS pinned`,
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
