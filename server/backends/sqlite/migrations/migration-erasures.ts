/** Adds erasures: the users whose rows are still being deleted, and the erasures that the store has seen. */
export const ERASURES = `
-- Numbers of users under which there are only rows that go: no user has them any more, so nothing finds what is theirs.
CREATE TABLE erasures (
  user_no INTEGER PRIMARY KEY,
  -- Whose they were, where a user lost some types only; NULL where the user is gone.
  of_user_no INTEGER
) STRICT;

-- Those of the erase log that the store does not have are done again before it serves: it was restored from an older copy.
CREATE TABLE erased (
  id TEXT PRIMARY KEY,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

export const ERASURE_ENTRIES = `
-- The very bytes that the erase logs have of an erasure, sealed with the master key: a log that is put back from an older copy lacks
-- them, and gets them again. NULL for erasures that were seen before entries were kept, until a log brings theirs.
ALTER TABLE erased ADD COLUMN entry BLOB;
ALTER TABLE begun_erasures ADD COLUMN entry BLOB;
`;

export const BEGUN_ERASURES = `
-- Those that are not yet over in every place: they are done again before the store serves. They name the user until they are over.
CREATE TABLE begun_erasures (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  -- JSON; NULL for all.
  types TEXT
) STRICT, WITHOUT ROWID;
`;
