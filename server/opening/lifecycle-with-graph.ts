/** The lifecycle of long-kept memories, including episodes if they live in a graph database. */
import { lifecycleOfTypes } from '../backends/lifecycle-of-types.ts';
import type { OpenedNeo4j } from '../backends/neo4j/open-neo4j.ts';
import { runnerName } from '../lifecycle/runner-name.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { LifecycleStore } from '../ports/lifecycle.ts';
import type { Clock } from '../ports/stores.ts';
import { auditedArchive } from '../stores/middleware/audited.ts';
import { layered } from '../stores/middleware/layer.ts';

export type LifecycleWithGraphParts = {
  readonly dataDir: string;
  readonly graph: Pick<OpenedNeo4j, 'archiveOfEpisodes'> | undefined;
  readonly audit: AuditTrail;
  readonly clock: Clock;
};

export async function lifecycleWithGraph(
  kept: LifecycleStore,
  { dataDir, graph, audit, clock }: LifecycleWithGraphParts,
): Promise<LifecycleStore> {
  if (graph === undefined) return kept;
  const store = graph.archiveOfEpisodes(await runnerName(dataDir));
  return lifecycleOfTypes(kept, { EPISODIC: layered(store, auditedArchive('EPISODIC', audit, clock)) });
}
