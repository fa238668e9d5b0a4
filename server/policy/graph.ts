/** Walks among entities. */

export const GRAPH = {
  /** Of a walk: its starts, hops and entities. */
  maxStarts: 100,
  maxHops: 5,
  maxEntities: 1000,
  /** Relationships in an answer, for each entity of its limit. */
  relationshipsPerEntity: 10,
  /** Entities around one that was found. */
  maxNeighbors: 100,
} as const;

export const GRAPH_DEFAULTS = { hops: 1, entities: 100, neighbors: 10 } as const;
