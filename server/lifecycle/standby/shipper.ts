/**
 * Ships changes to cold storage as they come, a second behind. A segment holds the rows that changed, as they are; and, so that a
 * restore need not read all that ever was shipped, a walk through all rows goes along with them now and then. Rows of a walk are read
 * at several moments: what changed meanwhile is in the segments beside them, so that all segments from a walk's first to any whole
 * one behind its last are the store as of that one.
 */
import { hkdfSync } from 'node:crypto';
import { cancelled, stopSignal } from '../../domain/abort.ts';
import { SEALING, STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore, DataKey } from '../../ports/cold-storage.ts';
import type { ReadChanges, ShippedStore, ShipState, StandbyStatus } from '../../ports/standby.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import { streamOf } from '../chunks.ts';
import type { Mutex } from '../mutex.ts';
import { expireSegments } from './expire-segments.ts';
import type { PartKeys, PartKeySet } from './part-keys.ts';
import { listSegments, segmentName } from './segment-names.ts';

export type ShipperParts = {
  readonly store: ShippedStore;
  readonly storage: ColdStore;
  readonly keys: PartKeys;
  readonly master: () => Promise<Uint8Array>;
  /** An erasure destroys keys in turn with this: never after rows were read, and before they are sealed. */
  readonly turns: Mutex;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly intervalMs: number;
  readonly keptMs: number;
  /** After each attempt. */
  readonly onAttempt: (status: StandbyStatus) => void;
};

export interface Shipper {
  status(): StandbyStatus;
  /** Ships until all is that there is now, the walk that is under way included. Rejects where the storage does not take it. */
  flush(): Promise<void>;
  /** Ships what is left, unless that takes too long, and ends. */
  close(): Promise<void>;
}

/** What opens the heads of segments. */
export function headKeyOf(master: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', master, new Uint8Array(), 'recorda standby', SEALING.keyBytes));
}

const WALK_START = { table: 'users', after: undefined };

