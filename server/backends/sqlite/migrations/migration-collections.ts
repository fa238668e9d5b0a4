/** Adds collections of documents: their schemas, and reading one in order. */
export const COLLECTIONS = `
CREATE TABLE collections (
  user_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- A JSON Schema; NULL where any document will do.
  schema TEXT,
  version INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  update_ms INTEGER NOT NULL,
  PRIMARY KEY (user_no, name)
) STRICT;

CREATE INDEX memories_by_kind ON memories (owner_no, kind, create_ms, id) WHERE kind IS NOT NULL;
`;

/** Adds collections whose documents stay in the order in which they were written. */
export const ORDERED_DOCUMENTS = `
ALTER TABLE collections ADD COLUMN is_ordered INTEGER NOT NULL DEFAULT 0;

CREATE TABLE ordered_documents (
  document_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  collection TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  version INTEGER NOT NULL,
  create_ms INTEGER NOT NULL,
  update_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  stored_bytes INTEGER NOT NULL,
  is_compressed INTEGER NOT NULL,
  -- JSON.
  content ANY NOT NULL,
  UNIQUE (user_no, collection, sequence)
) STRICT;

-- The last sequence that a user's documents were given, whether or not its document is still there.
CREATE TABLE document_sequences (
  user_no INTEGER PRIMARY KEY,
  last_sequence INTEGER NOT NULL
) STRICT;
`;
