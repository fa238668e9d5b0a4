/** Opens entities and episodes if they live in Neo4j; the driver is loaded only then. */
import { stopSignal } from '../domain/abort.ts';
import { effectiveQuotas } from '../domain/quotas/effective-quota.ts';
import type { Neo4jAddress } from '../backends/neo4j/connect-neo4j.ts';
import type { Neo4jOptions, OpenedNeo4j } from '../backends/neo4j/open-neo4j.ts';
import type { Quotas } from '../policy/limits.ts';
import type { Accounts } from '../ports/limits.ts';
import { withDriver } from './drivers.ts';

export type GraphParts = Omit<Neo4jOptions, 'address' | 'quotasOf' | 'wholeUpTo'> & {
  /** The quotas of users for whom none were set. */
  readonly quotas: Quotas;
  readonly accounts: Pick<Accounts, 'plans'>;
};

/**
 * Returns undefined if they live in the data folder. Rejects if Neo4j refuses the connection, but opens if it is
 * down.
 */
export async function openGraph(
  address: Neo4jAddress | undefined,
  { quotas, accounts, ...parts }: GraphParts,
): Promise<OpenedNeo4j | undefined> {
  if (address === undefined) return undefined;
  const { openNeo4j } = await withDriver('neo4j', () => import('../backends/neo4j/open-neo4j.ts'));
  return openNeo4j({
    ...parts,
    address,
    async quotasOf({ tenant, userId }) {
      return effectiveQuotas(quotas, await accounts.plans({ tenant, userId }, { signal: stopSignal() }));
    },
  });
}
