/**
 * What an index has read of its documents, as bytes: a cold user's index comes from these in a tenth of the time that reading
 * the texts takes. Holds the documents' words and vectors: it is as confidential as they are, and goes when one of them does.
 */
import type { Documents } from './documents.ts';
import type { JoinedRows } from './growable.ts';
import type { JoinedPostings } from './postings.ts';
import { sectionReader, sectionWriter, type JoinedTexts } from './sections.ts';

/** What is not seen of documents from without. */
export type Inside = {
  readonly dimensions: number;
  readonly arrivalsSoFar: number;
  readonly languages: Uint8Array;
};

/** Each document's name, by its number among the names that there are. */
export type Names = { readonly texts: readonly string[]; readonly numbers: Int32Array };

/** A column per property, a place per document; nothing of documents that are gone. */
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
  /** Each document's rows of the embedder's table, and how many documents have each. */
  readonly rows: JoinedRows;
  readonly rowCounts: readonly (readonly [row: number, count: number])[];
  readonly vectors: Uint8Array;
};

/** Terms that no document has any more are left out. */
export function packDocuments(documents: Documents, { dimensions, arrivalsSoFar, languages }: Inside): Uint8Array {
  const { alive, slots, postings, chains, participants, vectors } = documents;
  const living = new Int32Array(slots).map((_, slot) => slot).filter((slot) => alive[slot] === 1);
  const of = <T extends Float64Array | Uint8Array>(column: T): T =>
    (living.length === slots ? column.slice(0, slots) : column.slice(0, slots).filter((_, slot) => alive[slot])) as T;
  const termNumbers: number[] = [];
  const places = new Int32Array(postings.termCount);
  for (let term = 0; term < places.length; term++) {
    if (postings.frequency(term) > 0) places[term] = termNumbers.push(term) - 1;
  }
  const kept = Int32Array.from(termNumbers);

  const writer = sectionWriter();
  writer.numbers(Float64Array.of(dimensions, arrivalsSoFar));
  writer.texts(Array.from(living, (slot) => documents.idOf(slot)));
  for (const column of [documents.createTimes, documents.arrivals, documents.times]) writer.numbers(of(column));
  writer.numbers(Float64Array.from(living, chains.turn));
  for (const column of [documents.cues, languages]) writer.numbers(of(column));
  writeNames(Array.from(living, (slot) => participants.name(participants.speakers[slot] as number)));
  writeNames(Array.from(living, (slot) => chains.id(chains.session[slot] as number)));

  writer.texts(termNumbers.map(postings.text));
  const newSlots = new Int32Array(slots);
  for (const [place, slot] of living.entries()) newSlots[slot] = place;
  const newSlot = living.length === slots ? undefined : (slot: number): number => newSlots[slot] as number;
  const { bytes, lengths, frequencies, lasts } = postings.joined(kept, newSlot);
  for (const column of [bytes, lengths, frequencies, lasts]) writer.numbers(column);
  writer.numbers(participants.capitalsOf(kept));

  const terms = documents.terms.joined(living);
  writeRows({ ...terms, values: terms.values.map((code) => 2 * (places[code >> 1] as number) + (code & 1)) });
  writeRows(documents.rows.joined(living));
  writer.numbers(Int32Array.from([...documents.rows.counts()].flat()));
  const vectorBytes = new Uint8Array(living.length * vectors.rowBytes);
  for (const [place, slot] of living.entries()) vectors.copyOut(slot, vectorBytes, place * vectors.rowBytes);
  writer.numbers(vectorBytes);
  return writer.bytes();

  function writeRows(rows: JoinedRows): void {
    writer.numbers(rows.values);
    writer.numbers(rows.lengths);
  }

  function writeNames(texts: readonly string[]): void {
    const numbers = new Map([...new Set(texts)].map((text, number) => [text, number]));
    writer.texts([...numbers.keys()]);
    writer.numbers(Int32Array.from(texts, (text) => numbers.get(text) as number));
  }
}

/** The result looks into `bytes`. */
export function unpackDocuments(bytes: Uint8Array<ArrayBuffer>): PackedDocuments {
  const reader = sectionReader(bytes);
  const doubles = (): Float64Array => reader.numbers(Float64Array);
  const numbers = (): Int32Array => reader.numbers(Int32Array);
  const small = (): Uint8Array => reader.numbers(Uint8Array);
  const names = (): Names => ({ texts: reader.texts(), numbers: numbers() });
  const rows = (): JoinedRows => ({ values: numbers(), lengths: numbers() });
  const [dimensions = 0, arrivalsSoFar = 0] = doubles();
  // In the order they were written.
  const [ids, createTimes, arrivals, times, turns] = [reader.joinedTexts(), doubles(), doubles(), doubles(), doubles()];
  const [cues, languages, speakers, sessions, termTexts] = [small(), small(), names(), names(), reader.texts()];
  const postings = { bytes: small(), lengths: numbers(), frequencies: numbers(), lasts: numbers() };
  const [capitals, terms, tableRows, pairs, vectors] = [numbers(), rows(), rows(), numbers(), small()];
  const rowCounts = Array.from({ length: pairs.length / 2 }, (_, place) => {
    return [pairs[2 * place] as number, pairs[2 * place + 1] as number] as const;
  });
  return {
    ...{ dimensions, arrivalsSoFar, ids, createTimes, arrivals, times, turns, cues, languages, speakers, sessions },
    ...{ termTexts, postings, capitals, terms, rows: tableRows, rowCounts, vectors },
  };
}
