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

/** The index that entities are found by. */
export const ENTITY_INDEX = {
  /** What the second best of an entity's texts adds to its score, beside the best. */
  secondWeight: 0.25,
  /** Texts that are looked at for each entity asked for, and besides: an entity has many, and a relationship finds two. */
  textsPerHit: 4,
  moreTexts: 50,
  /** What a hit by exact name or alias scores on top: more than all signals together can. */
  nameWeight: 10,
  /** Of a name with its keys, estimated. */
  nameBytes: 400,
  /** This share of a reader's memory for indexes. */
  share: 1 / 8,
  /** Indexes of other times that a reader keeps. */
  pastViews: 2,
} as const;
