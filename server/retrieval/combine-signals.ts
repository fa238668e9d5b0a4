/** Combines the signals into their sum, in the kernel's memory. */
import { SESSION_WEIGHTS, SIGNALS, type Signal, type SignalWeights } from '../policy/score-weights.ts';
import type { Address } from '../kernel/address.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { record } from '../kernel/records.ts';
import { BEST_BLOCK, LARGE_SESSION } from '../policy/retrieval.ts';
import { slotsIn, type SearchColumns, type SlotList, type WeightedSum } from '../kernel/search-columns.ts';
import { normalisation, type Normalisation } from './signals/range.ts';
import type { Rescoring } from './rescoring.ts';
import type { SessionChains } from './session-chains.ts';
import { sessionBests } from './signals/session.ts';

/** Signals that do not apply to most queries: their columns are zero unless they are `used`. */
export const OCCASIONAL = ['phrase', 'speaker', 'date', 'when', 'where', 'title', 'limit'] as const;
export type Occasional = (typeof OCCASIONAL)[number];

/** The columns of a search. */
export const COLUMNS = [
  'meaning',
  'own',
  'window',
  'wide',
  'coverage',
  ...OCCASIONAL,
  'guess',
  'asMeant',
  'surroundings',
  'score',
  'maxima',
  'occurrences',
  'touched',
  'fresh',
] as const;
export type Column = (typeof COLUMNS)[number];

/** The normalisations of the signals that are scaled. */
export type Normalisations = Readonly<Record<'meaning' | 'own' | 'window' | 'wide' | 'coverage', Normalisation>>;

export type Summands = {
  readonly weights: SignalWeights;
  readonly normalisations: Normalisations;
  /** The column that holds the signal `own`. */
  readonly ownColumn: Column;
  readonly used: ReadonlySet<Occasional>;
  /** The address of the column of how much each memory says. */
  readonly information: Address;
  /** The addresses of columns, if documents have neighbours: the spans of wide windows and the sessions; and the number of sessions. */
  readonly links?: (Readonly<Record<'spans' | 'session', Address>> & { readonly sessions: number }) | undefined;
  readonly chains: Pick<SessionChains, 'before' | 'after' | 'session' | 'slotsOf'>;
  readonly slots: number;
  readonly rescoring: Rescoring;
  /** The factor on meaning for memories that set a limit, if the query asks for these. */
  readonly limitFactor: number;
};

/** The sum, and its values for single slots. */
export type Sum = {
  /** Returns the session signal of a slot that is in this session, -1 for none. */
  readonly bestGuess: (session: number, slot: number) => number;
  /** The most that a score may be off until it is settled. */
  readonly errorBound: number;
  /** Makes the scores of these slots, and their parts, exact by rescoring. */
  readonly settle: (slots: readonly number[]) => void;
};

type Columns = SearchColumns<Column>;

const FLOAT_BYTES = 4;

/**
 * Makes `score` the weighted sum of all signals and notes its maxima. The session's signal comes from a first guess of the score;
 * `information` and `limit` count in proportion to how near a memory's meaning is to the query.
 */
export function combineSignals(columns: Columns, given: Summands): Sum {
  const { weights, normalisations, links, slots, rescoring } = given;
  const { address } = columns;
  const { low, factor } = normalisations.meaning;
  const first = weightedColumns(columns, given, SESSION_WEIGHTS);
  columns.sum('guess', first, slots);
  rescoring.onChange((found) => columns.sumAt('guess', first, found));
  const guessSlope = SESSION_WEIGHTS.meaning * factor;
  const guessed = normalisation(rescoring.range('guess', guessSlope, true), 1);
  const best = links && sessionBests(links.session, links.sessions, address('guess'), slots);

  const all = weightedColumns(columns, given, weights);
  const sums = all.weights;
  const add = (column: number, weight: number): void => void sums.set(column, (sums.get(column) ?? 0) + weight);
  const inSession = weights.session * guessed.factor;
  const meantWide = weights.wide * factor;
  const asMeant = countAsMeant(columns, given);
  add(asMeant.column, -asMeant.weight * low);
  let start = all.start - inSession * guessed.low;
  if (links === undefined || best === undefined) {
    for (const [column, weight] of first.weights) add(column, inSession * weight);
    add(address('meaning'), meantWide);
    start += inSession * first.start - meantWide * low;
  } else {
    surround(columns, given, { best, inSession, guessSlope });
    add(address('surroundings'), 1);
  }
  const sum: WeightedSum = {
    start,
    weights: sums,
    product: [asMeant.column, address('meaning'), asMeant.weight],
  };
  columns.sum('score', sum, slots);
  columns.maxima('score', slots, 'maxima');

  const errorBound =
    rescoring.errorBound * (weights.meaning * factor + asMeant.most + meantWide + inSession * guessSlope);
  return {
    errorBound,
    bestGuess(session, slot) {
      const { floats } = kernelSpace();
      const at =
        session >= 0 && best !== undefined ? best / FLOAT_BYTES + session : address('guess') / FLOAT_BYTES + slot;
      return ((floats[at] as number) - guessed.low) * guessed.factor;
    },
    settle: settling(columns, given, sum, best === undefined ? undefined : { best, inSession, guessSlope }),
  };
}

const AS_IT_IS: Normalisation = { low: 0, factor: 1 };

export function normalisationOf(normalisations: Partial<Record<Signal, Normalisation>>, signal: Signal): Normalisation {
  return normalisations[signal] ?? AS_IT_IS;
}

/** The address of the best guesses of sessions, their weight, and the slope of a guess by meaning. */
type Bests = { readonly best: Address } & Readonly<Record<'inSession' | 'guessSlope', number>>;

