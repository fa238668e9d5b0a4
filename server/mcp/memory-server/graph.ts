/** The knowledge graph of the reference memory server: what each of its calls does to a graph, and what is found in one. */

export type GraphEntity = {
  readonly name: string;
  readonly entityType: string;
  readonly observations: readonly string[];
};
export type GraphRelation = { readonly from: string; readonly to: string; readonly relationType: string };

/**
 * Entities and relations in the order in which they were added. Names may repeat, and relations may name missing entities, as
 * in the reference.
 */
export type Graph<E extends GraphEntity = GraphEntity, R extends GraphRelation = GraphRelation> = {
  readonly entities: readonly E[];
  readonly relations: readonly R[];
};

/** Returns the entities whose name is new; within one call a name may occur twice. */
export function newEntities({ entities }: Graph, added: readonly GraphEntity[]): readonly GraphEntity[] {
  const names = new Set(entities.map(({ name }) => name));
  return added.filter(({ name }) => !names.has(name));
}

export function newRelations({ relations }: Graph, added: readonly GraphRelation[]): readonly GraphRelation[] {
  const known = new Set(relations.map(relationKey));
  return added.filter((relation) => !known.has(relationKey(relation)));
}

/** Returns the relations that a call names. */
export function namedRelations<R extends GraphRelation>(
  { relations }: Graph<GraphEntity, R>,
  named: readonly GraphRelation[],
): readonly R[] {
  const keys = new Set(named.map(relationKey));
  return relations.filter((relation) => keys.has(relationKey(relation)));
}

/** Returns entities by name, with all relations to them or from them. */
export function withNames<E extends GraphEntity, R extends GraphRelation>(
  { entities, relations }: Graph<E, R>,
  names: readonly string[],
): Graph<E, R> {
  const wanted = new Set(names);
  return {
    entities: entities.filter(({ name }) => wanted.has(name)),
    relations: relations.filter(({ from, to }) => wanted.has(from) || wanted.has(to)),
  };
}

/** Returns entities with the query in their name, type or observations, ignoring case, and their relations. */
export function searched(graph: Graph, query: string): Graph {
  const part = query.toLowerCase();
  const has = (text: string): boolean => text.toLowerCase().includes(part);
  const found = graph.entities.filter(
    ({ name, entityType, observations }) => has(name) || has(entityType) || observations.some(has),
  );
  const names = new Set(found.map(({ name }) => name));
  return { entities: found, relations: graph.relations.filter(({ from, to }) => names.has(from) || names.has(to)) };
}

/** Returns the entities of these names that exist, and their relations. Relations of missing entities are never found. */
export function openedGraph(graph: Graph, names: readonly string[]): Graph {
  const found = withNames(graph, names).entities;
  const relations = withNames(
    graph,
    found.map(({ name }) => name),
  ).relations;
  return { entities: found, relations };
}

function relationKey({ from, to, relationType }: GraphRelation): string {
  return JSON.stringify([from, to, relationType]);
}
