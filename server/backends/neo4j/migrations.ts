/**
 * The schema of the database, in the order of its versions. The newest number is stored there; each statement may run twice, since a
 * server may end between two.
 *
 * (:User) has what its memories count for: (:Owner), one for entities, one for relationships and one for each agent's episodes.
 * (:Entity)-[:RELATES]->(:Entity), whose type is a property, since users invent types. (:Task)-[:HAS_STEP]->(:Step) is an episode.
 * (:Archived) is an episode that was archived, without its content; (:ArchiveObject) the object in cold storage that holds it, and the
 * server whose run put it. (:Request) is a request id that was used, (:Commit) a transaction that was applied.
 */
export type Migration = { readonly version: number; readonly statements: readonly string[] };

export const FIRST_STATEMENT = 'CREATE CONSTRAINT schema_key IF NOT EXISTS FOR (s:Schema) REQUIRE s.key IS UNIQUE';

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      'CREATE CONSTRAINT user_key IF NOT EXISTS FOR (u:User) REQUIRE u.key IS UNIQUE',
      'CREATE INDEX user_tenant IF NOT EXISTS FOR (u:User) ON (u.tenant, u.byteOrder)',
      'CREATE CONSTRAINT owner_key IF NOT EXISTS FOR (o:Owner) REQUIRE o.key IS UNIQUE',
      'CREATE INDEX owner_user IF NOT EXISTS FOR (o:Owner) ON (o.user)',
      'CREATE CONSTRAINT request_key IF NOT EXISTS FOR (q:Request) REQUIRE q.key IS UNIQUE',
      'CREATE INDEX request_user IF NOT EXISTS FOR (q:Request) ON (q.user, q.type)',
      'CREATE INDEX request_memory IF NOT EXISTS FOR (q:Request) ON (q.memoryId)',
      'CREATE INDEX request_at IF NOT EXISTS FOR (q:Request) ON (q.atMs)',
      'CREATE CONSTRAINT commit_id IF NOT EXISTS FOR (c:Commit) REQUIRE c.id IS UNIQUE',
      'CREATE INDEX commit_at IF NOT EXISTS FOR (c:Commit) ON (c.atMs)',
      'CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE',
      'CREATE INDEX entity_place IF NOT EXISTS FOR (e:Entity) ON (e.user, e.createMs, e.id)',
      'CREATE INDEX entity_name IF NOT EXISTS FOR (e:Entity) ON (e.user, e.key, e.kind)',
      'CREATE INDEX entity_revision IF NOT EXISTS FOR (e:Entity) ON (e.user, e.revision)',
      'CREATE CONSTRAINT relationship_id IF NOT EXISTS FOR ()-[r:RELATES]-() REQUIRE r.id IS UNIQUE',
      'CREATE INDEX relationship_place IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.user, r.createMs, r.id)',
      'CREATE INDEX relationship_name IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.user, r.key, r.kind)',
      'CREATE INDEX relationship_revision IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.user, r.revision)',
      'CREATE CONSTRAINT task_id IF NOT EXISTS FOR (t:Task) REQUIRE t.id IS UNIQUE',
      'CREATE INDEX task_place IF NOT EXISTS FOR (t:Task) ON (t.owner, t.createMs, t.id)',
      'CREATE INDEX task_revision IF NOT EXISTS FOR (t:Task) ON (t.user, t.revision)',
      'CREATE VECTOR INDEX entity_vector IF NOT EXISTS FOR (e:Entity) ON (e.vector) OPTIONS $vectors',
      'CREATE VECTOR INDEX relationship_vector IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.vector) OPTIONS $vectors',
      'CREATE VECTOR INDEX task_vector IF NOT EXISTS FOR (t:Task) ON (t.vector) OPTIONS $vectors',
    ],
  },
  {
    version: 2,
    statements: [
      'CREATE INDEX entity_pinned IF NOT EXISTS FOR (e:Entity) ON (e.pinned)',
      'CREATE INDEX relationship_pinned IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.pinned)',
      'CREATE INDEX task_pinned IF NOT EXISTS FOR (t:Task) ON (t.pinned)',
    ],
  },
  {
    version: 3,
    statements: [
      'CREATE INDEX task_since IF NOT EXISTS FOR (t:Task) ON (t.sinceMs, t.id)',
      'CREATE CONSTRAINT archived_id IF NOT EXISTS FOR (a:Archived) REQUIRE (a.user, a.id) IS UNIQUE',
      'CREATE INDEX archived_in_order IF NOT EXISTS FOR (a:Archived) ON (a.user, a.archiveMs, a.id)',
      'CREATE INDEX archived_object IF NOT EXISTS FOR (a:Archived) ON (a.object)',
      'CREATE CONSTRAINT archive_object IF NOT EXISTS FOR (b:ArchiveObject) REQUIRE b.object IS UNIQUE',
      'CREATE INDEX archive_object_user IF NOT EXISTS FOR (b:ArchiveObject) ON (b.user)',
      'CREATE INDEX archive_object_runner IF NOT EXISTS FOR (b:ArchiveObject) ON (b.runner)',
      // An episode without steps takes the age of its node: its own start may be compressed, and is about the same.
      `MATCH (t:Task) WHERE t.sinceMs IS NULL
       CALL {
         WITH t
         OPTIONAL MATCH (t)-[:HAS_STEP]->(s:Step)
         WITH t, max(s.timeMs) AS newestMs
         SET t.sinceMs = coalesce(newestMs, t.createMs)
       } IN TRANSACTIONS OF 1000 ROWS`,
    ],
  },
];

export const NEWEST_VERSION = MIGRATIONS.at(-1)?.version ?? 0;