function settling(columns: Columns, given: Summands, sum: WeightedSum, bests: Bests | undefined): Sum['settle'] {
  const { rescoring } = given;
  if (rescoring.errorBound === 0) return () => undefined;
  const settled = new Set<number>();
  const settleBests = bests && settlingBests(columns, given, bests);
  return (list) => {
    const fresh = list.filter((slot) => !settled.has(slot));
    if (fresh.length === 0) return;
    for (const slot of fresh) settled.add(slot);
    rescoring.at(columns.list(fresh, 'touched'));
    settleBests?.(fresh);
    const its = columns.list(fresh, 'touched');
    if (bests !== undefined) surroundAt(columns, given, bests, its);
    columns.sumAt('score', sum, its);
    const [scores, maxima] = [columns.floats('score'), columns.floats('maxima')];
    for (const slot of fresh) {
      const block = Math.trunc(slot / BEST_BLOCK);
      maxima[block] = Math.max(maxima[block] as number, scores[slot] as number);
    }
  };
}

/** Rescores the slots that may be the best of the sessions of given slots. */
function settlingBests(columns: Columns, { rescoring, chains, slots }: Summands, { best, guessSlope }: Bests) {
  const known = new Set<number>();
  return (settled: readonly number[]): void => {
    const margin = 2 * rescoring.errorBound * guessSlope;
    const guesses = columns.floats('guess');
    const bests = new Float32Array(kernelSpace().floats.buffer, best);
    const near = new Map<number, readonly number[]>();
    for (const slot of settled) {
      const session = chains.session[slot] as number;
      if (session < 0 || known.has(session)) continue;
      known.add(session);
      // Guesses are off by at most half the margin, the best one too: the guess of a slot that may be the best is at least this.
      const least = (bests[session] as number) - margin;
      const its = chains.slotsOf(session);
      const isLarge = its.length > LARGE_SESSION;
      const above = isLarge
        ? slotsIn(columns.outside('guess', { low: -Infinity, high: least }, slots, 'touched'))
        : its;
      const list: number[] = [];
      for (const one of above) {
        if ((guesses[one] as number) >= least && chains.session[one] === session) list.push(one);
      }
      near.set(session, list);
    }
    rescoring.at(columns.list([...near.values()].flat(), 'touched'));
    for (const [session, list] of near) {
      bests[session] = list.reduce((highest, slot) => Math.max(highest, guesses[slot] as number), -Infinity);
    }
  };
}

/** Returns the weights of all signals after normalisation, except those that are derived from other signals. */
function weightedColumns(
  { address }: Columns,
  { normalisations, ownColumn, used }: Summands,
  weights: Partial<Record<Signal, number>>,
) {
  const sums = new Map<number, number>();
  let start = 0;
  for (const name of SIGNALS) {
    if (name === 'information' || name === 'limit' || name === 'session' || name === 'wide') continue;
    if (isOccasional(name) && !used.has(name)) continue;
    const { low, factor } = normalisationOf(normalisations, name);
    const weight = (weights[name] ?? 0) * factor;
    if (weight === 0) continue;
    const column = address(name === 'own' ? ownColumn : name);
    sums.set(column, (sums.get(column) ?? 0) + weight);
    start -= weight * low;
  }
  return { start, weights: sums };
}

/**
 * Returns the column of the signals that count in proportion to meaning, its weight, and its maximum: a factor of the product with
 * `meaning`.
 */
function countAsMeant(columns: Columns, { weights, normalisations, information, used, limitFactor, slots }: Summands) {
  const informed = weights.information * normalisations.meaning.factor;
  if (!used.has('limit')) return { column: information, weight: informed, most: informed };
  const limited = weights.limit * limitFactor;
  const both = new Map([
    [information, informed],
    [columns.address('limit'), limited],
  ]);
  columns.sum('asMeant', { start: 0, weights: both }, slots);
  return { column: columns.address('asMeant'), weight: 1, most: informed + limited };
}

/** Tells whether a slot has no neighbours, and so no surroundings to match words in: its own meaning stands in for `wide`. */
export function isAlone({ before, after }: Pick<SessionChains, 'before' | 'after'>, slot: number): boolean {
  return before[slot] === -1 && after[slot] === -1;
}

/** Computes the surroundings of each memory: its wide window and its session. */
function surround(columns: Columns, given: Summands, bests: Bests): void {
  const { slots, links } = given;
  if (links === undefined) return;
  kernelSpace().functions.surroundings(around(columns, given, links, bests), slots);
}

/** Computes the same for some slots, equal to the last bit. */
function surroundAt(columns: Columns, given: Summands, bests: Bests, slots: SlotList): void {
  const { links } = given;
  if (links === undefined) return;
  kernelSpace().functions.surroundingsAt(around(columns, given, links, bests), slots.address, slots.count);
}

function around(
  { address }: Columns,
  { weights, normalisations: { wide, meaning } }: Summands,
  { spans, session }: NonNullable<Summands['links']>,
  { best, inSession }: Bests,
) {
  return record('surroundings', {
    spans,
    sessions: session,
    wide: address('wide'),
    meaning: address('meaning'),
    guesses: address('guess'),
    best,
    wideLow: wide.low,
    wideFactor: weights.wide * wide.factor,
    meaningLow: meaning.low,
    meaningFactor: weights.wide * meaning.factor,
    guessFactor: inSession,
    out: address('surroundings'),
  });
}

const isOccasional = (name: Signal): name is Occasional => (OCCASIONAL as readonly Signal[]).includes(name);
