/**
 * Estimates how relevant memories are to a question: a logistic regression over what the search measured and what the question's
 * words tell. No single measure suffices: a question about the world resembles some old turn as much as many a question that an old
 * turn answered.
 */
import { RELEVANCE, RELEVANCE_MEASURES, type RelevanceMeasure } from '../../policy/relevance.ts';
import { MEMORY_WEIGHTS } from '../../policy/memory-relevance-weights.ts';
import { FACT_WEIGHTS, RECALL_WEIGHTS, type RelevanceWeights } from '../../policy/relevance-weights.ts';
import { memoryQuestionForm, questionForm, type Embed } from './question-form.ts';
import { questionWords, type QuestionWords } from './question-words.ts';
import type { Relevance } from './materials.ts';

/** The measures of a search, besides its hits. */
export type Nearness = {
  /** The best score without what depends on the question's form, less the mean of the first RELEVANCE.among. */
  readonly lead: number;
  /** The best score without what depends on the question's form: named people, "when", "where". */
  readonly score: number;
  /** The calibrated similarity of the first hit, 0 to 1. */
  readonly similarity: number;
  /** The best similarity of the first RELEVANCE.first hits. */
  readonly bestSimilarity: number;
  /** The mean similarity of the first five hits. */
  readonly meanSimilarity: number;
  /** The share of the question's words, weighted by idf, that a hit has: the first hit, and the best of the first RELEVANCE.first. */
  readonly coverage: number;
  readonly bestCoverage: number;
  /** Similarity times coverage, the best of the first RELEVANCE.first hits. */
  readonly both: number;
  /** Pairs of adjacent words of the question that are also adjacent in a hit, the best of the first RELEVANCE.first. */
  readonly phrase: number;
  /** The nearness of the first hit to a date that the question asks for. */
  readonly date: number;
  /** The number of words of the question that are not stop words. */
  readonly words: number;
  /** True if the question names the person whose memories these are about. */
  readonly isNamed: boolean;
  /** True if it asks for advice, rather than for what somebody said or did. */
  readonly asksForAdvice: boolean;
  /** The number of memories in the index. */
  readonly count: number;
};

/** The features of the question itself: its words, and its form. */
export type ReadQuestion = QuestionWords & {
  /** The log odds that it is about something said earlier. */
  readonly form: number;
  readonly use: RecallUse;
};

/** Recall is for prompts, or else for tails and searches of long-term memories. policy/relevance.ts says why these differ. */
export type RecallUse = 'PROMPT' | 'TAIL';
const USES = {
  PROMPT: { weights: RECALL_WEIGHTS, thresholds: RELEVANCE.recall },
  TAIL: { weights: MEMORY_WEIGHTS, thresholds: RELEVANCE.tail },
} as const;

export type QuestionReader = (question: string, use?: RecallUse) => ReadQuestion;

/** `embed` must be the built-in embedder, with which the weights were learnt. */
export function questionReader(embed: Embed): QuestionReader {
  const formOf = { PROMPT: questionForm(embed), TAIL: memoryQuestionForm };
  /** The last question that was read: a prompt looks up turns and facts for the same question. */
  let last: { readonly question: string; readonly read: ReadQuestion } | undefined;
  return (question, use = 'PROMPT') => {
    if (last?.question !== question || last.read.use !== use)
      last = { question, read: { form: formOf[use](question), use, ...questionWords(question) } };
    return last.read;
  };
}

/**
 * Returns how relevant the recalled turns are: not at all if nothing was found. A user who asks about themselves gets at least a
 * little: turns in another language, or among few others, score low however relevant they are. When a session begins, only the past
 * can answer: less relevant turns then count as a glance.
 */
export function recallRelevance(
  question: ReadQuestion,
  nearness: Nearness | undefined,
  isNewSession = false,
): Relevance {
  if (nearness === undefined) return 'NOTHING';
  const chance = recallChance(question, nearness);
  const { asksOfSelf, looksBack, tells } = question;
  // Without a word to look for ("what do you know about me?"), whatever was found resembles the question by chance.
  if (nearness.words === 0 && !looksBack) return 'NOTHING';
  const { opening, little, littleStatement, all, allOpening, allStatement } = USES[question.use].thresholds;
  if (tells) {
    if (chance < littleStatement) return 'NOTHING';
    return chance < allStatement ? 'LITTLE' : 'ALL';
  }
  if (chance < little && asksOfSelf) return 'LITTLE';
  if (chance < little) return isNewSession && chance >= opening ? 'GLANCE' : 'NOTHING';
  return chance < (isNewSession ? allOpening : all) ? 'LITTLE' : 'ALL';
}

