/** Erases users from every place, and says so with a signature. */
import { stopSignal } from '../domain/abort.ts';
import type { Whose } from '../domain/accounts.ts';
import type { Origin } from '../domain/audit.ts';
import { coldPlace } from '../domain/cold-name.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { ErasablePlace, Erasures, ErasureStep, PlaceCount } from '../ports/users.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
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
  /** One place after the other; each settles when it is done. What has begun is brought to its end, whoever waits for it. */
  function eraseAll(
    whose: Whose,
    types: readonly MemoryType[] | undefined,
    id: string,
    origin?: Origin,
  ): readonly Promise<readonly PlaceCount[]>[] {
    const call: CallContext = { signal: stopSignal(), ...(origin && { origin }) };
    let enter: () => void = () => undefined;
    let before: Promise<unknown> = new Promise<void>((resolve) => (enter = resolve));
    const steps = places.map((place) => {
      const step = before.then(() => place.erase(whose, types, id, call));
      before = step;
      return step;
    });
    const all = fence.alone(whose, async () => {
      enter();
      return Promise.all(steps);
    });
    for (const promise of [all, ...steps]) promise.catch(() => undefined);
    return steps;
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
    const erased: PlaceCount[] = [];
    for (const step of eraseAll(whose, types, id, call.origin)) {
      const counts = await step;
      erased.push(...counts);
      yield { erased: counts };
    }
    yield { receipt: await receipt(whose, types, id, beginMs, erased) };
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
          await Promise.all(eraseAll(whose, types, id));
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
