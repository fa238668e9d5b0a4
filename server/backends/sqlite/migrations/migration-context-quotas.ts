/** Adds accounts of data beside memories: turns that stay findable, facts, sessions and request ids. */
const SUM_OF = (type: string, from: string, bytes: string, agent = `''`): string => `
INSERT INTO agent_totals (user_no, agent_id, type, count, bytes)
  SELECT user_no, ${agent}, '${type}', count(*), coalesce(sum(${bytes}), 0) FROM ${from} GROUP BY user_no, ${agent};
`;
const TEXTS = (type: string): string =>
  `(SELECT o.user_no, m.agent_id, m.size_bytes FROM memories m JOIN owners o USING (owner_no)
    WHERE o.type = '${type}' AND o.user_no IN (SELECT user_no FROM users))`;
const OF_USERS = (table: string): string =>
  `(SELECT user_no, size_bytes FROM ${table} WHERE user_no IN (SELECT user_no FROM users))`;

export const CONTEXT_ACCOUNTS = `
-- What its window and its summaries take.
ALTER TABLE sessions ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET size_bytes =
  coalesce((SELECT sum(t.size_bytes + length(CAST(coalesce(t.calls, '') AS BLOB))) FROM turns t
            WHERE t.session_no = sessions.session_no), 0)
  + coalesce((SELECT sum(length(CAST(g.keys AS BLOB))) FROM segments g WHERE g.session_no = sessions.session_no), 0);
CREATE INDEX sessions_of_user ON sessions (user_no, update_ms);

-- What the id, its outcome and the snapshot take. Rows are numbered in the order of their times, and swept in that order.
ALTER TABLE requests ADD COLUMN size_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE requests SET size_bytes = length(CAST(request_id AS BLOB)) + length(CAST(outcome AS BLOB))
  + coalesce(length(CAST(snapshot AS BLOB)), 0);
DROP INDEX requests_by_time;
CREATE INDEX requests_of_user ON requests (user_no);

INSERT INTO owners (user_no, type, session_id, count, bytes)
  SELECT user_no, 'SESSION', '', count(*), sum(size_bytes) FROM ${OF_USERS('sessions')} GROUP BY user_no;
INSERT INTO owners (user_no, type, session_id, count, bytes)
  SELECT user_no, 'REQUEST_ID', '', count(*), sum(size_bytes) FROM ${OF_USERS('requests')} GROUP BY user_no;
${SUM_OF('SESSION', OF_USERS('sessions'), 'size_bytes')}
${SUM_OF('REQUEST_ID', OF_USERS('requests'), 'size_bytes')}
${SUM_OF('FACT', TEXTS('FACT'), 'size_bytes')}
${SUM_OF('RECALL', TEXTS('RECALL'), 'size_bytes', 'agent_id')}
INSERT INTO totals (tenant, type, count, bytes)
  SELECT u.tenant, a.type, sum(a.count), sum(a.bytes) FROM agent_totals a JOIN users u USING (user_no)
  WHERE a.type IN ('SESSION', 'REQUEST_ID', 'FACT', 'RECALL') GROUP BY u.tenant, a.type;

-- Of all that is kept beside memories.
ALTER TABLE samples ADD COLUMN disk_bytes INTEGER NOT NULL DEFAULT 0;
`;
