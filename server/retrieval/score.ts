/** Computes all signals of all documents for one query, and their sum; policy/score-weights.ts has the formula. */
import {
  CLEAR_MEANING_GAIN,
  DOCUMENT_KIND,
  WORDS_HEARD_SHARE,
  WORDS_TRUST_ADVICE,
  WORDS_TRUST_LANGUAGE_SHARE,
  WORDS_TRUST_N0,
  type Signal,
  type SignalWeights,
} from '../policy/score-weights.ts';
import { askedCues, CUE } from '../domain/text/cues.ts';
import type { Period } from '../domain/dates/periods.ts';
import {
  combineSignals,
  COLUMNS,
  isAlone,
  OCCASIONAL,
  normalisationOf,
  type Column,
  type Occasional,
  type Normalisations,
} from './combine-signals.ts';
import { rescore } from './rescoring.ts';
import type { DerivedColumns } from './derived-columns.ts';
import type { Documents } from './documents.ts';
import { inputColumns } from '../kernel/input-columns.ts';
import { searchColumns } from '../kernel/search-columns.ts';
import { unpackPostings } from './unpacked-postings.ts';
import type { QueryTerms } from './query-terms.ts';
import type { Scan } from './scans.ts';
import { dateCloseness } from './signals/date.ts';
import { scoreWindows, type Windows } from './signals/lexical.ts';
import { meaning } from './signals/meaning.ts';
import { phrases } from './signals/phrase.ts';
import { normalisation, type Range } from './signals/range.ts';
import { speakerSignal } from './signals/speaker.ts';

/** The inputs of a search. */
export type ScoreQuery = {
  readonly scan: Scan;
  readonly periods: readonly Period[];
  readonly weights: SignalWeights;
  /** True if only settling changes the scores: then the next call for the same scan finds them as they are. */
  readonly isReadOnly: boolean;
};

/** Scores by slot; valid until the next call. */
export type Scored = {
  readonly scores: Float32Array;
  /** The highest score of each block of BEST_BLOCK. */
  readonly maxima: Float32Array;
  /** The most that a score may be off until it is settled. */
  readonly errorBound: number;
  /** Makes the scores of these slots exact, as by their whole vectors. */
  settle(slots: readonly number[]): void;
  /** Returns the signal's value, before its weight. */
  value(signal: Signal, slot: number): number;
  /** Returns a note's score without its neighbours; for other kinds the score. */
  scoreAlone(slot: number): number;
};

const NO_SESSION = -1;

/** The columns that every search on this thread works in. */
const columns = searchColumns(COLUMNS);
const inputs = inputColumns([
  'scales',
  'information',
  'before',
  'after',
  'session',
  'kinds',
  'times',
  'windowSpans',
  'wideSpans',
  'lengths',
  'windowLengths',
  'wideLengths',
]);
/** The columns that are not zero. */
const used = new Set<Occasional>();

const NONE: Range = { low: 0, high: 0 };

/**
 * The last call, by its documents: the columns still hold its scores. At most one entry, and held weakly, so that an index that is
 * dropped or erased does not stay in memory until the next search.
 */
let last = new WeakMap<Documents, { readonly query: ScoreQuery; readonly scored: Scored }>();

/** Forgets the scores of documents; to be called when they change. */
export function forgetScores(documents: Documents): void {
  inputs.forget(documents);
  last.delete(documents);
}

/**
 * Computes every signal and the score of every slot; once if the same query comes again at once under another condition, as when a prompt
 * asks for facts of each kind that its plan touches.
 */
export function scoreDocuments(documents: Documents, derived: DerivedColumns, query: ScoreQuery): Scored {
  const known = last.get(documents);
  if (known !== undefined && isSameQuery(known.query, query)) {
    // The kernel's memory may have moved if something grew meanwhile.
    return { ...known.scored, scores: columns.floats('score'), maxima: columns.floats('maxima') };
  }
  // The scores are overwritten from here on, even if this fails.
  last = new WeakMap();
  const scored = scoreAll(documents, derived, query);
  if (query.isReadOnly) last.set(documents, { query, scored });
  return scored;
}

