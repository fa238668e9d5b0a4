/**
 * Recognises what a question plans, and which kinds of facts that concerns: by its similarity to the rows of policy/plans.ts, and by
 * its words.
 */
import { FACT_KINDS, NO_PLAN, PLAN_LIKENESS, PLANS, type FactKind } from '../../policy/plans.ts';
import { RELEVANCE } from '../../policy/relevance.ts';
import { lazy } from '../lazy.ts';
import { asksForAdvice } from '../text/advice.ts';
import { fold } from '../text/fold.ts';
import { questionWords } from './question-words.ts';

export type PlanReader = {
  /** Returns the kinds of facts that a question's plan concerns, the most important first; none if it plans nothing. */
  kindsFor(question: string): readonly FactKind[];
  /**
   * Returns all kinds of a fact at once: callers ask for one kind after another, and embedding the text takes longer than comparing
   * it with all kinds.
   */
  kindsOf(fact: string): ReadonlySet<FactKind>;
};

/** `embed` returns normalised vectors. */
export function planReader(embed: (text: string) => Float32Array): PlanReader {
  const vectorsOf = (texts: readonly string[]): Vectors => {
    const vectors = texts.map((text) => embed(text));
    const all = new Float64Array(vectors.reduce((sum, { length }) => sum + length, 0));
    vectors.forEach((vector, at) => all.set(vector, at * vector.length));
    return all;
  };
  const plans = Object.values(PLANS).map((plan) => ({
    kinds: plan.kinds,
    needsSelf: plan.isOfSelf === true,
    words: beginnings(plan.words),
    like: vectorsOf(plan.like),
  }));
  const none = vectorsOf(NO_PLAN);
  const ofKind = new Map(KINDS.map((kind) => [kind, vectorsOf(FACT_KINDS[kind].like)]));

  const readKinds = (text: string): readonly FactKind[] => {
    const { isCourtesy, isOfSelf, asksOfSelf, asks } = questionWords(text);
    if (text.trim() === '' || isCourtesy) return [];
    const vector = new Float64Array(embed(text));
    const folded = fold(text);
    const advice = asksForAdvice(text, folded);
    const way = advice ? 'advice' : asks && !isOfSelf && !asksOfSelf ? 'impersonal' : 'other';
    // Most questions resemble no plan at all, and then their similarity to rows that plan nothing is not needed.
    const ofNone = lazy(() => nearest(vector, none));
    const near = plans
      .filter(({ needsSelf }) => !needsSelf || isOfSelf)
      .map(({ kinds, words, like }) => ({
        kinds,
        likeness: nearest(vector, like),
        isNamed: advice && words.test(folded),
      }))
      .filter(({ likeness, isNamed }) => {
        const { least, over } = PLAN_LIKENESS[isNamed ? 'named' : way];
        return likeness >= least && likeness - ofNone() >= over;
      });
    const best = Math.max(...near.map(({ likeness }) => likeness));
    const touched = near
      .filter(({ likeness, isNamed }) => isNamed || likeness >= best - PLAN_LIKENESS.among)
      .toSorted((one, other) => other.likeness - one.likeness);
    return [...new Set(touched.flatMap(({ kinds }) => kinds))];
  };

  /** The kinds of the last question, which a prompt asks for twice: once for its facts, and once for the turns that it recalls. */
  let last: { readonly text: string; readonly kinds: readonly FactKind[] } | undefined;
  const kindsFor = (question: string): readonly FactKind[] => {
    const text = question.slice(0, RELEVANCE.units);
    if (last?.text !== text) last = { text, kinds: readKinds(text) };
    return last.kinds;
  };

  const kindsOf = (fact: string): ReadonlySet<FactKind> => {
    const folded = fold(fact);
    const vector = new Float64Array(embed(fact));
    const isOf = (kind: FactKind): boolean =>
      WORDS()[kind].test(folded) || nearest(vector, ofKind.get(kind)!) >= PLAN_LIKENESS.kind;
    return new Set(KINDS.filter(isOf));
  };

  return { kindsFor, kindsOf };
}

const KINDS = Object.keys(FACT_KINDS) as FactKind[];

const WORDS = lazy(
  () =>
    Object.fromEntries(KINDS.map((kind) => [kind, beginnings(FACT_KINDS[kind].words)])) as Readonly<
      Record<FactKind, RegExp>
    >,
);

function beginnings(words: string): RegExp {
  const each = words.split(' ').map((word) => word.replace(/\$$/, '(?![\\p{L}\\p{N}])'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${each.join('|')})`, 'u');
}

/** Vectors of equal length, one after the other. They are doubles, since floats would be converted at each step. */
type Vectors = Float64Array;

function nearest(vector: Float64Array, others: Vectors): number {
  let best = -1;
  for (let from = 0; from < others.length; from += vector.length) {
    // Adds up four independent sums; the number of dimensions is a multiple of four.
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0; at < vector.length; at += 4) {
      const other = from + at;
      first += vector[at]! * others[other]!;
      second += vector[at + 1]! * others[other + 1]!;
      third += vector[at + 2]! * others[other + 2]!;
      fourth += vector[at + 3]! * others[other + 3]!;
    }
    best = Math.max(best, first + second + third + fourth);
  }
  return best;
}
