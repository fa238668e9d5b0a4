/** Which memories and facts are pinned: nothing removes them but their owner. */
export const PINS = `
ALTER TABLE memories ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
-- Pins are few: they are counted.
CREATE INDEX pinned_memories ON memories (owner_no, agent_id) WHERE is_pinned = 1;
ALTER TABLE facts ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pinned_facts ON facts (user_no) WHERE is_pinned = 1;
`;

/** What is pinned is never too old: sweeps need not walk over it every minute. */
export const UNPINNED_FACTS_BY_AGE = `
DROP INDEX facts_by_age;
CREATE INDEX facts_by_age ON facts (confirm_ms) WHERE is_pinned = 0;
`;

/** A user's pinned facts are listed in the order of pages. */
export const PINNED_FACTS_BY_TIME = `
DROP INDEX pinned_facts;
CREATE INDEX pinned_facts ON facts (user_no, create_ms, id) WHERE is_pinned = 1;
`;
