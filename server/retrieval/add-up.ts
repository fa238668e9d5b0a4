/** The sum of the signals, in the kernel's memory. */
import { SESSION_WEIGHTS, SIGNALS, type Signal, type SignalWeights } from '../policy/score-weights.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { kernelRoom } from '../kernel/kernel-room.ts';
import type { SearchColumns } from '../kernel/search-columns.ts';
import { stretching, type Stretching } from './signals/range.ts';
import { sessionBests } from './signals/session.ts';

/** Signals that most queries have nothing to say of: zero unless they are `used`. */
export const OCCASIONAL = ['phrase', 'speaker', 'date', 'when', 'where', 'title', 'limit'] as const;
export type Occasional = (typeof OCCASIONAL)[number];

/** The columns of a search. */
export const COLUMNS = [
  ...(['meaning', 'own', 'window', 'wide', 'coverage'] as const),
  ...OCCASIONAL,
  ...(['guess', 'surroundings', 'score', 'maxima', 'occurrences', 'touched'] as const),
] as const;
export type Column = (typeof COLUMNS)[number];

/** Signals that are not as they come. */
export type Stretchings = Readonly<Record<'meaning' | 'own' | 'window' | 'wide' | 'coverage', Stretching>>;

export type Summands = {
  readonly weights: SignalWeights;
  readonly stretchings: Stretchings;
  /** The one that the signal `own` is in. */
  readonly ownColumn: Column;
  readonly used: ReadonlySet<Occasional>;
  /** Address of how much each memory says. */
  readonly information: number;
  /** Addresses of columns, where there are neighbours: the spans of wide stretches, the sessions; and how many sessions. */
  readonly links?: Readonly<Record<'spans' | 'session' | 'sessions', number>> | undefined;
  readonly slots: number;
  /** Gives empty slots a living one's value. */
  readonly hideEmpty: (column: Column) => void;
};

/** `bestGuess` says the session signal of a slot that is in this session, -1 for none. */
export type Sum = { readonly bestGuess: (session: number, slot: number) => number };

type Columns = SearchColumns<Column>;

const room = kernelRoom();
const FLOAT_BYTES = 4;

/**
 * Makes `score` the weighted sum of all signals and notes its maxima. The session's signal comes from a first guess of the score;
 * `information` counts as much as a memory means what is asked.
 */
export function addUp(columns: Columns, given: Summands): Sum {
  const { weights, stretchings, information, links, slots } = given;
  const { address } = columns;
  const first = weighed(columns, given, SESSION_WEIGHTS);
  columns.sum('guess', first, slots);
  given.hideEmpty('guess');
  const guessed = stretching(columns.range('guess', slots), 1);
  const best = links && sessionBests(links.session, links.sessions, address('guess'), slots);

  const { low, factor } = stretchings.meaning;
  const all = weighed(columns, given, weights);
  const sums = all.weights;
  const add = (column: number, weight: number): void => void sums.set(column, (sums.get(column) ?? 0) + weight);
  const informed = weights.information * factor;
  add(information, -informed * low);
  const inSession = weights.session * guessed.factor;
  let start = all.start - inSession * guessed.low;
  if (links === undefined || best === undefined) {
    for (const [column, weight] of first.weights) add(column, inSession * weight);
    add(address('meaning'), weights.wide * factor);
    start += inSession * first.start - weights.wide * factor * low;
  } else {
    surround(columns, given, links, best, inSession);
    add(address('surroundings'), 1);
  }
  columns.sum('score', { start, weights: sums, product: [information, address('meaning'), informed] }, slots);
  columns.maxima('score', slots, 'maxima');

  return {
    bestGuess(session, slot) {
      const { floats } = kernelSpace();
      const at =
        session >= 0 && best !== undefined ? best / FLOAT_BYTES + session : address('guess') / FLOAT_BYTES + slot;
      return ((floats[at] as number) - guessed.low) * guessed.factor;
    },
  };
}

const AS_IT_IS: Stretching = { low: 0, factor: 1 };

export function stretchingOf(stretchings: Partial<Record<Signal, Stretching>>, signal: Signal): Stretching {
  return stretchings[signal] ?? AS_IT_IS;
}

/** Each signal stretched and weighed, but for those that come of others. */
function weighed(
  { address }: Columns,
  { stretchings, ownColumn, used }: Summands,
  weights: Partial<Record<Signal, number>>,
) {
  const sums = new Map<number, number>();
  let start = 0;
  for (const name of SIGNALS) {
    if (name === 'information' || name === 'session' || name === 'wide') continue;
    if (isOccasional(name) && !used.has(name)) continue;
    const { low, factor } = stretchingOf(stretchings, name);
    const weight = (weights[name] ?? 0) * factor;
    if (weight === 0) continue;
    const column = address(name === 'own' ? ownColumn : name);
    sums.set(column, (sums.get(column) ?? 0) + weight);
    start -= weight * low;
  }
  return { start, weights: sums };
}

/** What is around each memory: its wide stretch and its session. */
function surround(
  { address }: Columns,
  { weights, stretchings: { wide, meaning }, slots }: Summands,
  { spans, session }: NonNullable<Summands['links']>,
  best: number,
  inSession: number,
): void {
  const numbers = [
    ...[wide.low, weights.wide * wide.factor],
    ...[meaning.low, weights.wide * meaning.factor, inSession],
  ];
  const at = room.of(numbers.length * FLOAT_BYTES);
  const { functions, floats } = kernelSpace();
  floats.set(numbers, at / FLOAT_BYTES);
  functions.surroundings(
    ...([spans, session, address('wide'), address('meaning')] as const),
    ...([address('guess'), best, at, slots, address('surroundings')] as const),
  );
}

const isOccasional = (name: Signal): name is Occasional => (OCCASIONAL as readonly Signal[]).includes(name);
