/** Adds cached answers. */
export const RESPONSES = `
CREATE TABLE responses (
  response_no INTEGER PRIMARY KEY,
  user_no INTEGER NOT NULL,
  namespace TEXT NOT NULL,
  locale TEXT NOT NULL,
  kind TEXT NOT NULL,
  normalised TEXT NOT NULL,
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  vector BLOB,
  -- JSON: the facts that it rests on; NULL for all that is known of the user.
  fact_ids TEXT,
  create_ms INTEGER NOT NULL,
  expire_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX responses_by_key ON responses (user_no, namespace, locale, normalised);
CREATE INDEX responses_by_expiry ON responses (expire_ms);
CREATE INDEX responses_by_age ON responses (user_no, create_ms);

-- Whether anything that is known of a user has changed since an answer was stored.
CREATE INDEX facts_by_closing ON facts (user_no, closed_ms) WHERE closed_ms IS NOT NULL;

-- A forgotten fact is erased, and with it every answer that may repeat it.
CREATE TRIGGER fact_forgotten AFTER UPDATE OF is_forgotten ON facts WHEN new.is_forgotten = 1 BEGIN
  DELETE FROM responses WHERE user_no = new.user_no
    AND (fact_ids IS NULL OR EXISTS (SELECT 1 FROM json_each(fact_ids) w WHERE w.value = new.id));
END;
`;
