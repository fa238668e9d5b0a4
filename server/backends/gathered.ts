/** Makes answers from walks, for every store of the graph. */
import { walk, type Graph } from '../domain/graph/walk.ts';
import type { MemoryRecord } from '../domain/memory.ts';
import { GRAPH } from '../policy/limits.ts';
import type { Traversal } from '../ports/stores.ts';

/** A graph as it was at some moment. */
export type GraphView = Graph & {
  /** Returns the memory as it was then; undefined if it did not exist. */
  asItWas(record: MemoryRecord): MemoryRecord | undefined;
  relationship(id: string): MemoryRecord | undefined;
};

/** Returns what the walk reached, as far as it fits into an answer. */
export function gathered(
  view: GraphView,
  starts: readonly MemoryRecord[],
  { limit, maxHops, bytes: mostBytes }: { readonly limit: number; readonly maxHops: number; readonly bytes: number },
): Traversal {
  const asTheyWere = starts.map(view.asItWas).filter((start) => start !== undefined);
  const { entities, relationshipIds, isTruncated } = walk(view, asTheyWere, { limit, maxHops });
  let bytes = 0;
  const fits = ({ sizeBytes }: MemoryRecord): boolean => (bytes += sizeBytes) <= mostBytes;
  const taken = entities.filter(({ record }) => fits(record));
  const ids = new Set(taken.map(({ record }) => record.id));
  const relationships: MemoryRecord[] = [];
  let isCut = isTruncated || taken.length < entities.length;
  for (const id of relationshipIds) {
    const record = view.relationship(id);
    if (record?.payload.type !== 'ENTITY' || record.payload.node === 'ENTITY') continue;
    if (!ids.has(record.payload.fromId) || !ids.has(record.payload.toId)) continue;
    if (relationships.length === limit * GRAPH.relationshipsPerEntity || !fits(record)) {
      isCut = true;
      break;
    }
    relationships.push(record);
  }
  return { entities: taken, relationships, isTruncated: isCut };
}
