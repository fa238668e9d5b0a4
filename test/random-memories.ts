/** Memories and filters as users may have them, the same for the same seed. */
import { memoryId } from '../server/domain/memory.ts';
import type { AddIntent } from '../server/ports/stores.ts';
import { seededRandom, sentence } from './load/sentences.ts';

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const whole = (random: Random, below: number): number => Math.floor(random() * below);
const chance = (random: Random, share: number): boolean => random() < share;

const CATEGORIES = [
  'sports',
  'work',
  'food',
  'travel',
  "it's odd",
  'ñandú "quoted"',
  'Sports',
  '',
  'a, b',
  'línea\nnueva',
];
const TAGS = ['new', 'old', "o'clock", 'x', '漢字', ''];
const SPEAKERS = ['', 'Ana', 'Luis', "O'Hara"];
const AGENTS = ['guide', 'coach', ''];
const DAY_MS = 86_400_000;
export const NOW_MS = Date.UTC(2026, 5, 15, 12, 30, 15, 250);

function metadata(random: Random): AddIntent['metadata'] {
  if (chance(random, 0.1)) return undefined;
  return {
    ...(chance(random, 0.8) && { category: pick(random, CATEGORIES) }),
    ...(chance(random, 0.6) && { level: whole(random, 10) }),
    ...(chance(random, 0.4) && { ratio: pick(random, [0.1, 2.5, -3, 1e21, -1e-7, 5, 0]) }),
    ...(chance(random, 0.4) && { tags: Array.from({ length: whole(random, 4) }, () => pick(random, TAGS)) }),
    ...(chance(random, 0.4) && { done: chance(random, 0.5) }),
    ...(chance(random, 0.3) && { deep: { x: whole(random, 3), inner: { city: pick(random, ['Lima', 'Bern']) } } }),
    // One key with values of several kinds.
    ...(chance(random, 0.5) && { mixed: pick(random, [1, '1', true, null, 'text', [1, 2], { a: 1 }, 1.5]) }),
    ...(chance(random, 0.1) && { [`key with "quotes" & 'more'`]: pick(random, TAGS) }),
    ...(chance(random, 0.05) && { long: 'y'.repeat(1000 + whole(random, 3)) }),
    ...(chance(random, 0.02) && { many: Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`k${at}`, at])) }),
  };
}

/** Added over half a year, some at the same moment; without vectors. */
export function randomIntents(count: number, scope: AddIntent['scope'], seed = 1): readonly AddIntent[] {
  const random = seededRandom(seed);
  const intents = Array.from({ length: count }, (): AddIntent => {
    const nowMs = NOW_MS - whole(random, 180) * DAY_MS - whole(random, 3) * 250;
    const source = pick(random, ['USER', 'ASSISTANT', 'TOOL', undefined] as const);
    const importance = chance(random, 0.5) ? Math.round(random() * 100) / 100 : undefined;
    const uuid = Array.from({ length: 32 }, () => whole(random, 16).toString(16)).join('');
    return {
      id: memoryId('LONG_TERM', uuid),
      scope: {
        ...scope,
        agentId: pick(random, AGENTS),
        sessionId: pick(random, ['s1', 's2', "s'3"]),
        namespace: pick(random, ['', '', 'trips']),
      },
      payload: {
        type: 'LONG_TERM',
        content: sentence(random),
        speaker: pick(random, SPEAKERS),
        ...(chance(random, 0.5) && { eventTimeMs: nowMs - whole(random, 400) * DAY_MS }),
        ...(chance(random, 0.3) && { turn: whole(random, 20) }),
      },
      ...(source !== undefined && { source }),
      ...(importance !== undefined && { importance }),
      metadata: metadata(random),
      nowMs,
      autoPrune: 'OFF',
    };
  });
  // Ids grow with time.
  return intents.toSorted((one, other) => one.nowMs - other.nowMs || (one.id < other.id ? -1 : 1));
}

const text = (value: string): string => JSON.stringify(value);
const moment = (random: Random): string =>
  `timestamp(${text(new Date(NOW_MS - whole(random, 180) * DAY_MS - whole(random, 3) * 250).toISOString())})`;
