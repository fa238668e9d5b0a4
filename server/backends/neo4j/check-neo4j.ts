import { statement, type Statement } from '../../domain/check-statements.ts';
import { OUTAGE } from '../../policy/backends.ts';
import { askServer, newDriver, type Neo4jAddress } from './connect-neo4j.ts';

/** Returns the server with its version. Rejects if none answers, or it refuses the login. */
export async function checkNeo4j(address: Neo4jAddress): Promise<readonly Statement[]> {
  const driver = newDriver(address);
  try {
    const { version, roundTripMs } = await askServer(driver, OUTAGE.heartbeatTimeoutMs, address.database);
    return [
      statement('ANSWERS', { product: 'Neo4j', version }),
      statement('ROUND_TRIP', { ms: roundTripMs.toFixed(1) }),
      statement('NOT_IN_BACKUPS', {}),
    ];
  } finally {
    await driver.close();
  }
}
