/** All signals of all documents for one query, and their sum; policy/score-weights.ts has the formula. */
import {
  CLEAR_MEANING_GAIN,
  WORDS_HEARD_SHARE,
  WORDS_TRUST_ADVICE,
  WORDS_TRUST_LANGUAGE_SHARE,
  WORDS_TRUST_N0,
  type Signal,
  type SignalWeights,
} from '../policy/score-weights.ts';
import { askedCues, CUE } from '../domain/text/cues.ts';
import type { Period } from '../domain/text/periods.ts';
import { addUp, COLUMNS, OCCASIONAL, stretchingOf, type Column, type Occasional, type Stretchings } from './add-up.ts';
import type { DerivedColumns } from './derived-columns.ts';
import type { Documents } from './documents.ts';
import { inputColumns } from '../kernel/input-columns.ts';
import { searchColumns } from '../kernel/search-columns.ts';
import { loadPostings } from './loaded-postings.ts';
import type { QueryTerms } from './query-terms.ts';
import { clarity } from './signals/clarity.ts';
import { dateCloseness } from './signals/date.ts';
import { scoreStretches, type Stretches } from './signals/lexical.ts';
import { meaning } from './signals/meaning.ts';
import { phrases } from './signals/phrase.ts';
import { stretching, type Range, type Stretching } from './signals/range.ts';
import { speakerSignal } from './signals/speaker.ts';

/** What a search brings. */
export type ScoreQuery = {
  readonly terms: QueryTerms;
  /** Of the query's vector with each slot's: where they are in the kernel's memory. */
  readonly cosines: number;
  readonly periods: readonly Period[];
  readonly weights: SignalWeights;
};

/** By slot; valid until the next call. */
export type Scored = {
  readonly scores: Float32Array;
  /** The best of each block of BEST_BLOCK. */
  readonly maxima: Float32Array;
  /** The signal's value, before its weight. */
  value(signal: Signal, slot: number): number;
};

/** What every search on this thread works in. */
const columns = searchColumns(COLUMNS);
const inputs = inputColumns([
  ...['scales', 'information', 'before', 'after', 'session', 'spoken', 'times'],
  ...['windowSpans', 'wideSpans'],
  ...['lengths', 'windowLengths', 'wideLengths'],
]);
/** Columns that are not zero. */
const used = new Set<Occasional>();

const NONE: Range = { low: 0, high: 0 };

/** Call when the documents change. */
export function forgetScores(documents: Documents): void {
  inputs.forget(documents);
}

