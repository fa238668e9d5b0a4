/**
 * Ships changes to cold storage as they come, a second behind. A segment holds the rows that changed, as they are; and, so that a
 * restore need not read all that ever was shipped, a walk through all rows goes along with them now and then. Rows of a walk are read
 * at several moments: what changed meanwhile is in the segments beside them, so that all segments from a walk's first to any whole
 * one behind its last are the store as of that one.
 */
import { hkdfSync } from 'node:crypto';
import { abortError, cancelled, orAbort, stopSignal, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { SEALING, STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { ReadChanges, ShippedKey, ShippedStore, ShipState, StandbyStatus } from '../../ports/standby.ts';
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
  /** How long one attempt waits for storage. */
  readonly attemptMs: number;
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
  const { store, log, clock, intervalMs } = parts;
  const stop = stopSignal();
  const ship = rounds(parts, stop);
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
      await ship.expired();
      await store.close();
    },
  };
}

/** Whether there is more to ship at once. */
type Round = { readonly isMore: boolean };

type Sealed = { readonly read: ReadChanges; readonly name: string; readonly bytes: Uint8Array };

/** Rejects once the time is over or `stop` is aborted. What does not answer goes on by itself, and must change nothing here. */
type InTime = <T>(work: (call: CallContext) => Promise<T>) => Promise<T>;

function inTime(stop: StopSignal, mostMs: number): InTime {
  return async (work) => {
    const over = stopSignal();
    const end = (): void => over.abort(abortError(stop));
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
    const late = new RecordaError(
      'BACKEND_UNAVAILABLE',
      'The storage of the standby, or of its keys, did not answer in time.',
    );
    const timer = setTimeout(() => over.abort(late), mostMs);
    try {
      return await orAbort(work({ signal: over }), over);
    } finally {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
    }
  };
}

type ShipStorage = Pick<ColdStore, 'put' | 'list' | 'delete'>;

/** Each call to it is answered in time. */
function timely(storage: ColdStore, answered: InTime): ShipStorage {
  return {
    put: (name, chunks, options) => answered((call) => storage.put(name, chunks, options, call)),
    list: (query) => answered((call) => storage.list(query, call)),
    delete: (name) => answered((call) => storage.delete(name, call)),
  };
}

/** Segment after segment. */
function rounds(parts: ShipperParts, stop: StopSignal) {
  const { store, turns, clock, log } = parts;
  const call = { signal: stop };
  const answered = inTime(stop, parts.attemptMs);
  const storage = timely(parts.storage, answered);
  let state: ShipState | undefined;
  /** A store can be made that has all that was written before; until it is known, and as long as none can, since when that is so. */
  let shippedMs = clock.now();

  async function start(): Promise<ShipState> {
    const found = await store.state(call);
    shippedMs = found?.shippedMs ?? shippedMs;
    return begin({ ...parts, storage }, found, call);
  }

  /** Beside what is shipped: a day's segments are many. */
  let expiring: Promise<void> | undefined;
  async function expire(known: ShipState, oldestMs: number): Promise<void> {
    try {
      await expireSegments(storage, known, oldestMs, call);
    } catch (error) {
      if (stop.aborted) return;
      log.error({ error: (error as Error).message }, 'Segments that are too old stay until the next walk is whole');
    } finally {
      expiring = undefined;
    }
  }

  async function sealNext(
    known: ShipState,
    call: CallContext,
  ): Promise<{ readonly atMs: number; readonly sealed?: Sealed }> {
    // Its turn came too late: another attempt is under way.
    if (call.signal.aborted) throw abortError(call.signal);
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
    const isRestorable = read.isWhole && (base !== undefined || known.parent !== undefined);
    const shipped = isRestorable ? atMs : known.shippedMs;
    return { ...known, number, to: read.to, auditPage: read.auditPage, walk, walkBegan, base, shippedMs: shipped };
  }

  return {
    progress: () => ({
      lagMs: Math.max(0, clock.now() - shippedMs),
      hasBase: state !== undefined && (state.base !== undefined || state.parent !== undefined),
    }),

    /** What is being deleted. */
    expired: async (): Promise<void> => expiring,

    async round(): Promise<Round> {
      state ??= await start();
      const known = state;
      const { atMs, sealed } = await answered((call) => turns(() => sealNext(known, call)));
      if (sealed === undefined) {
        shippedMs = atMs;
        return { isMore: false };
      }
      // A segment that comes after its time has the number of the next, which takes its place.
      await storage.put(sealed.name, streamOf(sealed.bytes), { ifAbsent: false }, call);
      const next = after(known, sealed, atMs);
      // Never given up: notes that are gone are in this segment alone.
      await store.shipped(next, call);
      state = next;
      shippedMs = next.shippedMs ?? shippedMs;
      if (next.base !== known.base) expiring ??= expire(next, atMs - parts.keptMs);
      return { isMore: !sealed.read.isWhole || next.walk !== undefined };
    },
  };
}

/** Goes on where the store says, unless it is a copy from before; then, and at first, begins a timeline with a walk. */
async function begin(
  { store, storage, log, newId, clock }: Omit<ShipperParts, 'storage'> & { readonly storage: ShipStorage },
  found: ShipState | undefined,
  call: CallContext,
): Promise<ShipState> {
  if (found !== undefined && (await goesOn(found, storage, call))) return found;
  const shippedMs = clock.now();
  const stamp = new Date(shippedMs).toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
  const state: ShipState = {
    timeline: `${stamp}-${newId()}`,
    ancestors: found === undefined ? [] : [found.timeline, ...found.ancestors],
    number: 0,
    to: found?.to ?? 0,
    openedTo: found?.openedTo ?? 0,
    auditPage: found?.auditPage ?? 0,
    walk: WALK_START,
    shippedMs,
  };
  await store.shipped(state, call);
  log.info({ timeline: state.timeline }, 'The standby begins with all of the store');
  return state;
}

/** Whether the last segment that is there is the one that the store knows of, or the next, which a crash kept from being noted. */
async function goesOn({ timeline, number, openedTo }: ShipState, storage: ShipStorage, call: CallContext) {
  const newest = (await listSegments(storage, call, { timeline, from: number })).at(-1);
  if (newest === undefined) return number === 0;
  return newest.number === number || (newest.number === number + 1 && newest.to <= openedTo);
}

/** What is of no user is sealed as the head is. */
const NO_KEY: ShippedKey = { id: '', bytes: new Uint8Array(), madeMs: 0 };

async function keysOf(keys: PartKeys, { owners }: ReadChanges, call: CallContext): Promise<readonly ShippedKey[]> {
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
