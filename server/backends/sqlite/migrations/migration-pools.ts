/** Adds pools, long-term memories that share a cap, with their counts: the memories that matter least are found by an index. */
export const POOLS = `
-- Those of one agent of a tenant, whoever's and in whatever namespace; of those that no agent wrote, one user's. The writer
-- keeps the count. AUTOINCREMENT: lives of users who are gone, and are yet to be deleted, lie in nobody's pool.
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
INSERT INTO pools (tenant, agent_id, user_no, count)
  SELECT u.tenant, t.agent_id, iif(t.agent_id = '', t.user_no, 0), sum(t.count) FROM agent_totals t JOIN users u USING (user_no)
  WHERE t.type = 'LONG_TERM' GROUP BY 1, 2, 3;

-- Of long-term memories.
ALTER TABLE lives ADD COLUMN pool_no INTEGER;
UPDATE lives SET pool_no = (
  SELECT p.pool_no FROM owners o JOIN users u USING (user_no)
  JOIN pools p ON p.tenant = u.tenant AND p.agent_id = lives.agent_id AND p.user_no = iif(lives.agent_id = '', o.user_no, 0)
  WHERE o.owner_no = lives.owner_no
) WHERE worth IS NOT NULL;
DROP INDEX lives_by_worth;
CREATE INDEX lives_by_worth ON lives (pool_no, worth, memory_no) WHERE worth IS NOT NULL;
`;
