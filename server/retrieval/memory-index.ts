/** The ranking index of one owner's memories, in memory. Pure and synchronous: the caller chooses the thread. */
import { calibratedSimilarity, topicNearness } from '../domain/calibrate.ts';
import type { Nearness } from '../domain/context/relevance.ts';
import { periodsIn } from '../domain/dates/periods.ts';
import type { StaticEncoder } from '../embedders/static/static-encoder.ts';
import { BEST_BLOCK, CONDITION_MARGIN } from '../policy/retrieval.ts';
import {
  COMPACT_BELOW_SHARE,
  COMPACT_FROM_SLOTS,
  SCORE_WEIGHTS,
  SIGNALS,
  type SignalWeights,
} from '../policy/score-weights.ts';
import type { SignalShare } from '../ports/stores.ts';
import { bestFirst } from './best-first.ts';
import { derivedColumns, type DerivedColumns } from './derived-columns.ts';
import type { IndexDocument, IndexHit, IndexQuery } from './document.ts';
import { kernelSpace } from '../kernel/kernel-memory.ts';
import { documents as documentColumns, type Documents } from './documents.ts';
import { areMemoriesNear } from '../domain/context/relevance.ts';
import { RELEVANCE } from '../policy/relevance.ts';
import { nearnessOf, type Ranked } from './nearness.ts';
import { queryTerms } from './query-terms.ts';
import { sharingRareWords } from './rare-words.ts';
import { vectors } from './vectors.ts';
import { bytesOf, inOneGo, sectionReader, sectionWriter, type Parts, type SlicedWork } from './sections.ts';
import { forgetScans, scanOf, wholeCosine, type ReadQuery, type Scan } from './scans.ts';
import { forgetScores, scoreDocuments, type Scored } from './score.ts';
import { forgetFirstName, forgetFirstNames } from './signals/speaker.ts';
import { MET, UNMET, filterCache, type FilterCache } from './filter-cache.ts';

export type { IndexDocument, IndexHit, IndexQuery } from './document.ts';

export interface MemoryIndex {
  /** The number of documents. */
  readonly count: number;
  /** Estimated bytes of memory. */
  readonly bytes: number;
  /** Adds documents; one with a known id replaces the earlier one. */
  put(documents: readonly IndexDocument[]): void;
  /** Removes documents; unknown ids are no error. */
  remove(ids: readonly string[]): void;
  has(id: string): boolean;
  /** Returns the best topK by score; ties by newest first. `upcoming` are waiting queries, which share the scan of this one. */
  search(query: IndexQuery, upcoming?: readonly IndexQuery[]): readonly IndexHit[];
  /** Returns the same, and how near the hits come to the query; undefined if there are none. */
  searchNear(query: IndexQuery): {
    readonly hits: readonly IndexHit[];
    readonly nearness: Nearness | undefined;
    /** Returns the cosine of each hit's vector with the sum of the first `count` hits' vectors; valid until the index changes. */
    likenessToFirst(count: number): ArrayLike<number>;
  };
  /** Returns the other documents that share rare words with this one, the nearest first (rare-words.ts); none for an unknown id. */
  sharingRareWords(id: string): readonly string[];
  /** Returns the documents before and after this one in its session; none for an unknown id. */
  neighboursOf(id: string): { readonly before: string | undefined; readonly after: string | undefined };
  /** Returns the documents' properties as bytes, for `restore` of this version alone. */
  packed(): Uint8Array;
  /** Packs in slices, between which the index may be searched; ends with undefined if it has changed or was released. */
  packing(): SlicedWork<Parts | undefined>;
  /** Restores a pack into an empty index. */
  restore(packed: Uint8Array<ArrayBuffer>): void;
  /** Frees its memory at once, without waiting for the garbage collector; the index must not be used after. */
  release(): void;
}

export type IndexOptions = {
  /** The embedder of the documents' vectors, if it is not the built-in one. */
  readonly embedderName?: string | undefined;
  readonly newVectors?: typeof vectors;
  readonly weights?: SignalWeights;
};

const NONE: ReadonlySet<number> = new Set();

