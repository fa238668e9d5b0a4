/** The documents of an index, a column per property, a slot per document. Slots of removed ones are used again. */
import type { StaticEncoder } from '../embedders/static/static-encoder.ts';
import { MAX_INDEXED_UNITS } from '../policy/score-weights.ts';
import { fold } from '../domain/text/fold.ts';
import { textCues } from '../domain/text/cues.ts';
import { guessLanguage, LANGUAGES, type Language } from '../domain/text/language.ts';
import type { IndexDocument } from './document.ts';
import { documentTerms } from './document-terms.ts';
import { identities } from './identities.ts';
import { grown, nextCapacity, raggedRows, type RaggedRows } from './growable.ts';
import { packDocuments, unpackDocuments } from './packed-documents.ts';
import { participants, type Participants } from './participants.ts';
import { postings, type Postings } from './postings.ts';
import type { Parts, Slices } from './sections.ts';
import { rowFrequencies, type RowFrequencies } from './row-frequencies.ts';
import { vectors as kernelVectors, type Vectors } from './vectors.ts';
import { NO_TURN, sessionChains, type SessionChains } from './session-chains.ts';

/** What the signals read of documents. Arrays may be longer than `slots`. */
export interface Documents {
  readonly count: number;
  readonly bytes: number;
  /** Slots in use are below this; some may be empty. */
  readonly slots: number;
  readonly alive: Uint8Array;
  readonly vectors: Vectors;
  readonly createTimes: Float64Array;
  readonly arrivals: Float64Array;
  /** When it happened, or else was stored. */
  readonly times: Float64Array;
  /** 1 where somebody said it: turns of a conversation look back, facts to both sides. */
  readonly spoken: Uint8Array;
  /** Bits of domain/text/cues. */
  readonly cues: Uint8Array;
  /** Indexed words. */
  readonly lengths: Int32Array;
  /** Term ids of a document, in order; twice the id, and 1 more for a capitalised word. */
  readonly terms: RaggedRows;
  readonly chains: SessionChains;
  readonly postings: Postings;
  readonly participants: Participants;
  readonly rows: RowFrequencies;
  /** The language of most. */
  readonly mainLanguage: Language;
  /** The share of a language among the documents whose language can be told. */
  languageShare(language: Language): number;
  /** The years between which their times lie. */
  years(): { readonly firstYear: number; readonly lastYear: number };
  slotOf(id: string): number | undefined;
  idOf(slot: number): string;
  /** Puts a document in; returns its slot. */
  put(document: IndexDocument): number;
  /** Takes the document out; its slot is empty. */
  remove(slot: number): void;
  /** Closes the gaps: slots change. */
  compact(): void;
  /** What was read of the texts, without the texts. Nothing may change meanwhile. */
  packing(): Slices<Parts>;
  /** Into empty ones: what `packing` gave, in slots without gaps. */
  restore(bytes: Uint8Array<ArrayBuffer>): void;
  /** Gives back what the garbage collector does not see; nothing may be asked after. */
  release(): void;
}

/** In place of a language's number. */
const UNDECIDED = LANGUAGES.length;

type Span = readonly [first: number, last: number];

/** Estimates of what objects weigh. */
const BYTES_PER_ID = 200;
const BYTES_PER_SLOT = 60;

