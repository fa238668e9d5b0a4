/** Adds every memory type: keys to merge by, edges between entities, access counts, and the user of each change. */
export const EVERY_TYPE = `
-- What a memory of its owner is told apart by, where its type has that: see domain/merge.
ALTER TABLE memories ADD COLUMN kind TEXT;
ALTER TABLE memories ADD COLUMN key TEXT;
CREATE INDEX memories_by_key ON memories (owner_no, kind, key) WHERE key IS NOT NULL;

-- 0 to 1; NULL where nobody said.
ALTER TABLE memories ADD COLUMN importance REAL;

-- Which entities a relationship joins.
CREATE TABLE edges (
  memory_no INTEGER PRIMARY KEY,
  from_id TEXT NOT NULL,
  to_id TEXT NOT NULL
) STRICT;
CREATE INDEX edges_from ON edges (from_id);
CREATE INDEX edges_to ON edges (to_id);

-- Apart from memories, whose rows are long.
CREATE TABLE accesses (
  memory_no INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT;

CREATE TRIGGER memory_gone AFTER DELETE ON memories BEGIN
  DELETE FROM edges WHERE memory_no = old.memory_no;
  DELETE FROM accesses WHERE memory_no = old.memory_no;
END;

ALTER TABLE changes ADD COLUMN agent_id TEXT NOT NULL DEFAULT '';
ALTER TABLE changes ADD COLUMN session_id TEXT NOT NULL DEFAULT '';
ALTER TABLE changes ADD COLUMN namespace TEXT NOT NULL DEFAULT '';
`;
