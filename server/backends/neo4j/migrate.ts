/** Brings the schema up to this version. Servers that start at once do it one after another. */
import neo4j, { type Driver } from 'neo4j-driver';
import { NEO4J } from '../../policy/neo4j.ts';
import { FIRST_STATEMENT, MIGRATIONS, NEWEST_VERSION } from './migrations.ts';
import { CYPHER } from './cypher.ts';

type Options = { readonly database?: string | undefined; readonly dimensions: number };

/** Rejects where the database is newer than this server. */
export async function migrate(driver: Driver, { database, dimensions }: Options): Promise<void> {
  const open = () => driver.session(database === undefined ? {} : { database });
  const [turn, work] = [open(), open()];
  const vectors = {
    indexConfig: { 'vector.dimensions': neo4j.int(dimensions), 'vector.similarity_function': 'cosine' },
  };
  try {
    await again(() => work.run(FIRST_STATEMENT));
    // Whoever has written this node, and not yet committed, has the turn; one that dies gives it back.
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

/** Two that make the same at once may hinder one another. */
async function again<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch {
    return make();
  }
}

function newer(version: number): Error {
  return new Error(
    `The Neo4j database has version ${version} of Recorda's schema, and this server knows ${NEWEST_VERSION}. Start a server at least as new as the one that made it.`,
  );
}
