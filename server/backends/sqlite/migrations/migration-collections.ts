/** Collections of documents: their schemas, and reading one in order. */
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
