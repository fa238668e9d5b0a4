/** Stores the graph in documents, one for each entity and each relation, so that recall finds them and an erasure removes them. */
import type { Agent } from '../../../client/agent.ts';
import type { StructuredMemory } from '../../../client/agent-types.ts';
import type { CallOptions } from '../../../client/typed-client.ts';
import { mutex } from '../../lifecycle/mutex.ts';
import type { Graph, GraphEntity, GraphRelation } from './graph.ts';

const COLLECTION = 'knowledge-graph';
const PAGE_SIZE = 1000;

type Stored = { readonly id: string; readonly place: number };
export type StoredEntity = GraphEntity & Stored;
export type StoredRelation = GraphRelation & Stored;
export type StoredGraph = Graph<StoredEntity, StoredRelation>;

/** The changes that a call makes. */
export type GraphChange = {
  readonly entities?: readonly GraphEntity[];
  readonly relations?: readonly GraphRelation[];
  /** Entities with their new observations. */
  readonly observations?: ReadonlyMap<StoredEntity, readonly string[]>;
  readonly removed?: readonly Stored[];
};

export interface GraphStore {
  read(agent: Agent, options: CallOptions): Promise<StoredGraph>;
  /**
   * Reads the graph, lets `decide` choose the changes, and writes them. Calls of this process run one after the other. If the process
   * is killed in between, the changes that were already written stay.
   */
  change<T>(
    agent: Agent,
    options: CallOptions,
    decide: (graph: StoredGraph) => { readonly change: GraphChange; readonly answer: T },
  ): Promise<T>;
}

export function graphStore(): GraphStore {
  const exclusively = mutex();
  return {
    read: readGraph,
    change: (agent, options, decide) =>
      exclusively(async () => {
        const graph = await readGraph(agent, options);
        const { change, answer } = decide(graph);
        await write(agent, graph, change, options);
        return answer;
      }),
  };
}

async function readGraph({ documents }: Agent, options: CallOptions): Promise<StoredGraph> {
  const found: StructuredMemory[] = [];
  for await (const document of documents.find(COLLECTION, { orderBy: 'data.place', pageSize: PAGE_SIZE, ...options }))
    found.push(document);
  const stored = (kind: string): readonly unknown[] =>
    found.filter(({ data }) => data['kind'] === kind).map(({ id, data }) => ({ ...data, id }));
  return {
    entities: stored('entity') as readonly StoredEntity[],
    relations: stored('relation') as readonly StoredRelation[],
  };
}

async function write(
  { documents }: Agent,
  { entities, relations }: StoredGraph,
  { entities: added = [], relations: related = [], observations = new Map(), removed = [] }: GraphChange,
  options: CallOptions,
): Promise<void> {
  let index = Math.max(0, ...[...entities, ...relations].map((stored) => stored.place));
  const documentsOf = [
    ...added.map(({ name, entityType, observations: said }) => ({
      kind: 'entity',
      name,
      entityType,
      observations: [...said],
    })),
    ...related.map(({ from, to, relationType }) => ({ kind: 'relation', from, to, relationType })),
  ].map((data) => ({ ...data, place: (index += 1) }));
  await Promise.all([
    ...documentsOf.map((data) => documents.put({ collection: COLLECTION }, data, options)),
    ...[...observations].map(([{ id }, said]) => documents.patch(id, { observations: [...said] }, options)),
    ...removed.map(({ id }) => documents.delete(id, options)),
  ]);
}
