/**
 * Charges a filter for what it evaluates, and ends it once its budget is spent.
 *
 * cel-js evaluates an expression node by node and cannot be interrupted. Therefore the nodes whose work grows with the memory are
 * wrapped once they are type checked: the condition of a comprehension, which is evaluated for each element, and operators and
 * functions, which may read or copy large values. All other nodes run at most once for each of these, and are charged with them.
 */
import { FILTER_BUDGETS, FILTER_LOOK_UNITS, FILTER_STEP_MS, FILTER_WORK, type FilterBudget } from '../policy/limits.ts';

/** The budget that one search or page has spent on its filter. */
export interface FilterMeter {
  /** Runs `evaluate` while this meter counts. */
  run(units: number, evaluate: () => boolean): boolean;
  /** The reason why the filter must end, or undefined while it may continue. */
  readonly end: 'SPENT' | 'STOPPED' | undefined;
}

/** The state of the filter that runs: filters run to their end synchronously, so there is one at a time. Without one nothing is counted. */
let untilLook = Infinity;
let look: (() => boolean) | undefined;

/** Charges the running filter, and tells whether it may continue. */
function mayGoOn(units: number): boolean {
  untilLook -= units;
  return untilLook >= 0 || look === undefined || look();
}

/**
 * `monotonicMs` is a clock; if the machine is suspended between two readings, the filter is not charged for it. `isStopped` is called
 * as often as the clock, and tells whether nobody waits for the answer any more.
 */
export function filterMeter(
  { ms, units, unitsEach = units }: FilterBudget,
  monotonicMs: () => number,
  isStopped: () => boolean = () => false,
): FilterMeter {
  let msLeft = ms;
  let unitsLeft = units;
  /** The units that must be left when this memory is done. */
  let leftAfter = 0;
  let lookedMs = 0;
  let end: FilterMeter['end'];

  const lookNow = (): boolean => {
    const nowMs = monotonicMs();
    msLeft -= Math.min(nowMs - lookedMs, FILTER_STEP_MS);
    lookedMs = nowMs;
    unitsLeft -= FILTER_LOOK_UNITS - untilLook;
    untilLook = FILTER_LOOK_UNITS;
    if (isStopped()) end ??= 'STOPPED';
    if (msLeft < 0 || unitsLeft < leftAfter) end ??= 'SPENT';
    // Once the filter has ended, the next charge ends it as well.
    if (end !== undefined) untilLook = 0;
    return end === undefined;
  };
  return {
    run(charged, evaluate) {
      lookedMs = monotonicMs();
      untilLook = FILTER_LOOK_UNITS - charged;
      leftAfter = Math.max(0, unitsLeft - unitsEach);
      look = lookNow;
      const isMet = evaluate();
      lookNow();
      look = undefined;
      untilLook = Infinity;
      return isMet;
    },
    get end() {
      return end;
    },
  };
}

/** A node as cel-js has it after type checking; its own types describe only the source. Tests detect when an update changes this. */
type CheckedNode = {
  readonly op: string;
  readonly args: unknown;
  readonly meta: {
    /** The expansion of a macro. */
    readonly alternate?: CheckedNode;
    readonly macro?: { readonly val?: CheckedNode; readonly exp?: CheckedNode };
  };
  /** Called with the values of the operands, or with the arguments as a list. */
  handle?: Handle;
};

type Handle = (one: unknown, other: unknown, third: unknown, fourth: unknown) => unknown;

type Comprehension = {
  readonly iterable: CheckedNode;
  readonly iterVarName: string;
  readonly step: CheckedNode;
  /** Called before each element with the result so far, and tells whether to continue; absent: all elements are visited. */
  condition?: (result: unknown) => boolean;
};

/** The most units that any search may spend. */
const MOST_UNITS = Math.max(...Object.values(FILTER_BUDGETS).map(({ units }) => units));

/** Thrown in a filter that must end; the meter knows the reason. */
const ENDED = new Error('The filter ended early.');

/** Wraps the nodes of a type-checked expression, and returns what one evaluation costs besides what the wrapped nodes charge. */
export function chargeNodes(ast: object): number {
  return chargeWithin(ast as CheckedNode, undefined);
}

/** `element` is the comprehension's name for the element that the node is evaluated for; undefined outside of comprehensions. */
function chargeWithin(ast: CheckedNode, element: string | undefined): number {
  const node = ast.meta.alternate ?? ast;
  if (node.op === 'comprehension') return chargeComprehension(node);
  if (BINARY.has(node.op)) chargeOperator(node, element);
  if (node.op === 'call' || node.op === 'rcall') chargeFunction(node);
  return parts(node).reduce((sum, part) => sum + chargeWithin(part, element), 1);
}

const BINARY = new Set(['==', '!=', 'in', '+', '-', '*', '/', '%', '<', '<=', '>', '>=']);

function parts({ args, meta: { macro } }: CheckedNode): readonly CheckedNode[] {
  if (macro !== undefined) return [macro.val, macro.exp].filter((part) => part !== undefined);
  return [args].flat(2).filter(isCheckedNode);
}

