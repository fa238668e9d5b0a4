/**
 * Trains one model from turns that are labelled as a whole: a positive turn of several sentences contributes its best sentence, or
 * the named one.
 */
import { fitLogistic, type Fit } from './logistic.ts';
import type { Rows, Sentences } from './rows.ts';
import type { LabelledFact, TrainingTurn } from './turns.ts';

export type LearningOptions = {
  readonly cost: number;
  /** The number of steps of L-BFGS. */
  readonly steps: number;
};

export type Material = {
  readonly turns: readonly TrainingTurn[];
  readonly sentences: Sentences;
  readonly rows: Rows;
  /** By sentence: true if it is a labelled statement; undefined if unknown. */
  readonly truth: readonly (boolean | undefined)[];
};

/** The share of a part of a turn that must belong to a labelled statement for the part to count as one. */
const MOSTLY = 0.5;

/**
 * Returns by sentence whether most of it is a labelled statement; undefined if a small part is, or if the label does not say which
 * part is.
 */
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

/** Returns the statement that makes up most of a row. */
export function factOf(turns: readonly TrainingTurn[], sentences: Sentences, row: number): LabelledFact | undefined {
  const { facts } = turns[sentences.turnOf[row]!]!;
  const shares = facts.map((fact) => sharedPart(fact, turns, sentences, row) ?? Number(isAlone(sentences, row)));
  const most = Math.max(...shares);
  return most >= MOSTLY ? facts[shares.indexOf(most)] : undefined;
}

/** Returns the share of a row that belongs to a statement; undefined if the turn has no such words. */
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

/** A sentence of a positive turn below this logit is certainly not the labelled one, and serves as a negative example. */
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

/** Returns by turn the row with the largest logit, or -1. */
export function bestOfTurns(logits: Float64Array, { turnOf, turns }: Sentences, chosen: readonly number[]): Int32Array {
  const best = new Int32Array(turns).fill(-1);
  for (const row of chosen) {
    const turn = turnOf[row]!;
    if (best[turn] === -1 || logits[row]! > logits[best[turn]!]!) best[turn] = row;
  }
  return best;
}

/** Splits rows into folds of whole groups, the largest group first into the smallest fold; translations of each other share a group. */
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
