import { OUTAGE } from '../../policy/backends.ts';
import { askServer, newDriver, type Neo4jAddress } from './connect-neo4j.ts';

/** Returns the server with its version. Rejects if none answers, or it refuses the login. */
export async function checkNeo4j(address: Neo4jAddress): Promise<string> {
  const driver = newDriver(address);
  try {
    const { version, roundTripMs } = await askServer(driver, OUTAGE.heartbeatTimeoutMs, address.database);
    return `Neo4j ${version}, second round trip ${roundTripMs.toFixed(1)} ms`;
  } finally {
    await driver.close();
  }
}
