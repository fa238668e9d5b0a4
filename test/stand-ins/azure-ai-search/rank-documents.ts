/** Ranks documents as the service does: by words (BM25), by vectors (cosine), or by both (reciprocal rank fusion). */
import type { StoredDocument } from './filter-documents.ts';
import type { Field } from './index-definition.ts';

export type Ranked = { readonly document: StoredDocument; readonly score: number };

/** Lucene's parameters, which are the service's defaults. */
const BM25 = { k1: 1.2, b: 0.75 };
/** The constant of reciprocal rank fusion, in which the first rank is 0. */
const RANK_CONSTANT = 60;

/** Returns the words by which a field is found. */
function analyzed(text: string, analyzer: string | null | undefined): readonly string[] {
  if (analyzer === 'whitespace') return text.split(/\s+/).filter((word) => word !== '');
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) as readonly string[];
}

const read = new WeakMap<StoredDocument, Map<string, ReadonlyMap<string, number>>>();

/** Returns how often a field of a document has each word. */
function wordsOf(document: StoredDocument, field: Field): ReadonlyMap<string, number> {
  const known = read.get(document) ?? new Map<string, ReadonlyMap<string, number>>();
  read.set(document, known);
  const counted = known.get(field.name);
  if (counted !== undefined) return counted;
  const counts = new Map<string, number>();
  for (const word of analyzed(textOf(document, field), field.analyzer)) counts.set(word, (counts.get(word) ?? 0) + 1);
  known.set(field.name, counts);
  return counts;
}

const lengthOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, one) => sum + one, 0);

function textOf(document: StoredDocument, { name }: Field): string {
  const value = document[name];
  return Array.isArray(value) ? value.join(' ') : ((value as string | null) ?? '');
}

/** Returns the documents that have any of the words, best first. Statistics cover all documents of the index. */
export function byWords(
  search: string,
  documents: readonly StoredDocument[],
  fields: readonly Field[],
  passes: (document: StoredDocument) => boolean,
): readonly Ranked[] {
  const scores = new Map<StoredDocument, number>();
  for (const field of fields) {
    const words = documents.map((document) => wordsOf(document, field));
    const lengths = words.map(lengthOf);
    const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
    for (const word of new Set(analyzed(search, field.analyzer))) {
      const having = words.filter((counts) => counts.has(word)).length;
      const idf = Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
      for (const [index, counts] of words.entries()) {
        const count = counts.get(word);
        if (count === undefined) continue;
        const norm = BM25.k1 * (1 - BM25.b + (BM25.b * (lengths[index] as number)) / average);
        const document = documents[index] as StoredDocument;
        scores.set(document, (scores.get(document) ?? 0) + (idf * count * (BM25.k1 + 1)) / (count + norm));
      }
    }
  }
  const found = [...scores].filter(([document]) => passes(document));
  return found.map(([document, score]) => ({ document, score: Math.fround(score) })).toSorted(byScore);
}

/** Returns the k nearest documents. The score is 1 / (1 + (1 - cosine)). */
export function byVector(
  vector: readonly number[],
  documents: readonly StoredDocument[],
  field: Field,
  k: number,
): readonly Ranked[] {
  const ranked: Ranked[] = [];
  for (const document of documents) {
    const stored = document[field.name];
    if (!(stored instanceof Float32Array) || stored.length === 0) continue;
    ranked.push({ document, score: Math.fround(1 / (2 - cosine(vector, stored))) });
  }
  return ranked.toSorted(byScore).slice(0, k);
}

function cosine(one: readonly number[], other: Float32Array): number {
  let [dot, ones, others] = [0, 0, 0];
  for (let index = 0; index < other.length; index += 1) {
    const mine = one[index] as number;
    const theirs = other[index] as number;
    dot += mine * theirs;
    ones += mine * mine;
    others += theirs * theirs;
  }
  return ones === 0 || others === 0 ? 0 : dot / Math.sqrt(ones * others);
}

function byScore(one: Ranked, other: Ranked): number {
  return other.score - one.score;
}

/** Combines several rankings. */
export function fused(rankings: readonly (readonly Ranked[])[]): readonly Ranked[] {
  const scores = new Map<StoredDocument, number>();
  for (const ranking of rankings) {
    for (const [rank, { document }] of ranking.entries()) {
      scores.set(document, (scores.get(document) ?? 0) + 1 / (RANK_CONSTANT + rank));
    }
  }
  return [...scores].map(([document, score]) => ({ document, score: Math.fround(score) })).toSorted(byScore);
}
