/** All signals of all documents for one query, and their sum; policy/score-weights.ts has the formula. */
import {
  SESSION_WEIGHTS,
  SIGNALS,
  WORDS_HEARD_SHARE,
  WORDS_TRUST_ADVICE,
  WORDS_TRUST_LANGUAGE_SHARE,
  WORDS_TRUST_N0,
  type Signal,
  type SignalWeights,
} from '../policy/score-weights.ts';
import { askedCues, CUE } from '../domain/text/cues.ts';
import type { Period } from '../domain/text/periods.ts';
import type { DerivedColumns } from './derived-columns.ts';
import type { Documents } from './documents.ts';
import { floatColumns } from './kernel/float-columns.ts';
import type { QueryTerms } from './query-terms.ts';
import type { SessionChains } from './session-chains.ts';
import { dateCloseness } from './signals/date.ts';
import { scoreStretches } from './signals/lexical.ts';
import { meaning } from './signals/meaning.ts';
import { phrases } from './signals/phrase.ts';
import { stretching, type Range, type Stretching } from './signals/range.ts';
import { raiseSessionBest, sessionBest } from './signals/session.ts';
import { speakerSignal } from './signals/speaker.ts';

/** What a search brings. */
export type ScoreQuery = {
  readonly terms: QueryTerms;
  /** Of the query's vector with each slot's. */
  readonly cosines: Float32Array;
  readonly periods: readonly Period[];
  readonly weights: SignalWeights;
};

/** By slot; valid until the next call. */
export type Scored = {
  readonly cosines: Float32Array;
  readonly scores: Float32Array;
  /** The signal's value, before its weight. */
  value(signal: Signal, slot: number): number;
};

/** Columns that every search on this thread uses again, none shorter than the slots. */
const COLUMNS = [...SIGNALS, 'cosine', 'mixScale', 'guess', 'informedMeaning', 'surroundings', 'score'] as const;
type Column = (typeof COLUMNS)[number];
const shared = floatColumns(COLUMNS);
let columns = {} as ReturnType<typeof shared.open>;
let occurrences = new Float32Array(0);
let touched = new Int32Array(0);
let best = new Float32Array(0);

/** Signals that most queries have nothing to say of: zero unless they are `used`. */
const SOMETIMES = ['phrase', 'speaker', 'date', 'when', 'where', 'title'] as const;
type Sometimes = (typeof SOMETIMES)[number];
const used = new Set<Sometimes>();

function isSometimes(name: Signal): name is Sometimes {
  return (SOMETIMES as readonly Signal[]).includes(name);
}

const AS_IS: Stretching = { low: 0, factor: 1 };