/**
 * Lowers the relevance of what was found if that many of the turns that the prompt shows anyway are nearer to the question: within a
 * chat most turns continue what was just said, and resemble turns of other sessions only by chance. A user who refers to the past may
 * mean turns that the prompt does not show.
 */
export function relevanceBesideShown(question: ReadQuestion, relevance: Relevance, nearerShown: number): Relevance {
  if (relevance === 'NOTHING' || nearerShown >= RELEVANCE.nearerShown.nothing) return 'NOTHING';
  if (nearerShown < RELEVANCE.nearerShown.less) return relevance;
  return relevance === 'ALL' || question.looksBack ? 'LITTLE' : 'NOTHING';
}

/** Returns the probability that the recalled turns answer the question, 0 to 1, on which recallRelevance is based. */
export function recallChance(question: ReadQuestion, nearness: Nearness | undefined): number {
  return nearness === undefined ? 0 : probability(USES[question.use].weights, question, nearness);
}

/** Tells whether the long-term memories found are relevant to the question. */
export function areMemoriesNear(text: string, nearness: Nearness | undefined): boolean {
  const question: ReadQuestion = { form: memoryQuestionForm(text), use: 'TAIL', ...questionWords(text) };
  return recallRelevance(question, nearness) !== 'NOTHING' || areKeywordsMet(question, nearness);
}

/**
 * Tells whether a search of keywords (`staging port`) found what they name. Keywords are not worded as a question, which weighs most
 * in the regression; so the first memory must contain one of them and be similar enough. This applies to searches alone: in a
 * conversation, a few words are an answer or a nod.
 */
function areKeywordsMet({ asks, orders, isCourtesy, goesOn }: ReadQuestion, nearness: Nearness | undefined): boolean {
  if (nearness === undefined || asks || orders || isCourtesy || goesOn) return false;
  const { words, coverage, similarity } = nearness;
  const { most, similarity: least } = RELEVANCE.keywords;
  return words <= most && coverage > 0 && similarity >= least;
}

/** Tells whether the facts found are relevant to the question: with which probability they must be is up to the caller. */
export function areFactsNear(
  question: ReadQuestion,
  nearness: Nearness | undefined,
  leastChance: number = RELEVANCE.facts,
): boolean {
  return nearness !== undefined && probability(FACT_WEIGHTS, question, nearness) >= leastChance;
}

/** Returns the probability that what was found answers the question, 0 to 1, assuming that half of all questions have such an answer. */
function probability(weights: RelevanceWeights, question: ReadQuestion, nearness: Nearness): number {
  const measures = relevanceMeasures(question, nearness);
  let sum = weights.bias;
  for (const measure of RELEVANCE_MEASURES) sum += weights[measure] * measures[measure];
  return 1 / (1 + Math.exp(-sum));
}

/** Returns the inputs of the regression. */
export function relevanceMeasures(
  question: ReadQuestion,
  nearness: Nearness,
): Readonly<Record<RelevanceMeasure, number>> {
  const { words, isNamed, asksForAdvice, count } = nearness;
  const { isOfSelf, asksOfSelf, looksBack, asksForHelp, orders, asks, tells, isCourtesy, goesOn, form } = question;
  // Spelled out: after a spread, V8 takes as long for each further property as for all of these together.
  return {
    lead: nearness.lead,
    score: nearness.score,
    similarity: nearness.similarity,
    bestSimilarity: nearness.bestSimilarity,
    meanSimilarity: nearness.meanSimilarity,
    coverage: nearness.coverage,
    bestCoverage: nearness.bestCoverage,
    both: nearness.both,
    phrase: nearness.phrase,
    date: nearness.date,
    named: Number(isNamed),
    words: Math.min(words, RELEVANCE.words) / RELEVANCE.words,
    thin: Math.max(0, RELEVANCE.thin - Math.max(words, 1)) / (RELEVANCE.thin - 1),
    few: RELEVANCE.few / (count + RELEVANCE.few),
    ofSelf: Number(isOfSelf),
    asksOfSelf: Number(asksOfSelf),
    looksBack: Number(looksBack),
    help: Number(asksForHelp),
    advice: Number(asksForAdvice),
    orders: Number(orders),
    asks: Number(asks),
    tells: Number(tells),
    courtesy: Number(isCourtesy),
    goesOn: Number(goesOn),
    impersonal: Number(asks && !isNamed && !isOfSelf && !asksOfSelf && !looksBack),
    form,
  };
}
