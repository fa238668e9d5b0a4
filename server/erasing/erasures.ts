/** Erases users from every place, and says so with a signature. */
import { stopSignal } from '../domain/abort.ts';
import type { Whose } from '../domain/accounts.ts';
import { coldPlace } from '../domain/cold-name.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { ErasablePlace, Erasures, ErasureStep, PlaceCount } from '../ports-of-users.ts';
import type { CallContext, Clock } from '../ports.ts';
import type { EraseLog } from './erase-log.ts';
import type { Fence } from './fence.ts';
import type { ReceiptSigner } from './signing-key.ts';

/** Of the receipt's text. */
const FORMAT = 'recorda-erasure/1';

export type ErasureParts = {
  readonly places: readonly ErasablePlace[];
  readonly log: EraseLog;
  readonly signer: ReceiptSigner;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly newUuid: () => string;
};

/** What a store knows of erasures that it has seen. */
export type SeenErasures = {
  unseen(ids: readonly string[]): Promise<readonly string[]>;
  noteErased(ids: readonly string[]): Promise<void>;
  everybody(): AsyncIterable<Whose>;
};

export function erasures({ places, log, signer, fence, clock, newUuid }: ErasureParts) {
  async function eraseAll(
    whose: Whose,
    types: readonly MemoryType[] | undefined,
    id: string,
    tell: (erased: readonly PlaceCount[]) => void,
  ): Promise<readonly PlaceCount[]> {
    // Whoever asked may have gone: what has begun is brought to its end.
    const call: CallContext = { signal: stopSignal() };
    return fence.alone(whose, async () => {
      const erased: PlaceCount[] = [];
      for (const place of places) {
        const counts = await place.erase(whose, types, id, call);
        erased.push(...counts);
        tell(counts);
      }
      return erased;
    });
  }

  async function found(whose: Whose, types: readonly MemoryType[] | undefined, call: CallContext) {
    const counts: PlaceCount[] = [];
    for (const place of places) counts.push(...(await place.count(whose, types, call)));
    return counts;
  }

  async function* erase(
    whose: Whose,
    types: readonly MemoryType[] | undefined,
    call: CallContext,
  ): AsyncGenerator<ErasureStep, void> {
    const id = newUuid();
    const beginMs = clock.now();
    await log.write({ id, whose, types, atMs: beginMs }, call);
    const steps: ErasureStep[] = [];
    let wake: () => void = () => undefined;
    const done = eraseAll(whose, types, id, (erased) => {
      steps.push({ erased });
      wake();
    });
    let isOver = false;
    const over = done.then(
      () => undefined,
      () => undefined,
    );
    void over.then(() => {
      isOver = true;
      wake();
    });
    while (!isOver || steps.length > 0) {
      const step = steps.shift();
      if (step !== undefined) yield step;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    yield { receipt: await receipt(whose, types, id, beginMs, await done) };
  }

  async function receipt(
    { tenant, userId }: Whose,
    types: readonly MemoryType[] | undefined,
    id: string,
    beginMs: number,
    erased: readonly PlaceCount[],
  ) {
    const text = JSON.stringify({
      format: FORMAT,
      id,
      tenant,
      user_id: userId,
      types: types ?? 'all',
      begin_time: new Date(beginMs).toISOString(),
      end_time: new Date(clock.now()).toISOString(),
      places: Object.fromEntries(erased.map(({ place, count }) => [place, count])),
      looked_at: places.map(({ name }) => name),
    });
    return { text, ...(await signer.sign(text)) };
  }

  const port: Erasures = { found, erase, verify: ({ text, signature }) => signer.verify(text, signature) };

  return {
    ...port,

    /**
     * Before a server serves: does again what its store has not seen, since it was restored from an older copy or a crash came between.
     * Says how many users went.
     */
    async replay(store: SeenErasures): Promise<number> {
      const unseen: string[] = [];
      for await (const ids of log.ids()) unseen.push(...(await store.unseen(ids)));
      if (unseen.length === 0) return 0;
      const logged = await Promise.all(unseen.map((id) => log.read(id)));
      let count = 0;
      for await (const whose of store.everybody()) {
        const place = coldPlace(whose);
        for (const { id, types } of logged.filter((erasure) => erasure.place === place)) {
          await eraseAll(whose, types, id, () => undefined);
          count += 1;
        }
      }
      await store.noteErased(unseen);
      return count;
    },
  };
}

/** The place of a store of memories. */
export function placeOfStore(store: {
  readonly type: MemoryType;
  readonly backend: string;
  readonly ofUser: { count: UserCount; erase: UserCount };
}): ErasablePlace {
  const name = `${store.backend}/${store.type.toLowerCase()}`;
  const asked =
    (work: UserCount): ErasablePlace['count'] =>
    async (whose, types, call) => {
      if (types !== undefined && !types.includes(store.type)) return [];
      const count = await work(whose, call);
      return count === 0 ? [] : [{ place: name, count }];
    };
  const erase = asked(store.ofUser.erase);
  return {
    name,
    count: asked(store.ofUser.count),
    erase: (whose, types, _, call) => erase(whose, types, call),
  };
}

type UserCount = (whose: Whose, call: CallContext) => Promise<number>;
