/** One model from turns that are labelled as turns: a true turn of several sentences teaches with its best one, or with the one named. */
import { fitLogistic, type Fit } from './logistic.ts';
import type { Rows, Sentences } from './rows.ts';
import type { LabelledFact, TrainingTurn } from './turns.ts';

export type LearningOptions = {
  readonly cost: number;
  /** Of L-BFGS. */
  readonly steps: number;
};

export type Material = {
  readonly turns: readonly TrainingTurn[];
  readonly sentences: Sentences;
  readonly rows: Rows;
  /** By sentence: whether it is a labelled statement; undefined where nobody can say. */
  readonly truth: readonly (boolean | undefined)[];
};

/** How much of a part of a turn must belong to a labelled statement for it to count as one. */
const MOSTLY = 0.5;

/** Whether a sentence is for the most part a labelled statement; undefined where it is so for a small part, or nobody said which it is. */
export function truthOf(turns: readonly TrainingTurn[], sentences: Sentences): Material['truth'] {
  return sentences.features.map((_, row) => {
    const { facts } = turns[sentences.turnOf[row]!]!;
    if (facts.length === 0) return false;
    const shares = facts.map((fact) => sharedPart(fact, turns, sentences, row));
    if (shares.includes(undefined)) return isAlone(sentences, row) ? true : undefined;
    const most = Math.max(...(shares as readonly number[]));
    return most === 0 ? false : most >= MOSTLY ? true : undefined;
  });
}

/** The statement that a row is for the most part. */
export function factOf(turns: readonly TrainingTurn[], sentences: Sentences, row: number): LabelledFact | undefined {
  const { facts } = turns[sentences.turnOf[row]!]!;
  const shares = facts.map((fact) => sharedPart(fact, turns, sentences, row) ?? Number(isAlone(sentences, row)));
  const most = Math.max(...shares);
  return most >= MOSTLY ? facts[shares.indexOf(most)] : undefined;
}

/** The share of a row that is of a statement; undefined where the turn has no such words. */
function sharedPart(
  { text }: LabelledFact,
  turns: readonly TrainingTurn[],
  { features, turnOf }: Sentences,
  row: number,
): number | undefined {
  const from = text === undefined ? -1 : turns[turnOf[row]!]!.turn.indexOf(text);
  if (text === undefined || from < 0) return undefined;
  const { span } = features[row]!;
  return Math.max(0, Math.min(span.to, from + text.length) - Math.max(span.from, from)) / Math.max(1, span.text.length);
}

function isAlone({ turnOf }: Sentences, row: number): boolean {
  return turnOf[row - 1] !== turnOf[row] && turnOf[row + 1] !== turnOf[row];
}

/** A sentence of a true turn under this logit is surely another: it teaches what is none. */
const SURELY_NOT = -1;

export function learn(material: Material, chosen: readonly number[], { cost, steps }: LearningOptions): Fit {
  const { turns, sentences, rows, truth } = material;
  const { turnOf } = sentences;
  const weightOf = (row: number): number => turns[turnOf[row]!]!.weight;
  const known = chosen.filter((row) => truth[row] !== undefined);
  const first = fitLogistic({ rows, chosen: known, isTrue: (row) => truth[row] === true, weightOf, cost, steps });
  if (known.length === chosen.length) return first;
  const logits = new Float64Array(rows.count);
  for (const row of chosen) logits[row] = logitOf(first, rows, row);
  const best = bestOfTurns(logits, sentences, chosen);
  const isTrue = (row: number): boolean => truth[row] ?? best[turnOf[row]!] === row;
  const certain = chosen.filter((row) => truth[row] !== undefined || isTrue(row) || logits[row]! < SURELY_NOT);
  return fitLogistic({ rows, chosen: certain, isTrue, weightOf, cost, steps });
}

export function logitOf({ weights, dense, bias }: Fit, rows: Rows, row: number): number {
  let logit = bias;
  for (let at = rows.starts[row]!; at < rows.starts[row + 1]!; at++)
    logit += weights[rows.columns[at]!]! * rows.values[at]!;
  for (let at = 0; at < rows.denseWidth; at++) logit += dense[at]! * rows.dense[row * rows.denseWidth + at]!;
  return logit;
}

/** By turn: the row of its largest logit, or -1. */
export function bestOfTurns(logits: Float64Array, { turnOf, turns }: Sentences, chosen: readonly number[]): Int32Array {
  const best = new Int32Array(turns).fill(-1);
  for (const row of chosen) {
    const turn = turnOf[row]!;
    if (best[turn] === -1 || logits[row]! > logits[best[turn]!]!) best[turn] = row;
  }
  return best;
}

/** Folds of whole groups, the largest group first into the smallest fold; twins of two languages have one group. */
export function foldsOf(groups: readonly string[], count: number): Int32Array {
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const ordered = [...sizes].toSorted(([left, one], [right, other]) => other - one || (left < right ? -1 : 1));
  const filled = Array.from({ length: count }, () => 0);
  const foldOf = new Map<string, number>();
  for (const [group, size] of ordered) {
    const fold = filled.indexOf(Math.min(...filled));
    filled[fold]! += size;
    foldOf.set(group, fold);
  }
  return Int32Array.from(groups, (group) => foldOf.get(group)!);
}