export function shipper(parts: ShipperParts): Shipper {
  const { store, log, clock, intervalMs, onAttempt } = parts;
  const stop = stopSignal();
  const ship = rounds(parts, { signal: stop });
  let failure: string | undefined;
  let failures = 0;
  const status = (): StandbyStatus => ({ ...ship.progress(), failure });
  /** One after another, whoever asks. */
  let last: Promise<unknown> = Promise.resolve();
  const attempt = (): Promise<Round> => {
    const one = last.then(ship.round);
    last = one.catch(() => undefined);
    return one;
  };
  const attemptAndTell = async (): Promise<number> => {
    const startMs = clock.now();
    try {
      const { isMore } = await attempt();
      if (failure !== undefined) log.info({}, 'The standby takes changes again');
      failure = undefined;
      failures = 0;
      // As long a pause as the work took, so that a first walk takes half of the time there is and no more.
      return isMore ? Math.max(1, clock.now() - startMs) : intervalMs;
    } catch (error) {
      if (stop.aborted) return intervalMs;
      const { message } = error as Error;
      if (message !== failure) {
        log.error({ error: message }, 'The standby does not take changes: they wait, and are shipped once it does');
      }
      failure = message;
      failures += 1;
      return Math.min(STANDBY.mostRetryMs, STANDBY.retryMs * 2 ** (failures - 1));
    } finally {
      if (!stop.aborted) onAttempt(status());
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;
  let running: Promise<unknown> = Promise.resolve();
  const next = (afterMs: number): void => {
    if (isClosing) return;
    timer = setTimeout(() => {
      running = attemptAndGoOn();
    }, afterMs).unref();
  };
  const attemptAndGoOn = async (): Promise<void> => next(await attemptAndTell());
  next(1);
  const flush = async (): Promise<void> => {
    while ((await attempt()).isMore);
  };
  /** What is counted goes along. */
  const flushAll = async (): Promise<void> => {
    await store.writeCounts();
    await flush();
  };
  return {
    status,
    flush,
    async close() {
      isClosing = true;
      clearTimeout(timer);
      const tooLate = setTimeout(() => stop.abort(cancelled()), STANDBY.closeMs);
      await running;
      if (failure === undefined) await flushAll().catch(() => undefined);
      clearTimeout(tooLate);
      stop.abort(cancelled());
      await last;
      await store.close();
    },
  };
}

/** Whether there is more to ship at once. */
type Round = { readonly isMore: boolean };

type Sealed = { readonly read: ReadChanges; readonly name: string; readonly bytes: Uint8Array };

/** Segment after segment. */
function rounds(parts: ShipperParts, call: CallContext) {
  const { store, storage, turns, clock } = parts;
  let state: ShipState | undefined;
  /** All that was written before is in segments. */
  let shippedMs = clock.now();

  async function sealNext(known: ShipState): Promise<{ readonly atMs: number; readonly sealed?: Sealed }> {
    const { timeline, parent, ancestors } = known;
    const { readMs, changes: read } = await store.read({ after: known.to, walk: known.walk }, call);
    const atMs = readMs + clock.now() - Date.now();
    if (read === undefined) return { atMs };
    const number = known.number + 1;
    const begins = known.walk !== undefined && known.walkBegan === undefined;
    const ends = known.walk !== undefined && read.walk === undefined;
    const name = segmentName({ timeline, number, atMs, to: read.to, isWhole: read.isWhole, begins, ends });
    const facts = { name, address: { timeline, number }, parent, ancestors, atMs };
    const headKey = headKeyOf(await parts.master());
    const bytes = await store.seal({ facts, headKey, keys: await keysOf(parts.keys, read, call) }, call);
    return { atMs, sealed: { read, name, bytes } };
  }

  function after(known: ShipState, { read }: Sealed, atMs: number): ShipState {
    const number = known.number + 1;
    const began = known.walkBegan ?? { atMs, number };
    const isWalked = known.walk !== undefined && read.walk === undefined;
    const base = isWalked ? began : known.base;
    const isDue =
      base !== undefined &&
      (atMs - base.atMs >= STANDBY.walkEveryMs || number - base.number >= STANDBY.walkEverySegments);
    const walk = read.walk ?? (isDue ? WALK_START : undefined);
    const walkBegan = read.walk === undefined ? undefined : began;
    return { ...known, number, to: read.to, auditPage: read.auditPage, walk, walkBegan, base };
  }

  return {
    progress: () => ({
      lagMs: Math.max(0, clock.now() - shippedMs),
      hasBase: state !== undefined && (state.base !== undefined || state.parent !== undefined),
    }),

    async round(): Promise<Round> {
      state ??= await begin(parts, call);
      const known = state;
      const { atMs, sealed } = await turns(() => sealNext(known));
      if (sealed === undefined) {
        shippedMs = atMs;
        return { isMore: false };
      }
      await storage.put(sealed.name, streamOf(sealed.bytes), { ifAbsent: false }, call);
      const next = after(known, sealed, atMs);
      await store.shipped(next, call);
      state = next;
      const { isWhole } = sealed.read;
      if (isWhole) shippedMs = atMs;
      if (next.base !== known.base) await expireSegments(storage, next, atMs - parts.keptMs, call);
      return { isMore: !isWhole || next.walk !== undefined };
    },
  };
}

/** Goes on where the store says, unless it is a copy from before; then, and at first, begins a timeline with a walk. */
async function begin({ store, storage, log, newId, clock }: ShipperParts, call: CallContext): Promise<ShipState> {
  const found = await store.state(call);
  if (found !== undefined && (await goesOn(found, storage, call))) return found;
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
  const state: ShipState = {
    timeline: `${stamp}-${newId()}`,
    ancestors: found === undefined ? [] : [found.timeline, ...found.ancestors],
    number: 0,
    to: found?.to ?? 0,
    openedTo: found?.openedTo ?? 0,
    auditPage: found?.auditPage ?? 0,
    walk: WALK_START,
  };
  await store.shipped(state, call);
  log.info({ timeline: state.timeline }, 'The standby begins with all of the store');
  return state;
}

/** Whether the last segment that is there is the one that the store knows of, or the next, which a crash kept from being noted. */
async function goesOn({ timeline, number, openedTo }: ShipState, storage: ColdStore, call: CallContext) {
  const newest = (await listSegments(storage, call, { timeline, from: number })).at(-1);
  if (newest === undefined) return number === 0;
  return newest.number === number || (newest.number === number + 1 && newest.to <= openedTo);
}

/** What is of no user is sealed as the head is. */
const NO_KEY: DataKey = { id: '', bytes: new Uint8Array() };

async function keysOf(keys: PartKeys, { owners }: ReadChanges, call: CallContext): Promise<readonly DataKey[]> {
  const partitions = [...new Set(owners.map(({ partition }) => partition))].filter((partition) => partition !== '');
  const found = new Map<string, PartKeySet>();
  for (let at = 0; at < partitions.length; at += STANDBY.keysAtOnce) {
    const some = partitions.slice(at, at + STANDBY.keysAtOnce);
    const sets = await Promise.all(some.map((partition) => keys.of(partition, call)));
    for (const [index, partition] of some.entries()) found.set(partition, sets[index] ?? {});
  }
  return owners.map(({ partition, shippedClass }) => {
    if (partition === '') return NO_KEY;
    const key = found.get(partition)?.[shippedClass];
    if (key === undefined) throw new Error('A part of a segment has no key.');
    return key;
  });
}
