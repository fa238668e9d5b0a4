/**
 * The tables in PostgreSQL, and the function by which a change is committed. All servers follow one list of commits, which are numbered
 * without gaps, so that every copy applies the same changes in the same order.
 */
import { createHash } from 'node:crypto';
import { TABLES } from '../sqlite/schema.ts';

/** The version of these tables. A server refuses a newer one. */
export const SCHEMA_VERSION = 2;
/** The version of tables whose rows may be sealed: it also has keys, and a commit names those that it uses. */
export const SEALABLE_VERSION = 3;

/** The oldest PostgreSQL that is supported, as `server_version_num`. */
export const LEAST_VERSION = 140_000;

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/** The tables whose rows name the user, so that a change deletes each of them by itself. All others of a user go with the user. */
const NAMING = TABLES.filter(({ of, erased }) => of === 'user' && erased?.by !== 'number' && erased?.by !== 'trigger');
const NAMED = list(NAMING.map(({ table }) => table).filter((table) => table !== 'users'));
/** An erasure names these rows, whose keys are never sealed. */
export const ERASED_BY_NAME: readonly string[] = NAMING.map(({ table }) => table).filter(
  (table) => table !== 'begun_erasures',
);

/** Rows that are deleted with another one, without being named in the change, and have the same key. */
const ALONG = { memories: ['accesses', 'edges', 'evidence', 'lives'], facts: ['fact_events', 'fact_words'] } as const;
/** Rows that are deleted with their session, by whose id their keys begin. */
const OF_SESSIONS = ['turns', 'segments', 'errors'] as const;

/** In place of an alert that named an erased user, so that alerts keep their numbers in a copy that is loaded later. */
const BLANK_ALERT = `'{"does":"RAISE","nowMs":0,"tenant":"","userId":"","place":"","name":"","measure":"COUNT","level":"WARNING","current":0,"max":0}'`;
const BLANK_FORGET = '{"does":"FORGET","tenant":"","userId":""}';
const BLANK = `CASE WHEN image LIKE '{"does":"RAISE"%' THEN ${BLANK_ALERT} ELSE '${BLANK_FORGET}' END`;

/** PostgreSQL reads no JSON with U+0000 in it, which text of users may contain; what is read here has none that matters. */
export const jsonOf = (column: string): string => `replace(${column}, '\\u0000', '\\ufffd')::json`;

/** The SQLSTATE of a commit from a copy that lacks commits which are no longer kept. */
export const TOO_OLD = 'RC001';

/** Returns what stands for a key in the column digest, since keys may be too long for an index. */
export const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

/** In `changes`, the notes of a write about sums of pools and about alerts are rows of these names. */
export const POOL_NOTE = '#pool';
export const ALERT_NOTE = '#alert';
/** A row of this name says that an erasure could not count what it erased: each copy takes off its sums what it has of the user. */
export const UNCOUNTED_NOTE = '#uncounted';

export const CREATE_SCHEMA = 'CREATE SCHEMA recorda';

export const CREATE = `
-- The newest commit. Its row is locked last, so that commits become visible in the order of their numbers.
CREATE TABLE recorda.head (
  version int NOT NULL,
  -- The form of the rows' images: the version of the embedded store's own tables, and the embedder of its vectors.
  form text NOT NULL,
  number bigint NOT NULL DEFAULT 0,
  token uuid NOT NULL DEFAULT gen_random_uuid(),
  -- How many rows were ever inserted into the table changes of the embedded store.
  logged bigint NOT NULL DEFAULT 0,
  -- The oldest commit that is kept.
  kept_from bigint NOT NULL DEFAULT 1
) WITH (fillfactor = 50);

-- A cell is a user; a tenant, if the user is ''; or the whole store. The number is that of the last commit that touched it.
CREATE TABLE recorda.cells (
  tenant text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  PRIMARY KEY (tenant, user_id)
) WITH (fillfactor = 70);

CREATE TABLE recorda.commits (
  number bigint PRIMARY KEY,
  token uuid NOT NULL,
  before uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Sums of tenants, and records of the audit log.
  shared text NOT NULL
);

-- What each commit changed, as long as it is kept. The image is NULL if the row was deleted.
CREATE TABLE recorda.changes (
  number bigint NOT NULL,
  n int NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  tbl text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  is_new boolean NOT NULL,
  image text,
  PRIMARY KEY (number, n)
);
CREATE INDEX changes_by_cell ON recorda.changes (tenant, user_id);

-- All rows as they are now, from which a new copy is loaded, in the order of their insertion. Keys may be too long for an index.
CREATE TABLE recorda.rows (
  tenant text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  tbl text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  key text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  n int NOT NULL,
  -- The number that the row has in every copy, for rows of changes.
  sequence bigint,
  image text NOT NULL,
  PRIMARY KEY (tenant, user_id, tbl, digest)
);

-- Alerts and audit records of all time, in their order.
CREATE TABLE recorda.notes (
  number bigint NOT NULL,
  n int NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  image text NOT NULL,
  PRIMARY KEY (number, n)
);
CREATE INDEX notes_by_user ON recorda.notes (tenant, user_id) WHERE kind = '${ALERT_NOTE}';

CREATE TABLE recorda.leases (
  job text COLLATE "C" PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);

-- The servers that run, each with the settings that all must have in common, until it has not been heard of for a while.
CREATE TABLE recorda.servers (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  settings text NOT NULL,
  until timestamptz NOT NULL
);

-- The mark by which all servers know a place outside the database.
CREATE TABLE recorda.places (
  place text COLLATE "C" PRIMARY KEY,
  mark text NOT NULL
);
`;

