/**
 * What an index has read of its documents, as bytes: a cold user's index comes from these in a tenth of the time that reading
 * the texts takes. Holds the documents' words and vectors: it is as confidential as they are, and goes when one of them does.
 */
import { sectionReader, sectionWriter } from './sections.ts';

/** A column per property, a place per document; nothing of documents that are gone. */
export type DocumentColumns = {
  readonly dimensions: number;
  readonly arrivalsSoFar: number;
  readonly ids: readonly string[];
  readonly createTimes: Float64Array;
  readonly arrivals: Float64Array;
  readonly times: Float64Array;
  readonly turns: Float64Array;
  readonly cues: Uint8Array;
  readonly languages: Uint8Array;
  readonly speakers: readonly string[];
  readonly sessions: readonly string[];
  /** Each document's terms, coded as in `Documents.terms`. */
  readonly terms: readonly Int32Array[];
  /** Each document's rows of the embedder's table. */
  readonly rows: readonly Int32Array[];
  readonly rowCounts: ReadonlyMap<number, number>;
  readonly vectors: Uint8Array;
};

/** `termText` says a term by its number. */
export function packDocuments(columns: DocumentColumns, termText: (term: number) => string): Uint8Array {
  const writer = sectionWriter();
  const { ids, terms, rows, rowCounts } = columns;
  writer.numbers(Float64Array.of(columns.dimensions, columns.arrivalsSoFar));
  writer.texts(ids);
  for (const column of [columns.createTimes, columns.arrivals, columns.times, columns.turns]) writer.numbers(column);
  for (const column of [columns.cues, columns.languages]) writer.numbers(column);
  for (const texts of [columns.speakers, columns.sessions]) {
    const numbers = new Map([...new Set(texts)].map((text, number) => [text, number]));
    writer.texts([...numbers.keys()]);
    writer.numbers(Int32Array.from(texts, (text) => numbers.get(text) as number));
  }
  const places = new Map<number, number>();
  const coded = joined(terms).map((code) => {
    const term = code >> 1;
    let place = places.get(term);
    if (place === undefined) places.set(term, (place = places.size));
    return 2 * place + (code & 1);
  });
  writer.texts(Array.from(places.keys(), termText));
  writer.numbers(coded);
  writer.numbers(Int32Array.from(terms, (list) => list.length));
  writer.numbers(joined(rows));
  writer.numbers(Int32Array.from(rows, (list) => list.length));
  writer.numbers(Int32Array.from([...rowCounts].flat()));
  writer.numbers(columns.vectors);
  return writer.bytes();
}

/** `termNumber` numbers a term, newly if need be. The result looks into `bytes`, which is changed. */
export function unpackDocuments(bytes: Uint8Array<ArrayBuffer>, termNumber: (term: string) => number): DocumentColumns {
  const reader = sectionReader(bytes);
  const [dimensions = 0, arrivalsSoFar = 0] = reader.numbers(Float64Array);
  const ids = reader.texts();
  const [createTimes, arrivals, times, turns] = [1, 2, 3, 4].map(() => reader.numbers(Float64Array)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [cues, languages] = [reader.numbers(Uint8Array), reader.numbers(Uint8Array)];
  const named = (): string[] => {
    const texts = reader.texts();
    return Array.from(reader.numbers(Int32Array), (number) => texts[number] as string);
  };
  const [speakers, sessions] = [named(), named()];
  const numbers = Int32Array.from(reader.texts(), termNumber);
  const coded = reader.numbers(Int32Array);
  for (let at = 0; at < coded.length; at++) {
    const code = coded[at] as number;
    coded[at] = 2 * (numbers[code >> 1] as number) + (code & 1);
  }
  const terms = cut(coded, reader.numbers(Int32Array));
  const rows = cut(reader.numbers(Int32Array), reader.numbers(Int32Array));
  const pairs = reader.numbers(Int32Array);
  const rowCounts = new Map<number, number>();
  for (let at = 0; at < pairs.length; at += 2) rowCounts.set(pairs[at] as number, pairs[at + 1] as number);
  const vectors = reader.numbers(Uint8Array);
  return {
    ...{ dimensions, arrivalsSoFar, ids, createTimes, arrivals, times, turns, cues, languages, speakers, sessions },
    ...{ terms, rows, rowCounts, vectors },
  };
}

function joined(lists: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function cut(all: Int32Array, lengths: Int32Array): Int32Array[] {
  let at = 0;
  return Array.from(lengths, (length) => all.subarray(at, (at += length)));
}
