/** Archives the least important memories of a pool until it has no more than the cap allows. */
import { ARCHIVING } from '../policy/lifecycle.ts';
import type { Candidate, Chosen, LifecycleStore, PoolOver } from '../ports/lifecycle.ts';
import type { CallContext } from '../ports/stores.ts';

export type Cut = {
  readonly store: Pick<LifecycleStore, 'poolsOver' | 'lowest'>;
  readonly cap: number;
  /**
   * Tells whether memories may be archived; others count, and stay. Without a user, tells whether any user of
   * the pool may be meant.
   */
  readonly isMeant: (whose: Pick<PoolOver, 'tenant' | 'userId' | 'agentId'>) => boolean;
  /** Memories that a dry run has chosen before: they are still in the store, but no longer count. */
  readonly wouldGo: ReadonlyMap<string, Pick<Candidate, 'poolNo'>>;
  /**
   * Archives them, or in a dry run only records them; those that are not returned were changed meanwhile and
   * stay.
   */
  readonly letGo: (chosen: readonly Chosen[]) => Promise<ReadonlySet<string>>;
};

/** Yields the number of memories that were archived, after each part. */
export async function* cutToCap(cut: Cut, call: CallContext): AsyncGenerator<number, void> {
  const { store, cap, isMeant, wouldGo } = cut;
  const gone = new Map<number | undefined, number>();
  for (const { poolNo } of wouldGo.values()) gone.set(poolNo, (gone.get(poolNo) ?? 0) + 1);
  for await (const pool of poolsOver(store, cap, call)) {
    const { poolNo, count } = pool;
    if (isMeant(pool)) yield* cutPool(cut, poolNo, count - (gone.get(poolNo) ?? 0) - cap, call);
  }
}

/** If a memory was changed meanwhile, it stays, and the next one is archived in its place. */
async function* cutPool(
  { store, isMeant, wouldGo, letGo }: Cut,
  poolNo: number,
  over: number,
  call: CallContext,
): AsyncGenerator<number, void> {
  let after: Candidate | undefined;
  for (let left = over; left > 0;) {
    const page = await store.lowest(poolNo, after, Math.min(left + wouldGo.size, ARCHIVING.candidatesAtOnce), call);
    if (page.length === 0) return;
    const low = page.filter(({ id }) => !wouldGo.has(id)).slice(0, left);
    after = low.at(-1) ?? page.at(-1);
    const chosen = low.filter(isMeant).map((candidate): Chosen => ({ ...candidate, reason: 'CAPACITY' }));
    const went = (await letGo(chosen)).size;
    left -= low.length - (chosen.length - went);
    yield went;
  }
}

async function* poolsOver(
  store: Pick<LifecycleStore, 'poolsOver'>,
  cap: number,
  call: CallContext,
): AsyncGenerator<PoolOver> {
  let afterNo = 0;
  for (;;) {
    const page = await store.poolsOver(cap, afterNo, call);
    if (page.length === 0) return;
    yield* page;
    afterNo = page.at(-1)?.poolNo ?? afterNo;
  }
}
