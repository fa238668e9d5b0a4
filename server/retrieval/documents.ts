/** The documents of an index, a column per property, a slot per document. Slots of removed documents are used again. */
import type { StaticEncoder } from '../embedders/static/static-encoder.ts';
import { DOCUMENT_KIND, MAX_INDEXED_UNITS, type DocumentKind } from '../policy/score-weights.ts';
import { fold } from '../domain/text/fold.ts';
import { DATE_ORDER_CUE, textCues } from '../domain/text/cues.ts';
import type { DateOrder } from '../domain/text/date-order.ts';
import { areSouthern } from '../domain/dates/hemispheres.ts';
import { stemOf } from '../domain/text/stems.ts';
import { guessLanguage, LANGUAGES, type Language } from '../domain/text/language.ts';
import type { IndexDocument } from './document.ts';
import { documentTerms } from './document-terms.ts';
import { identities, type Identities } from './identities.ts';
import { isInferredSession } from './inferred-metadata.ts';
import { grown, nextCapacity, raggedRows, type RaggedRows } from './growable.ts';
import { packDocuments, unpackDocuments, type PackedDocuments } from './packed-documents.ts';
import { participants, type Participants } from './participants.ts';
import { postings, type Postings } from './postings.ts';
import type { Parts, SlicedWork } from './sections.ts';
import { rowFrequencies, type RowFrequencies } from './row-frequencies.ts';
import { vectors as kernelVectors, type Vectors } from './vectors.ts';
import { NO_TURN, sessionChains, type SessionChains } from './session-chains.ts';

/** The columns that signals read. Arrays may be longer than `slots`. */
export interface Documents {
  readonly count: number;
  readonly bytes: number;
  /** All slots in use are below this; some below it may be empty. */
  readonly slots: number;
  readonly alive: Uint8Array;
  readonly vectors: Vectors;
  readonly createTimes: Float64Array;
  readonly arrivals: Float64Array;
  /** The time of the event, or else of storing, in milliseconds since 1970. */
  readonly times: Float64Array;
  /** DOCUMENT_KIND: turns of a conversation look back, others to both sides; a note's vector stands alone. */
  readonly kinds: Uint8Array;
  /** Bits of domain/text/cues. */
  readonly cues: Uint8Array;
  /** The number of indexed words. */
  readonly lengths: Int32Array;
  /** Term ids of a document, in order; twice the id, and 1 more for a capitalised word. */
  readonly terms: RaggedRows;
  readonly chains: SessionChains;
  readonly postings: Postings;
  readonly participants: Participants;
  readonly rows: RowFrequencies;
  /** The language of most documents. */
  readonly mainLanguage: Language;
  /** Returns the share of a language among the documents whose language is clear. */
  languageShare(language: Language): number;
  /** The first and the last of `times`. */
  span(): Span;
  /** Returns whether dates begin with the day or the month, if the texts show it. */
  dateOrder(): DateOrder | undefined;
  /** Tells whether most places that the texts name are in the southern hemisphere. */
  isSouthern(): boolean;
  slotOf(id: string): number | undefined;
  idOf(slot: number): string;
  /** Puts a document in; returns its slot. */
  put(document: IndexDocument): number;
  /** Takes the document out; its slot is empty then. */
  remove(slot: number): void;
  /** Closes the gaps, which renumbers the slots. */
  compact(): void;
  /** Packs the properties of the documents, without the texts. Nothing may change meanwhile. */
  packing(): SlicedWork<Parts>;
  /** Restores what `packing` gave into an empty index, in slots without gaps. */
  restore(bytes: Uint8Array<ArrayBuffer>): void;
  /** Frees memory that the garbage collector does not manage; the object must not be used after. */
  release(): void;
}

/** The number for a text of no clear language. */
const UNDECIDED = LANGUAGES.length;

type Span = readonly [first: number, last: number];

/** Estimated sizes of objects. */
const BYTES_PER_ID = 200;
const BYTES_PER_SLOT = 60;

