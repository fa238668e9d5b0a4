/** All signals of all documents for one query; policy/score-weights.ts has the formula. */
import { SESSION_WEIGHTS, SIGNALS, type Signal } from '../policy/score-weights.ts';
import type { Period } from '../domain/text/periods.ts';
import { askedCues, CUE } from '../domain/text/cues.ts';
import type { DerivedColumns } from './derived-columns.ts';
import type { Documents } from './documents.ts';
import { dotProducts } from './dot-products.ts';
import { grown } from './growable.ts';
import type { QueryTerms } from './query-terms.ts';
import { dateCloseness } from './signals/date.ts';
import { scoreStretches } from './signals/lexical.ts';
import { meaning } from './signals/meaning.ts';
import { normaliseRange } from './signals/normalise.ts';
import { phrases } from './signals/phrase.ts';
import { sessionBest } from './signals/session.ts';
import { speakerSignal } from './signals/speaker.ts';

/** Arrays that every search on this thread uses again, none shorter than the slots. Zero where a signal says nothing. */
export type SignalArrays = Readonly<Record<Signal | 'cosine' | 'guess', Float32Array>>;

const NAMES = [...SIGNALS, 'cosine', 'guess'] as const;
const arrays = Object.fromEntries(NAMES.map((name) => [name, new Float32Array(0)])) as Record<
  (typeof NAMES)[number],
  Float32Array
>;
let occurrences = new Float32Array(0);
let touched = new Int32Array(0);

/** Works out the signals; valid until the next call. */
export function computeSignals(
  documents: Documents,
  derived: DerivedColumns,
  query: { readonly terms: QueryTerms; readonly vector: Float32Array; readonly periods: readonly Period[] },
): SignalArrays {
  const { slots, alive, chains, count, postings } = documents;
  for (const name of NAMES) (arrays[name] = grown(arrays[name], alive.length)).fill(0, 0, slots);
  occurrences = grown(occurrences, alive.length);
  touched = grown(touched, alive.length);
  const scratch = { occurrences, touched };

  dotProducts(documents.vectors, query.vector, slots, arrays.cosine);
  meaning(arrays.cosine, derived.mixScales, chains, slots, arrays.meaning);
  normaliseRange(arrays.meaning, alive, slots, 0);

  const lists = (terms: readonly number[]) => [...new Set(terms)].map((term) => (term < 0 ? [] : postings.of(term)));
  const topic = lists(query.terms.topicTerms);
  scoreStretches(lists(query.terms.terms), count, derived.own, scratch, arrays.own);
  const coverable = scoreStretches(topic, count, derived.window, scratch, arrays.window, arrays.coverage);
  scoreStretches(topic, count, derived.wide, scratch, arrays.wide);
  for (const name of ['own', 'window', 'wide'] as const) normaliseRange(arrays[name], alive, slots, 0);
  if (coverable > 0) scale(arrays.coverage, slots, 1 / coverable);
  phrases(query.terms.topicTerms, (term) => (term < 0 ? [] : postings.of(term)), documents.terms, count, arrays.phrase);

  arrays.information.set(derived.information.subarray(0, slots));
  whose(documents, query.terms, arrays.speaker);
  if (query.periods.length > 0) {
    for (let slot = 0; slot < slots; slot++) {
      arrays.date[slot] = dateCloseness(query.periods, documents.times[slot] as number);
    }
  }
  const asked = askedCues(query.terms.folded, query.terms.language);
  for (const cue of ['when', 'where', 'title'] as const) {
    const bit = CUE[cue];
    if ((asked & bit) === 0) continue;
    for (let slot = 0; slot < slots; slot++) arrays[cue][slot] = ((documents.cues[slot] as number) & bit) === 0 ? 0 : 1;
  }

  const { guess, own, window, speaker, date } = arrays;
  for (let slot = 0; slot < slots; slot++) {
    guess[slot] =
      SESSION_WEIGHTS.own * (own[slot] as number) +
      SESSION_WEIGHTS.window * (window[slot] as number) +
      SESSION_WEIGHTS.meaning * (arrays.meaning[slot] as number) +
      SESSION_WEIGHTS.speaker * (speaker[slot] as number) +
      SESSION_WEIGHTS.date * (date[slot] as number);
  }
  normaliseRange(guess, alive, slots, 0);
  sessionBest(guess, chains, alive, slots, arrays.session);
  return arrays;
}

function whose(documents: Documents, terms: QueryTerms, out: Float32Array): void {
  if (terms.named.size !== 1) return;
  const signal = speakerSignal(terms.named, documents.participants, documents.terms);
  for (let slot = 0; slot < documents.slots; slot++) if (documents.alive[slot] === 1) out[slot] = signal(slot);
}

function scale(values: Float32Array, slots: number, factor: number): void {
  for (let slot = 0; slot < slots; slot++) values[slot] = (values[slot] as number) * factor;
}
