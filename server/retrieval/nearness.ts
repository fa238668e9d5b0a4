/** Measures of a search beside its hits, from which callers decide whether anything is near at all. */
import type { Nearness } from '../domain/context/relevance.ts';
import { RELEVANCE } from '../policy/relevance.ts';
import { SCORE_WEIGHTS } from '../policy/score-weights.ts';
import type { IndexHit } from './document.ts';
import type { QueryTerms } from './query-terms.ts';
import type { Scored } from './score.ts';

/** Signals that depend on the question's form, not on what it is about. */
const OF_FORM = ['speaker', 'when', 'where', 'title', 'limit'] as const;

export type Ranked = {
  readonly hits: readonly IndexHit[];
  /** The slots of the hits; valid until the next search, as `scored` is. */
  readonly slots: readonly number[];
  readonly scored: Pick<Scored, 'value' | 'scoreAlone'>;
  /** Returns how near a slot is to the query's topic (domain/calibrate.ts); valid as long as `slots` is. */
  readonly topicNearness: (slot: number) => number;
  readonly terms: QueryTerms;
  /** The number of documents in the index. */
  readonly count: number;
};

/** Returns the measures; undefined if there are no hits. */
export function nearnessOf({ hits, slots, scored, topicNearness, terms, count }: Ranked): Nearness | undefined {
  if (hits.length === 0) return undefined;
  // Notes were added together without a conversation: each is near by itself alone.
  const first = slots[0]!;
  let [score, bestSimilarity, bestCoverage, both, phrase] = [0, 0, 0, 0, 0];
  for (const slot of slots.slice(0, RELEVANCE.first)) {
    const similarity = topicNearness(slot);
    const covered = scored.value('coverage', slot);
    score = Math.max(score, plainScore(scored, slot));
    bestSimilarity = Math.max(bestSimilarity, similarity);
    bestCoverage = Math.max(bestCoverage, covered);
    both = Math.max(both, similarity * covered);
    phrase = Math.max(phrase, scored.value('phrase', slot));
  }
  return {
    lead: scored.scoreAlone(first) - mean(slots.slice(0, RELEVANCE.among).map((slot) => scored.scoreAlone(slot))),
    score,
    similarity: topicNearness(first),
    bestSimilarity,
    meanSimilarity: mean(slots.slice(0, RELEVANCE.averaged).map(topicNearness)),
    coverage: scored.value('coverage', first),
    bestCoverage,
    both,
    phrase,
    date: scored.value('date', first),
    words: terms.topicTerms.length,
    isNamed: terms.named.size > 0,
    asksForAdvice: terms.asksForAdvice,
    count,
  };
}

function plainScore(scored: Ranked['scored'], slot: number): number {
  return OF_FORM.reduce(
    (sum, signal) => sum - SCORE_WEIGHTS[signal] * scored.value(signal, slot),
    scored.scoreAlone(slot),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