/** The names that these tables and their indexes take in the schema. */
export const RELATIONS = [...CREATE.matchAll(/CREATE (?:TABLE|INDEX) (?:recorda\.)?(\w+)/g)].map(([, name]) => name!);

/** Deletes the oldest commits that nobody needs any longer, a few at a time; returns whether there may be more. */
export const PRUNE_FUNCTION = `
CREATE OR REPLACE FUNCTION recorda.prune(days int, most int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
  newest bigint;
BEGIN
  SELECT number INTO newest FROM recorda.head FOR UPDATE;
  SELECT max(number) INTO last FROM (
    SELECT number, at FROM recorda.commits WHERE number < newest ORDER BY number LIMIT most
  ) AS oldest WHERE at < clock_timestamp() - make_interval(days => days);
  IF last IS NULL THEN RETURN false; END IF;
  UPDATE recorda.head SET kept_from = last + 1;
  DELETE FROM recorda.changes WHERE number <= last;
  DELETE FROM recorda.commits WHERE number <= last;
  RETURN true;
END $$;
`;

/** Deletes what names a user who was erased, once no copy can lack the commit of the erasure. */
export const FORGET_CELLS = `
DELETE FROM recorda.cells c
WHERE c.user_id <> '' AND c.number < (SELECT kept_from FROM recorda.head)
  AND NOT EXISTS (SELECT 1 FROM recorda.rows r WHERE r.tenant = c.tenant AND r.user_id = c.user_id)`;

/**
 * The users whose rows are sealed, each with the key of this id: server/lifecycle/row-keys.ts. A key is dead once its user was erased, and
 * is then destroyed where it is stored. Dead keys stay listed, since an older copy of that storage may bring them back.
 */
const CREATE_KEYS = `
CREATE TABLE recorda.keys (
  tenant text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  place text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, user_id)
);

CREATE TABLE recorda.dead_keys (
  place text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  is_destroyed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (place, id)
);
`;

/** The id in a commit for a cell of which it seals nothing. */
export const ANY_KEY = '*';

const CHECK_KEYS = `
  -- The rows of a user are sealed with one key, or none of them is: that key, or none, must be the one that this commit knows.
  IF EXISTS (
    SELECT 1 FROM unnest(cell_tenants, cell_users, cell_keys) AS w(t, u, id) LEFT JOIN recorda.keys k ON k.tenant = w.t AND k.user_id = w.u
    WHERE w.id <> '${ANY_KEY}' AND w.id <> coalesce(k.id, '')
  ) THEN RETURN NULL; END IF;
`;

const KILL_KEYS = `
    WITH gone AS (
      DELETE FROM recorda.keys k USING unnest(erased_tenants, erased_users) AS e(t, u)
      WHERE k.tenant = e.t AND k.user_id = e.u RETURNING k.place, k.id
    )
    INSERT INTO recorda.dead_keys (place, id) SELECT g.place, g.id FROM gone g ON CONFLICT DO NOTHING;`;

const OLD_PARAMETERS =
  'bigint, uuid, text, text, text[], text[], text[], text[], text[], text[], text[], text[], bytea[], boolean[], text[]';
/** In a database with sealed rows, answers servers of earlier versions, which cannot read them, so that they stop. */
const REFUSE_OLD = `
DROP FUNCTION recorda.commit_change(${OLD_PARAMETERS});
CREATE FUNCTION recorda.commit_change(${OLD_PARAMETERS}) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows are sealed, which this version of Recorda cannot read' USING ERRCODE = '${TOO_OLD}';
END $$;
`;

