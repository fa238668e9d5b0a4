/**
 * Ships changes to cold storage as they arrive, about a second later. A segment holds the rows that changed, as they are. So that a
 * restore need not read all that was ever shipped, segments now and then also carry a walk through all rows. The rows of a walk are read
 * at several moments, and what changed meanwhile is in the same segments or later ones. Therefore the segments from the first of a walk
 * to any whole one after its last make up the store as of that one.
 */
import { abortError, cancelled, orAbort, stopSignal, type StopSignal } from '../../domain/abort.ts';
import { RecordaError } from '../../domain/errors.ts';
import { STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { MasterKeys } from '../../ports/master-keys.ts';
import type {
  ReadChanges,
  ShippedKey,
  ShippedStore,
  ShipState,
  StandbyStatus,
  WalkCursor,
} from '../../ports/standby.ts';
import type { CallContext, Clock } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import { streamOf } from '../chunks.ts';
import { currentKey } from '../master-keys/candidates.ts';
import { mutex, type Mutex } from '../mutex.ts';
import { expireSegments } from './expire-segments.ts';
import { keySetsOf, type PartKeys } from './part-keys.ts';
import { listSegments, segmentName, timelineName } from './segment-names.ts';

export type ShipperParts = {
  readonly store: ShippedStore;
  readonly storage: ColdStore;
  readonly keys: PartKeys;
  readonly masters: MasterKeys;
  /** Erasures take turns with it, so that keys are never destroyed between the reading of rows and their sealing. */
  readonly turns: Mutex;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly intervalMs: number;
  readonly keptMs: number;
  /** The time that one attempt waits for each answer of storage, in milliseconds. */
  readonly attemptMs: number;
};

export interface Shipper {
  status(): StandbyStatus;
  /** Ships all changes that there are now, and the rest of a walk that is in progress. Rejects if the storage does not accept them. */
  flush(): Promise<void>;
  /** Ships the changes that are left, unless that takes too long, and ends. */
  close(): Promise<void>;
}

export const WALK_START: WalkCursor = { table: 'users', after: undefined };

export function shipper(parts: ShipperParts): Shipper {
  const { store, log, clock, intervalMs } = parts;
  const stop = stopSignal();
  const ship = rounds(parts, stop);
  let failure: string | undefined;
  let failures = 0;
  const status = (): StandbyStatus => ({ ...ship.progress(), failure });
  const inTurn = mutex();
  const attempt = (): Promise<Round> => inTurn(ship.round);
  const attemptAndTell = async (): Promise<number> => {
    const startMs = clock.now();
    try {
      const { isMore } = await attempt();
      if (failure !== undefined) log.info({}, 'The standby accepts changes again');
      failure = undefined;
      failures = 0;
      // The pause is as long as the work took, so that a first walk takes no more than half of the time.
      return isMore ? Math.max(1, clock.now() - startMs) : intervalMs;
    } catch (error) {
      if (stop.aborted) return intervalMs;
      const { message } = error as Error;
      if (message !== failure) {
        log.error({ error: message }, 'The standby does not accept changes: they wait and are shipped once it does');
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
  /** Also ships the counts that the store holds back. */
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
      await inTurn(ship.expired);
      await store.close();
    },
  };
}

/** `isMore` tells whether there is more to ship at once. */
type Round = { readonly isMore: boolean };

type Sealed = { readonly read: ReadChanges; readonly name: string; readonly bytes: Uint8Array };

/** Rejects once the time is over or `stop` is aborted. Work that did not answer may continue by itself, and must change nothing here. */
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

/** Gives each call to the storage a time limit. */
function timely(storage: ColdStore, answered: InTime): ShipStorage {
  return {
    put: (name, chunks, options) => answered((call) => storage.put(name, chunks, options, call)),
    list: (query) => answered((call) => storage.list(query, call)),
    delete: (name) => answered((call) => storage.delete(name, call)),
  };
}

/** Makes the rounds: each ships one segment. */
function rounds(parts: ShipperParts, stop: StopSignal) {
  const { store, turns, clock, log } = parts;
  const call = { signal: stop };
  const answered = inTime(stop, parts.attemptMs);
  const storage = timely(parts.storage, answered);
  let state: ShipState | undefined;
  /**
   * A restore would have everything that was written before this time. Until one is possible, it is the time at which shipping began.
   */
  let shippedMs = clock.now();

  async function start(): Promise<ShipState> {
    const found = await store.state(call);
    shippedMs = found?.shippedMs ?? shippedMs;
    return begin({ ...parts, storage }, found, call);
  }

  /** Old segments are deleted while shipping continues, since a day has many of them. */
  let expiring: Promise<void> | undefined;
  async function expire(known: ShipState, oldestMs: number): Promise<void> {
    try {
      await expireSegments(storage, known, oldestMs, call);
    } catch (error) {
      if (stop.aborted) return;
      log.error({ error: (error as Error).message }, 'Old segments could not be deleted; the next walk tries again');
    } finally {
      expiring = undefined;
    }
  }

  async function sealNext(
    known: ShipState,
    call: CallContext,
  ): Promise<{ readonly atMs: number; readonly sealed?: Sealed }> {
    // This attempt's turn came too late, and another is in progress.
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
    const headKey = await (await currentKey(parts.masters)).derive('STANDBY_HEAD');
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

    /** Resolves once no old segments are being deleted. */
    expired: async (): Promise<void> => expiring,

    async round(): Promise<Round> {
      state ??= await start();
      const known = state;
      const { atMs, sealed } = await answered((call) => turns(() => sealNext(known, call)));
      if (sealed === undefined) {
        shippedMs = atMs;
        return { isMore: false };
      }
      // If this attempt is given up and its segment arrives later, the next one has the same number and takes its place.
      await storage.put(sealed.name, streamOf(sealed.bytes), { ifAbsent: false }, call);
      const next = after(known, sealed, atMs);
      // This is never given up: it deletes notes, and only this segment has their changes.
      await store.shipped(next, call);
      state = next;
      shippedMs = next.shippedMs ?? shippedMs;
      if (next.base !== known.base) expiring ??= expire(next, atMs - parts.keptMs);
      return { isMore: !sealed.read.isWhole || next.walk !== undefined };
    },
  };
}

/** Continues where the store's records end. At first, and if the store is an older copy, it begins a timeline with a walk instead. */
async function begin(
  { store, storage, log, newId, clock }: Omit<ShipperParts, 'storage'> & { readonly storage: ShipStorage },
  found: ShipState | undefined,
  call: CallContext,
): Promise<ShipState> {
  if (found !== undefined && (await goesOn(found, storage, call))) return found;
  const shippedMs = clock.now();
  const state: ShipState = {
    timeline: timelineName(shippedMs, newId()),
    ancestors: found === undefined ? [] : [found.timeline, ...found.ancestors],
    number: 0,
    to: found?.to ?? 0,
    openedTo: found?.openedTo ?? 0,
    auditPage: found?.auditPage ?? 0,
    walk: WALK_START,
    shippedMs,
  };
  await store.shipped(state, call);
  log.info({ timeline: state.timeline }, 'The whole store is being shipped to the standby');
  return state;
}

/** Tells whether the last segment in storage is the one that the store knows of, or the next, if a crash kept it from being noted. */
async function goesOn({ timeline, number, openedTo }: ShipState, storage: ShipStorage, call: CallContext) {
  const newest = (await listSegments(storage, call, { timeline, from: number })).at(-1);
  if (newest === undefined) return number === 0;
  return newest.number === number || (newest.number === number + 1 && newest.to <= openedTo);
}

/** Rows that belong to no user need no user's key: they are sealed as the head is. */
const NO_KEY: ShippedKey = { id: '', bytes: new Uint8Array(), madeMs: 0 };

async function keysOf(keys: PartKeys, { owners }: ReadChanges, call: CallContext): Promise<readonly ShippedKey[]> {
  const partitions = owners.map(({ partition }) => partition).filter((partition) => partition !== '');
  const found = await keySetsOf(partitions, (partition) => keys.of(partition, call));
  return owners.map(({ partition, shippedClass }) => {
    if (partition === '') return NO_KEY;
    const key = found.get(partition)?.[shippedClass];
    if (key === undefined) throw new Error('A part of a segment has no key.');
    return key;
  });
}
