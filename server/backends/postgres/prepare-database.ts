/** Checks that a database can be used, and creates the tables in a new one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES } from '../../policy/postgres.ts';
import type { Pool } from './connect-postgres.ts';
import { databaseFacts, foreignFault, rightsFault, suitabilityFault } from './database-facts.ts';
import { DatabaseOpenError, isAway, refusalOf } from './postgres-errors.ts';
import { readForm } from './row-form.ts';
import { commitFunction, CREATE, CREATE_SCHEMA, PRUNE_FUNCTION, SCHEMA_VERSION, SEALABLE_VERSION } from './schema.ts';

/** The version of the tables that a new database gets, and the embedder of the vectors, on which all servers of a database must agree. */
export type StoreForm = {
  readonly tables: number;
  readonly embedder: string;
  /** The versions whose rows can be read and written; if absent, this one alone. */
  readonly spoken?: readonly number[] | undefined;
};

/**
 * Resolves, once the database can be used, to the version in whose form its rows are written; waits for a while if it does not answer. Rejects with a DatabaseOpenError, which says what to do, if it
 * cannot be.
 */
export async function prepareDatabase(pool: Pool, form: StoreForm, waitMs: number = POSTGRES.readyMs): Promise<number> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    try {
      return await prepareOnce(pool, form);
    } catch (error) {
      if (error instanceof DatabaseOpenError) throw error;
      const refused = refusalOf(error);
      if (refused !== undefined) throw refused;
      if (!isAway(error) && !isOfAnother(error)) throw error;
      if (performance.now() > endMs && isOfAnother(error))
        throw new DatabaseOpenError(
          'DATABASE_UNSUITABLE',
          `PostgreSQL cannot be used: the tables cannot be created in its schema recorda: ${reasonOf(error as Error)}. See what else is there, or name another database in RECORDA_STORE.`,
          error,
        );
      if (performance.now() > endMs)
        throw new DatabaseOpenError(
          'DATABASE_AWAY',
          `PostgreSQL does not answer: ${reasonOf(error as Error)}. Check that it runs and that RECORDA_STORE names its host and port, then start again.`,
          error,
        );
    }
    await sleep(POSTGRES.retryMs);
  }
}

/** An error of several attempts, one for each address of a host, has no message of its own. */
function reasonOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map((one) => (one as Error).message).join(', ') : error.message;
}

async function prepareOnce(pool: Pool, form: StoreForm): Promise<number> {
  const facts = await databaseFacts(pool);
  const unsuited = suitabilityFault(facts) ?? foreignFault(facts);
  if (unsuited !== undefined)
    throw new DatabaseOpenError('DATABASE_UNSUITABLE', `PostgreSQL cannot be used: ${unsuited}`);
  const lacking = rightsFault(facts);
  if (lacking !== undefined) throw new DatabaseOpenError('DATABASE_FORBIDDEN', `PostgreSQL cannot be used: ${lacking}`);
  if (facts.isNew) await create(pool, form, facts.hasSchema);
  return usableForm(pool, form);
}

async function create(pool: Pool, form: StoreForm, hasSchema: boolean): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Only who may create schemas may say IF NOT EXISTS.
    if (!hasSchema) await client.query(CREATE_SCHEMA);
    await client.query(`${CREATE}${commitFunction({ isSealable: false })}${PRUNE_FUNCTION}`);
    const { tables, embedder } = form;
    const values = [SCHEMA_VERSION, JSON.stringify({ tables, embedder })];
    await client.query('INSERT INTO recorda.head (version, form) VALUES ($1, $2)', values);
    // Until it has statistics, PostgreSQL takes this one row for hundreds, and compiles each question for newer commits.
    await client.query('ANALYZE recorda.head');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Returns the version in whose form rows are written. Rejects if it is none of those that can be read, or if the vectors are others. */
export async function usableForm(
  client: Parameters<typeof readForm>[0],
  { tables, embedder, spoken = [tables] }: StoreForm,
): Promise<number> {
  const { version, form: found } = await readForm(client);
  if (![SCHEMA_VERSION, SEALABLE_VERSION].includes(version) || !spoken.includes(found.tables))
    throw new DatabaseOpenError(
      'DATABASE_OF_OTHER_VERSION',
      `PostgreSQL cannot be used: its tables are of ${found.tables > tables || version > SEALABLE_VERSION ? 'a newer' : 'an older'} Recorda, with which this version cannot run. Run one version on all servers, or one and the next while you upgrade them one by one, as far as its changelog allows it. Otherwise stop them all, run \`recorda move --to FOLDER\` with the version that made the tables, start the other one with that folder once, and move it into a new database.`,
    );
  if (found.embedder !== embedder)
    throw new DatabaseOpenError(
      'DATABASE_OF_OTHER_EMBEDDER',
      `PostgreSQL cannot be used: its vectors were made by the embedder ${found.embedder}, and this server has ${embedder}. Start with the embedder that made them: another one cannot be chosen for a database that has data.`,
    );
  return found.tables;
}

/** Tells whether another server was creating the tables at the same time. */
function isOfAnother(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(23505|42P06|42P07|42723|XX000)$/.test(code);
}
