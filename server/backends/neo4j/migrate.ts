/** Brings the schema up to this version. Servers that start at the same time do it one after another. */
import { setTimeout as sleep } from 'node:timers/promises';
import neo4j, { Neo4jError, type Driver } from 'neo4j-driver';
import { NEO4J } from '../../policy/backends.ts';
import { FIRST_STATEMENT, MIGRATIONS, NEWEST_VERSION } from './migrations.ts';
import { CYPHER } from './cypher.ts';

type Options = { readonly database?: string | undefined; readonly dimensions: number };

/** Rejects if the database is newer than this server. */
export async function migrate(driver: Driver, { database, dimensions }: Options): Promise<void> {
  const open = () => driver.session(database === undefined ? {} : { database });
  const [turn, work] = [open(), open()];
  const vectors = {
    indexConfig: { 'vector.dimensions': neo4j.int(dimensions), 'vector.similarity_function': 'cosine' },
  };
  try {
    await again(() => work.run(FIRST_STATEMENT));
    // The server whose write of this node is not committed yet has the turn; if it dies, the turn is free again.
    await turn.executeWrite(async (transaction) => {
      const { records } = await transaction.run(CYPHER.TAKE_TURN);
      const version = Number(records[0]?.get('version'));
      if (version > NEWEST_VERSION) throw newer(version);
      for (const migration of MIGRATIONS.filter((one) => one.version > version)) {
        for (const statement of migration.statements) await again(() => work.run(statement, { vectors }));
      }
      await work.run(CYPHER.AWAIT_INDEXES, { seconds: neo4j.int(NEO4J.readyMs / 1000) });
      await transaction.run(CYPHER.SET_VERSION, { version: neo4j.int(NEWEST_VERSION) });
    });
  } finally {
    await Promise.all([turn.close(), work.close()]);
  }
}

/** Neo4j ends one of two servers that create the same thing at once, which has to try again. */
async function again<T>(make: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await make();
    } catch (error) {
      if (tries === NEO4J.schemaTries || !isPassing(error)) throw error;
      await sleep(tries * NEO4J.schemaRetryMs);
    }
  }
}

/** Tells whether the error may pass, also if another server has just created the same. */
function isPassing(error: unknown): boolean {
  return error instanceof Neo4jError && (error.retriable || error.code.startsWith('Neo.ClientError.Schema.'));
}

function newer(version: number): Error {
  return new Error(
    `The Neo4j database has version ${version} of Recorda's schema, but this server knows only ${NEWEST_VERSION}. Start a server that is at least as new as the one that created it.`,
  );
}
