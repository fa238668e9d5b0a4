/** The tables as all migrations leave them, which a new file gets in one step. `npm run generate:schema` writes this file. */
export const NEWEST = {
  version: 36,
  sql: `
CREATE TABLE embedder (
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  dimensions INTEGER NOT NULL
, slot INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'CURRENT', done_no INTEGER NOT NULL DEFAULT 0, made_count INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE users (
  user_no INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  UNIQUE (tenant, user_id)
) STRICT;

CREATE TABLE owners (
  owner_no INTEGER PRIMARY KEY AUTOINCREMENT,
  user_no INTEGER NOT NULL,
  type TEXT NOT NULL,
  session_id TEXT NOT NULL,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  expire_ms INTEGER, told INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_no, type, session_id)
) STRICT;

CREATE INDEX owners_by_expiry ON owners (expire_ms) WHERE expire_ms IS NOT NULL;

CREATE TABLE memories (
  memory_no INTEGER PRIMARY KEY,
  owner_no INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  create_ms INTEGER NOT NULL,
  update_ms INTEGER NOT NULL,
  version INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  stored_bytes INTEGER NOT NULL,
  is_compressed INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  task_id TEXT NOT NULL,
  role TEXT,
  said_ms REAL,
  speaker TEXT,
  event_ms REAL,
  turn INTEGER,
  metadata TEXT,
  content ANY NOT NULL,
  vector BLOB
, source TEXT, other_vector BLOB, kind TEXT, key TEXT, importance REAL, recall_ms INTEGER, is_pinned INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE UNIQUE INDEX memories_by_time ON memories (owner_no, create_ms, id);

CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  type TEXT NOT NULL,
  operation TEXT NOT NULL,
  id TEXT NOT NULL,
  at_ms INTEGER NOT NULL
, agent_id TEXT NOT NULL DEFAULT '', session_id TEXT NOT NULL DEFAULT '', namespace TEXT NOT NULL DEFAULT '') STRICT;

CREATE UNIQUE INDEX changes_by_user ON changes (user_no, revision);

CREATE TABLE requests (
  request_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  snapshot ANY,
  at_ms INTEGER NOT NULL, size_bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (user_no, request_id)
) STRICT;

CREATE INDEX requests_by_memory ON requests (memory_id) WHERE snapshot IS NOT NULL;

CREATE TABLE packs (
  pack_no INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_no INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  format TEXT NOT NULL,
  is_complete INTEGER NOT NULL,
  is_stale INTEGER NOT NULL
) STRICT;

CREATE INDEX packs_by_owner ON packs (owner_no);

CREATE INDEX stale_packs ON packs (pack_no) WHERE is_stale = 1;

CREATE TABLE pack_pieces (
  pack_no INTEGER NOT NULL,
  piece INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX pack_pieces_in_order ON pack_pieces (pack_no, piece);

CREATE TRIGGER memory_deleted AFTER DELETE ON memories BEGIN
  UPDATE packs SET is_stale = 1 WHERE owner_no = old.owner_no AND is_stale = 0;
END;

CREATE TRIGGER memory_rewritten AFTER UPDATE OF content, speaker, session_id, owner_no ON memories BEGIN
  UPDATE packs SET is_stale = 1 WHERE owner_no = old.owner_no AND is_stale = 0;
END;

CREATE INDEX memories_by_key ON memories (owner_no, kind, key) WHERE key IS NOT NULL;

CREATE TABLE edges (
  memory_no INTEGER PRIMARY KEY,
  from_id TEXT NOT NULL,
  to_id TEXT NOT NULL
, valid_from_ms INTEGER, valid_to_ms INTEGER) STRICT;

CREATE INDEX edges_from ON edges (from_id);

CREATE INDEX edges_to ON edges (to_id);

CREATE TABLE accesses (
  memory_no INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
, days INTEGER NOT NULL DEFAULT 1) STRICT;

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
  ended_ms INTEGER, window_policy TEXT, sealed_turn INTEGER, paid_tokens REAL, pricing TEXT, size_bytes INTEGER NOT NULL DEFAULT 0, closed_turn INTEGER,
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

CREATE TABLE segments (
  session_no INTEGER NOT NULL,
  segment INTEGER NOT NULL,
  first_turn INTEGER NOT NULL,
  last_turn INTEGER NOT NULL,
  -- JSON.
  keys TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  hash TEXT NOT NULL,
  create_ms INTEGER NOT NULL, said_ms REAL, namespace TEXT,
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
  is_current INTEGER NOT NULL, size_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, agent_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE errors (
  session_no INTEGER PRIMARY KEY,
  message TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE token_factors (
  tenant TEXT NOT NULL,
  model TEXT NOT NULL,
  factor REAL NOT NULL,
  samples INTEGER NOT NULL,
  PRIMARY KEY (tenant, model)
) STRICT, WITHOUT ROWID;

CREATE INDEX recall_by_time ON memories (recall_ms) WHERE recall_ms IS NOT NULL;

CREATE TABLE collections (
  user_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- A JSON Schema; NULL where any document will do.
  schema TEXT,
  version INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  update_ms INTEGER NOT NULL, is_ordered INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_no, name)
) STRICT;

CREATE INDEX memories_by_kind ON memories (owner_no, kind, create_ms, id) WHERE kind IS NOT NULL;

CREATE TABLE tiers (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  tier TEXT NOT NULL,
  PRIMARY KEY (tenant, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE quotas (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER,
  bytes INTEGER, alerts INTEGER,
  PRIMARY KEY (tenant, user_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE totals (
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (tenant, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE agent_totals (
  user_no INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (user_no, agent_id, type)
) STRICT, WITHOUT ROWID;

CREATE INDEX agent_totals_by_agent ON agent_totals (agent_id);

CREATE TABLE alerts (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  place TEXT NOT NULL,
  name TEXT NOT NULL,
  measure TEXT NOT NULL,
  level TEXT NOT NULL,
  current INTEGER NOT NULL,
  max INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
, resolved_ms INTEGER) STRICT;

CREATE INDEX alerts_by_user ON alerts (tenant, user_id, sequence);

CREATE TABLE alert_delivery (sequence INTEGER NOT NULL) STRICT;

CREATE TABLE alert_rounds (
  tenant TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE samples (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  vector_bytes INTEGER NOT NULL,
  graph_nodes INTEGER NOT NULL,
  session_bytes INTEGER NOT NULL, disk_bytes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, user_id, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX samples_by_day ON samples (day);

CREATE TABLE sampling (
  day INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  is_done INTEGER NOT NULL
) STRICT;

CREATE TABLE facts (
  fact_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  domain TEXT NOT NULL,
  fact TEXT NOT NULL,
  confidence TEXT NOT NULL,
  source TEXT NOT NULL,
  slot TEXT NOT NULL,
  rule TEXT NOT NULL,
  namespace TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  confirm_ms INTEGER NOT NULL,
  confirmations INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  -- '' while nothing took its place.
  superseded_by TEXT NOT NULL,
  closed_ms INTEGER,
  is_forgotten INTEGER NOT NULL
, is_pinned INTEGER NOT NULL DEFAULT 0, also_domain TEXT) STRICT;

CREATE UNIQUE INDEX facts_by_time ON facts (user_no, create_ms, id);

CREATE INDEX facts_by_slot ON facts (user_no, slot) WHERE slot <> '' AND closed_ms IS NULL;

CREATE INDEX facts_by_confirmation ON facts (user_no, domain, confirm_ms) WHERE closed_ms IS NULL;

CREATE TABLE fact_words (
  user_no INTEGER NOT NULL,
  word TEXT NOT NULL,
  fact_no INTEGER NOT NULL,
  PRIMARY KEY (user_no, word, fact_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX fact_words_by_fact ON fact_words (fact_no);

CREATE TABLE fact_events (
  event_no INTEGER PRIMARY KEY,
  fact_no INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- The fact that took its place, or whose place it took.
  other_id TEXT NOT NULL,
  count INTEGER NOT NULL
) STRICT;

CREATE INDEX fact_events_in_order ON fact_events (fact_no, event_no);

CREATE TABLE responses (
  response_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  locale TEXT NOT NULL,
  kind TEXT NOT NULL,
  normalised TEXT NOT NULL,
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  vector BLOB,
  -- JSON: the facts that it rests on; NULL for all that is known of the user.
  fact_ids TEXT,
  create_ms INTEGER NOT NULL,
  expire_ms INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX responses_by_key ON responses (user_no, namespace, locale, normalised);

CREATE INDEX responses_by_expiry ON responses (expire_ms);

CREATE INDEX responses_by_age ON responses (user_no, create_ms);

CREATE INDEX facts_by_closing ON facts (user_no, closed_ms) WHERE closed_ms IS NOT NULL;

CREATE TRIGGER fact_forgotten AFTER UPDATE OF is_forgotten ON facts WHEN new.is_forgotten = 1 BEGIN
  DELETE FROM responses WHERE user_no = new.user_no
    AND (fact_ids IS NULL OR EXISTS (SELECT 1 FROM json_each(fact_ids) w WHERE w.value = new.id));
END;

CREATE TABLE erasures (
  user_no INTEGER PRIMARY KEY,
  -- Whose they were, where a user lost some types only; NULL where the user is gone.
  of_user_no INTEGER
) STRICT;

CREATE TABLE erased (
  id TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
, entry BLOB) STRICT, WITHOUT ROWID;

CREATE TABLE mirror (
  target TEXT NOT NULL,
  server_no INTEGER NOT NULL
) STRICT;

CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  user_no INTEGER NOT NULL,
  -- Of changes.
  sequence INTEGER NOT NULL,
  -- What orders this change among those of all servers: about when it was made, in milliseconds, and after those it knew of.
  revision INTEGER NOT NULL,
  -- WAITING, SENT or DEAD.
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  changed_ms INTEGER NOT NULL,
  -- WAITING: when it is to be sent; 0: at once. SENT: when it was. DEAD: since when.
  at_ms INTEGER NOT NULL,
  -- SENT: since when the index shows it.
  seen_ms INTEGER,
  -- DEAD: why.
  reason TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE index_erasures (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (tenant, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX outbox_by_user ON outbox (user_no);

CREATE INDEX outbox_in_order ON outbox (state, sequence);

CREATE INDEX sessions_by_use ON sessions (update_ms);

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
, pool_no INTEGER, is_apart INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX lives_by_age ON lives (type, since_ms);

CREATE INDEX graduates ON lives (owner_no) WHERE is_graduated = 1;

CREATE INDEX lives_to_compare ON lives (memory_no) WHERE is_compared = 0 AND worth IS NOT NULL;

CREATE TABLE evidence (
  id TEXT NOT NULL,
  memory_no INTEGER NOT NULL,
  PRIMARY KEY (id, memory_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX evidence_by_memory ON evidence (memory_no);

CREATE TRIGGER memory_gone AFTER DELETE ON memories BEGIN
  DELETE FROM edges WHERE memory_no = old.memory_no;
  DELETE FROM accesses WHERE memory_no = old.memory_no;
  DELETE FROM lives WHERE memory_no = old.memory_no;
  DELETE FROM evidence WHERE memory_no = old.memory_no;
END;

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
, merged_into TEXT) STRICT;

CREATE INDEX archived_in_order ON archived (user_no, archive_ms, id);

CREATE INDEX archived_by_object ON archived (object);

CREATE TABLE archive_objects (
  object TEXT PRIMARY KEY,
  user_no INTEGER NOT NULL,
  is_complete INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX archive_objects_by_user ON archive_objects (user_no);

CREATE TABLE retention (
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  days INTEGER NOT NULL,
  PRIMARY KEY (tenant, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_runs (
  job TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
, runs TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE audit_pages (
  page_no INTEGER PRIMARY KEY,
  first_no INTEGER NOT NULL,
  count INTEGER NOT NULL,
  records TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;

CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit_pages BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TRIGGER audit_kept BEFORE DELETE ON audit_pages BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

CREATE TABLE audit_keys (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  key BLOB NOT NULL,
  PRIMARY KEY (tenant, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE pools (
  pool_no INTEGER PRIMARY KEY AUTOINCREMENT,
  tenant TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  -- 0 where there is an agent.
  user_no INTEGER NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (tenant, agent_id, user_no)
) STRICT;

CREATE INDEX pools_by_count ON pools (count);

CREATE INDEX lives_by_worth ON lives (pool_no, worth, memory_no) WHERE worth IS NOT NULL;

CREATE TABLE begun_erasures (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- JSON; NULL for all.
  types TEXT
, entry BLOB) STRICT, WITHOUT ROWID;

CREATE TABLE pool_scope (scope TEXT NOT NULL) STRICT;

CREATE INDEX pinned_memories ON memories (owner_no, agent_id) WHERE is_pinned = 1;

CREATE INDEX facts_by_age ON facts (confirm_ms) WHERE is_pinned = 0;

CREATE INDEX sessions_of_user ON sessions (user_no, update_ms);

CREATE INDEX requests_of_user ON requests (user_no);

CREATE INDEX old_system_prompts ON system_prompts (tenant, create_ms) WHERE is_current = 0;

CREATE TABLE system_prompt_totals (
  tenant TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pinned_facts ON facts (user_no, create_ms, id) WHERE is_pinned = 1;

CREATE INDEX sessions_unsealed ON sessions (user_no, update_ms) WHERE next_turn > coalesce(sealed_turn, 0) + 1;

CREATE INDEX recall_of_session ON memories (owner_no, session_id, turn) WHERE recall_ms IS NOT NULL;

CREATE TABLE ordered_documents (
  document_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  collection TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  version INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  update_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  stored_bytes INTEGER NOT NULL,
  is_compressed INTEGER NOT NULL,
  -- JSON.
  content ANY NOT NULL,
  UNIQUE (user_no, collection, sequence)
) STRICT;

CREATE TABLE document_sequences (
  user_no INTEGER PRIMARY KEY,
  last_sequence INTEGER NOT NULL
) STRICT;

CREATE INDEX facts_by_second_domain ON facts (user_no, also_domain, confirm_ms) WHERE closed_ms IS NULL AND also_domain IS NOT NULL;

CREATE TABLE audit_shipped (
  receiver TEXT PRIMARY KEY,
  record_no INTEGER NOT NULL,
  page_no INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO alert_delivery (sequence) VALUES (0);

INSERT INTO sampling (day, sequence, is_done) VALUES (0, 0, 1);

INSERT INTO pool_scope (scope) VALUES ('user-agent');
`,
};
