/** Erases users from every target, and signs a receipt of it. */
import { stopSignal } from '../domain/abort.ts';
import type { UserKey } from '../domain/accounts.ts';
import type { Origin } from '../domain/audit.ts';
import { coldPartition } from '../domain/cold-name.ts';
import { mutex } from '../lifecycle/mutex.ts';
import type { MemoryType } from '../domain/memory.ts';
import type { BegunErasure, ErasureTarget, Erasures, ErasureStep, TargetCount } from '../ports/users.ts';
import type { OtherServers } from '../ports/other-servers.ts';
import type { CallContext, Clock } from '../ports/stores.ts';
import type { UserKeys } from '../ports/cold-storage.ts';
import { erasureClaims, type ErasureClaims } from './erasure-claims.ts';
import type { EraseAgain, ErasureJournal, JournalStore } from './erasure-journal.ts';
import type { ErasureBarrier } from '../stores/middleware/erasure-barrier.ts';
import type { ReceiptSigner } from './signing-key.ts';

/** The name of the receipt's text format. */
const FORMAT = 'recorda-erasure/1';

export type ErasureParts = {
  readonly targets: readonly ErasureTarget[];
  readonly store: SeenErasures;
  readonly journal: ErasureJournal;
  /** Erases from the storage of each log what that log lacks, in the order of the journal's logs. */
  readonly eraseAgain: readonly EraseAgain[];
  readonly keys: Pick<UserKeys, 'idOf'>;
  readonly signer: ReceiptSigner;
  readonly barrier: ErasureBarrier;
  /** The servers that share the store, one of which may be at an erasure that this one finds begun. */
  readonly others?: Pick<OtherServers, 'claim' | 'release'> | undefined;
  readonly clock: Clock;
  readonly newUuid: () => string;
};

/** The erasures that a store has seen. */
export type SeenErasures = JournalStore & {
  begin(erasure: BegunErasure): Promise<void>;
  end(id: string): Promise<void>;
  begun(): Promise<readonly BegunErasure[]>;
  everybody(): AsyncIterable<UserKey>;
  /** Returns the creation time of the user's oldest record; undefined if it is not known. */
  oldest(whose: UserKey, types: readonly MemoryType[] | undefined): Promise<number | undefined>;
};

/** An erasure under way. Each of `steps` settles when its target is done, `all` when nothing is left to do. */
type UnderWay = {
  readonly steps: readonly Promise<readonly TargetCount[]>[];
  readonly all: Promise<unknown>;
};

export function erasures(parts: ErasureParts) {
  const { targets, store, journal, eraseAgain, signer, clock, newUuid } = parts;
  const claims = erasureClaims(parts.others, store);
  /** The erasures that this process runs: they reach their end by themselves. */
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
    const { steps, all } = await begin(parts, claims, { id, whose, types }, beginMs, call).catch((error: unknown) => {
      underWay.delete(id);
      void claims.release([{ id }]);
      throw error;
    });
    // A caller that hears of the failure is to repeat it: what is written until the next start must not be erased then.
    all
      .catch(() => store.end(id))
      .catch(() => undefined)
      .finally(() => {
        underWay.delete(id);
        void claims.release([{ id }]);
      });
    for (const step of steps) {
      const counts = await step;
      erased.push(...counts);
      yield { erased: counts };
    }
    await all;
    yield { receipt: await receipt(parts, whose, types, id, beginMs, erased) };
  }

  /** The unfinished erasures as of the first call: those that begin later end by themselves. */
  let cutShort: BegunErasure[] | undefined;

  const port: Erasures = { found, erase, verify: ({ text, signature }) => signer.verify(text, signature) };

  /** Repeats erasures that a crash interrupted. Returns the number of users. */
  async function redo(): Promise<number> {
    cutShort ??= (await store.begun()).filter(({ id }) => !underWay.has(id));
    let count = 0;
    for (let next = cutShort[0]; next !== undefined; next = cutShort[0]) {
      if (await claims.takeCutShort(next)) {
        await eraseAll(parts, next).all;
        await claims.release([next]);
        count += 1;
      }
      cutShort.shift();
    }
    return count;
  }

  /** Repeats erasures that the store has not seen, since it was restored from an older copy, or belonged to another server. */
  async function catchUp(): Promise<number> {
    const unseen = await claims.takeFree(await journal.unseen(underWay));
    if (unseen.length === 0) return 0;
    let count = 0;
    for await (const whose of store.everybody()) {
      const partition = coldPartition(whose);
      for (const { id, types, atMs, entry } of unseen.filter((erasure) => erasure.place === partition)) {
        // Another server erased the user, who was then erased here too, and has returned since.
        if (((await store.oldest(whose, types)) ?? 0) > atMs) continue;
        await eraseAll(parts, { id, whose, types, entry }).all;
        count += 1;
      }
    }
    await store.noteErased(unseen.map(({ id, entry }) => ({ id, entry })));
    await claims.release(unseen);
    return count;
  }

  return {
    ...port,

    /**
     * Applies all known erasures before a server serves, and before a backup is made or restored: afterwards the store, cold storage and
     * the keys agree with the newest of them. Resolves to the users erased from the store, and the erasures that each log lacked.
     */
    settle: (): Promise<{ readonly count: number; readonly lacked: readonly number[] }> =>
      inTurn(async () => {
        const count = (await redo()) + (await catchUp());
        return { count, lacked: await journal.level(eraseAgain, underWay) };
      }),
  };
}

/** Logs the erasure before anything is deleted. */
async function begin(
  parts: ErasureParts,
  claims: Pick<ErasureClaims, 'take'>,
  erasure: BegunErasure,
  atMs: number,
  call: CallContext,
): Promise<UnderWay> {
  const { id, whose, types } = erasure;
  await claims.take(erasure, call);
  const keyId = types === undefined ? await parts.keys.idOf(whose, call) : undefined;
  const logged = { id, place: coldPartition(whose), types, atMs, keyId };
  const { entry } = await parts.journal.write(logged, call);
  return eraseAll(parts, { ...erasure, entry }, call.origin);
}

/** Makes a store of memories a target of erasures. */
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
 * Erases from one target after the other. An erasure that has begun is completed even if no caller waits for it, after a crash at the
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