/** Columns by slot, whose arrays may be longer than the slots in use. */
type Columns = {
  alive: Uint8Array<ArrayBuffer>;
  createTimes: Float64Array<ArrayBuffer>;
  arrivals: Float64Array<ArrayBuffer>;
  times: Float64Array<ArrayBuffer>;
  kinds: Uint8Array<ArrayBuffer>;
  cues: Uint8Array<ArrayBuffer>;
  languages: Uint8Array<ArrayBuffer>;
  lengths: Int32Array<ArrayBuffer>;
};

/** The state of the documents. */
type State = Columns &
  Pick<Documents, 'terms' | 'chains' | 'postings' | 'participants' | 'rows'> & {
    readonly ids: Identities;
    readonly encoder: StaticEncoder;
    readonly newVectors: typeof kernelVectors;
    /** The empty slots. */
    readonly free: number[];
    readonly languageCounts: Record<Language, number>;
    vectors: Vectors;
    dimensions: number;
    slots: number;
    capacity: number;
    arrivalsSoFar: number;
    /** The first and last of the times; undefined if one of the two may have been removed. */
    span: Span | undefined;
  };

export function documents(encoder: StaticEncoder, newVectors: typeof kernelVectors = kernelVectors): Documents {
  const state = emptyState(encoder, newVectors);
  const { ids, terms, chains, postings: index, participants: people, rows, languageCounts } = state;

  const self: Documents = {
    get count() {
      return ids.count;
    },
    get bytes() {
      const { vectors, capacity } = state;
      return (
        vectors.bytes + capacity * BYTES_PER_SLOT + terms.bytes + rows.bytes + index.bytes + ids.count * BYTES_PER_ID
      );
    },
    get slots() {
      return state.slots;
    },
    get alive() {
      return state.alive;
    },
    get vectors() {
      return state.vectors;
    },
    get createTimes() {
      return state.createTimes;
    },
    get arrivals() {
      return state.arrivals;
    },
    get times() {
      return state.times;
    },
    get kinds() {
      return state.kinds;
    },
    get cues() {
      return state.cues;
    },
    get lengths() {
      return state.lengths;
    },
    terms,
    chains,
    postings: index,
    participants: people,
    rows,
    get mainLanguage() {
      return mainLanguage(state);
    },
    languageShare(language) {
      const decided = languageCounts.en + languageCounts.es;
      return decided === 0 ? 1 : languageCounts[language] / decided;
    },
    span: () => (state.span ??= spanOf(state.times.subarray(0, state.slots), state.alive)),
    dateOrder: () => dateOrder(state),
    isSouthern: () => areSouthern((word) => frequencyOf(word, state)),
    slotOf: ids.slotOf,
    idOf: ids.of,
    put(document) {
      const known = ids.slotOf(document.id);
      const arrival = known === undefined ? state.arrivalsSoFar++ : (state.arrivals[known] as number);
      if (known !== undefined) takeOut(state, known);
      return insert(state, document, arrival);
    },
    remove: (slot) => takeOut(state, slot),
    release: () => state.vectors.release(),
    packing: () => packDocuments(self, state),
    restore: (bytes) => restore(state, unpackDocuments(bytes)),
    compact: () => compact(state),
  };
  return self;
}

function emptyState(encoder: StaticEncoder, newVectors: typeof kernelVectors): State {
  const index = postings();
  const { dimensions } = encoder.identity;
  return {
    encoder,
    newVectors,
    ids: identities(),
    free: [],
    terms: raggedRows(),
    chains: sessionChains(),
    postings: index,
    participants: participants(index),
    rows: rowFrequencies(),
    languageCounts: { en: 0, es: 0 },
    vectors: newVectors(dimensions),
    dimensions,
    slots: 0,
    capacity: 0,
    arrivalsSoFar: 0,
    span: undefined,
    alive: new Uint8Array(0),
    createTimes: new Float64Array(0),
    arrivals: new Float64Array(0),
    times: new Float64Array(0),
    kinds: new Uint8Array(0),
    cues: new Uint8Array(0),
    languages: new Uint8Array(0),
    lengths: new Int32Array(0),
  };
}

