/**
 * Makes a store of what was shipped, as of a given time, from the first segment of a walk to the last whole segment before that time. The
 * erase logs are read first: users and types that were erased since are left out, even if an older copy of the keys could open them.
 */
import type { ErasedSince } from '../../domain/erased.ts';
import { coldObjectDamaged, RecordaError } from '../../domain/errors.ts';
import { STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { MasterKeys } from '../../ports/master-keys.ts';
import type { PartKey, PartOwner, RestoredStore, SegmentSaid, ShipState } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';
import { bytesOf } from '../chunks.ts';
import { derivedKeys } from '../master-keys/candidates.ts';
import { keySetsOf, type PartKeys, type PartKeySet } from './part-keys.ts';
import { baseOf, byTimeline, listSegments, timelineName, type NamedSegment } from './segment-names.ts';
import { WALK_START } from './shipper.ts';

export type RestoreParts = {
  readonly storage: ColdStore;
  readonly keys: Pick<PartKeys, 'find'>;
  readonly masters: MasterKeys;
  readonly erased: () => Promise<ErasedSince>;
  readonly readHead: (name: string, bytes: Uint8Array, headKey: Uint8Array) => SegmentSaid;
  readonly newId: () => string;
};

export type RestoreOrder = {
  /** Leaves out everything that was written later than this time. By default everything is restored. */
  readonly atMs?: number | undefined;
  /** The timeline to restore; by default the one that reaches furthest. */
  readonly timeline?: string | undefined;
  /** Segments with a larger number are not used. */
  readonly number?: number | undefined;
};

export type RestoreReport = {
  /** The store is as of this moment. */
  readonly atMs: number;
  readonly timeline: string;
  readonly number: number;
  readonly segments: number;
  readonly bytes: number;
  readonly rows: number;
  /** The number of parts of segments that were left out, since they were erased after they were shipped. */
  readonly erasedParts: number;
};

/** Throws if the standby has nothing of that time, or if a segment or a key is missing. */
export async function restoreStandby(
  parts: RestoreParts,
  open: () => RestoredStore,
  order: RestoreOrder,
  call: CallContext,
): Promise<RestoreReport> {
  const erased = await parts.erased();
  const headOf = headReader(parts);
  const chosen = await choose(parts, headOf, order, call);
  const last = chosen.at(-1) as NamedSegment;
  const store = open();
  try {
    let [rows, erasedParts, missingParts, bytes] = [0, 0, 0, 0];
    const keySets = new Map<string, PartKeySet>();
    let said: SegmentSaid | undefined;
    for await (const { segment, body } of inOrder(parts.storage, chosen, call)) {
      const head = await headOf(segment.name, body);
      said = head.said;
      await findKeys(parts.keys, said.owners, keySets, call);
      const applied = store.apply(segment.name, body, head.headKey, keyOf(keySets, erased, segment.atMs));
      rows += applied.rows;
      erasedParts += applied.erasedParts;
      missingParts += applied.missingParts;
      bytes += body.length;
    }
    if (missingParts > 0) {
      throw new RecordaError(
        'USER_KEY_MISSING',
        `The keys of ${missingParts} parts of the standby are missing, and no erase log explains why. Put the newest copy of RECORDA_USER_KEYS back.`,
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

type HeadReader = (
  name: string,
  bytes: Uint8Array,
) => Promise<{ readonly said: SegmentSaid; readonly headKey: Uint8Array }>;

/** Reads heads of segments, whichever master key sealed them. Rejects with COLD_OBJECT_DAMAGED. */
function headReader({ masters, readHead }: RestoreParts): HeadReader {
  let last: Uint8Array | undefined;
  async function* headKeys(): AsyncGenerator<Uint8Array, void> {
    // Most segments have the key of the one before.
    if (last !== undefined) yield last;
    yield* derivedKeys(masters, 'STANDBY_HEAD');
  }
  return async (name, bytes) => {
    let fault: unknown;
    for await (const headKey of headKeys()) {
      try {
        const said = readHead(name, bytes, headKey);
        last = headKey;
        return { said, headKey };
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  };
}

/** A server that opens the store continues after the last segment, with a new timeline that begins with a walk. */
function nextState(id: string, { timeline, number, atMs }: NamedSegment, said: SegmentSaid | undefined): ShipState {
  return {
    timeline: timelineName(atMs, id),
    parent: { timeline, number },
    ancestors: [timeline, ...(said?.ancestors ?? [])],
    number: 0,
    to: 0,
    openedTo: 0,
    auditPage: 0,
    walk: WALK_START,
    shippedMs: atMs,
  };
}

async function choose(
  parts: RestoreParts,
  headOf: HeadReader,
  { atMs = Infinity, timeline, number = Infinity }: RestoreOrder,
  call: CallContext,
): Promise<readonly NamedSegment[]> {
  const timelines = byTimeline(await listSegments(parts.storage, call));
  const lasts = [...timelines.values()].flatMap(
    (segments) => segments.findLast((one) => one.isWhole && one.atMs <= atMs && one.number <= number) ?? [],
  );
  const wanted = lasts.filter((last) => timeline === undefined || last.timeline === timeline);
  // Only the newest timeline is checked for gaps, so that damage to an older one does not prevent a restore.
  for (const last of wanted.toReversed().toSorted((left, right) => right.atMs - left.atMs)) {
    const chain = await chainTo(parts, timelines, headOf, last, call);
    if (chain !== undefined) return chain;
  }
  throw new RecordaError('BACKUP_NOT_FOUND', 'The standby has nothing from which a store of that time can be made.');
}

/** Returns all segments that make up the store as of this one; undefined if no complete walk begins them. */
async function chainTo(
  { storage }: RestoreParts,
  timelines: ReadonlyMap<string, readonly NamedSegment[]>,
  headOf: HeadReader,
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
    refuseGaps(of, needed, base === undefined ? 1 : (needed[0]?.number ?? 1), upTo);
    chain = [...needed, ...chain];
    if (base !== undefined) return chain;
    const [first] = own;
    if (first === undefined) return undefined;
    const { parent } = (await headOf(first.name, await read(storage, first.name, call))).said;
    if (parent === undefined) return undefined;
    ({ timeline, number } = parent);
  }
}

function refuseGaps(timeline: string, segments: readonly NamedSegment[], from: number, upTo: number): void {
  for (let number = from; number <= upTo; number += 1) {
    if (segments[number - from]?.number !== number) throw coldObjectDamaged(`segment ${number} of ${timeline}`);
  }
}

async function read(storage: ColdStore, name: string, call: CallContext): Promise<Uint8Array> {
  const chunks = await storage.get(name, call);
  if (chunks === undefined) throw coldObjectDamaged(name);
  return bytesOf(chunks);
}

/** Yields the segments in order, while reading those that follow. */
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
  const missing = owners.map(({ partition }) => partition).filter((one) => !found.has(one));
  const sets = await keySetsOf(missing, (partition) => keys.find(partition, call));
  for (const [partition, keySet] of sets) found.set(partition, keySet);
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
    // The erasure that destroyed the key may have begun a little before the rows were read, or even before the key was made. One that
    // began long before is of a user who came back later, and does not explain why the key is missing.
    return isErased(owner, madeMs - STANDBY.erasureMs) ? { kind: 'ERASED' } : { kind: 'MISSING' };
  };
}
