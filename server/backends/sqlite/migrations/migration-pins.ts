/** Adds pins of memories and facts: nothing removes these but their owner. */
export const PINS = `
ALTER TABLE memories ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
-- Pins are few: they are counted.
CREATE INDEX pinned_memories ON memories (owner_no, agent_id) WHERE is_pinned = 1;
ALTER TABLE facts ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pinned_facts ON facts (user_no) WHERE is_pinned = 1;
`;

/** Leaves pinned facts, which are never too old, out of the index of ages, so that sweeps need not read them every minute. */
export const UNPINNED_FACTS_BY_AGE = `
DROP INDEX facts_by_age;
CREATE INDEX facts_by_age ON facts (confirm_ms) WHERE is_pinned = 0;
`;

/** Lists a user's pinned facts in the order of pages. */
export const PINNED_FACTS_BY_TIME = `
DROP INDEX pinned_facts;
CREATE INDEX pinned_facts ON facts (user_no, create_ms, id) WHERE is_pinned = 1;
`;