function reserve(state: State, needed: number): void {
  if (needed <= state.capacity) return;
  const capacity = nextCapacity(state.capacity, needed);
  state.capacity = capacity;
  state.alive = grown(state.alive, capacity);
  state.createTimes = grown(state.createTimes, capacity);
  state.arrivals = grown(state.arrivals, capacity);
  state.times = grown(state.times, capacity);
  state.kinds = grown(state.kinds, capacity);
  state.cues = grown(state.cues, capacity);
  state.languages = grown(state.languages, capacity);
  state.lengths = grown(state.lengths, capacity);
  state.chains.reserve(capacity);
}

/** Sets the dimensions of an empty index to those of its first document. */
function useDimensions(state: State, dimensions: number): void {
  if (dimensions === state.dimensions) return;
  state.dimensions = dimensions;
  state.vectors.release();
  state.vectors = state.newVectors(dimensions);
}

/** Counts a language; a text that could be of either language is not counted. */
function countLanguage({ languages, languageCounts }: State, slot: number, step: 1 | -1): void {
  const language = LANGUAGES[languages[slot] as number];
  if (language !== undefined) languageCounts[language] += step;
}

function mainLanguage({ languageCounts }: State): Language {
  return languageCounts.es > languageCounts.en ? 'es' : 'en';
}

/** Returns the order that most of the dates have. */
function dateOrder({ cues, alive, slots }: State): DateOrder | undefined {
  let dayFirst = 0;
  let monthFirst = 0;
  for (let slot = 0; slot < slots; slot++) {
    if (alive[slot] === 0) continue;
    if (((cues[slot] as number) & DATE_ORDER_CUE.DAY_FIRST) !== 0) dayFirst++;
    if (((cues[slot] as number) & DATE_ORDER_CUE.MONTH_FIRST) !== 0) monthFirst++;
  }
  if (dayFirst === monthFirst) return undefined;
  return dayFirst > monthFirst ? 'DAY_FIRST' : 'MONTH_FIRST';
}

/** Returns the number of texts that hold a folded word, by its stem in each language. */
function frequencyOf(word: string, { postings: index }: State): number {
  const terms = new Set(LANGUAGES.map((language) => index.termId(stemOf(word, language))));
  return [...terms].reduce<number>((sum, term) => sum + (term === undefined ? 0 : index.frequency(term)), 0);
}

function insert(state: State, document: IndexDocument, arrival: number): number {
  const { ids, postings: index, encoder } = state;
  const { vector, speaker } = document;
  if (ids.count === 0) useDimensions(state, vector.length);
  if (vector.length !== state.dimensions) {
    throw new RangeError(`a vector of ${vector.length} dimensions among those of ${state.dimensions}`);
  }
  const slot = state.free.pop() ?? state.slots++;
  reserve(state, state.slots);
  const text = document.text.slice(0, MAX_INDEXED_UNITS).normalize('NFC');
  const folded = fold(text);
  const guessed = guessLanguage(text, folded);
  const language = guessed ?? mainLanguage(state);
  const read = documentTerms(speaker, { text, folded, language }, index);
  const timeMs = document.eventTimeMs ?? document.createTimeMs;
  state.alive[slot] = 1;
  ids.put(slot, document.id);
  state.vectors.set(slot, vector);
  state.createTimes[slot] = document.createTimeMs;
  state.arrivals[slot] = arrival;
  state.times[slot] = timeMs;
  if (state.span !== undefined) state.span = spanWith(state.span, timeMs);
  state.kinds[slot] = kindOf(speaker, document.sessionId);
  state.cues[slot] = textCues(text, language);
  state.languages[slot] = guessed === undefined ? UNDECIDED : LANGUAGES.indexOf(guessed);
  countLanguage(state, slot, 1);
  state.lengths[slot] = read.length;
  state.terms.set(slot, read);
  index.add(slot, read);
  state.participants.add(slot, speaker, read);
  state.rows.add(slot, encoder.rowsOf(text, mainLanguage(state)));
  state.chains.insert(slot, document.sessionId, document.turn ?? NO_TURN, arrival);
  return slot;
}

