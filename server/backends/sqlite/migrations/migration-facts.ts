/** Adds the tables of facts. */

export const FACTS = `
-- What is known of a user. The text of one that stands lies in \`memories\` too, under the user's owner of type FACT, so that an
-- index finds it; of a forgotten one it is gone everywhere.
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
) STRICT;
CREATE UNIQUE INDEX facts_by_time ON facts (user_no, create_ms, id);
CREATE INDEX facts_by_slot ON facts (user_no, slot) WHERE slot <> '' AND closed_ms IS NULL;
CREATE INDEX facts_by_confirmation ON facts (user_no, domain, confirm_ms) WHERE closed_ms IS NULL;
CREATE INDEX facts_by_age ON facts (confirm_ms);

-- The telling words of facts that stand, by meaning: which facts a new one may be about.
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
`;
