/** Adds the topics that a session's prompts leave out. */
export const CLOSED_TOPICS = `
-- The last turn of what the user asked to leave; NULL for none.
ALTER TABLE sessions ADD COLUMN closed_turn INTEGER;
`;

/** Adds how a session's window is cut, and the data that this depends on. NULL means the default. */
export const WINDOWS = `
-- CACHED or SLIDING.
ALTER TABLE sessions ADD COLUMN window_policy TEXT;
-- The last turn that a segment stands for.
ALTER TABLE sessions ADD COLUMN sealed_turn INTEGER;
-- What prompts since the last cut paid for reading more than a cut leaves, in tokens of uncached input.
ALTER TABLE sessions ADD COLUMN paid_tokens REAL;
-- JSON: what the model that prompts were last asked for takes for input.
ALTER TABLE sessions ADD COLUMN pricing TEXT;
`;
