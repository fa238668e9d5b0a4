/**
 * The tables. An *owner* is what a quota counts for: a user's long-term memories, one session of a user's messages, what one agent knows
 * of a user. The `session_id` of an owner is its key beside the user: the session, the agent, or ''. Text columns compare byte for byte
 * (BINARY, SQLite's default). A migration, once released, is never edited. `npm run generate:schema` writes what all of them leave into
 * newest.ts.
 */
import { RESPONSES } from './migration-11.ts';
import { AUDIT, AUDIT_SHIPPED } from './migration-audit.ts';
import { BEGUN_ERASURES, ERASURE_ENTRIES, ERASURES } from './migration-erasures.ts';
import type { Migration } from './migrate.ts';
import { CONTEXT_ACCOUNTS } from './migration-context-quotas.ts';
import { CONTEXT_UPKEEP, readFactWords } from './migration-context-upkeep.ts';
import { LIVES } from './migration-lives.ts';
import { COLLECTIONS, ORDERED_DOCUMENTS } from './migration-collections.ts';
import { EVERY_TYPE } from './migration-5.ts';
import { CONTEXT } from './migration-6.ts';
import { LIMITS_AND_COSTS } from './migration-limits.ts';
import { FACTS } from './migration-facts.ts';
import { OUTBOX_TABLES } from './migration-outbox.ts';
import { PINNED_FACTS_BY_TIME, PINS, UNPINNED_FACTS_BY_AGE } from './migration-pins.ts';
import { POOL_SCOPE, poolByUser } from './migration-pool-scope.ts';
import { POOLS } from './migration-pools.ts';
import { SYSTEM_PROMPT_TOTALS } from './migration-system-prompts.ts';
import { IDLE_SESSIONS, SUMMARIES_OF_A_DAY } from './migration-idle-sessions.ts';
import { CLOSED_TOPICS, WINDOWS } from './migration-windows.ts';

/** The file's name in the data folder. */
export const STORE_FILE = 'recorda.db';

/** `RCRD`, which tells a store from another program's file. */
export const APPLICATION_ID = 0x52435244;

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE embedder (
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  dimensions INTEGER NOT NULL
) STRICT;

-- AUTOINCREMENT: a number that is used again would lend one user another's index.
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
  expire_ms INTEGER,
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
) STRICT;
CREATE UNIQUE INDEX memories_by_time ON memories (owner_no, create_ms, id);