/** Makes a database one whose rows may be sealed. */
export const becomeSealable = (): string =>
  `${CREATE_KEYS}${REFUSE_OLD}${commitFunction({ isSealable: true })}UPDATE recorda.head SET version = ${SEALABLE_VERSION};`;

/** Locks the cells of a commit, and tells whether one of them has changed since. */
const LOCK_CELLS = `DECLARE
  mine bigint;
  last recorda.head%ROWTYPE;
  added bigint := 0;
  locked int;
BEGIN
  INSERT INTO recorda.cells (tenant, user_id, number)
    SELECT t, u, 0 FROM unnest(cell_tenants, cell_users) AS c(t, u) ORDER BY t, u ON CONFLICT DO NOTHING;
  PERFORM 1 FROM recorda.cells c JOIN unnest(cell_tenants, cell_users) AS w(t, u) ON c.tenant = w.t AND c.user_id = w.u
    ORDER BY c.tenant, c.user_id FOR UPDATE OF c;
  GET DIAGNOSTICS locked = ROW_COUNT;
  -- A cell that was there at the insertion may be forgotten before it is locked. The next try inserts it again.
  IF locked < cardinality(cell_users) THEN RETURN NULL; END IF;
  IF EXISTS (
    SELECT 1 FROM recorda.cells c JOIN unnest(cell_tenants, cell_users) AS w(t, u) ON c.tenant = w.t AND c.user_id = w.u
    WHERE c.number > place
  ) THEN RETURN NULL; END IF;
`;

/** Deletes all of the users whom a commit erases. */
const ERASE_USERS = `
    DELETE FROM recorda.rows r USING unnest(erased_tenants, erased_users) AS e(t, u)
      WHERE r.tenant = e.t AND r.user_id = e.u AND r.tbl NOT IN (${NAMED});
    UPDATE recorda.changes SET tenant = '', user_id = '', image = ${BLANK}
      FROM unnest(erased_tenants, erased_users) AS e(t, u) WHERE tenant = e.t AND user_id = e.u AND tbl = '${ALERT_NOTE}';
    UPDATE recorda.notes SET tenant = '', user_id = '', image = ${BLANK}
      FROM unnest(erased_tenants, erased_users) AS e(t, u) WHERE tenant = e.t AND user_id = e.u AND kind = '${ALERT_NOTE}';
    DELETE FROM recorda.changes c USING unnest(erased_tenants, erased_users) AS e(t, u)
      WHERE c.tenant = e.t AND c.user_id = e.u AND c.tbl NOT IN (${NAMED});`;

/** Deletes rows, and those that go along with them. */
const DELETE_ROWS = `  IF 'owners' = ANY (row_tables) THEN
    WITH gone AS (
      DELETE FROM recorda.rows r USING unnest(row_tenants, row_users, row_tables, row_keys, row_images) AS g(t, u, tbl, key, image)
      WHERE g.tbl = 'owners' AND g.image IS NULL AND r.tenant = g.t AND r.user_id = g.u AND r.tbl = 'memories'
        AND coalesce(${jsonOf('r.image')} -> 0 ->> 'owner_no', ${jsonOf('r.image')} ->> 'owner') = g.key
      RETURNING r.tenant, r.user_id, r.digest
    )
    DELETE FROM recorda.rows r USING gone g
      WHERE r.tenant = g.tenant AND r.user_id = g.user_id AND r.digest = g.digest AND r.tbl IN (${list(ALONG.memories)});
  END IF;
  IF 'sessions' = ANY (row_tables) THEN
    DELETE FROM recorda.rows r USING unnest(row_tenants, row_users, row_tables, row_keys, row_images) AS g(t, u, tbl, key, image)
      WHERE g.tbl = 'sessions' AND g.image IS NULL AND r.tenant = g.t AND r.user_id = g.u AND r.tbl IN (${list(OF_SESSIONS)})
        AND (${jsonOf('r.key')} ->> 0) = (${jsonOf('g.key')} ->> 0);
  END IF;
  IF array_position(row_images, NULL) IS NOT NULL THEN
    DELETE FROM recorda.rows r USING unnest(row_tenants, row_users, row_tables, row_digests, row_images) AS g(t, u, tbl, digest, image)
      WHERE g.image IS NULL AND r.tenant = g.t AND r.user_id = g.u AND r.digest = g.digest AND r.tbl = ANY (
        CASE g.tbl WHEN 'memories' THEN ARRAY['memories', ${list(ALONG.memories)}]
          WHEN 'facts' THEN ARRAY['facts', ${list(ALONG.facts)}] ELSE ARRAY[g.tbl] END);
  END IF;
`;

