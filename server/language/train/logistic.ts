/** Fits logistic regressions with an L2 penalty by L-BFGS with a fixed number of steps: the bytes are the same on every machine. */
import { logistic, softplus } from './exact.ts';
import type { Rows } from './rows.ts';

export type Fit = {
  /** The weights of the rows' sparse columns. */
  readonly weights: Float64Array;
  readonly dense: Float64Array;
  readonly bias: number;
};

export type Lesson = {
  readonly rows: Rows;
  /** The rows to learn from, in this order. */
  readonly chosen: readonly number[];
  /** Returns the label of a row. */
  readonly isTrue: (row: number) => boolean;
  /** Returns the weight of a row. */
  readonly weightOf: (row: number) => number;
  /** The inverse strength of the penalty. */
  readonly cost: number;
  readonly steps: number;
};

/** The number of corrections that L-BFGS keeps (Nocedal and Wright, Numerical Optimization, 7.2: 3 to 20). */
const MEMORY = 8;
/** The most halvings of the first step, and the share of the predicted decrease that a step must achieve (Armijo). */
const HALVINGS = 20;
const ARMIJO = 1e-4;

export function fitLogistic(lesson: Lesson): Fit {
  const { rows } = lesson;
  const { width, denseWidth } = rows;
  const size = width + denseWidth + 1;
  const objective = objectiveOf(lesson);
  let at: Float64Array = new Float64Array(size);
  let gradient: Float64Array = new Float64Array(size);
  let value = objective(at, gradient);
  const memory: Correction[] = [];
  for (let step = 0; step < lesson.steps; step++) {
    const direction = directionOf(gradient, memory);
    const slope = dot(direction, gradient);
    let length = memory.length === 0 ? 1 / Math.sqrt(dot(gradient, gradient) + 1) : 1;
    let next = at;
    let nextGradient = gradient;
    let nextValue = value;
    let isLower = false;
    for (let halving = 0; halving < HALVINGS && !isLower; halving++, length /= 2) {
      next = along(at, direction, length);
      nextGradient = new Float64Array(size);
      nextValue = objective(next, nextGradient);
      isLower = nextValue <= value + ARMIJO * length * slope;
    }
    if (!isLower) break;
    remember(memory, along(next, at, -1), along(nextGradient, gradient, -1));
    [at, gradient, value] = [next, nextGradient, nextValue];
  }
  return { weights: at.slice(0, width), dense: at.slice(width, size - 1), bias: at[size - 1]! };
}

type Objective = (at: Float64Array, gradient: Float64Array) => number;

/** The objective: half the sum of squared weights, plus the cost times the loss; the bias is not penalised. */
function objectiveOf({ rows, chosen, isTrue, weightOf, cost }: Lesson): Objective {
  const { width, denseWidth, starts, columns, values, dense } = rows;
  const bias = width + denseWidth;
  return (at, gradient) => {
    let value = 0;
    for (let index = 0; index < bias; index++) {
      value += at[index]! * at[index]!;
      gradient[index] = at[index]!;
    }
    value /= 2;
    for (const row of chosen) {
      const [from, to, denseFrom] = [starts[row]!, starts[row + 1]!, row * denseWidth];
      let logit = at[bias]!;
      for (let index = from; index < to; index++) logit += at[columns[index]!]! * values[index]!;
      for (let index = 0; index < denseWidth; index++) logit += at[width + index]! * dense[denseFrom + index]!;
      const weight = cost * weightOf(row);
      const sign = isTrue(row) ? 1 : -1;
      value += weight * softplus(-sign * logit);
      const pull = -sign * weight * logistic(-sign * logit);
      for (let index = from; index < to; index++) gradient[columns[index]!]! += pull * values[index]!;
      for (let index = 0; index < denseWidth; index++) gradient[width + index]! += pull * dense[denseFrom + index]!;
      gradient[bias]! += pull;
    }
    return value;
  };
}

type Correction = { readonly moved: Float64Array; readonly turned: Float64Array; readonly inverse: number };

function remember(memory: Correction[], moved: Float64Array, turned: Float64Array): void {
  const curvature = dot(moved, turned);
  if (curvature <= 0) return;
  memory.push({ moved, turned, inverse: 1 / curvature });
  if (memory.length > MEMORY) memory.shift();
}

/** Computes the direction by the two loops of L-BFGS. */
function directionOf(gradient: Float64Array, memory: readonly Correction[]): Float64Array {
  const direction = gradient.map((part) => -part);
  const shares: number[] = [];
  for (const { moved, turned, inverse } of memory.toReversed()) {
    const share = inverse * dot(moved, direction);
    shares.push(share);
    add(direction, turned, -share);
  }
  const last = memory.at(-1);
  if (last !== undefined) {
    const scale = 1 / (last.inverse * dot(last.turned, last.turned));
    for (let index = 0; index < direction.length; index++) direction[index]! *= scale;
  }
  memory.forEach(({ moved, turned, inverse }, index) => {
    const share = inverse * dot(turned, direction);
    add(direction, moved, shares[memory.length - 1 - index]! - share);
  });
  return direction;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let index = 0; index < to.length; index++) to[index]! += times * what[index]!;
}

function along(from: Float64Array, direction: Float64Array, length: number): Float64Array {
  const to = from.slice();
  add(to, direction, length);
  return to;
}
