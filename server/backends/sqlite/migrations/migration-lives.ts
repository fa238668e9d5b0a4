/** Adds what decides how long memories stay, and the archive's entries. */
export const LIVES = `
-- Of long_term, episodic and structured memories, what is seen to by age and by importance. Apart from memories, whose rows are long.
CREATE TABLE lives (
  memory_no INTEGER PRIMARY KEY,
  owner_no INTEGER NOT NULL,
  type TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  -- Its age counts from here.
  since_ms REAL NOT NULL,
  -- 0 to 1, as the last sleep cycle left it; NULL but for long_term memories.
  worth REAL,
  is_graduated INTEGER NOT NULL DEFAULT 0,
  -- Whether a sleep cycle has looked for its duplicates since it was written.
  is_compared INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO lives (memory_no, owner_no, type, agent_id, since_ms, worth)
  SELECT m.memory_no, m.owner_no, o.type, m.agent_id, m.update_ms, CASE o.type WHEN 'LONG_TERM' THEN coalesce(m.importance, 0.5) END
  FROM memories m JOIN owners o USING (owner_no) WHERE o.type IN ('LONG_TERM', 'EPISODIC', 'STRUCTURED');
CREATE INDEX lives_by_age ON lives (type, since_ms);
CREATE INDEX lives_by_worth ON lives (owner_no, agent_id, worth, memory_no) WHERE worth IS NOT NULL;
CREATE INDEX graduates ON lives (owner_no) WHERE is_graduated = 1;
CREATE INDEX lives_to_compare ON lives (memory_no) WHERE is_compared = 0 AND worth IS NOT NULL;

-- Which memories are the evidence of which entity or relationship.
CREATE TABLE evidence (
  id TEXT NOT NULL,
  memory_no INTEGER NOT NULL,
  PRIMARY KEY (id, memory_no)
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_by_memory ON evidence (memory_no);
-- Of compressed ones when they are next written.
INSERT OR IGNORE INTO evidence (id, memory_no)
  SELECT e.value, m.memory_no FROM memories m JOIN owners o USING (owner_no), json_each(m.content, '$.evidence') e
  WHERE o.type IN ('ENTITY', 'RELATIONSHIP') AND m.is_compressed = 0;

DROP TRIGGER memory_gone;
CREATE TRIGGER memory_gone AFTER DELETE ON memories BEGIN
  DELETE FROM edges WHERE memory_no = old.memory_no;
  DELETE FROM accesses WHERE memory_no = old.memory_no;
  DELETE FROM lives WHERE memory_no = old.memory_no;
  DELETE FROM evidence WHERE memory_no = old.memory_no;
END;

-- Days, counted from 1970 UTC, on which it was accessed.
ALTER TABLE accesses ADD COLUMN days INTEGER NOT NULL DEFAULT 1;

-- What was archived, without content: that lies in cold storage, in line \`line\` of the object \`object\` of the user.
CREATE TABLE archived (
  archived_no INTEGER PRIMARY KEY AUTOINCREMENT,
  user_no INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  object TEXT NOT NULL,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  archive_ms INTEGER NOT NULL,
  -- JSON: the memory without its content.
  head TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  size_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX archived_in_order ON archived (user_no, archive_ms, id);
CREATE INDEX archived_by_object ON archived (object);

-- Objects of the archive; one that is not complete was being made when its process ended.
CREATE TABLE archive_objects (
  object TEXT PRIMARY KEY,
  user_no INTEGER NOT NULL,
  is_complete INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_objects_by_user ON archive_objects (user_no);

-- What a tenant has set for the retention of a type.
CREATE TABLE retention (
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  days INTEGER NOT NULL,
  PRIMARY KEY (tenant, type)
) STRICT, WITHOUT ROWID;

-- When each scheduled job last ran.
CREATE TABLE job_runs (
  job TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