/** Makes an empty index; `encoder` must be the one that made the documents' vectors unless queries bring their own. */
export function memoryIndex(encoder: StaticEncoder, options: IndexOptions = {}): MemoryIndex {
  const { embedderName = encoder.identity.name, newVectors = vectors, weights = SCORE_WEIGHTS } = options;
  const documents = documentColumns(encoder, newVectors);
  const derived = derivedColumns(documents);
  const remembered = filterCache();

  let changes = 0;
  /** Must be called when the documents change. */
  function forget(): void {
    changes += 1;
    forgetScans(documents);
    forgetScores(documents);
  }

  const rank = (query: IndexQuery, upcoming: readonly IndexQuery[]): Ranked | undefined =>
    ranked({ encoder, documents, derived, remembered, embedderName, weights }, query, upcoming);

  function* pack(): SlicedWork<Parts> {
    const writer = sectionWriter();
    writer.run(yield* documents.packing());
    writer.run(yield* derived.packing());
    return writer.parts();
  }

  return {
    get count() {
      return documents.count;
    },
    get bytes() {
      return documents.bytes + derived.bytes + remembered.bytes;
    },
    has: (id) => documents.slotOf(id) !== undefined,

    put(list) {
      if (list.length > 0) forget();
      for (const document of list) {
        const known = documents.slotOf(document.id);
        if (known !== undefined) derived.leaving(known);
        const slot = documents.put(document);
        remembered.forget(slot);
        forgetFirstName(documents, slot);
        derived.entered(slot);
      }
      derived.settle();
    },

    remove(ids) {
      if (ids.length === 0) return;
      forget();
      for (const id of ids) {
        const slot = documents.slotOf(id);
        if (slot === undefined) continue;
        derived.leaving(slot);
        documents.remove(slot);
        forgetFirstName(documents, slot);
      }
      const emptied = documents.slots > COMPACT_FROM_SLOTS && documents.count < COMPACT_BELOW_SHARE * documents.slots;
      if (!emptied) return derived.settle();
      documents.compact();
      remembered.clear();
      forgetFirstNames(documents);
      derived.rebuild();
    },

    search: (query, upcoming = []) =>
      query.nearOnly === true ? nearHits(rank, query, upcoming) : (rank(query, upcoming)?.hits ?? []),

    searchNear: (query) => nearestOf(documents, rank(query, [])),

    sharingRareWords(id) {
      const slot = documents.slotOf(id);
      return slot === undefined ? [] : sharingRareWords(documents, slot).map(documents.idOf);
    },

    neighboursOf: (id) => neighboursOf(documents, id),

    packed: () => bytesOf(inOneGo(pack())),
    *packing() {
      const startedAt = changes;
      return yield* whileTrue(() => changes === startedAt, pack());
    },
    restore(packed) {
      const reader = sectionReader(packed);
      documents.restore(reader.numbers(Uint8Array));
      derived.restore(reader.numbers(Uint8Array));
    },
    release() {
      forget();
      documents.release();
    },
  };
}

function neighboursOf({ chains, slotOf, idOf }: Documents, id: string): ReturnType<MemoryIndex['neighboursOf']> {
  const slot = slotOf(id);
  const idAt = (at: number | undefined): string | undefined => (at === undefined || at < 0 ? undefined : idOf(at));
  if (slot === undefined) return { before: undefined, after: undefined };
  return { before: idAt(chains.before[slot]), after: idAt(chains.after[slot]) };
}

/** Runs the slices while the condition holds; returns undefined once it does not. */
function* whileTrue<T>(holds: () => boolean, slices: SlicedWork<T>): SlicedWork<T | undefined> {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
    yield;
    if (!holds()) return undefined;
  }
}

function nearestOf({ vectors: stored }: Documents, found: Ranked | undefined): ReturnType<MemoryIndex['searchNear']> {
  if (found === undefined) return { hits: [], nearness: undefined, likenessToFirst: () => [] };
  const { hits, slots } = found;
  return { hits, nearness: nearnessOf(found), likenessToFirst: (count) => stored.likeness(slots, count) };
}

/** Returns the hits, or none if none comes near; nearness is measured on as many hits as its measures were learnt on. */
function nearHits(
  rank: (query: IndexQuery, upcoming: readonly IndexQuery[]) => Ranked | undefined,
  query: IndexQuery,
  upcoming: readonly IndexQuery[],
): readonly IndexHit[] {
  const found = rank({ ...query, topK: Math.max(query.topK, RELEVANCE.among) }, upcoming);
  if (found === undefined || !areMemoriesNear(query.text, nearnessOf(found))) return [];
  return found.hits.slice(0, query.topK);
}

/** The parts of an index that a search reads. */
type Searched = Required<Pick<IndexOptions, 'embedderName' | 'weights'>> & {
  readonly encoder: StaticEncoder;
  readonly documents: Documents;
  readonly derived: DerivedColumns;
  readonly remembered: FilterCache;
};

