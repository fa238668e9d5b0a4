/** Tells how long the segments of a standby need older master keys: their heads are not sealed anew, since segments expire. */
import { RecordaError } from '../../domain/errors.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { KeyNeed } from '../../ports/key-rotation.ts';
import type { MasterKeys } from '../../ports/master-keys.ts';
import type { SegmentSaid } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';
import { bytesOf } from '../chunks.ts';
import { byTimeline, listSegments, type NamedSegment } from './segment-names.ts';

export type ExpiringHeadsParts = {
  readonly storage: ColdStore;
  readonly masters: MasterKeys;
  readonly readHead: (name: string, bytes: Uint8Array, headKey: Uint8Array) => SegmentSaid;
  /** How long segments are kept, in milliseconds. */
  readonly keptMs: number;
};

/** In each timeline one key follows the other, so only a few segments have to be read to find where a key ends. */
export async function expiringHeads(parts: ExpiringHeadsParts, call: CallContext): Promise<readonly KeyNeed[]> {
  const [, ...older] = await parts.masters.list(false);
  if (older.length === 0) return [];
  const ageOf = await ageReader(parts, call);
  const counts = older.map(() => ({ count: 0, lastMs: 0 }));
  for (const segments of byTimeline(await listSegments(parts.storage, call)).values()) {
    let after = await firstOf(segments, async (segment) => (await ageOf(segment)) === 0);
    for (const [index, known] of counts.entries()) {
      const upTo = after;
      after = await firstOf(segments, async (segment) => (await ageOf(segment)) <= index + 1);
      known.count += upTo - after;
      if (upTo > after) known.lastMs = Math.max(known.lastMs, segments[upTo - 1]?.atMs ?? 0);
    }
  }
  return older.flatMap(({ id: keyId }, index): readonly KeyNeed[] => {
    const { count, lastMs } = counts[index] ?? { count: 0, lastMs: 0 };
    return count === 0 ? [] : [{ keyId, place: 'STANDBY_SEGMENTS', count, untilMs: lastMs + parts.keptMs }];
  });
}

/** Reads the age of a segment's key: 0 is the current one, 1 the one before. A segment that no key opens counts as the oldest. */
async function ageReader({ storage, masters, readHead }: ExpiringHeadsParts, call: CallContext) {
  const headKeys = await Promise.all((await masters.list(false)).map((key) => key.derive('STANDBY_HEAD')));
  const ages = new Map<string, number>();
  return async ({ name }: NamedSegment): Promise<number> => {
    const known = ages.get(name);
    if (known !== undefined) return known;
    const chunks = await storage.get(name, call);
    const bytes = chunks && (await bytesOf(chunks));
    const found = headKeys.findIndex((headKey) => bytes !== undefined && opens(() => readHead(name, bytes, headKey)));
    const age = found === -1 ? headKeys.length : found;
    ages.set(name, age);
    return age;
  };
}

function opens(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'COLD_OBJECT_DAMAGED') return false;
    throw error;
  }
}

/** Returns the index of the first segment for which `isSo` holds, as it does for all that follow; if there is none, the number of segments. */
async function firstOf(
  segments: readonly NamedSegment[],
  isSo: (segment: NamedSegment) => Promise<boolean>,
): Promise<number> {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isSo(segments[middle] as NamedSegment)) high = middle;
    else low = middle + 1;
  }
  return low;
}