export function documents(encoder: StaticEncoder, vectors: typeof kernelVectors = kernelVectors): Documents {
  const ids = identities();
  const free: number[] = [];
  const terms = raggedRows();
  const chains = sessionChains();
  const index = postings();
  const people = participants(index);
  const rows = rowFrequencies();
  const languageCounts: Record<Language, number> = { en: 0, es: 0 };
  let arrivalsSoFar = 0;
  let slots = 0;
  let capacity = 0;
  let alive = new Uint8Array(0);
  let dimensions = encoder.identity.dimensions;
  let embeddings = vectors(dimensions);
  let createTimes = new Float64Array(0);
  let arrivals = new Float64Array(0);
  let times = new Float64Array(0);
  let spoken = new Uint8Array(0);
  let cues = new Uint8Array(0);
  let languages = new Uint8Array(0);
  let lengths = new Int32Array(0);
  /** Between which the times lie; undefined where what went may have been the first or the last. */
  let span: Span | undefined;

  function reserve(needed: number): void {
    if (needed <= capacity) return;
    capacity = nextCapacity(capacity, needed);
    alive = grown(alive, capacity);
    createTimes = grown(createTimes, capacity);
    arrivals = grown(arrivals, capacity);
    times = grown(times, capacity);
    spoken = grown(spoken, capacity);
    cues = grown(cues, capacity);
    languages = grown(languages, capacity);
    lengths = grown(lengths, capacity);
    chains.reserve(capacity);
  }

  /** A text that could be of either says nothing of the others. */
  function countLanguage(slot: number, step: 1 | -1): void {
    const language = LANGUAGES[languages[slot] as number];
    if (language !== undefined) languageCounts[language] += step;
  }

  function mainLanguage(): Language {
    return languageCounts.es > languageCounts.en ? 'es' : 'en';
  }

  function insert(document: IndexDocument, arrival: number): number {
    if (ids.count === 0 && document.vector.length !== dimensions) {
      dimensions = document.vector.length;
      embeddings.release();
      embeddings = vectors(dimensions);
    }
    if (document.vector.length !== dimensions) {
      throw new RangeError(`a vector of ${document.vector.length} dimensions among those of ${dimensions}`);
    }
    const slot = free.pop() ?? slots++;
    reserve(slots);
    const text = document.text.slice(0, MAX_INDEXED_UNITS).normalize('NFC');
    const folded = fold(text);
    const guessed = guessLanguage(text, folded);
    const language = guessed ?? mainLanguage();
    const read = documentTerms(document.speaker, { text, folded, language }, index);
    alive[slot] = 1;
    ids.put(slot, document.id);
    embeddings.set(slot, document.vector);
    createTimes[slot] = document.createTimeMs;
    arrivals[slot] = arrival;
    times[slot] = document.eventTimeMs ?? document.createTimeMs;
    if (span !== undefined) span = spanWith(span, times[slot]);
    spoken[slot] = document.speaker === '' ? 0 : 1;
    cues[slot] = textCues(text, language);
    languages[slot] = guessed === undefined ? UNDECIDED : LANGUAGES.indexOf(guessed);
    countLanguage(slot, 1);
    lengths[slot] = read.length;
    terms.set(slot, read);
    index.add(slot, read);
    people.add(slot, document.speaker, read);
    rows.add(slot, encoder.rowsOf(text, mainLanguage()));
    chains.insert(slot, document.sessionId, document.turn ?? NO_TURN, arrival);
    return slot;
  }

  function take(slot: number): void {
    const read = [...terms.values.subarray(terms.start(slot), terms.end(slot))];
    ids.remove(slot);
    embeddings.clear(slot);
    alive[slot] = 0;
    span = undefined;
    countLanguage(slot, -1);
    index.remove(slot, read);
    people.remove(slot, read);
    rows.remove(slot);
    chains.remove(slot);
    terms.set(slot, []);
    free.push(slot);
  }

  const self: Documents = {
    get count() {
      return ids.count;
    },
    get bytes() {
      return (
        embeddings.bytes + capacity * BYTES_PER_SLOT + terms.bytes + rows.bytes + index.bytes + ids.count * BYTES_PER_ID
      );
    },
    get slots() {
      return slots;
    },
    get alive() {
      return alive;
    },
    get vectors() {
      return embeddings;
    },
    get createTimes() {
      return createTimes;
    },
    get arrivals() {
      return arrivals;
    },
    get times() {
      return times;
    },
    get spoken() {
      return spoken;
    },
    get cues() {
      return cues;
    },
    get lengths() {
      return lengths;
    },
    terms,
    chains,
    postings: index,
    participants: people,
    rows,
    get mainLanguage() {
      return mainLanguage();
    },
    languageShare(language) {
      const decided = languageCounts.en + languageCounts.es;
      return decided === 0 ? 1 : languageCounts[language] / decided;
    },
    years() {
      const [first, last] = (span ??= spanOf(times.subarray(0, slots), alive));
      return { firstYear: new Date(first).getUTCFullYear(), lastYear: new Date(last).getUTCFullYear() };
    },
    slotOf: ids.slotOf,
    idOf: ids.of,

    put(document) {
      const known = ids.slotOf(document.id);
      const arrival = known === undefined ? arrivalsSoFar++ : (arrivals[known] as number);
      if (known !== undefined) take(known);
      return insert(document, arrival);
    },
    remove: take,
    release: () => embeddings.release(),

    packing: () => packDocuments(self, { dimensions, arrivalsSoFar, languages }),

    restore(bytes) {
      const packed = unpackDocuments(bytes);
      const count = packed.ids.lengths.length;
      if (packed.dimensions !== dimensions) {
        dimensions = packed.dimensions;
        embeddings.release();
        embeddings = vectors(dimensions);
      }
      reserve(count);
      slots = count;
      arrivalsSoFar = packed.arrivalsSoFar;
      alive.fill(1, 0, count);
      span = undefined;
      createTimes.set(packed.createTimes);
      arrivals.set(packed.arrivals);
      times.set(packed.times);
      cues.set(packed.cues);
      languages.set(packed.languages);
      lengths.set(packed.terms.lengths);
      embeddings.restore(packed.vectors);
      rows.restore(packed.rows, packed.rowCounts);
      index.restore(packed.termTexts, packed.postings);
      terms.restore(packed.terms);
      people.restore(packed.capitals, packed.speakers, (slot) => terms.values.subarray(terms.start(slot)));
      ids.restore(packed.ids);
      chains.restore(packed.sessions, packed.turns, packed.arrivals);
      const { texts, numbers } = packed.speakers;
      for (let slot = 0; slot < count; slot++) {
        spoken[slot] = texts[numbers[slot] as number] === '' ? 0 : 1;
        countLanguage(slot, 1);
      }
    },

    compact() {
      const target = new Int32Array(slots).fill(-1);
      let next = 0;
      for (let slot = 0; slot < slots; slot++) if (alive[slot] === 1) target[slot] = next++;
      const newSlot = (slot: number): number => target[slot] as number;
      index.renumber(newSlot);
      people.renumber(newSlot, slots);
      chains.renumber(newSlot, next);
      ids.renumber(newSlot);
      for (let slot = 0; slot < slots; slot++) {
        const to = newSlot(slot);
        if (to < 0) continue;
        terms.move(slot, to);
        rows.move(slot, to);
        embeddings.move(slot, to);
        for (const column of [alive, createTimes, arrivals, times, spoken, cues, languages, lengths]) {
          column[to] = column[slot] as number;
        }
      }
      alive.fill(0, next);
      free.length = 0;
      slots = next;
    },
  };
  return self;
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