const compared = (random: Random): string => pick(random, ['==', '!=', '<', '<=', '>', '>=']);

/** A condition by itself. */
const ATOMS: readonly ((random: Random) => string)[] = [
  (random) => `metadata.category ${pick(random, ['==', '!='])} ${text(pick(random, CATEGORIES))}`,
  (random) => `metadata["category"] in [${[1, 2, 3].map(() => text(pick(random, CATEGORIES))).join(', ')}]`,
  (random) => `metadata.level ${compared(random)} ${whole(random, 10)}`,
  (random) => `${whole(random, 10)} ${compared(random)} metadata.level`,
  (random) => `metadata.ratio ${compared(random)} ${pick(random, ['0.1', '2.5', '-3', '1e21', '5', '0.0', '-1e-7'])}`,
  (random) => `${text(pick(random, TAGS))} in metadata.tags`,
  (random) => `metadata.done == ${chance(random, 0.5)}`,
  () => 'metadata.done',
  (random) => `has(metadata.${pick(random, ['category', 'level', 'deep.x', 'deep.inner.city', 'mixed', 'many'])})`,
  (random) => `metadata.deep.inner.city == ${text(pick(random, ['Lima', 'Bern', 'Oslo']))}`,
  (random) => `metadata.deep.x ${compared(random)} ${whole(random, 3)}`,
  (random) => `metadata.mixed ${pick(random, ['==', '!='])} ${pick(random, ['1', '"1"', 'true', 'null', '1.5', '1u'])}`,
  (random) => `metadata.mixed ${pick(random, ['<', '>='])} ${pick(random, ['1', '2.0'])}`,
  (random) => `metadata[${text(`key with "quotes" & 'more'`)}] == ${text(pick(random, TAGS))}`,
  (random) => `metadata.long == ${text('y'.repeat(1000 + whole(random, 3)))}`,
  (random) => `metadata.many.k${whole(random, 600)} ${compared(random)} ${whole(random, 600)}`,
  (random) => `metadata.category.${pick(random, ['startsWith', 'contains', 'endsWith'])}("s")`,
  (random) => `metadata.tags.exists(t, t == ${text(pick(random, TAGS))})`,
  (random) => `size(metadata.tags) > ${whole(random, 3)}`,
  (random) => `"${pick(random, ['level', 'done', 'absent'])}" in metadata`,
  (random) => `speaker ${pick(random, ['==', '!='])} ${text(pick(random, SPEAKERS))}`,
  (random) => `agent_id in [${text(pick(random, AGENTS))}, "none"]`,
  (random) => `session_id == ${text(pick(random, ['s1', "s'3"]))}`,
  (random) => `source ${pick(random, ['==', '!='])} "${pick(random, ['user', 'tool', ''])}"`,
  (random) => `importance ${compared(random)} ${pick(random, ['0.5', '0.25', '0.9'])}`,
  (random) => `turn ${compared(random)} ${whole(random, 20)}`,
  (random) => `turn ${pick(random, ['==', '!='])} null`,
  (random) => `create_time ${compared(random)} ${moment(random)}`,
  (random) => `event_time ${compared(random)} ${moment(random)}`,
  (random) => `event_time ${pick(random, ['==', '!='])} null`,
  (random) => `create_time < ${moment(random)} + duration("${whole(random, 100)}h")`,
  (random) => `create_time.getMonth() == ${whole(random, 6)}`,
  (random) => `size_bytes ${compared(random)} ${60 + whole(random, 200)}`,
  () => 'event_time < create_time',
  () => 'metadata.level > metadata.deep.x',
];

function expression(random: Random, depth: number): string {
  if (depth === 0 || chance(random, 0.3)) return pick(random, ATOMS)(random);
  const inner = (): string => expression(random, depth - 1);
  const form = whole(random, 5);
  if (form === 0) return `!(${inner()})`;
  if (form === 1) return `(${inner()}) ? (${inner()}) : (${inner()})`;
  return `(${inner()}) ${form === 2 ? '||' : '&&'} (${inner()})`;
}

/** Filters of up to eight conditions, some that match nothing and some that fail on most memories. */
export function randomFilters(count: number, seed = 2): readonly string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => expression(random, whole(random, 4)));
}