/** Works out every signal and the score of every slot. */
export function scoreDocuments(documents: Documents, derived: DerivedColumns, query: ScoreQuery): Scored {
  const { slots, count, chains } = documents;
  const { terms, topicTerms } = query.terms;
  columns.open(documents.alive.length);
  inputs.open(documents, slots);
  const listOf = loadPostings(documents.postings, terms);
  const isSolitary = chains.isEmpty;
  // Without neighbours every stretch is the memory itself, and `wide` is asked of none.
  const isOwnWindow = isSolitary && topicTerms.length === terms.length;
  empty(slots, [...(isOwnWindow ? [] : ['own' as const]), ...(isSolitary ? (['window', 'coverage'] as const) : [])]);
  const { address } = columns;
  const information = inputs.address('information', derived.information);
  const scales = inputs.address('scales', derived.mixScales);
  const links = isSolitary ? undefined : linkColumns(documents, derived);

  meaning({ cosines: query.cosines, scales, out: address('meaning') }, links, slots);
  hideEmpty('meaning', documents);
  const nearness = columns.range('meaning', slots);
  const clear = clarity(columns.floats('meaning'), nearness, documents.alive, slots);
  const meant = stretching(nearness, 1 + CLEAR_MEANING_GAIN * clear);

  const size = { count, slots };
  const lists = (list: readonly number[]) => [...new Set(list)].map(listOf);
  const topic = lists(topicTerms);
  const work = links && { occurrences: address('occurrences'), touched: address('touched'), ...links };
  const { own: ownStretches, window: windowStretches, wide: wideStretches } = derived;
  const lengths = (name: 'lengths' | 'windowLengths' | 'wideLengths', of: Stretches) =>
    inputs.address(name, of.lengths);
  const ownLengths = lengths('lengths', ownStretches);
  const window =
    work === undefined
      ? scoreStretches(topic, size, ownStretches, ownLengths, address('window'), address('coverage'))
      : scoreStretches(
          ...[topic, size, windowStretches, lengths('windowLengths', windowStretches), address('window')],
          ...[address('coverage'), { ...work, spans: inputs.address('windowSpans', derived.windowSpans) }],
        );
  const ownColumn = isOwnWindow ? 'window' : 'own';
  const own = isOwnWindow ? window : scoreStretches(lists(terms), size, ownStretches, ownLengths, address('own'));
  const wide =
    work === undefined
      ? NONE
      : scoreStretches(topic, size, wideStretches, lengths('wideLengths', wideStretches), address('wide'), 0, work);

  const trust = wordsTrust(documents, query.terms);
  const mark = (name: Occasional, isUsed: boolean): void => void (isUsed && used.add(name));
  const paired = { count, top: trust };
  const [row, scratch] = [address('occurrences'), address('touched')];
  mark('phrase', phrases(topicTerms, listOf, documents.terms, paired, row, scratch, address('phrase')));
  mark('speaker', speakerSignal(query.terms, documents, columns.floats('speaker')));
  mark('date', query.periods.length > 0);
  if (used.has('date')) dateCloseness(query.periods, inputs.address('times', documents.times), slots, address('date'));
  const asked = askedCues(query.terms.folded, query.terms.language);
  for (const cue of ['when', 'where', 'title'] as const) {
    mark(cue, (asked & CUE[cue]) !== 0);
    if (used.has(cue)) hasCue(documents.cues, CUE[cue], slots, columns.floats(cue));
  }
  mark('limit', query.terms.asksForAdvice);
  if (used.has('limit')) heeded(documents.cues, columns.floats('meaning'), stretching(nearness, 1), slots);

  const heard = window.idf > 0 ? Math.min(1, window.mostCovered / (WORDS_HEARD_SHARE * window.idf)) : 0;
  const stretchings: Stretchings = {
    meaning: meant,
    own: stretching(own, trust),
    window: stretching(window, trust * heard),
    wide: stretching(wide, trust * heard),
    coverage: { low: 0, factor: window.idf > 0 ? trust / window.idf : 0 },
  };
  const { bestGuess } = addUp(columns, {
    weights: query.weights,
    stretchings,
    ownColumn,
    used,
    information,
    links: links && { session: inputs.address('session', chains.session), sessions: chains.sessionCount, ...links },
    slots,
    hideEmpty: (column) => hideEmpty(column, documents),
  });

  return {
    scores: columns.floats('score'),
    maxima: columns.floats('maxima'),
    value(signal, slot) {
      if (signal === 'information') return (derived.information[slot] as number) * this.value('meaning', slot);
      if (signal === 'wide' && isAlone(documents, slot)) return this.value('meaning', slot);
      if (signal === 'session') return bestGuess(chains.session[slot] as number, slot);
      const { low, factor } = stretchingOf(stretchings, signal);
      return ((columns.floats(signal === 'own' ? ownColumn : signal)[slot] as number) - low) * factor;
    },
  };
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

function linkColumns({ chains, spoken }: Documents, { wideSpans }: DerivedColumns) {
  return {
    before: inputs.address('before', chains.before),
    after: inputs.address('after', chains.after),
    spoken: inputs.address('spoken', spoken),
    spans: inputs.address('wideSpans', wideSpans),
  };
}

/** Makes these columns zero, where signals add to them, and what the last search used. */
function empty(slots: number, names: readonly Column[]): void {
  for (const name of names) columns.floats(name).fill(0, 0, slots);
  for (const name of OCCASIONAL) if (used.has(name)) columns.floats(name).fill(0);
  used.clear();
}

/** An empty slot must not be the lowest nor the highest: it takes a living one's value. */
function hideEmpty(column: Column, { count, slots, alive }: Documents): void {
  if (count === slots) return;
  const values = columns.floats(column);
  const living = values[alive.indexOf(1)] as number;
  for (let slot = 0; slot < slots; slot++) if (alive[slot] === 0) values[slot] = living;
}

/** Without neighbours a memory has no surroundings to match words in: what it means itself stands in for `wide`. */
function isAlone({ chains: { before, after } }: Documents, slot: number): boolean {
  return before[slot] === -1 && after[slot] === -1;
}

/** What sets a limit counts as much as it means what is asked: limits of other subjects stay where they are. */
function heeded(cues: Uint8Array, meanings: Float32Array, { low, factor }: Stretching, slots: number): void {
  const out = columns.floats('limit');
  for (let slot = 0; slot < slots; slot++) {
    out[slot] = ((cues[slot] as number) & CUE.limit) === 0 ? 0 : ((meanings[slot] as number) - low) * factor;
  }
}

function hasCue(cues: Uint8Array, bit: number, slots: number, out: Float32Array): void {
  for (let slot = 0; slot < slots; slot++) out[slot] = ((cues[slot] as number) & bit) === 0 ? 0 : 1;
}