/** A scan belongs to one question and one state of the documents. */
function isSameQuery(one: ScoreQuery, other: ScoreQuery): boolean {
  return (
    one.scan === other.scan &&
    one.weights === other.weights &&
    other.isReadOnly &&
    one.periods.length === other.periods.length &&
    one.periods.every(
      ({ fromMs, toMs }, at) => fromMs === other.periods[at]!.fromMs && toMs === other.periods[at]!.toMs,
    )
  );
}

function scoreAll(documents: Documents, derived: DerivedColumns, query: ScoreQuery): Scored {
  const { slots, chains } = documents;
  const { scan } = query;
  columns.open(documents.alive.length);
  inputs.open(documents, slots);
  const listOf = unpackPostings(documents.postings, scan.terms.terms);
  const isSolitary = chains.isEmpty;
  // Without neighbours every window is the memory itself, and `wide` applies to none.
  const isOwnWindow = isSolitary && scan.terms.topicTerms.length === scan.terms.terms.length;
  empty(slots, [...(isOwnWindow ? [] : ['own' as const]), ...(isSolitary ? (['window', 'coverage'] as const) : [])]);
  const { address } = columns;
  const information = inputs.address('information', derived.information);
  const scales = inputs.address('scales', derived.mixes.scales);
  const links = isSolitary ? undefined : linkColumns(documents, derived);

  const meant = { cosines: scan.cosines, scales, out: address('meaning') };
  meaning(meant, links, slots);
  const rescoring = rescore(columns, documents, scan, { links, mostMixed: derived.mixes.most, ...meant });
  const nearness = rescoring.nearness();

  const { own, window, wide } = scoreWords(documents, derived, scan.terms, listOf, links, isOwnWindow);
  const ownColumn = isOwnWindow ? 'window' : 'own';
  const trust = wordsTrust(documents, scan.terms);
  scoreOccasional(documents, query, listOf, trust);
  // Limits of other subjects keep their scores.
  const limitFactor = normalisation(nearness, 1).factor;

  const heard = window.idf > 0 ? Math.min(1, window.mostCovered / (WORDS_HEARD_SHARE * window.idf)) : 0;
  const normalisations: Normalisations = {
    meaning: normalisation(nearness, 1 + CLEAR_MEANING_GAIN * nearness.clarity),
    own: normalisation(own, trust),
    window: normalisation(window, trust * heard),
    wide: normalisation(wide, trust * heard),
    coverage: { low: 0, factor: window.idf > 0 ? trust / window.idf : 0 },
  };
  const { bestGuess, errorBound, settle } = combineSignals(columns, {
    weights: query.weights,
    normalisations,
    ownColumn,
    used,
    information,
    limitFactor,
    rescoring,
    chains,
    links: links && { session: inputs.address('session', chains.session), sessions: chains.sessionCount, ...links },
    slots,
  });

  return {
    scores: columns.floats('score'),
    maxima: columns.floats('maxima'),
    errorBound,
    settle,
    value(signal, slot) {
      if (signal === 'information') return (derived.information[slot] as number) * this.value('meaning', slot);
      if (signal === 'limit') {
        const above = (columns.floats('meaning')[slot] as number) - nearness.low;
        return (columns.floats('limit')[slot] as number) * above * limitFactor;
      }
      if (signal === 'wide' && isAlone(chains, slot)) return this.value('meaning', slot);
      if (signal === 'session') return bestGuess(chains.session[slot] as number, slot);
      const { low, factor } = normalisationOf(normalisations, signal);
      return ((columns.floats(signal === 'own' ? ownColumn : signal)[slot] as number) - low) * factor;
    },
    scoreAlone(slot) {
      const score = columns.floats('score')[slot] as number;
      if (documents.kinds[slot] !== DOCUMENT_KIND.note) return score;
      const lent = (name: 'wide' | 'session', own: number): number =>
        query.weights[name] * (this.value(name, slot) - own);
      return score - lent('wide', this.value('meaning', slot)) - lent('session', bestGuess(NO_SESSION, slot));
    },
  };
}

type Links = ReturnType<typeof linkColumns>;
type ListOf = ReturnType<typeof unpackPostings>;