/** Works out every signal and the score of every slot. */
export function scoreDocuments(documents: Documents, derived: DerivedColumns, query: ScoreQuery): Scored {
  const { slots, count, postings, chains } = documents;
  const { terms } = query;
  const alive = count === slots ? undefined : documents.alive;
  clear(slots, documents.alive.length, chains.sessionCount);

  columns.cosine.set(query.cosines.subarray(0, slots));
  const meant = stretching(meanings(documents, derived, alive), 1);

  const trust = wordsTrust(documents, terms);
  const scratch = { occurrences, touched };
  const topic = distinctLists(terms.topicTerms);
  const [ofOwn, ofWindow, ofWide, ofCoverage] = (['own', 'window', 'wide', 'coverage'] as const).map((name) =>
    columns[name].subarray(0, slots),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const window = scoreStretches(topic, count, derived.window, scratch, ofWindow, ofCoverage);
  let own = window;
  let wide: Range = { low: 0, high: 0 };
  const isSolitary = chains.isEmpty;
  // Without neighbours every stretch is the memory itself, and `wide` is asked of none.
  if (isSolitary && terms.topicTerms.length === terms.terms.length) ofOwn.set(ofWindow);
  else own = scoreStretches(distinctLists(terms.terms), count, derived.own, scratch, ofOwn);
  if (!isSolitary) wide = scoreStretches(topic, count, derived.wide, scratch, ofWide);
  if (phrases(terms.topicTerms, postings.of, documents.terms, count, trust, columns.phrase)) used.add('phrase');

  if (speakerSignal(terms, documents, columns.speaker)) used.add('speaker');
  if (query.periods.length > 0) {
    used.add('date');
    dateCloseness(query.periods, documents.times, slots, columns.date);
  }
  const asked = askedCues(terms.folded, terms.language);
  for (const cue of ['when', 'where', 'title'] as const) {
    if ((asked & CUE[cue]) === 0) continue;
    used.add(cue);
    hasCue(documents.cues, CUE[cue], slots, columns[cue]);
  }

  const heard = window.idf > 0 ? Math.min(1, window.mostCovered / (WORDS_HEARD_SHARE * window.idf)) : 0;
  const stretchings: Readonly<Record<Signal, Stretching>> = {
    ...(Object.fromEntries(SIGNALS.map((name) => [name, AS_IS])) as Record<Signal, Stretching>),
    meaning: meant,
    own: stretching(own, trust),
    window: stretching(window, trust * heard),
    wide: stretching(wide, trust * heard),
    coverage: { low: 0, factor: window.idf > 0 ? trust / window.idf : 0 },
  };
  const information = derived.information;
  const guessed = guess(stretchings, chains, alive, slots);
  addUp(query.weights, stretchings, guessed, chains, information, slots);

  return {
    cosines: columns.cosine,
    scores: columns.score,
    value(signal, slot) {
      if (signal === 'information') return (information[slot] as number) * this.value('meaning', slot);
      if (signal === 'wide' && isAlone(chains, slot)) return this.value('meaning', slot);
      if (signal === 'session') {
        const raw = sessionBest(best, chains.session[slot] as number, columns.guess[slot] as number);
        return (raw - guessed.low) * guessed.factor;
      }
      const { low, factor } = stretchings[signal];
      return ((columns[signal][slot] as number) - low) * factor;
    },
  };

  function distinctLists(list: readonly number[]) {
    return [...new Set(list)].map(postings.of);
  }
}

/**
 * How much the signals that match words count: among few memories no word is rare, another language shares only chance, and a
 * wish shares hardly a word with the preference it touches.
 */
function wordsTrust(documents: Documents, { language, asksForAdvice }: QueryTerms): number {
  const { count } = documents;
  const inLanguage = Math.min(1, documents.languageShare(language) / WORDS_TRUST_LANGUAGE_SHARE);
  return (count / (count + WORDS_TRUST_N0)) * inLanguage * (asksForAdvice ? WORDS_TRUST_ADVICE : 1);
}

/** Where nothing has neighbours, the kernel does it alone. */
function meanings(
  { slots, chains, spoken }: Documents,
  { mixScales }: DerivedColumns,
  alive: Uint8Array | undefined,
): Range {
  if (!chains.isEmpty || alive !== undefined) {
    return meaning(columns.cosine, mixScales, chains, spoken, alive, slots, columns.meaning);
  }
  columns.mixScale.set(mixScales.subarray(0, slots));
  shared.multiply('meaning', 'cosine', 'mixScale', slots);
  return shared.range('meaning', slots);
}

/** Makes the columns long enough, and zero where signals add to them. */
function clear(slots: number, capacity: number, sessions: number): void {
  columns = shared.open(capacity);
  if (occurrences.length < slots) {
    occurrences = new Float32Array(capacity);
    touched = new Int32Array(capacity);
  }
  if (best.length < sessions) best = new Float32Array(2 * sessions);
  best.fill(-Infinity, 0, sessions);
  for (const name of ['own', 'window', 'wide', 'coverage'] as const) columns[name].fill(0, 0, slots);
  for (const name of used) columns[name].fill(0);
  used.clear();
}

type Term = readonly [Column, number];

/** Each signal stretched and weighed, as terms of a sum and what they add alike everywhere. */
function weighed(
  weights: Partial<Record<Signal, number>>,
  stretchings: Readonly<Record<Signal, Stretching>>,
): { readonly terms: Term[]; readonly start: number } {
  const terms: Term[] = [];
  let start = 0;
  for (const name of SIGNALS) {
    const weight = (weights[name] ?? 0) * stretchings[name].factor;
    if (weight === 0 || (isSometimes(name) && !used.has(name))) continue;
    terms.push([name, weight]);
    start -= weight * stretchings[name].low;
  }
  return { terms, start };
}

/** First guesses, and the best of each session. */
function guess(
  stretchings: Readonly<Record<Signal, Stretching>>,
  { session, isEmpty }: SessionChains,
  alive: Uint8Array | undefined,
  slots: number,
): Stretching {
  const { terms, start } = weighed(SESSION_WEIGHTS, stretchings);
  shared.sum('guess', start, terms, slots);
  const { guess: guesses } = columns;
  // An empty slot must not be the lowest nor the highest: it takes a living one's guess.
  if (alive !== undefined) {
    const living = guesses[alive.indexOf(1)] as number;
    for (let slot = 0; slot < slots; slot++) if (alive[slot] === 0) guesses[slot] = living;
  }
  const bests = best;
  if (!isEmpty) {
    for (let slot = 0; slot < slots; slot++) raiseSessionBest(bests, session[slot] as number, guesses[slot] as number);
  }
  return stretching(shared.range('guess', slots), 1);
}

/** Without neighbours a memory has no surroundings to match words in: what it means itself stands in for `wide`. */
function isAlone({ before, after }: SessionChains, slot: number): boolean {
  return before[slot] === -1 && after[slot] === -1;
}

/** The weighted sum of all signals. `information` counts as much as a memory means what is asked. */
function addUp(
  weights: SignalWeights,
  stretchings: Readonly<Record<Signal, Stretching>>,
  guessed: Stretching,
  { before, after, session, isEmpty }: SessionChains,
  information: Float32Array,
  slots: number,
): void {
  const { low, factor } = stretchings.meaning;
  columns.information.set(information.subarray(0, slots));
  shared.multiply('informedMeaning', 'information', 'meaning', slots);
  const { terms, start } = weighed({ ...weights, information: 0, session: 0, wide: 0 }, stretchings);
  terms.push(['informedMeaning', weights.information * factor], ['information', -weights.information * factor * low]);
  const inSession = weights.session * guessed.factor;
  let base = start - inSession * guessed.low;
  if (isEmpty) {
    terms.push(['guess', inSession], ['meaning', weights.wide * factor]);
    base -= weights.wide * factor * low;
  } else {
    const { surroundings, meaning: meanings, wide: wides, guess: guesses } = columns;
    const { low: wideLow, factor: wideFactor } = stretchings.wide;
    const bests = best;
    for (let slot = 0; slot < slots; slot++) {
      const alone = before[slot] === -1 && after[slot] === -1;
      const around = alone
        ? ((meanings[slot] as number) - low) * factor
        : ((wides[slot] as number) - wideLow) * wideFactor;
      const bestThere = sessionBest(bests, session[slot] as number, guesses[slot] as number);
      surroundings[slot] = weights.wide * around + inSession * bestThere;
    }
    terms.push(['surroundings', 1]);
  }
  shared.sum('score', base, terms, slots);
}

function hasCue(cues: Uint8Array, bit: number, slots: number, out: Float32Array): void {
  for (let slot = 0; slot < slots; slot++) out[slot] = ((cues[slot] as number) & bit) === 0 ? 0 : 1;
}
