/** Walks a graph of entities from some of them, nearest first. The function is pure: the caller provides the graph. */
import type { MemoryRecord } from '../memory.ts';

/** A relationship, seen from one of its ends. */
export type Edge = {
  readonly id: string;
  readonly createTimeMs: number;
  readonly otherId: string;
  /** The create time of the other end, by which equally near entities are ordered. */
  readonly otherCreateTimeMs: number;
};

/** The graph to walk, without anything that must not be reached. */
export type Graph = {
  /** Returns the relationships that may be followed from an entity. */
  edgesOf(id: string): Iterable<Edge>;
  /** Returns the entity, or undefined if it must not be reached. */
  entity(id: string): MemoryRecord | undefined;
};

export type Reached = { readonly record: MemoryRecord; readonly distance: number };

export type Walk = {
  /** Entities by distance, then create time, then id. */
  readonly entities: readonly Reached[];
  /** Ids of the relationships between them that were followed, by their nearer end, then create time, then id. */
  readonly relationshipIds: readonly string[];
  /** True if there were more entities than the limit. */
  readonly isTruncated: boolean;
};

type Placed = { readonly id: string; readonly createTimeMs: number };

function inOrder(one: Placed, other: Placed): number {
  if (one.createTimeMs !== other.createTimeMs) return one.createTimeMs - other.createTimeMs;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** `starts` count towards `limit`. */
export function walk(
  graph: Graph,
  starts: readonly MemoryRecord[],
  { maxHops, limit }: { readonly maxHops: number; readonly limit: number },
): Walk {
  const entities: Reached[] = [];
  const distances = new Map<string, number>();
  const refused = new Set<string>();
  const relationshipIds = new Set<string>();
  let isTruncated = false;

  /** Takes as many entities as there is room for and returns their ids. */
  const admit = (found: readonly Placed[], distance: number, read: Graph['entity']): readonly string[] => {
    const admitted: string[] = [];
    for (const { id } of found.toSorted(inOrder)) {
      const record = read(id);
      if (record === undefined) refused.add(id);
      else if (entities.length < limit) {
        entities.push({ record, distance });
        distances.set(id, distance);
        admitted.push(id);
      } else {
        isTruncated = true;
        break;
      }
    }
    return admitted;
  };

  const ofStart = new Map(starts.map((record) => [record.id, record]));
  let level = admit([...ofStart.values()], 0, (id) => ofStart.get(id));
  for (let distance = 1; distance <= maxHops && level.length > 0; distance += 1) {
    const edges = level.map((id) => Array.from(graph.edgesOf(id)).toSorted(inOrder));
    const candidates = new Map<string, Placed>();
    for (const { otherId: id, otherCreateTimeMs: createTimeMs } of edges.flat()) {
      if (!distances.has(id) && !refused.has(id)) candidates.set(id, { id, createTimeMs });
    }
    level = admit([...candidates.values()], distance, graph.entity);
    for (const { id, otherId } of edges.flat()) if (distances.has(otherId)) relationshipIds.add(id);
  }
  return { entities, relationshipIds: [...relationshipIds], isTruncated };
}