/** Computes the signals that match words, in a memory and in the windows around it. `isOwnWindow`: the memory is its own window. */
function scoreWords(
  documents: Documents,
  derived: DerivedColumns,
  { terms, topicTerms }: QueryTerms,
  listOf: ListOf,
  links: Links | undefined,
  isOwnWindow: boolean,
) {
  const { slots, count } = documents;
  const { address } = columns;
  const size = { count, slots };
  const lists = (list: readonly number[]) => [...new Set(list)].map(listOf);
  const topic = lists(topicTerms);
  const { own: ownWindows, window: nearWindows, wide: wideWindows } = derived.windows;
  const lengths = (name: 'lengths' | 'windowLengths' | 'wideLengths', of: Windows) => inputs.address(name, of.lengths);
  const ownLengths = lengths('lengths', ownWindows);
  const windowColumns = { scores: address('window'), covered: address('coverage') };
  const own = () => scoreWindows(lists(terms), size, ownWindows, { lengths: ownLengths, scores: address('own') });
  if (links === undefined) {
    const window = scoreWindows(topic, size, ownWindows, { lengths: ownLengths, ...windowColumns });
    return { own: isOwnWindow ? window : own(), window, wide: NONE };
  }
  const work = { occurrences: address('occurrences'), touched: address('touched'), ...links };
  const nearLengths = lengths('windowLengths', nearWindows);
  const spans = inputs.address('windowSpans', derived.windows.windowSpans);
  const near = { ...work, spans };
  const window = scoreWindows(topic, size, nearWindows, { lengths: nearLengths, ...windowColumns }, near);
  const ofMemory = own();
  const wideColumns = { lengths: lengths('wideLengths', wideWindows), scores: address('wide') };
  return { own: ofMemory, window, wide: scoreWindows(topic, size, wideWindows, wideColumns, work) };
}

/** Computes the signals that do not apply to most questions. */
function scoreOccasional(documents: Documents, { scan, periods }: ScoreQuery, listOf: ListOf, trust: number): void {
  const { slots, count } = documents;
  const { address } = columns;
  const { topicTerms, folded, language, asksForAdvice, asksForLimit } = scan.terms;
  const mark = (name: Occasional, isUsed: boolean): void => void (isUsed && used.add(name));
  const paired = { count, top: trust };
  const pairColumns = { row: address('occurrences'), found: address('touched'), out: address('phrase') };
  mark('phrase', phrases(topicTerms, listOf, documents.terms, paired, pairColumns));
  mark('speaker', speakerSignal(scan.terms, documents, columns.floats('speaker')));
  mark('date', periods.length > 0);
  if (used.has('date')) dateCloseness(periods, inputs.address('times', documents.times), slots, address('date'));
  const asked = askedCues(folded, language);
  for (const cue of ['when', 'where', 'title'] as const) mark(cue, (asked & CUE[cue]) !== 0);
  mark('limit', asksForAdvice || asksForLimit);
  for (const cue of ['when', 'where', 'title', 'limit'] as const) {
    if (used.has(cue)) hasCue(documents.cues, CUE[cue], slots, columns.floats(cue));
  }
}

/**
 * Returns the weight of the signals that match words: among few memories no word is rare, another language shares words only by chance,
 * and a wish shares hardly a word with the preference it touches.
 */
function wordsTrust(documents: Documents, { language, asksForAdvice }: QueryTerms): number {
  const { count } = documents;
  const inLanguage = Math.min(1, documents.languageShare(language) / WORDS_TRUST_LANGUAGE_SHARE);
  return (count / (count + WORDS_TRUST_N0)) * inLanguage * (asksForAdvice ? WORDS_TRUST_ADVICE : 1);
}

function linkColumns({ chains, kinds }: Documents, { windows: { wideSpans } }: DerivedColumns) {
  return {
    before: inputs.address('before', chains.before),
    after: inputs.address('after', chains.after),
    kinds: inputs.address('kinds', kinds),
    spans: inputs.address('wideSpans', wideSpans),
  };
}

/** Fills these columns with zeros, since signals add to them, and the columns that the last search used. */
function empty(slots: number, names: readonly Column[]): void {
  for (const name of names) columns.floats(name).fill(0, 0, slots);
  for (const name of OCCASIONAL) if (used.has(name)) columns.floats(name).fill(0);
  used.clear();
}

function hasCue(cues: Uint8Array, bit: number, slots: number, out: Float32Array): void {
  for (let slot = 0; slot < slots; slot++) out[slot] = ((cues[slot] as number) & bit) === 0 ? 0 : 1;
}
