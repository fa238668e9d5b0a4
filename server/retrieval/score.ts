/** All signals of all documents for one query, and their sum; policy/score-weights.ts has the formula. */
import {
  SESSION_WEIGHTS,
  SIGNALS,
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
import type { QueryTerms } from './query-terms.ts';
import type { SessionChains } from './session-chains.ts';
import { dateCloseness } from './signals/date.ts';
import { scoreStretches } from './signals/lexical.ts';
import { meaning } from './signals/meaning.ts';
import { phrases } from './signals/phrase.ts';
import { stretching, type Stretching } from './signals/range.ts';
import { raiseSessionBest, sessionBest } from './signals/session.ts';
import { speakerSignal } from './signals/speaker.ts';

/** What a search brings. */
export type ScoreQuery = {
  readonly terms: QueryTerms;
  readonly vector: Float32Array;
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

type Column = Signal | 'cosine' | 'guess' | 'score';

/** Arrays that every search on this thread uses again, none shorter than the slots. */
const COLUMNS = [...SIGNALS, 'cosine', 'guess', 'score'] as const;
const columns = Object.fromEntries(COLUMNS.map((name) => [name, new Float32Array(0)])) as Record<Column, Float32Array>;
let occurrences = new Float32Array(0);
let touched = new Int32Array(0);
let best = new Float32Array(0);

/** Signals that most queries have nothing to say of: zero unless they are `used`. */
const SOMETIMES = ['phrase', 'speaker', 'date', 'when', 'where', 'title'] as const;
const used = new Set<(typeof SOMETIMES)[number]>();

const AS_IS: Stretching = { low: 0, factor: 1 };

/** Works out every signal and the score of every slot. */
export function scoreDocuments(documents: Documents, derived: DerivedColumns, query: ScoreQuery): Scored {
  const { slots, count, postings, chains } = documents;
  const { terms } = query;
  const alive = count === slots ? undefined : documents.alive;
  clear(slots, documents.alive.length, chains.sessionCount);

  documents.vectors.dots(query.vector, slots, columns.cosine);
  const meant = stretching(
    meaning(columns.cosine, derived.mixScales, chains, documents.spoken, alive, slots, columns.meaning),
    1,
  );

  const trust = wordsTrust(documents, terms);
  const scratch = { occurrences, touched };
  const topic = distinctLists(terms.topicTerms);
  const own = scoreStretches(distinctLists(terms.terms), count, derived.own, scratch, columns.own);
  const window = scoreStretches(topic, count, derived.window, scratch, columns.window, columns.coverage);
  const wide = scoreStretches(topic, count, derived.wide, scratch, columns.wide);
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

  const stretchings: Readonly<Record<Signal, Stretching>> = {
    ...(Object.fromEntries(SIGNALS.map((name) => [name, AS_IS])) as Record<Signal, Stretching>),
    meaning: meant,
    own: stretching(own, trust),
    window: stretching(window, trust),
    wide: stretching(wide, trust),
    coverage: { low: 0, factor: window.idf > 0 ? trust / window.idf : 0 },
  };
  const information = derived.information;
  const guessed = guess(stretchings, chains.session, alive, slots);
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

/** Makes the arrays long enough, and zero where signals add to them. */
function clear(slots: number, capacity: number, sessions: number): void {
  if (occurrences.length < slots) {
    for (const name of COLUMNS) columns[name] = new Float32Array(capacity);
    occurrences = new Float32Array(capacity);
    touched = new Int32Array(capacity);
  }
  if (best.length < sessions) best = new Float32Array(2 * sessions);
  best.fill(-Infinity, 0, sessions);
  for (const name of ['own', 'window', 'wide', 'coverage'] as const) columns[name].fill(0, 0, slots);
  for (const name of used) columns[name].fill(0);
  used.clear();
}

/** First guesses, and the best of each session. */
function guess(
  stretchings: Readonly<Record<Signal, Stretching>>,
  session: Int32Array,
  alive: Uint8Array | undefined,
  slots: number,
): Stretching {
  const { meaning: m, own: o, window: w, speaker, date, guess: out } = columns;
  const meant = SESSION_WEIGHTS.meaning * stretchings.meaning.factor;
  const own = SESSION_WEIGHTS.own * stretchings.own.factor;
  const window = SESSION_WEIGHTS.window * stretchings.window.factor;
  const base = -meant * stretchings.meaning.low - own * stretchings.own.low - window * stretchings.window.low;
  const withSpeaker = used.has('speaker') ? SESSION_WEIGHTS.speaker : 0;
  const withDate = used.has('date') ? SESSION_WEIGHTS.date : 0;
  const bests = best;
  let low = Infinity;
  let high = -Infinity;
  for (let slot = 0; slot < slots; slot++) {
    if (alive !== undefined && alive[slot] === 0) continue;
    let value = base + meant * (m[slot] as number) + own * (o[slot] as number) + window * (w[slot] as number);
    if (withSpeaker !== 0) value += withSpeaker * (speaker[slot] as number);
    if (withDate !== 0) value += withDate * (date[slot] as number);
    out[slot] = value;
    if (value < low) low = value;
    if (value > high) high = value;
    raiseSessionBest(bests, session[slot] as number, value);
  }
  return stretching({ low, high }, 1);
}

/** Without neighbours a memory has no surroundings to match words in: what it means itself stands in for `wide`. */
function isAlone({ before, after }: SessionChains, slot: number): boolean {
  return before[slot] === -1 && after[slot] === -1;
}

/** The weighted sum of all signals. */
function addUp(
  weights: SignalWeights,
  stretchings: Readonly<Record<Signal, Stretching>>,
  guessed: Stretching,
  { before, after, session }: SessionChains,
  informations: Float32Array,
  slots: number,
): void {
  const { meaning: m, own: o, window: n, wide: w, coverage: c, guess: g, score: out } = columns;
  const weight = (name: Signal): number => weights[name] * stretchings[name].factor;
  const [own, window, wide, coverage] = [weight('own'), weight('window'), weight('wide'), weight('coverage')] as const;
  const { meaning, information, wide: wideAlone } = weights;
  const wideLow = wide * stretchings.wide.low;
  const { low, factor } = stretchings.meaning;
  const bests = best;
  const inSession = weights.session * guessed.factor;
  const stretched = ['own', 'window', 'wide'] as const;
  const base = -stretched.reduce((sum, name) => sum + weight(name) * stretchings[name].low, inSession * guessed.low);
  for (let slot = 0; slot < slots; slot++) {
    const value = ((m[slot] as number) - low) * factor;
    const alone = before[slot] === -1 && after[slot] === -1;
    out[slot] =
      base +
      meaning * value +
      own * (o[slot] as number) +
      window * (n[slot] as number) +
      (alone ? wideAlone * value + wideLow : wide * (w[slot] as number)) +
      coverage * (c[slot] as number) +
      information * (informations[slot] as number) * value +
      inSession * sessionBest(bests, session[slot] as number, g[slot] as number);
  }
  for (const name of SOMETIMES) {
    if (!used.has(name)) continue;
    const values = columns[name];
    const weighed = weights[name];
    for (let slot = 0; slot < slots; slot++) out[slot] = (out[slot] as number) + weighed * (values[slot] as number);
  }
}

function hasCue(cues: Uint8Array, bit: number, slots: number, out: Float32Array): void {
  for (let slot = 0; slot < slots; slot++) out[slot] = ((cues[slot] as number) & bit) === 0 ? 0 : 1;
}
