/** All signals of all documents for one query, and their sum; policy/score-weights.ts has the formula. */
import { SCORE_WEIGHTS, SESSION_WEIGHTS, SIGNALS, WORDS_TRUST_N0, type Signal } from '../policy/score-weights.ts';
import { askedCues, CUE } from '../domain/text/cues.ts';
import type { Period } from '../domain/text/periods.ts';
import type { DerivedColumns } from './derived-columns.ts';
import type { Documents } from './documents.ts';
import type { QueryTerms } from './query-terms.ts';
import { dateCloseness } from './signals/date.ts';
import { scoreStretches } from './signals/lexical.ts';
import { meaning } from './signals/meaning.ts';
import { normaliseRange } from './signals/normalise.ts';
import { phrases } from './signals/phrase.ts';
import { sessionBest } from './signals/session.ts';
import { speakerSignal } from './signals/speaker.ts';

/** Arrays that every search on this thread uses again, none shorter than the slots. Zero where a signal says nothing. */
export type SignalArrays = Readonly<Record<Signal | 'cosine' | 'guess' | 'score', Float32Array>>;

const NAMES = [...SIGNALS, 'cosine', 'guess', 'score'] as const;
const arrays = Object.fromEntries(NAMES.map((name) => [name, new Float32Array(0)])) as Record<
  (typeof NAMES)[number],
  Float32Array
>;
let occurrences = new Float32Array(0);
let touched = new Int32Array(0);

/** Signals that most queries have nothing to say of: their arrays are zero until `used` says otherwise. */
const SOMETIMES = ['near', 'phrase', 'speaker', 'date', 'when', 'where', 'title'] as const;
const used = new Set<Signal>();

/** What a search brings. */
export type ScoreQuery = {
  readonly terms: QueryTerms;
  readonly vector: Float32Array;
  readonly periods: readonly Period[];
};

/** Works out signals and scores; the arrays are valid until the next call. */
export function computeSignals(documents: Documents, derived: DerivedColumns, query: ScoreQuery): SignalArrays {
  const { slots, count, postings, chains } = documents;
  const alive = count === slots ? undefined : documents.alive;
  clear(slots, documents.alive.length);

  documents.vectors.dots(query.vector, slots, arrays.cosine);
  meaning(arrays.cosine, derived.mixScales, chains, slots, arrays.meaning);
  normaliseRange(arrays.meaning, alive, slots, 1);

  const trust = count / (count + WORDS_TRUST_N0);
  const scratch = { occurrences, touched };
  const topic = distinct(query.terms.topicTerms);
  scoreStretches(distinct(query.terms.terms), count, derived.own, scratch, arrays.own);
  const coverable = scoreStretches(topic, count, derived.window, scratch, arrays.window, arrays.coverage);
  scoreStretches(topic, count, derived.wide, scratch, arrays.wide);
  for (const name of ['own', 'window', 'wide'] as const) normaliseRange(arrays[name], alive, slots, trust);
  scale(arrays.coverage, slots, coverable > 0 ? trust / coverable : 0);
  if (phrases(query.terms.topicTerms, postings.of, documents.terms, count, trust, arrays.phrase)) used.add('phrase');

  if (speakerSignal(query.terms.named, documents, arrays.speaker)) used.add('speaker');
  if (query.periods.length > 0) {
    used.add('date');
    dateCloseness(query.periods, documents.times, slots, arrays.date);
  }
  const asked = askedCues(query.terms.folded, query.terms.language);
  for (const cue of ['when', 'where', 'title'] as const) {
    const bit = CUE[cue];
    if ((asked & bit) === 0) continue;
    used.add(cue);
    hasCue(documents.cues, bit, slots, arrays[cue]);
  }
  arrays.information.set(derived.information.subarray(0, slots));

  addUp(SESSION_WEIGHTS, arrays.guess, slots);
  normaliseRange(arrays.guess, alive, slots, 1);
  sessionBest(arrays.guess, chains, alive, slots, arrays.session);
  addUp(SCORE_WEIGHTS, arrays.score, slots);
  return arrays;

  function distinct(terms: readonly number[]) {
    return [...new Set(terms)].map(postings.of);
  }
}

/** Makes the arrays long enough, and zero where signals add to them. */
function clear(slots: number, capacity: number): void {
  if (arrays.score.length < slots) {
    for (const name of NAMES) arrays[name] = new Float32Array(capacity);
    occurrences = new Float32Array(capacity);
    touched = new Int32Array(capacity);
  }
  for (const name of ['own', 'window', 'wide', 'coverage'] as const) arrays[name].fill(0, 0, slots);
  for (const name of used) arrays[name].fill(0);
  used.clear();
}

/** The weighted sum of signals that have something to say. */
function addUp(weights: Partial<Record<Signal, number>>, out: Float32Array, slots: number): void {
  const { meaning: m, own: o, window: n, wide: w, coverage: c, information: i, session: s } = arrays;
  const { meaning = 0, own = 0, window = 0, wide = 0, coverage = 0, information = 0, session = 0 } = weights;
  for (let slot = 0; slot < slots; slot++) {
    out[slot] =
      meaning * (m[slot] as number) +
      own * (o[slot] as number) +
      window * (n[slot] as number) +
      wide * (w[slot] as number) +
      coverage * (c[slot] as number) +
      information * (i[slot] as number) +
      session * (s[slot] as number);
  }
  for (const name of SOMETIMES) {
    const weight = weights[name];
    if (weight === undefined || !used.has(name)) continue;
    const values = arrays[name];
    for (let slot = 0; slot < slots; slot++) out[slot] = (out[slot] as number) + weight * (values[slot] as number);
  }
}

function hasCue(cues: Uint8Array, bit: number, slots: number, out: Float32Array): void {
  for (let slot = 0; slot < slots; slot++) out[slot] = ((cues[slot] as number) & bit) === 0 ? 0 : 1;
}

function scale(values: Float32Array, slots: number, factor: number): void {
  for (let slot = 0; slot < slots; slot++) values[slot] = (values[slot] as number) * factor;
}