/** Returns undefined if the index is empty or nothing is asked for. */
function ranked(searched: Searched, query: IndexQuery, upcoming: readonly IndexQuery[]): Ranked | undefined {
  const { documents, derived, weights, embedderName } = searched;
  if (documents.count === 0 || query.topK === 0) return undefined;
  const read = (one: IndexQuery): ReadQuery => readQuery(searched, one);
  const scan = scanOf(documents, [query, ...upcoming], read, documents.vectors, documents.slots);
  const { terms, cosines } = scan;
  const periods = periodsIn({ text: query.text, ...terms, nowMs: query.nowMs }, documents);
  const isReadOnly = query.raised === undefined;
  const scored = scoreDocuments(documents, derived, { scan, periods, weights, isReadOnly });
  const { slots, alive } = documents;
  const least = query.minSimilarity ?? 0;
  const similarityOf = (slot: number): number => calibratedSimilarity(embedderName, cosineOf(cosines, slot));
  const accepted = acceptance(searched, query);
  const isNear = nearEnough(scan, similarityOf, least);
  const counts = (slot: number): boolean => alive[slot] === 1 && accepted.mayBe(slot) && isNear(slot);
  const hits: IndexHit[] = [];
  const found: number[] = [];
  const raised = raise(documents, scored, query);
  const firstBatch = query.accepts === undefined ? query.topK : CONDITION_MARGIN * query.topK;
  for (const slot of bestFirst(slots, counts, scored, isBetter(documents, scored.scores), firstBatch)) {
    if (!accepted.is(slot)) continue;
    found.push(slot);
    const id = documents.idOf(slot);
    const times = raised.has(slot) ? (query.raised?.times ?? 1) : 1;
    const shares = query.explain ? explained(scored, slot, weights, times) : [];
    hits.push({ id, score: scored.scores[slot] as number, similarity: similarityOf(slot), signals: shares });
    if (hits.length === query.topK) break;
  }
  const nearnessToTopic = (slot: number): number => topicNearness(embedderName, cosineOf(cosines, slot));
  return { hits, slots: found, scored, topicNearness: nearnessToTopic, terms, count: documents.count };
}

function readQuery({ encoder, documents }: Searched, { text, vector }: IndexQuery): ReadQuery {
  const terms = queryTerms(text, documents);
  if (vector !== undefined) return { terms, vector };
  const context = {
    count: documents.count,
    frequency: documents.rows.of,
    leaveOut: terms.namedWords,
    asksForAdvice: terms.asksForAdvice,
    mainLanguage: documents.mainLanguage,
  };
  return { terms, vector: encoder.embedQuery(text, context) };
}

function isBetter({ createTimes, arrivals }: Documents, scores: Float32Array) {
  return (left: number, right: number): boolean => {
    const difference = (scores[left] as number) - (scores[right] as number);
    if (difference !== 0) return difference > 0;
    const newer = (createTimes[left] as number) - (createTimes[right] as number);
    return newer !== 0 ? newer > 0 : (arrivals[left] as number) > (arrivals[right] as number);
  };
}

/** Raises scores, and the maxima of their blocks; returns the slots whose scores were raised. */
function raise(documents: Documents, { scores, maxima, settle }: Scored, { raised }: IndexQuery): ReadonlySet<number> {
  if (raised === undefined) return NONE;
  const slots = new Set<number>();
  const found = Array.from(raised.ids, (id) => documents.slotOf(id)).filter((slot) => slot !== undefined);
  // Scores that are settled later would have to be raised, too.
  settle(found);
  for (const slot of found) {
    const score = scores[slot] as number;
    if (score <= 0) continue;
    slots.add(slot);
    scores[slot] = score * raised.times;
    const block = Math.trunc(slot / BEST_BLOCK);
    maxima[block] = Math.max(maxima[block] as number, scores[slot]);
  }
  return slots;
}

/** Returns a test of whether a slot passes, and one that only uses known answers. */
function acceptance({ documents, remembered }: Searched, { accepts, acceptsBy, acceptsNow }: IndexQuery) {
  const known = acceptsBy === undefined ? undefined : remembered.of(acceptsBy, documents.slots);
  const isMet = (slot: number): boolean => {
    if (accepts === undefined || known?.[slot] === MET) return true;
    const is = accepts(documents.idOf(slot));
    if (known !== undefined) known[slot] = is ? MET : UNMET;
    return is;
  };
  return {
    mayBe: (slot: number): boolean => known?.[slot] !== UNMET,
    is: (slot: number): boolean => isMet(slot) && (acceptsNow === undefined || acceptsNow(documents.idOf(slot))),
  };
}

/**
 * Returns a test of whether a slot has the least similarity. Similarity never falls as the cosine rises, so it is computed only between
 * the highest cosine that was too low and the lowest that was not, with a margin for the error of coarse cosines.
 */
function nearEnough(scan: Scan, similarityOf: (slot: number) => number, least: number) {
  if (least === 0) return () => true;
  const { cosines, errorBound } = scan;
  let [tooLow, enough] = [-Infinity, Infinity];
  return (slot: number): boolean => {
    const coarse = cosineOf(cosines, slot);
    if (coarse - errorBound >= enough) return true;
    if (coarse + errorBound <= tooLow) return false;
    const cosine = wholeCosine(scan, slot);
    const isNear = similarityOf(slot) >= least;
    if (isNear) enough = Math.min(enough, cosine);
    else tooLow = Math.max(tooLow, cosine);
    return isNear;
  };
}

function cosineOf(cosines: number, slot: number): number {
  const { floats } = kernelSpace();
  return floats[cosines / floats.BYTES_PER_ELEMENT + slot] as number;
}

function explained(scored: Scored, slot: number, weights: SignalWeights, times: number): readonly SignalShare[] {
  return SIGNALS.map((signal) => {
    const value = scored.value(signal, slot);
    return { signal, value, share: weights[signal] * value * times };
  });
}
