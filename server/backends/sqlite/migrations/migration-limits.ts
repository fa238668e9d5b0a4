/** Adds limits: settings of users and tenants, totals that need no scan, alerts, and daily samples of use. */
export const LIMITS_AND_COSTS = `
-- Of a tenant where user_id is ''.
CREATE TABLE tiers (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  tier TEXT NOT NULL,
  PRIMARY KEY (tenant, user_id)
) STRICT, WITHOUT ROWID;
-- NULL: not set.
CREATE TABLE quotas (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  name TEXT NOT NULL,
  count INTEGER,
  bytes INTEGER,
  PRIMARY KEY (tenant, user_id, name)
) STRICT, WITHOUT ROWID;

-- What was told of the owner's quotas: three times the level of its count, and the level of its bytes.
ALTER TABLE owners ADD COLUMN told INTEGER NOT NULL DEFAULT 0;

-- All users' memories, by type; the count of type USER is that of the users. The writer keeps these and agent_totals:
-- triggers would cost an add half as much again.
CREATE TABLE totals (
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (tenant, type)
) STRICT, WITHOUT ROWID;
INSERT INTO totals (tenant, type, count, bytes)
  SELECT tenant, 'USER', count(*), 0 FROM users GROUP BY tenant;
INSERT INTO totals (tenant, type, count, bytes)
  SELECT u.tenant, o.type, sum(o.count), sum(o.bytes) FROM owners o JOIN users u USING (user_no)
  WHERE o.type <> 'RECALL' GROUP BY u.tenant, o.type;

-- Memories by the agent that wrote them.
CREATE TABLE agent_totals (
  user_no INTEGER NOT NULL,
  agent_id TEXT NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (user_no, agent_id, type)
) STRICT, WITHOUT ROWID;
CREATE INDEX agent_totals_by_agent ON agent_totals (agent_id);
INSERT INTO agent_totals (user_no, agent_id, type, count, bytes)
  SELECT o.user_no, m.agent_id, o.type, count(*), sum(m.size_bytes) FROM memories m JOIN owners o USING (owner_no)
  WHERE o.type <> 'RECALL' GROUP BY o.user_no, m.agent_id, o.type;

-- Quotas that were nearly full. \`place\` is the owner's session or agent. AUTOINCREMENT: resume tokens count these.
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
) STRICT;
CREATE INDEX alerts_by_user ON alerts (tenant, user_id, sequence);
-- Up to which sequence alerts were delivered.
CREATE TABLE alert_delivery (sequence INTEGER NOT NULL) STRICT;
INSERT INTO alert_delivery (sequence) VALUES (0);
-- Tenants whose quotas were changed: the owners of their users after this one are yet to be looked at.
CREATE TABLE alert_rounds (
  tenant TEXT PRIMARY KEY,
  user_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Use at the beginning of a day, counted from 1970 UTC; a day that is missing was like the one before. The tenant's own where user_id is ''.
CREATE TABLE samples (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  vector_bytes INTEGER NOT NULL,
  graph_nodes INTEGER NOT NULL,
  session_bytes INTEGER NOT NULL,
  PRIMARY KEY (tenant, user_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX samples_by_day ON samples (day);
-- The day whose samples are being taken, up to which of the changes, and whether they are all taken.
CREATE TABLE sampling (
  day INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  is_done INTEGER NOT NULL
) STRICT;
INSERT INTO sampling (day, sequence, is_done) VALUES (0, 0, 1);
`;
