/**
 * Makes a store of what was shipped, as it was at a time: segments from a walk's first to the last whole one of that time. The erase
 * logs are asked first: what was erased since is left out, also where an older copy of the keys could open it.
 */
import type { ErasedSince } from '../../domain/erased.ts';
import { coldObjectDamaged, RecordaError } from '../../domain/errors.ts';
import { STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { PartKey, PartOwner, RestoredStore, SegmentSaid, ShipState } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';
import { bytesOf } from '../chunks.ts';
import type { PartKeys, PartKeySet } from './part-keys.ts';
import { baseOf, byTimeline, listSegments, type NamedSegment } from './segment-names.ts';
import { headKeyOf } from './shipper.ts';

export type RestoreParts = {
  readonly storage: ColdStore;
  readonly keys: Pick<PartKeys, 'find'>;
  readonly master: () => Promise<Uint8Array>;
  readonly erased: () => Promise<ErasedSince>;
  readonly readHead: (name: string, bytes: Uint8Array, headKey: Uint8Array) => SegmentSaid;
  readonly newId: () => string;
};

export type RestoreOrder = {
  /** Nothing that was written later comes back; absent: the newest that there is. */
  readonly atMs?: number | undefined;
  /** Absent: the one that goes furthest. */
  readonly timeline?: string | undefined;
  /** Absent: any. */
  readonly number?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
};

export type RestoreReport = {
  /** Nothing that was written after it is there. */
  readonly atMs: number;
  readonly timeline: string;
  readonly number: number;
  readonly segments: number;
  readonly bytes: number;
  readonly rows: number;
  /** Parts of users, or of types of theirs, that were erased since. */
  readonly erasedParts: number;
};

/** Throws where there is nothing of that time, and where a segment or a key is missing. */
export async function restoreStandby(
  parts: RestoreParts,
  open: () => RestoredStore,
  order: RestoreOrder,
  call: CallContext,
): Promise<RestoreReport> {
  const erased = await parts.erased();
  const headKey = headKeyOf(await parts.master());
  const chosen = await choose(parts, headKey, order, call);
  const last = chosen.at(-1) as NamedSegment;
  const store = open();
  try {
    let [rows, erasedParts, missingParts, bytes, done] = [0, 0, 0, 0, 0];
    const keySets = new Map<string, PartKeySet>();
    let said: SegmentSaid | undefined;
    for await (const { segment, body } of inOrder(parts.storage, chosen, call)) {
      said = parts.readHead(segment.name, body, headKey);
      await findKeys(parts.keys, said.owners, keySets, call);
      const applied = store.apply(segment.name, body, headKey, keyOf(keySets, erased, segment.atMs));
      rows += applied.rows;
      erasedParts += applied.erasedParts;
      missingParts += applied.missingParts;
      bytes += body.length;
      order.onProgress?.((done += 1), chosen.length);
    }
    if (missingParts > 0) {
      throw new RecordaError(
        'USER_KEY_MISSING',
        `Keys that ${missingParts} parts of the standby were sealed with are not there, and no erase log says why. Put the newest copy of RECORDA_USER_KEYS back.`,
      );
    }
    store.finish(nextState(parts.newId(), last, said));
    const { atMs, timeline, number } = last;
    return { atMs, timeline, number, segments: chosen.length, bytes, rows, erasedParts };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** What is written there goes on behind the last segment, and is walked through anew. */
function nextState(id: string, { timeline, number, atMs }: NamedSegment, said: SegmentSaid | undefined): ShipState {
  const stamp = new Date(atMs).toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
  return {
    timeline: `${stamp}-${id}`,
    parent: { timeline, number },
    ancestors: [timeline, ...(said?.ancestors ?? [])],
    number: 0,
    to: 0,
    openedTo: 0,
    auditPage: 0,
    walk: { table: 'users', after: undefined },
    shippedMs: atMs,
  };
}

async function choose(
  parts: RestoreParts,
  headKey: Uint8Array,
  { atMs = Infinity, timeline, number = Infinity }: RestoreOrder,
  call: CallContext,
): Promise<readonly NamedSegment[]> {
  const timelines = byTimeline(await listSegments(parts.storage, call));
  let newest: NamedSegment | undefined;
  for (const segments of timelines.values()) {
    const last = segments.findLast((one) => one.isWhole && one.atMs <= atMs && one.number <= number);
    if (last === undefined || (timeline !== undefined && last.timeline !== timeline)) continue;
    const chain = await chainTo(parts, timelines, headKey, last, call);
    if (chain !== undefined && last.atMs >= (newest?.atMs ?? -Infinity)) newest = last;
  }
  const chain = newest && (await chainTo(parts, timelines, headKey, newest, call));
  if (chain === undefined) {
    throw new RecordaError('BACKUP_NOT_FOUND', 'The standby has nothing that a store of that time could be made of.');
  }
  return chain;
}

/** All segments that make the store as of this one; undefined where they do not begin with a walk. */
async function chainTo(
  { storage, readHead }: RestoreParts,
  timelines: ReadonlyMap<string, readonly NamedSegment[]>,
  headKey: Uint8Array,
  last: NamedSegment,
  call: CallContext,
): Promise<readonly NamedSegment[] | undefined> {
  let chain: readonly NamedSegment[] = [];
  let { timeline, number } = last as { timeline: string; number: number };
  for (;;) {
    const of = timeline;
    const upTo = number;
    const own = (timelines.get(of) ?? []).filter((segment) => segment.number <= upTo);
    const base = baseOf(own);
    const needed = base === undefined ? own : own.slice(base);
    refuseGaps(needed, base === undefined ? 1 : (needed[0]?.number ?? 1), upTo);
    chain = [...needed, ...chain];
    if (base !== undefined) return chain;
    const [first] = own;
    if (first === undefined) return undefined;
    const { parent } = readHead(first.name, await read(storage, first.name, call), headKey);
    if (parent === undefined) return undefined;
    ({ timeline, number } = parent);
  }
}

function refuseGaps(segments: readonly NamedSegment[], from: number, upTo: number): void {
  for (let number = from; number <= upTo; number += 1) {
    if (segments[number - from]?.number !== number) throw coldObjectDamaged(`segment ${number}`);
  }
}

async function read(storage: ColdStore, name: string, call: CallContext): Promise<Uint8Array> {
  const chunks = await storage.get(name, call);
  if (chunks === undefined) throw coldObjectDamaged(name);
  return bytesOf(chunks);
}

/** Several are read at a time. */
async function* inOrder(storage: ColdStore, segments: readonly NamedSegment[], call: CallContext) {
  const reading: Promise<Uint8Array>[] = [];
  let next = 0;
  for (const segment of segments) {
    for (; next < segments.length && reading.length < STANDBY.readAtOnce; next += 1) {
      const body = read(storage, (segments[next] as NamedSegment).name, call);
      body.catch(() => undefined);
      reading.push(body);
    }
    yield { segment, body: await (reading.shift() as Promise<Uint8Array>) };
  }
}

async function findKeys(
  keys: Pick<PartKeys, 'find'>,
  owners: readonly PartOwner[],
  found: Map<string, PartKeySet>,
  call: CallContext,
): Promise<void> {
  const missing = [...new Set(owners.map(({ partition }) => partition))].filter((one) => !found.has(one));
  for (let at = 0; at < missing.length; at += STANDBY.keysAtOnce) {
    const some = missing.slice(at, at + STANDBY.keysAtOnce);
    const sets = await Promise.all(some.map((partition) => keys.find(partition, call)));
    for (const [index, partition] of some.entries()) found.set(partition, sets[index] ?? {});
  }
}

function keyOf(keySets: ReadonlyMap<string, PartKeySet>, erased: ErasedSince, atMs: number) {
  const isErased = ({ partition, shippedClass }: PartOwner, sinceMs: number): boolean => {
    const what = erased(partition, sinceMs);
    return what === 'ALL' || (shippedClass !== 'ROWS' && what.has(shippedClass));
  };
  return (owner: PartOwner, keyId: string, madeMs = -Infinity): PartKey => {
    if (isErased(owner, atMs)) return { kind: 'ERASED' };
    const key = keySets.get(owner.partition)?.[owner.shippedClass];
    if (key?.id === keyId) return { kind: 'KEY', key };
    // An erasure may have begun before the rows were read that it took, and the key even before that was made; but not long before: one of
    // a user who came back later does not say where the key is.
    return isErased(owner, madeMs - STANDBY.erasureMs) ? { kind: 'ERASED' } : { kind: 'MISSING' };
  };
}
