/** Lets the memories of a pool that matter least go, until there are as many as the cap allows. */
import { ARCHIVING } from '../policy/lifecycle.ts';
import type { Candidate, Chosen, LifecycleStore, PoolOver } from '../ports/lifecycle.ts';
import type { CallContext } from '../ports/stores.ts';

export type Cut = {
  readonly store: Pick<LifecycleStore, 'poolsOver' | 'lowest'>;
  readonly cap: number;
  /** Others count, and stay. Without a user: whether any of them may be meant. */
  readonly isMeant: (whose: Pick<PoolOver, 'tenant' | 'userId' | 'agentId'>) => boolean;
  /** Memories that a dry run has let go before: they are still in the store, and count no more. */
  readonly wouldGo: ReadonlyMap<string, Pick<Candidate, 'poolNo'>>;
  /** Lets them go, or would; those that stay were changed meanwhile. */
  readonly letGo: (chosen: readonly Chosen[]) => Promise<ReadonlySet<string>>;
};

/** How many went, after each part. */
export async function* cutToCap(cut: Cut, call: CallContext): AsyncGenerator<number, void> {
  const { store, cap, isMeant, wouldGo } = cut;
  const gone = new Map<number | undefined, number>();
  for (const { poolNo } of wouldGo.values()) gone.set(poolNo, (gone.get(poolNo) ?? 0) + 1);
  for await (const pool of poolsOver(store, cap, call)) {
    const { poolNo, count } = pool;
    if (isMeant(pool)) yield* cutPool(cut, poolNo, count - (gone.get(poolNo) ?? 0) - cap, call);
  }
}

/** One that was changed meanwhile stays, and the next goes in its place. */
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