function kindOf(speaker: string, sessionId: string): DocumentKind {
  if (isInferredSession(sessionId)) return DOCUMENT_KIND.note;
  return speaker === '' ? DOCUMENT_KIND.fact : DOCUMENT_KIND.turn;
}

function takeOut(state: State, slot: number): void {
  const { terms } = state;
  const read = [...terms.values.subarray(terms.start(slot), terms.end(slot))];
  state.ids.remove(slot);
  state.vectors.clear(slot);
  state.alive[slot] = 0;
  state.span = undefined;
  countLanguage(state, slot, -1);
  state.postings.remove(slot, read);
  state.participants.remove(slot, read);
  state.rows.remove(slot);
  state.chains.remove(slot);
  terms.set(slot, []);
  state.free.push(slot);
}

function restore(state: State, packed: PackedDocuments): void {
  const count = packed.ids.lengths.length;
  const { terms } = state;
  useDimensions(state, packed.dimensions);
  reserve(state, count);
  state.slots = count;
  state.arrivalsSoFar = packed.arrivalsSoFar;
  state.span = undefined;
  state.alive.fill(1, 0, count);
  state.createTimes.set(packed.createTimes);
  state.arrivals.set(packed.arrivals);
  state.times.set(packed.times);
  state.cues.set(packed.cues);
  state.languages.set(packed.languages);
  state.lengths.set(packed.terms.lengths);
  state.vectors.restore(packed.vectors);
  state.rows.restore(packed.rows, packed.rowCounts);
  state.postings.restore(packed.termTexts, packed.postings);
  terms.restore(packed.terms);
  state.participants.restore(packed.capitals, packed.speakers, (slot) => terms.values.subarray(terms.start(slot)));
  state.ids.restore(packed.ids);
  state.chains.restore(packed.sessions, packed.turns, packed.arrivals);
  const { speakers, sessions } = packed;
  for (let slot = 0; slot < count; slot++) {
    const speaker = speakers.texts[speakers.numbers[slot] as number] as string;
    state.kinds[slot] = kindOf(speaker, sessions.texts[sessions.numbers[slot] as number] as string);
    countLanguage(state, slot, 1);
  }
}

function compact(state: State): void {
  const { slots, alive, terms, rows, vectors } = state;
  const { createTimes, arrivals, times, kinds, cues, languages, lengths } = state;
  const target = new Int32Array(slots).fill(-1);
  let next = 0;
  for (let slot = 0; slot < slots; slot++) if (alive[slot] === 1) target[slot] = next++;
  const newSlot = (slot: number): number => target[slot] as number;
  state.postings.renumber(newSlot);
  state.participants.renumber(newSlot, slots);
  state.chains.renumber(newSlot, next);
  state.ids.renumber(newSlot);
  for (let slot = 0; slot < slots; slot++) {
    const to = newSlot(slot);
    if (to < 0) continue;
    terms.move(slot, to);
    rows.move(slot, to);
    vectors.move(slot, to);
    for (const column of [alive, createTimes, arrivals, times, kinds, cues, languages, lengths]) {
      column[to] = column[slot] as number;
    }
  }
  alive.fill(0, next);
  state.free.length = 0;
  state.slots = next;
}

function spanOf(times: Float64Array, alive: Uint8Array): Span {
  let span: Span = [Infinity, -Infinity];
  for (let slot = 0; slot < times.length; slot++) if (alive[slot] === 1) span = spanWith(span, times[slot] as number);
  return span;
}

function spanWith(span: Span, time: number): Span {
  const [first, last] = span;
  return time < first || time > last ? [Math.min(first, time), Math.max(last, time)] : span;
}
