/** Adds the tables of the Context service. */

export const CONTEXT = `
-- A conversation. Its window's turns stand in \`turns\`; those that left it in \`memories\`, under the user's owner of type RECALL.
CREATE TABLE sessions (
  session_no INTEGER PRIMARY KEY AUTOINCREMENT,
  user_no INTEGER NOT NULL,
  session_id TEXT NOT NULL,
  next_turn INTEGER NOT NULL,
  next_segment INTEGER NOT NULL,
  target INTEGER NOT NULL,
  domain TEXT NOT NULL,
  topic_turns INTEGER NOT NULL,
  is_recall_off INTEGER NOT NULL,
  -- JSON: what has been seen, so that it need not be sent again; NULL for nothing.
  notes TEXT,
  -- Of all turns, sealed or not.
  total_tokens INTEGER NOT NULL,
  -- JSON: what its prompts came to; NULL for none.
  usage TEXT,
  update_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  UNIQUE (user_no, session_id)
) STRICT;

CREATE TABLE turns (
  turn_no INTEGER PRIMARY KEY,
  session_no INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  role TEXT NOT NULL,
  speaker TEXT NOT NULL,
  said_ms REAL NOT NULL,
  create_ms INTEGER NOT NULL,
  -- JSON, NULL where there are none.
  calls TEXT,
  call_id TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  continuity REAL,
  starts_topic INTEGER NOT NULL,
  domain TEXT NOT NULL,
  -- JSON: what it lends to its segment, and the stems it is compared by.
  digest TEXT NOT NULL,
  vector BLOB,
  size_bytes INTEGER NOT NULL,
  stored_bytes INTEGER NOT NULL,
  is_compressed INTEGER NOT NULL,
  content ANY NOT NULL,
  UNIQUE (session_no, turn)
) STRICT;

-- Written once.
CREATE TABLE segments (
  session_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  first_turn INTEGER NOT NULL,
  last_turn INTEGER NOT NULL,
  -- JSON.
  keys TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  hash TEXT NOT NULL,
  create_ms INTEGER NOT NULL,
  PRIMARY KEY (session_no, segment)
) STRICT, WITHOUT ROWID;

CREATE TABLE system_prompts (
  tenant TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  version TEXT NOT NULL,
  -- JSON: the four blocks.
  blocks TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  is_current INTEGER NOT NULL,
  PRIMARY KEY (tenant, agent_id, version)
) STRICT, WITHOUT ROWID;

-- Why the last answer of a session failed; sent on a retry alone.
CREATE TABLE errors (
  session_no INTEGER PRIMARY KEY,
  message TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

-- What models' tokens were seen to be beside o200k_base's.
CREATE TABLE token_factors (
  tenant TEXT NOT NULL,
  model TEXT NOT NULL,
  factor REAL NOT NULL,
  samples INTEGER NOT NULL,
  PRIMARY KEY (tenant, model)
) STRICT, WITHOUT ROWID;

-- When a turn was appended; NULL for memories.
ALTER TABLE memories ADD COLUMN recall_ms INTEGER;
CREATE INDEX recall_by_time ON memories (recall_ms) WHERE recall_ms IS NOT NULL;
`;