-- What changed, in order; a user's revisions are 1, 2, 3, …. No content.
CREATE TABLE changes (
  sequence INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  type TEXT NOT NULL,
  operation TEXT NOT NULL,
  id TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX changes_by_user ON changes (user_no, revision);

-- Applied requests. The snapshot is the answer's content, where a repeat does not bring it; it goes with the memory.
CREATE TABLE requests (
  request_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  snapshot ANY,
  at_ms INTEGER NOT NULL,
  UNIQUE (user_no, request_id)
) STRICT;
CREATE INDEX requests_by_time ON requests (at_ms);
CREATE INDEX requests_by_memory ON requests (memory_id) WHERE snapshot IS NOT NULL;
`,
  },
  {
    version: 2,
    sql: `
-- What indexes have read of an owner's memories, in pieces: a cold index opens from these. Derived: may be deleted at any time.
-- It holds the words of memories, so it goes with the next sweep once one of them is gone or rewritten: \`stale\`.
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
CREATE TRIGGER memory_rewritten AFTER UPDATE OF content, vector, speaker, session_id, owner_no ON memories BEGIN
  UPDATE packs SET is_stale = 1 WHERE owner_no = old.owner_no AND is_stale = 0;
END;
`,
  },
  {
    version: 3,
    sql: `
-- NULL where nobody said.
ALTER TABLE memories ADD COLUMN source TEXT;
`,
  },
  {
    version: 4,
    sql: `
-- A memory has a vector in one of two columns, by the \`slot\` of the CURRENT embedder: 0 is vector, 1 is other_vector. While
-- the store changes to another embedder that one is NEXT, and every long-term memory up to number \`done_no\` has its vector
-- too. Then it is CURRENT, and the other is GONE until its column is empty, which it is up to \`done_no\`.
ALTER TABLE memories ADD COLUMN other_vector BLOB;
ALTER TABLE embedder ADD COLUMN slot INTEGER NOT NULL DEFAULT 0;
ALTER TABLE embedder ADD COLUMN state TEXT NOT NULL DEFAULT 'CURRENT';
ALTER TABLE embedder ADD COLUMN done_no INTEGER NOT NULL DEFAULT 0;
-- Of a NEXT one: vectors made, for people who watch.
ALTER TABLE embedder ADD COLUMN made_count INTEGER NOT NULL DEFAULT 0;

-- A pack says which embedder's vectors it has: a new vector does not make it stale.
DROP TRIGGER memory_rewritten;
CREATE TRIGGER memory_rewritten AFTER UPDATE OF content, speaker, session_id, owner_no ON memories BEGIN
  UPDATE packs SET is_stale = 1 WHERE owner_no = old.owner_no AND is_stale = 0;
END;
`,
  },
  { version: 5, sql: EVERY_TYPE },
  { version: 6, sql: CONTEXT },
  {
    version: 7,
    sql: `
-- When a relationship holds in the world; NULL is without end.
ALTER TABLE edges ADD COLUMN valid_from_ms INTEGER;
ALTER TABLE edges ADD COLUMN valid_to_ms INTEGER;
`,
  },
  { version: 8, sql: COLLECTIONS },
  { version: 9, sql: LIMITS_AND_COSTS },
  { version: 10, sql: FACTS },
  { version: 11, sql: RESPONSES },
  { version: 12, sql: ERASURES },
  { version: 13, sql: OUTBOX_TABLES },
  { version: 14, sql: CONTEXT_UPKEEP, and: readFactWords },
  { version: 15, sql: LIVES },
  { version: 16, sql: AUDIT },
  { version: 17, sql: POOLS + BEGUN_ERASURES },
  {
    version: 18,
    sql: `
-- Whether the quota raises alerts; NULL: not set.
ALTER TABLE quotas ADD COLUMN alerts INTEGER;
`,
  },
  { version: 19, sql: POOL_SCOPE, and: poolByUser },
  { version: 20, sql: PINS },
  { version: 21, sql: ERASURE_ENTRIES },
  {
    version: 22,
    sql: `
-- Of a duplicate: the memory that stayed for it.
ALTER TABLE archived ADD COLUMN merged_into TEXT;
-- A duplicate that somebody restored: it is merged no more until it is written again.
ALTER TABLE lives ADD COLUMN is_apart INTEGER NOT NULL DEFAULT 0;
`,
  },
  { version: 23, sql: UNPINNED_FACTS_BY_AGE },
  { version: 24, sql: WINDOWS },
  { version: 25, sql: CONTEXT_ACCOUNTS },
  { version: 26, sql: SYSTEM_PROMPT_TOTALS },
  { version: 27, sql: PINNED_FACTS_BY_TIME },
  { version: 28, sql: IDLE_SESSIONS },
  { version: 29, sql: SUMMARIES_OF_A_DAY },
  {
    version: 30,
    sql: `
-- When an alert of prompts' cost held no longer; its name is PROMPT_COST, its measure TOKENS, its place the session.
ALTER TABLE alerts ADD COLUMN resolved_ms INTEGER;
`,
  },
  {
    version: 31,
    sql: `
-- Turns that left their window, as ListTurns reads them.
CREATE INDEX recall_of_session ON memories (owner_no, session_id, turn) WHERE recall_ms IS NOT NULL;
`,
  },
  { version: 32, sql: ORDERED_DOCUMENTS },
  { version: 33, sql: CLOSED_TOPICS },
  {
    version: 34,
    sql: `
-- A second domain of a fact; NULL where it is of one.
ALTER TABLE facts ADD COLUMN also_domain TEXT;
-- The last facts of a domain, be it their first or their second.
CREATE INDEX facts_by_second_domain ON facts (user_no, also_domain, confirm_ms) WHERE closed_ms IS NULL AND also_domain IS NOT NULL;
`,
  },
  { version: 35, sql: AUDIT_SHIPPED },
  {
    version: 36,
    sql: `
-- JSON: the last runs of a kind, newest first; NULL in the row of a scheduled job.
ALTER TABLE job_runs ADD COLUMN runs TEXT;
`,
  },
];
