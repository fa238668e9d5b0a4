/** The name of a segment contains all that is needed to choose segments for a restore, so that none has to be opened for that. */
import { COLD, STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { SegmentAddress } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';

const FOLDER = 'standby/';
/** Names are `<timeline>/<number>.<time>.<last change>.<flags>`: the time in milliseconds, the flags `w` (whole), `b` (begins) and `e` (ends). */
const FORM = /^standby\/([a-z0-9-]+)\/(\d+)\.(\d+)\.(\d+)\.([wbe-]+)$/;

export type NamedSegment = SegmentAddress & {
  readonly name: string;
  /** The time at which it was read: nothing that was written later is in it. */
  readonly atMs: number;
  /** The number of its last change. */
  readonly to: number;
  /** True if it makes up the store as of one moment, together with all segments before it. */
  readonly isWhole: boolean;
  /** True if a walk through all rows begins with it, or ends. */
  readonly begins: boolean;
  readonly ends: boolean;
};

/** Names a new timeline. Names sort by the time at which timelines begin. */
export function timelineName(beganMs: number, id: string): string {
  const stamp = new Date(beganMs).toISOString().replaceAll(/[-:.]/g, '').toLowerCase();
  return `${stamp}-${id}`;
}

export function segmentName(segment: Omit<NamedSegment, 'name'>): string {
  const { timeline, number, atMs, to, isWhole, begins, ends } = segment;
  const flags = `${isWhole ? 'w' : ''}${begins ? 'b' : ''}${ends ? 'e' : ''}`;
  return `${FOLDER}${timeline}/${numberText(number)}.${atMs}.${to}.${flags === '' ? '-' : flags}`;
}

function numberText(number: number): string {
  return String(number).padStart(STANDBY.numberDigits, '0');
}

/** Lists segments in the order of their numbers, timeline by timeline; with `of` only those of one timeline, from a number on. */
export async function listSegments(
  storage: Pick<ColdStore, 'list'>,
  call: CallContext,
  of?: { readonly timeline: string; readonly from: number },
): Promise<readonly NamedSegment[]> {
  const prefix = of === undefined ? FOLDER : `${FOLDER}${of.timeline}/`;
  const found: NamedSegment[] = [];
  let after = of === undefined ? undefined : prefix + numberText(Math.max(0, of.from));
  do {
    const page = await storage.list({ prefix, after, limit: COLD.pageSize }, call);
    for (const { name } of page.objects) {
      const segment = parsed(name);
      if (segment !== undefined) found.push(segment);
    }
    after = page.next;
  } while (after !== undefined);
  return found;
}

function parsed(name: string): NamedSegment | undefined {
  const [, timeline, number, atMs, to, flags = ''] = FORM.exec(name) ?? [];
  if (timeline === undefined) return undefined;
  return {
    name,
    timeline,
    number: Number(number),
    atMs: Number(atMs),
    to: Number(to),
    isWhole: flags.includes('w'),
    begins: flags.includes('b'),
    ends: flags.includes('e'),
  };
}

/**
 * Groups segments by timeline, each in the order of numbers. If several have the same number, only the last counts, since it
 * replaced the others.
 */
export function byTimeline(segments: readonly NamedSegment[]): ReadonlyMap<string, readonly NamedSegment[]> {
  const timelines = new Map<string, NamedSegment[]>();
  for (const segment of segments) {
    const found = timelines.get(segment.timeline);
    if (found === undefined) timelines.set(segment.timeline, [segment]);
    else if (found.at(-1)?.number === segment.number) found[found.length - 1] = segment;
    else found.push(segment);
  }
  return timelines;
}

/** Returns the index of the segment with which the newest complete walk begins; undefined if no walk is complete. */
export function baseOf(segments: readonly NamedSegment[]): number | undefined {
  const end = segments.findLastIndex(({ ends }) => ends);
  if (end < 0) return undefined;
  const begin = segments.slice(0, end + 1).findLastIndex(({ begins }) => begins);
  return begin < 0 ? undefined : begin;
}