const PUT_ROWS = `  -- The number is not known yet; of one cell, this one still rises from commit to commit.
  INSERT INTO recorda.rows AS r (tenant, user_id, tbl, digest, key, number, n, image)
    SELECT t, u, tbl, digest, key, place + 1, n, image
    FROM unnest(row_tenants, row_users, row_tables, row_keys, row_digests, row_news, row_images)
      WITH ORDINALITY AS w(t, u, tbl, key, digest, is_new, image, n)
    WHERE image IS NOT NULL AND tbl NOT LIKE '#%'
    ON CONFLICT (tenant, user_id, tbl, digest) DO UPDATE SET image = excluded.image,
      number = CASE WHEN row_news[excluded.n] AND r.tbl <> 'owners' THEN excluded.number ELSE r.number END,
      n = CASE WHEN row_news[excluded.n] AND r.tbl <> 'owners' THEN excluded.n ELSE r.n END;

  SELECT * INTO last FROM recorda.head FOR UPDATE;
  mine := last.number + 1;
  IF place < last.kept_from - 1 THEN RAISE EXCEPTION 'the copy is older than what is kept' USING ERRCODE = '${TOO_OLD}'; END IF;
  WITH logged AS (
    SELECT t, u, digest, row_number() OVER (ORDER BY n) AS k
    FROM unnest(row_tenants, row_users, row_tables, row_digests, row_news, row_images)
      WITH ORDINALITY AS w(t, u, tbl, digest, is_new, image, n)
    WHERE tbl = 'changes' AND is_new AND image IS NOT NULL
  ), numbered AS (
    UPDATE recorda.rows r SET sequence = last.logged + k FROM logged
    WHERE r.tenant = t AND r.user_id = u AND r.tbl = 'changes' AND r.digest = logged.digest RETURNING 1
  )
  SELECT count(*) INTO added FROM numbered;
  INSERT INTO recorda.commits (number, token, before, shared) VALUES (mine, its_token, last.token, shared_notes);
  INSERT INTO recorda.changes (number, n, tenant, user_id, tbl, key, is_new, image)
    SELECT mine, n, t, u, tbl, key, is_new, image
    FROM unnest(row_tenants, row_users, row_tables, row_keys, row_news, row_images)
      WITH ORDINALITY AS w(t, u, tbl, key, is_new, image, n);
  INSERT INTO recorda.notes (number, n, tenant, user_id, kind, image)
    SELECT mine, n, CASE WHEN forgets THEN '' ELSE t END, CASE WHEN forgets THEN '' ELSE u END, tbl,
      CASE WHEN forgets THEN '${BLANK_FORGET}' ELSE image END
    FROM unnest(row_tenants, row_users, row_tables, row_images) WITH ORDINALITY AS w(t, u, tbl, image, n),
      LATERAL (SELECT image LIKE '{"does":"FORGET"%' AS forgets) AS f
    WHERE tbl = '${ALERT_NOTE}';
  IF audit <> '' THEN
    INSERT INTO recorda.notes (number, n, tenant, user_id, kind, image) VALUES (mine, 0, '', '', 'audit', audit);
  END IF;
  UPDATE recorda.cells c SET number = mine FROM unnest(cell_tenants, cell_users) AS w(t, u)
    WHERE c.tenant = w.t AND c.user_id = w.u;
  UPDATE recorda.head SET number = mine, token = its_token, logged = last.logged + added;
  RETURN mine;
`;

/**
 * Commits a change that was tried out in a copy at commit \`place\`, and returns its number; NULL if a commit after that touched one of the
 * same cells. What is read is read by statements after those that lock: a statement that waits for a lock still sees what was there
 * before.
 */
export const commitFunction = ({ isSealable }: { readonly isSealable: boolean }): string => `
CREATE OR REPLACE FUNCTION recorda.commit_change(
  place bigint, its_token uuid, shared_notes text, audit text,
  cell_tenants text[], cell_users text[], erased_tenants text[], erased_users text[],
  row_tenants text[], row_users text[], row_tables text[], row_keys text[], row_digests bytea[], row_news boolean[], row_images text[]${isSealable ? ', cell_keys text[]' : ''}
) RETURNS bigint LANGUAGE plpgsql AS $$
${LOCK_CELLS}${isSealable ? CHECK_KEYS : ''}
  IF cardinality(erased_tenants) > 0 THEN${isSealable ? KILL_KEYS : ''}${ERASE_USERS}
  END IF;
${DELETE_ROWS}${PUT_ROWS}END $$;
`;
