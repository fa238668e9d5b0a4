/** Finds sessions whose turns no summary covers yet: open ones, and idle ones that are still to be summed up. */
export const IDLE_SESSIONS = `
-- An empty window has nothing to sum up.
UPDATE sessions SET sealed_turn = next_turn - 1
WHERE next_turn > coalesce(sealed_turn, 0) + 1 AND session_no NOT IN (SELECT session_no FROM turns);
CREATE INDEX sessions_unsealed ON sessions (user_no, update_ms) WHERE next_turn > coalesce(sealed_turn, 0) + 1;
`;

/** Adds the data of a summary beside its words; NULL if it was written before. */
export const SUMMARIES_OF_A_DAY = `
-- When the last of its turns was said.
ALTER TABLE segments ADD COLUMN said_ms REAL;
-- Of all of its turns; NULL where they are of several.
ALTER TABLE segments ADD COLUMN namespace TEXT;
`;
