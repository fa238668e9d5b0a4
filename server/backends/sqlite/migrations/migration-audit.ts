/** Adds the audit log, and later what was shipped of it. */
export const AUDIT = `
-- What was committed together: one record for each change. Each page's hash is over the one before: see domain/audit.ts.
CREATE TABLE audit_pages (
  page_no INTEGER PRIMARY KEY,
  first_no INTEGER NOT NULL,
  count INTEGER NOT NULL,
  records TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit_pages BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit_pages BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- What users' pseudonyms are made with. It goes with the user: then nobody can tell whose a record is.
CREATE TABLE audit_keys (
  tenant TEXT NOT NULL,
  user_id TEXT NOT NULL,
  key BLOB NOT NULL,
  PRIMARY KEY (tenant, user_id)
) STRICT, WITHOUT ROWID;
`;

export const AUDIT_SHIPPED = `
-- The last record of the audit log that each receiver acknowledged, and the page that has it.
CREATE TABLE audit_shipped (
  receiver TEXT PRIMARY KEY,
  record_no INTEGER NOT NULL,
  page_no INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