function isCheckedNode(value: unknown): value is CheckedNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'meta' in value;
}

function chargeComprehension(node: CheckedNode): number {
  const comprehension = node.args as Comprehension;
  const { iterable, iterVarName, step, condition = () => true } = comprehension;
  const units = chargeWithin(step, iterVarName);
  comprehension.condition = (result) => mayGoOn(units) && condition(result);
  // The keys of a map are listed first.
  before(node, keysOf);
  return 1 + chargeWithin(iterable, undefined);
}

/** Charges `units` of a node's operands before it runs: an operation that doubles a list must not even begin without budget. */
function before(node: CheckedNode, units: (one: unknown, other: unknown) => number): void {
  const handle = node.handle as Handle;
  node.handle = (one, other, third, fourth) => {
    const charged = units(one, other);
    if (charged > 0 && !mayGoOn(charged)) throw ENDED;
    return handle(one, other, third, fourth);
  };
}

function chargeOperator(node: CheckedNode, element: string | undefined): void {
  const { op } = node;
  const operands = node.args as readonly CheckedNode[];
  if (op === '+') return before(node, unitsOfSum);
  if (op === 'in') return before(node, unitsOfMembership);
  // Comparing with a constant only takes the type of the other side, which is cheap for all elements of a list together, and for a
  // single value of a memory.
  const compared = operands.filter((operand) => operand.op !== 'value');
  const isCheap = element === undefined || compared.every((operand) => operand.op === 'id' && operand.args === element);
  if (compared.length < operands.length && isCheap) return;
  before(node, op === '==' || op === '!=' ? unitsOfEquality : unitsOfOrder);
}

function unitsOfSum(left: unknown, right: unknown): number {
  if (typeof left === 'number') return 0;
  if (typeof left === 'string') return (left.length + lengthOf(right)) / FILTER_WORK.charactersRead;
  return FILTER_WORK.elementMade * (elementsOf(left) + elementsOf(right)) + keysOf(left) + keysOf(right);
}

function unitsOfMembership(element: unknown, within: unknown): number {
  const units = elementsOf(within) + keysOf(within);
  return typeof element === 'object' ? units + elementsOf(within) * deepUnits(element) + deepUnits(within) : units;
}

function unitsOfEquality(left: unknown, right: unknown): number {
  if (typeof left !== 'object' && typeof right !== 'object') return 0;
  const isDeep = isObject(left) && isObject(right) && elementsOf(left) === elementsOf(right);
  return isDeep ? deepUnits(left) + deepUnits(right) : unitsOfOrder(left, right);
}

function unitsOfOrder(left: unknown, right: unknown): number {
  if (typeof left !== 'object' && typeof right !== 'object') return 0;
  return keysOf(left) + keysOf(right);
}

/** Functions that search a text without reading all of it, or without copying it. */
const SKIMMING = new Set(['contains', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf', 'substring']);
/** Functions that may compare their argument at every character. */
const SEARCHING = new Set(['contains', 'indexOf', 'lastIndexOf', 'split']);

function chargeFunction(node: CheckedNode): void {
  if (node.handle === undefined) return;
  const [name] = node.args as readonly [string];
  const isSkimming = SKIMMING.has(name);
  const perUnit = isSkimming ? FILTER_WORK.charactersSkimmed : FILTER_WORK.charactersRead;
  before(node, (values) => {
    const [first, second] = values as readonly unknown[];
    if (isSkimming && lengthOf(first) + lengthOf(second) < FILTER_WORK.charactersSkimmed) return 0;
    if (first instanceof Date && second !== undefined) return FILTER_WORK.timeZone;
    if (name === 'size' && Array.isArray(first)) return 0;
    let units = 0;
    for (const value of values as readonly unknown[]) {
      units += typeof value === 'string' ? value.length / perUnit : textUnits(value, perUnit);
    }
    if (SEARCHING.has(name)) units += (lengthOf(first) * lengthOf(second)) / FILTER_WORK.charactersCompared;
    return units;
  });
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

/** Returns the units for the elements of a list and their texts, as `join` reads them, or for the keys of a map. */
function textUnits(value: unknown, perUnit: number): number {
  if (!Array.isArray(value)) return keysOf(value);
  return value.reduce<number>((sum, element) => sum + 1 + lengthOf(element) / perUnit, 0);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function elementsOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Returns the cost of finding the type of a map, or its size: its keys are listed. */
function keysOf(value: unknown): number {
  return isObject(value) && !Array.isArray(value) ? FILTER_WORK.keyListed * Object.keys(value).length : 0;
}

/**
 * Returns the units of everything that a comparison may read. A value may contain another many times, so counting ends at the largest
 * budget.
 */
function deepUnits(value: unknown, most = MOST_UNITS): number {
  if (!isObject(value)) return 0;
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let units = 1 + inside.length;
  for (const part of inside) {
    if (typeof part === 'object' && units <= most) units += deepUnits(part, most - units);
  }
  return units;
}
