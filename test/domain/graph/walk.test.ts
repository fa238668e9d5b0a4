import { expect } from 'chai';
import fc from 'fast-check';
import { walk, type Edge, type Graph } from '../../../server/domain/graph/walk.ts';
import type { MemoryRecord } from '../../../server/domain/memory.ts';

const scope = { tenant: 't', userId: 'ana', agentId: '', sessionId: '', namespace: '', taskId: '' };

const stated = { type: 'ENTITY', attributes: {}, evidence: [], versions: [] } as const;

function entity(id: string, createTimeMs: number): MemoryRecord {
  const payload = { ...stated, node: 'ENTITY', name: id, entityType: 'person', aliases: [] } as const;
  const sizes = { version: 1, sizeBytes: 1, storedBytes: 1, isCompressed: false };
  return { id, scope, payload, createTimeMs, updateTimeMs: createTimeMs, ...sizes };
}

type Drawn = {
  /** The creation times of the entities; an entity's id is its index. */
  readonly created: readonly number[];
  /** The indexes of each edge's ends. */
  readonly edges: readonly (readonly [number, number])[];
  readonly starts: readonly number[];
  readonly hidden: readonly number[];
  readonly maxHops: number;
  readonly limit: number;
};

const COUNT = 8;
const place = fc.nat(COUNT - 1);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  created: fc.array(fc.nat(3), { minLength: COUNT, maxLength: COUNT }),
  edges: fc.array(fc.tuple(place, place), { maxLength: 16 }),
  starts: fc.array(place, { minLength: 1, maxLength: 3 }),
  hidden: fc.array(place, { maxLength: 2 }),
  maxHops: fc.integer({ min: 1, max: 5 }),
  limit: fc.integer({ min: 1, max: COUNT + 1 }),
});

function graphOf({ created, edges, hidden }: Drawn, shuffle = (list: Edge[]): Edge[] => list): Graph {
  const edge = (number: number, other: number): Edge => ({
    id: `e${number}`,
    createTimeMs: number % 3,
    otherId: String(other),
    otherCreateTimeMs: created[other] as number,
  });
  return {
    edgesOf: (id) =>
      shuffle(
        edges.flatMap(([from, to], number) => [
          ...(String(from) === id ? [edge(number, to)] : []),
          ...(String(to) === id ? [edge(number, from)] : []),
        ]),
      ),
    entity: (id) => (hidden.includes(Number(id)) ? undefined : entity(id, created[Number(id)] as number)),
  };
}

const walked = (graph: Graph, { created, starts, maxHops, limit }: Drawn) =>
  walk(
    graph,
    starts.map((start) => entity(String(start), created[start] as number)),
    { maxHops, limit },
  );

/** Computes distances by relaxing every edge repeatedly. */
function distancesIn({ edges, starts, hidden, maxHops }: Drawn): Map<number, number> {
  const distances = new Map(starts.map((start) => [start, 0]));
  for (let hop = 1; hop <= maxHops; hop += 1) {
    for (const [from, to] of edges.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])) {
      if (distances.get(from) === hop - 1 && !distances.has(to) && !hidden.includes(to)) distances.set(to, hop);
    }
  }
  return distances;
}

describe('walk', () => {
  it('reaches what is within its hops, at its least distance, nearest and then oldest first', () => {
    fc.assert(
      fc.property(drawn, (graph) => {
        const expected = [...distancesIn(graph)]
          .map(([id, distance]) => ({ id: String(id), distance, created: graph.created[id] as number }))
          .toSorted((a, b) => a.distance - b.distance || a.created - b.created || Number(a.id) - Number(b.id));
        const { entities, isTruncated } = walked(graphOf(graph), { ...graph, limit: COUNT });
        expect(isTruncated).to.equal(false);
        expect(entities.map(({ record, distance }) => [record.id, distance])).to.deep.equal(
          expected.map(({ id, distance }) => [id, distance]),
        );
      }),
    );
  });

  it('takes the first of them where there are more than the limit, and says so', () => {
    fc.assert(
      fc.property(drawn, (graph) => {
        const all = walked(graphOf(graph), { ...graph, limit: COUNT });
        const some = walked(graphOf(graph), graph);
        expect(some.entities[0]).to.deep.equal(all.entities[0]);
        expect(some.entities.length).to.equal(Math.min(graph.limit, all.entities.length));
        // A walk that reached the limit says that it was truncated.
        if (graph.limit >= all.entities.length) expect(some).to.deep.equal(all);
        else expect(some.isTruncated).to.equal(true);
      }),
    );
  });

  it('brings each relationship between them that leaves an entity within its hops, once', () => {
    fc.assert(
      fc.property(drawn, (graph) => {
        const { entities, relationshipIds } = walked(graphOf(graph), graph);
        const distances = new Map(entities.map(({ record, distance }) => [Number(record.id), distance]));
        const between = graph.edges.flatMap(([from, to], number) => {
          const [near, far] = [distances.get(from), distances.get(to)];
          const isWalked = near !== undefined && far !== undefined && Math.min(near, far) < graph.maxHops;
          return isWalked ? [`e${number}`] : [];
        });
        expect([...relationshipIds].toSorted()).to.deep.equal(between.toSorted());
      }),
    );
  });

  it('does not depend on the order in which relationships are read', () => {
    fc.assert(
      fc.property(drawn, (graph) => {
        const backwards = graphOf(graph, (list) => list.toReversed());
        expect(walked(backwards, graph)).to.deep.equal(walked(graphOf(graph), graph));
      }),
    );
  });
});
