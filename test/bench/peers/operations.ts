/** The operations that are measured of a peer that keeps memories, by name. */
import type { BenchQuery, Peer } from './peer.ts';
import { LARGE_USER, nearest, SMALL_USER_MEMORIES, type Workload } from './workload.ts';

export const TOP_K = 5;
export const BATCH = 100;
const RECALL_QUERIES = 40;

/** Makes the call of this number; numbers continue from round to round. */
export type Operation = (index: number) => Promise<unknown>;

export type Operations = Readonly<Record<string, Operation>>;

/** `exact` returns the exact answer; without it, that is the nearest by cosine. */
export function memoryOperations(
  peer: Peer,
  work: Workload,
  exact?: (query: BenchQuery) => readonly string[],
): Operations {
  let added = 0;
  const take = (count: number) => work.memories.slice(added, (added += count));
  const query = (queries: readonly BenchQuery[], index: number, filtered: boolean): BenchQuery => {
    const asked = queries[index % queries.length] as BenchQuery;
    return filtered ? asked : { ...asked, category: undefined };
  };
  return {
    'add 100': () => peer.addBatch(LARGE_USER, take(BATCH)),
    add: () => peer.add(LARGE_USER, take(1)[0] as Workload['memories'][number]),
    'add the rest': async () => {
      while (added < work.memories.length) await peer.addBatch(LARGE_USER, take(BATCH));
    },
    'top 5': (index) => peer.search(query(work.queries, index, false), TOP_K),
    'top 5 of a category': (index) => peer.search(query(work.queries, index, true), TOP_K),
    'add a small user': (index) => {
      const { user, memories } = work.small[index] as Workload['small'][number];
      return peer.addBatch(user, memories.slice(0, SMALL_USER_MEMORIES));
    },
    'top 5 of a small user': (index) => peer.search(query(work.smallQueries, index, false), TOP_K),
    /** Returns the share of the exact first five that are among the peer's. */
    async recall() {
      let found = 0;
      for (let index = 0; index < RECALL_QUERIES; index++) {
        const asked = query(work.queries, index, index % 2 === 1);
        const right = exact?.(asked) ?? nearest(work.memories, asked, TOP_K);
        const answer = new Set(await peer.search(asked, TOP_K));
        found += right.filter((text) => answer.has(text)).length / right.length;
      }
      return found / RECALL_QUERIES;
    },
  };
}
