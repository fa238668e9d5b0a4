/** Erases users from every target, and says so with a signature. */
import { stopSignal } from '../domain/abort.ts';
import type { UserKey } from '../domain/accounts.ts';
import type { Origin } from '../domain/audit.ts';
import { coldPartition } from '../domain/cold-name.ts';
import { mutex } from '../lifecycle/mutex.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { BegunErasure, ErasureTarget, Erasures, ErasureStep, TargetCount } from '../ports/users.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { UserKeys } from '../ports/cold-storage.ts';
import type { EraseAgain, ErasureJournal, JournalStore } from './erasure-journal.ts';
import type { ErasureBarrier } from '../stores/middleware/erasure-barrier.ts';
import type { ReceiptSigner } from './signing-key.ts';

/** Names the form of the receipt's text. */
const FORMAT = 'recorda-erasure/1';

export type ErasureParts = {
  readonly targets: readonly ErasureTarget[];
  readonly store: SeenErasures;
  readonly journal: ErasureJournal;
  /** What the storage of each log loses where the log lacks erasures, in the order of the journal's logs. */
  readonly eraseAgain: readonly EraseAgain[];
  readonly keys: Pick<UserKeys, 'idOf'>;
  readonly signer: ReceiptSigner;
  readonly barrier: ErasureBarrier;
  readonly clock: Clock;
  readonly newUuid: () => string;
};

/** What a store knows of erasures that it has seen. */
export type SeenErasures = JournalStore & {
  begin(erasure: BegunErasure): Promise<void>;
  end(id: string): Promise<void>;
  begun(): Promise<readonly BegunErasure[]>;
  everybody(): AsyncIterable<UserKey>;
  /** When the oldest of what there is of a user was made; undefined where nothing says. */
  oldest(whose: UserKey, types: readonly MemoryType[] | undefined): Promise<number | undefined>;
};

/** `steps` settle when theirs is done, `all` when nothing is left to do. */
type UnderWay = {
  readonly steps: readonly Promise<readonly TargetCount[]>[];
  readonly all: Promise<unknown>;
};

export function erasures(parts: ErasureParts) {
  const { targets, store, journal, eraseAgain, keys, signer, clock, newUuid } = parts;
  /** Those that this process is at: they come to their end by themselves. */
  const underWay = new Set<string>();
  const inTurn = mutex();
  async function found(whose: UserKey, types: readonly MemoryType[] | undefined, call: CallContext) {
    const counts: TargetCount[] = [];
    for (const target of targets) counts.push(...(await target.count(whose, types, call)));
    return counts;
  }

  async function* erase(
    whose: UserKey,
    types: readonly MemoryType[] | undefined,
    call: CallContext,
  ): AsyncGenerator<ErasureStep, void> {
    const id = newUuid();
    const beginMs = clock.now();
    const erased: TargetCount[] = [];
    underWay.add(id);
    const { steps, all } = await begin({ id, whose, types }, beginMs, call).catch((error: unknown) => {
      underWay.delete(id);
      throw error;
    });
    // Whoever hears that it failed is to repeat it: what is written until the next start is not to go then.
    all
      .catch(() => store.end(id))
      .catch(() => undefined)
      .finally(() => underWay.delete(id));
    for (const step of steps) {
      const counts = await step;
      erased.push(...counts);
      yield { erased: counts };
    }
    await all;
    yield { receipt: await receipt(parts, whose, types, id, beginMs, erased) };
  }

  /** Logged before anything goes. */
  async function begin(erasure: BegunErasure, atMs: number, call: CallContext): Promise<UnderWay> {
    const { id, whose, types } = erasure;
    const keyId = types === undefined ? await keys.idOf(whose, call) : undefined;
    const logged = { id, place: coldPartition(whose), types, atMs, keyId };
    const { entry } = await journal.write(logged, call);
    return eraseAll(parts, { ...erasure, entry }, call.origin);
  }

  /** As they stood when this was first asked: those that begin later end by themselves. */
  let cutShort: BegunErasure[] | undefined;

  const port: Erasures = { found, erase, verify: ({ text, signature }) => signer.verify(text, signature) };

  /** Does again what a crash came between. Says how many users went. */
  async function redo(): Promise<number> {
    cutShort ??= (await store.begun()).filter(({ id }) => !underWay.has(id));
    let count = 0;
    for (let next = cutShort[0]; next !== undefined; next = cutShort[0]) {
      await eraseAll(parts, next).all;
      cutShort.shift();
      count += 1;
    }
    return count;
  }

  /** Does again what the store has not seen, since it was restored from an older copy, or since it was another server's. */
  async function catchUp(): Promise<number> {
    const unseen = await journal.unseen(underWay);
    if (unseen.length === 0) return 0;
    let count = 0;
    for await (const whose of store.everybody()) {
      const partition = coldPartition(whose);
      for (const { id, types, atMs, entry } of unseen.filter((erasure) => erasure.place === partition)) {
        // Another server's, after which the user was erased here, too, and has come back since.
        if (((await store.oldest(whose, types)) ?? 0) > atMs) continue;
        await eraseAll(parts, { id, whose, types, entry }).all;
        count += 1;
      }
    }
    await store.noteErased(unseen.map(({ id, entry }) => ({ id, entry })));
    return count;
  }

  return {
    ...port,

    /**
     * Before a server serves, and before anything is kept or restored: afterwards the store, cold storage and the keys are all as the
     * newest of them says. Says how many users went from the store, and how many erasures each log lacked.
     */
    settle: (): Promise<{ readonly count: number; readonly lacked: readonly number[] }> =>
      inTurn(async () => {
        const count = (await redo()) + (await catchUp());
        return { count, lacked: await journal.level(eraseAgain, underWay) };
      }),
  };
}

/** A store of memories as a target of erasures. */
export function targetOfStore(store: {
  readonly type: MemoryType;
  readonly backend: string;
  readonly ofUser: { count: UserCount; erase: UserCount };
}): ErasureTarget {
  const name = `${store.backend}/${store.type.toLowerCase()}`;
  const asked =
    (work: UserCount): ErasureTarget['count'] =>
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

type UserCount = (whose: UserKey, call: CallContext) => Promise<number>;

/**
 * Erases from one target after the other. What has begun is brought to its end, whoever waits for it, after a crash at the
 * next start.
 */
function eraseAll({ targets, store, barrier }: ErasureParts, erasure: BegunErasure, origin?: Origin): UnderWay {
  const { id, whose, types } = erasure;
  const call: CallContext = { signal: stopSignal(), ...(origin && { origin }) };
  let enter: (first: Promise<void>) => void = () => undefined;
  let before: Promise<unknown> = new Promise<void>((resolve) => (enter = resolve));
  const steps = targets.map((target) => {
    const step = before.then(() => target.erase(whose, types, id, call));
    before = step;
    return step;
  });
  const all = barrier.alone(whose, async () => {
    enter(store.begin(erasure));
    await Promise.all(steps);
    await store.end(id);
  });
  for (const promise of [all, ...steps]) promise.catch(() => undefined);
  return { steps, all };
}

async function receipt(
  { clock, targets, signer }: ErasureParts,
  { tenant, userId }: UserKey,
  types: readonly MemoryType[] | undefined,
  id: string,
  beginMs: number,
  erased: readonly TargetCount[],
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
    looked_at: targets.map(({ name }) => name),
  });
  return { text, ...(await signer.sign(text)) };
}
