/** Adds the changes that a remote index does not show yet. */
export const OUTBOX_TABLES = `
-- The index that mirrors long-term memories, and this server's number among those that write it. No row: none ever did.
CREATE TABLE mirror (
  target TEXT NOT NULL,
  server_no INTEGER NOT NULL
) STRICT;

-- The last change of each memory that the index is not sure to show. No content: that is the memory's, as long as it has any.
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
-- Users of whom the index is to forget everything, before anything else of theirs is sent.
CREATE TABLE index_erasures (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (tenant, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_by_user ON outbox (user_no);
CREATE INDEX outbox_in_order ON outbox (state, sequence);
`;
