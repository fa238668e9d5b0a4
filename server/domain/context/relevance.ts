/**
 * How near what is known comes to a question: a logistic regression over what its search measured and what its words tell. No measure
 * by itself does it: a question about the world is as like some old turn as many a question that was answered in one.
 */
import { RELEVANCE, RELEVANCE_MEASURES, type RelevanceMeasure } from '../../policy/relevance.ts';
import { FACT_WEIGHTS, RECALL_WEIGHTS, type RelevanceWeights } from '../../policy/relevance-weights.ts';
import { questionForm } from './question-form.ts';
import { questionWords, type QuestionWords } from './question-words.ts';
import type { Relevance } from './materials.ts';

/** What a search measures beside its hits. */
export type Nearness = {
  /** The best score without what hangs on the question's form, less the mean of the first RELEVANCE.among. */
  readonly lead: number;
  /** The best score without what hangs on the question's form: who is named, "when", "where". */
  readonly score: number;
  /** The first hit's, calibrated, 0 to 1. */
  readonly similarity: number;
  /** The best of the first RELEVANCE.first. */
  readonly bestSimilarity: number;
  /** The mean of the first five. */
  readonly meanSimilarity: number;
  /** The share of the question's words, by idf, that a hit has: the first one, and the best of the first RELEVANCE.first. */
  readonly coverage: number;
  readonly bestCoverage: number;
  /** Similarity times coverage, the best of the first RELEVANCE.first. */
  readonly both: number;
  /** Pairs of the question's words that stand together in a hit too, the best of the first RELEVANCE.first. */
  readonly phrase: number;
  /** How near the first hit is to a date that was asked for. */
  readonly date: number;
  /** Words of the question that say something: no stop words. */
  readonly words: number;
  /** Whether the question names somebody whose memories these are about. */
  readonly isNamed: boolean;
  /** Whether it asks for advice, and not what somebody said or did. */
  readonly asksForAdvice: boolean;
  /** Memories in the index. */
  readonly count: number;
};

/** What a question tells by itself: what its words are, and how it is put. */
export type ReadQuestion = QuestionWords & {
  /** The log odds that it is about what was said. */
  readonly form: number;
};

/** The last that was read: a prompt asks for its question's turns and for its facts. */
let last: { readonly question: string; readonly read: ReadQuestion } | undefined;

export function readQuestion(question: string): ReadQuestion {
  if (last?.question !== question)
    last = { question, read: { form: questionForm(question), ...questionWords(question) } };
  return last.read;
}

/**
 * How near the turns that recall found are. Where nothing was found, nothing is. Who asks about themselves gets a little at least: what
 * was said in another language, or is one of few turns, measures low however near it is. In a session that begins, nothing but the past
 * can answer: there what is less near gets a glance.
 */
export function recallRelevance(
  question: ReadQuestion,
  nearness: Nearness | undefined,
  isNewSession = false,
): Relevance {
  if (nearness === undefined) return 'NOTHING';
  const chance = recallChance(question, nearness);
  const { asksOfSelf, tells } = question;
  const { opening, little } = RELEVANCE.recall;
  if (chance < little && asksOfSelf && !tells) return 'LITTLE';
  if (chance < little) return isNewSession && chance >= opening && !tells ? 'GLANCE' : 'NOTHING';
  // Who tells something asked for nothing of what was said, however near it is.
  return chance < RELEVANCE.recall.all || tells ? 'LITTLE' : 'ALL';
}

/**
 * What is left of the relevance of what was found where so many turns that the prompt shows anyhow come nearer: most turns amid a chat go on
 * with what was just said, and are like something of another session only by chance. Who looks back may mean what the prompt does not show.
 */
export function relevanceBesideShown(question: ReadQuestion, relevance: Relevance, nearerShown: number): Relevance {
  if (relevance === 'NOTHING' || nearerShown >= RELEVANCE.nearerShown.nothing) return 'NOTHING';
  if (nearerShown < RELEVANCE.nearerShown.less) return relevance;
  return relevance === 'ALL' || question.looksBack ? 'LITTLE' : 'NOTHING';
}

/** The chance that the turns that recall found answer the question, 0 to 1; what recallRelevance goes by. */
export function recallChance(question: ReadQuestion, nearness: Nearness | undefined): number {
  return nearness === undefined ? 0 : probability(RECALL_WEIGHTS, question, nearness);
}

/** Whether the memories that were found have to do with the question, by the floor of recalled turns. */
export function areMemoriesNear(question: ReadQuestion, nearness: Nearness | undefined): boolean {
  return recallRelevance(question, nearness) !== 'NOTHING' || areKeywordsMet(question, nearness);
}

/**
 * Whether a search of keywords (`staging port`) found what they name. It is not put as a question, which is what the regression goes by
 * most, so that the first memory has to have one of its words and to be similar enough. This holds for searches alone: in a conversation,
 * a few words are an answer or a nod.
 */
function areKeywordsMet({ asks, orders, isCourtesy, goesOn }: ReadQuestion, nearness: Nearness | undefined): boolean {
  if (nearness === undefined || asks || orders || isCourtesy || goesOn) return false;
  const { words, coverage, similarity } = nearness;
  const { most, similarity: least } = RELEVANCE.keywords;
  return words <= most && coverage > 0 && similarity >= least;
}

/** Whether the facts that were found have to do with the question. */
export function areFactsNear(question: ReadQuestion, nearness: Nearness | undefined): boolean {
  return nearness !== undefined && probability(FACT_WEIGHTS, question, nearness) >= RELEVANCE.facts;
}

/** The chance that what was found answers the question, 0 to 1, where half of all questions had such an answer. */
function probability(weights: RelevanceWeights, question: ReadQuestion, nearness: Nearness): number {
  const measures = relevanceMeasures(question, nearness);
  let sum = weights.bias;
  for (const measure of RELEVANCE_MEASURES) sum += weights[measure] * measures[measure];
  return 1 / (1 + Math.exp(-sum));
}

/** What the regression reads. */
export function relevanceMeasures(
  question: ReadQuestion,
  nearness: Nearness,
): Readonly<Record<RelevanceMeasure, number>> {
  const { words, isNamed, asksForAdvice, count } = nearness;
  const { isOfSelf, asksOfSelf, looksBack, asksForHelp, orders, asks, tells, isCourtesy, goesOn, form } = question;
  // Spelled out: after a spread, each property takes V8 as long as all of these together.
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
