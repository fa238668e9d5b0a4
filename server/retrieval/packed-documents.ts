/**
 * The properties of an index's documents as bytes: a cold user's index is restored from these in a tenth of the time that reading the
 * texts takes. They hold the documents' words and vectors: they are as confidential as these, and are deleted with any of them.
 */
import type { Documents } from './documents.ts';
import { livingSlots, picked, type JoinedRows, type RaggedRows } from './growable.ts';
import type { JoinedPostings } from './postings.ts';
import { sectionReader, sectionWriter, type JoinedTexts, type Parts, type SlicedWork } from './sections.ts';

/** The private state of `Documents`. */
export type Inside = {
  readonly dimensions: number;
  readonly arrivalsSoFar: number;
  readonly languages: Uint8Array;
};

/** Each document's name, as an index into the distinct names. */
export type Names = { readonly texts: readonly string[]; readonly numbers: Int32Array };

/** A column per property, an entry per document; nothing of removed documents. */
export type PackedDocuments = Inside & {
  readonly ids: JoinedTexts;
  readonly createTimes: Float64Array;
  readonly arrivals: Float64Array;
  readonly times: Float64Array;
  readonly turns: Float64Array;
  readonly cues: Uint8Array;
  readonly speakers: Names;
  readonly sessions: Names;
  readonly termTexts: readonly string[];
  readonly postings: JoinedPostings;
  readonly capitals: Int32Array;
  /** Each document's terms, coded as in `Documents.terms`. */
  readonly terms: JoinedRows;
  /** Each document's rows of the embedder's table, and the number of documents that have each. */
  readonly rows: JoinedRows;
  readonly rowCounts: readonly (readonly [row: number, count: number])[];
  readonly vectors: Uint8Array;
};

/** The number of documents read between two yields. */
const AT_ONCE = 1024;

/** Packs the documents, which must not change meanwhile, without terms that no document has any more. */
export function* packDocuments(documents: Documents, inside: Inside): SlicedWork<Parts> {
  const { dimensions, arrivalsSoFar, languages } = inside;
  const { alive, slots, postings, chains, participants, vectors } = documents;
  const living = livingSlots(alive, slots);
  const hasGaps = living.length < slots;
  const writer = sectionWriter();
  writer.numbers(Float64Array.of(dimensions, arrivalsSoFar));
  yield* writer.texts(living.length, (index) => documents.idOf(living[index] as number));
  for (const column of [documents.createTimes, documents.arrivals, documents.times]) {
    writer.numbers(picked(column, living));
    yield;
  }
  const turns = new Float64Array(living.length);
  for (let index = 0; index < turns.length; index++) turns[index] = chains.turn(living[index] as number);
  writer.numbers(turns);
  for (const column of [documents.cues, languages]) writer.numbers(picked(column, living));
  yield;
  yield* writeNames((slot) => participants.name(participants.speakers[slot] as number));
  yield* writeNames((slot) => chains.id(chains.session[slot] as number));

  const newTerms = new Int32Array(postings.termCount);
  const found = new Int32Array(newTerms.length);
  let kept = 0;
  for (let term = 0; term < newTerms.length; term++) {
    if (postings.frequency(term) === 0) continue;
    found[kept] = term;
    newTerms[term] = kept++;
  }
  const terms = found.slice(0, kept);
  yield* writer.texts(terms.length, (index) => postings.text(terms[index] as number));
  const newSlots = new Int32Array(slots);
  for (let index = 0; index < living.length; index++) newSlots[living[index] as number] = index;
  yield;
  const joined = yield* postings.joined(terms, hasGaps ? (slot) => newSlots[slot] as number : undefined);
  for (const column of [joined.bytes, joined.lengths, joined.frequencies, joined.lasts]) writer.numbers(column);
  writer.numbers(participants.capitalsOf(terms));
  yield;

  yield* writeRows(documents.terms, (code) => 2 * (newTerms[code >> 1] as number) + (code & 1));
  yield* writeRows(documents.rows);
  writer.numbers(Int32Array.from([...documents.rows.counts()].flat()));
  yield;
  const vectorParts: Uint8Array[] = [];
  for (let from = 0; from < living.length; from += AT_ONCE) {
    vectorParts.push(vectors.copyOut(living.subarray(from, from + AT_ONCE)));
    yield;
  }
  writer.run(vectorParts);
  return writer.parts();

  function* writeRows(rows: Pick<RaggedRows, 'joined'>, coded?: (value: number) => number): SlicedWork<void> {
    const parts: JoinedRows[] = [];
    for (let from = 0; from < living.length; from += AT_ONCE) {
      const part = rows.joined(living.subarray(from, from + AT_ONCE));
      const { values } = part;
      if (coded !== undefined) for (let at = 0; at < values.length; at++) values[at] = coded(values[at] as number);
      parts.push(part);
      yield;
    }
    writer.run(parts.map(({ values }) => bytesIn(values)));
    writer.run(parts.map(({ lengths }) => bytesIn(lengths)));
  }

  function* writeNames(nameOf: (slot: number) => string): SlicedWork<void> {
    const numbers = new Int32Array(living.length);
    const known = new Map<string, number>();
    for (let from = 0; from < living.length; from += AT_ONCE) {
      for (let index = from; index < Math.min(from + AT_ONCE, living.length); index++) {
        const name = nameOf(living[index] as number);
        const number = known.get(name) ?? known.size;
        known.set(name, number);
        numbers[index] = number;
      }
      yield;
    }
    const names = [...known.keys()];
    yield* writer.texts(names.length, (index) => names[index] as string);
    writer.numbers(numbers);
  }
}

function bytesIn({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Unpacks documents; the result refers to `bytes`. */
export function unpackDocuments(bytes: Uint8Array<ArrayBuffer>): PackedDocuments {
  const reader = sectionReader(bytes);
  const doubles = (): Float64Array => reader.numbers(Float64Array);
  const numbers = (): Int32Array => reader.numbers(Int32Array);
  const small = (): Uint8Array => reader.numbers(Uint8Array);
  const names = (): Names => ({ texts: reader.texts(), numbers: numbers() });
  const rows = (): JoinedRows => ({ values: numbers(), lengths: numbers() });
  const [dimensions = 0, arrivalsSoFar = 0] = doubles();
  // The sections are read in the order in which they were written.
  const [ids, createTimes, arrivals, times, turns] = [reader.joinedTexts(), doubles(), doubles(), doubles(), doubles()];
  const [cues, languages, speakers, sessions, termTexts] = [small(), small(), names(), names(), reader.texts()];
  const postings = { bytes: small(), lengths: numbers(), frequencies: numbers(), lasts: numbers() };
  const [capitals, terms, tableRows, pairs, vectors] = [numbers(), rows(), rows(), numbers(), small()];
  const rowCounts = Array.from({ length: pairs.length / 2 }, (_, index) => {
    return [pairs[2 * index] as number, pairs[2 * index + 1] as number] as const;
  });
  return {
    dimensions,
    arrivalsSoFar,
    ids,
    createTimes,
    arrivals,
    times,
    turns,
    cues,
    languages,
    speakers,
    sessions,
    termTexts,
    postings,
    capitals,
    terms,
    rows: tableRows,
    rowCounts,
    vectors,
  };
}
