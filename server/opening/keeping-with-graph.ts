/** What is kept for long, with the episodes of a graph database where they live in one. */
import { keepingOfTypes } from '../backends/keeping-of-types.ts';
import type { OpenedNeo4j } from '../backends/neo4j/open-neo4j.ts';
import { runnerName } from '../keeping/runner-name.ts';
import type { AuditTrail } from '../ports/audit.ts';
import type { KeepingStore } from '../ports/keeping.ts';
import type { Clock } from '../ports/stores.ts';
import { auditedArchive } from '../stores/middleware/audited.ts';
import { layered } from '../stores/middleware/layer.ts';

export type KeepingWithGraphParts = {
  readonly dataDir: string;
  readonly graph: Pick<OpenedNeo4j, 'archiveOfEpisodes'> | undefined;
  readonly audit: AuditTrail;
  readonly clock: Clock;
};

export async function keepingWithGraph(
  kept: KeepingStore,
  { dataDir, graph, audit, clock }: KeepingWithGraphParts,
): Promise<KeepingStore> {
  if (graph === undefined) return kept;
  const store = graph.archiveOfEpisodes(await runnerName(dataDir));
  return keepingOfTypes(kept, { EPISODIC: layered(store, auditedArchive('EPISODIC', audit, clock)) });
}
