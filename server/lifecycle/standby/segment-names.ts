/** Names of segments say all that it takes to choose those that a restore needs: none is opened for that. */
import { COLD, STANDBY } from '../../policy/lifecycle.ts';
import type { ColdStore } from '../../ports/cold-storage.ts';
import type { SegmentAddress } from '../../ports/standby.ts';
import type { CallContext } from '../../ports/stores.ts';

const FOLDER = 'standby/';
/** `<number>.<time>.<last change>.<flags>`; the time in milliseconds, flags of `w`, `b` and `e`. */
const FORM = /^standby\/([a-z0-9-]+)\/(\d+)\.(\d+)\.(\d+)\.([wbe-]+)$/;

export type NamedSegment = SegmentAddress & {
  readonly name: string;
  /** Nothing that was written later is in it. */
  readonly atMs: number;
  /** The last change that is in it. */
  readonly to: number;
  /** It is the store as of one moment, together with all before it. */
  readonly isWhole: boolean;
  /** A walk through all rows begins with it, or ends. */
  readonly begins: boolean;
  readonly ends: boolean;
  readonly bytes: number;
};

export function segmentName(segment: Omit<NamedSegment, 'name' | 'bytes'>): string {
  const { timeline, number, atMs, to, isWhole, begins, ends } = segment;
  const flags = `${isWhole ? 'w' : ''}${begins ? 'b' : ''}${ends ? 'e' : ''}`;
  return `${FOLDER}${timeline}/${numberText(number)}.${atMs}.${to}.${flags === '' ? '-' : flags}`;
}

function numberText(number: number): string {
  return String(number).padStart(STANDBY.numberDigits, '0');
}

/** In the order of their numbers, timeline by timeline. Of one timeline alone, from a number on, where it is asked for. */
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
    for (const { name, bytes } of page.objects) {
      const segment = parsed(name, bytes);
      if (segment !== undefined) found.push(segment);
    }
    after = page.next;
  } while (after !== undefined);
  return found;
}

function parsed(name: string, bytes: number): NamedSegment | undefined {
  const [, timeline, number, atMs, to, flags = ''] = FORM.exec(name) ?? [];
  if (timeline === undefined) return undefined;
  return {
    name,
    bytes,
    timeline,
    number: Number(number),
    atMs: Number(atMs),
    to: Number(to),
    isWhole: flags.includes('w'),
    begins: flags.includes('b'),
    ends: flags.includes('e'),
  };
}

/** By timeline, each in the order of numbers; of several with one number the last, which took the place of the others. */
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

/** Where the newest walk begins that had come to its end by the last of these; undefined where none had. */
export function baseOf(segments: readonly NamedSegment[]): number | undefined {
  const end = segments.findLastIndex(({ ends }) => ends);
  if (end < 0) return undefined;
  const begin = segments.slice(0, end + 1).findLastIndex(({ begins }) => begins);
  return begin < 0 ? undefined : begin;
}
