/**
 * Filters: CEL expressions over one memory (https://cel.dev), evaluated here wherever the memory is stored.
 *
 * A memory matches when the expression is true. If the expression fails on a memory, most often because a metadata key is missing,
 * the memory does not match, even under `!=`. `has(metadata.key)` tests for the key itself.
 */
import { Environment, ParseError } from '@marcbachmann/cel-js';
import { LRUCache } from 'lru-cache';
import { DEFAULT_IMPORTANCE } from '../policy/lifecycle.ts';
import { COMPILED_FILTERS, FILTER_SIZE, type FilterBudget } from '../policy/limits.ts';
import { cancelled } from './abort.ts';
import { fieldErrors } from './errors.ts';
import { chargeNodes, filterMeter } from './filter-meter.ts';
import type { MemoryRecord } from './memory.ts';
import type { FilterableFields, JsonObject } from './payloads.ts';

/**
 * The fields of a memory that a filter can read: all but the content of messages and texts. Fields that a type does not have are ''
 * or null.
 */
export type Filterable = Omit<MemoryRecord, 'payload'> & { readonly payload: FilterableFields };

export type Filter = (memory: Filterable) => boolean;

/** The variables of a filter: name, CEL type, and the function that reads the value. proto/README.md lists them for users. */
const VARIABLES: readonly (readonly [string, string, (memory: Filterable) => unknown])[] = [
  ['metadata', 'map', ({ metadata }) => metadata ?? EMPTY],
  ['id', 'string', ({ id }) => id],
  ['source', 'string', ({ source }) => source?.toLowerCase() ?? ''],
  ['agent_id', 'string', ({ scope }) => scope.agentId],
  ['session_id', 'string', ({ scope }) => scope.sessionId],
  ['task_id', 'string', ({ scope }) => scope.taskId],
  ['key', 'string', ({ payload }) => payload.key ?? ''],
  ['role', 'string', ({ payload }) => payload.role ?? ''],
  ['speaker', 'string', ({ payload }) => payload.speaker ?? ''],
  ['turn', 'dyn', ({ payload }) => payload.turn ?? null],
  ['event_time', 'dyn', ({ payload }) => dateOrNull(payload.eventTimeMs ?? payload.timeMs ?? payload.startTimeMs)],
  ['outcome', 'string', ({ payload }) => payload.outcome?.toLowerCase() ?? ''],
  ['end_time', 'dyn', ({ payload }) => dateOrNull(payload.endTimeMs)],
  ['node', 'string', ({ payload }) => payload.node?.toLowerCase() ?? ''],
  ['name', 'string', ({ payload }) => payload.name ?? ''],
  ['kind', 'string', ({ payload }) => payload.entityType ?? payload.relationshipType ?? ''],
  ['attributes', 'map', ({ payload }) => payload.attributes ?? EMPTY],
  ['valid_from', 'dyn', ({ payload }) => dateOrNull(payload.validFromMs)],
  ['valid_to', 'dyn', ({ payload }) => dateOrNull(payload.validToMs)],
  ['collection', 'string', ({ payload }) => payload.collection ?? ''],
  ['data', 'map', ({ payload }) => payload.data ?? EMPTY],
  ['importance', 'double', ({ importance }) => importance ?? DEFAULT_IMPORTANCE],
  ['pinned', 'bool', ({ isPinned = false }) => isPinned],
  ['create_time', 'google.protobuf.Timestamp', ({ createTimeMs }) => new Date(createTimeMs)],
  ['update_time', 'google.protobuf.Timestamp', ({ updateTimeMs }) => new Date(updateTimeMs)],
  ['size_bytes', 'int', ({ sizeBytes }) => BigInt(sizeBytes)],
];

const EMPTY: JsonObject = {};

function dateOrNull(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}

const environment = new Environment({ limits: FILTER_SIZE, homogeneousAggregateLiterals: false });
for (const [name, type] of VARIABLES) environment.registerVariable(name, type);
// JSON has only one kind of number, a double in CEL, so arithmetic must also accept the whole numbers of a filter.
for (const [operator, reckon] of Object.entries({
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
})) {
  environment.registerOperator(`double ${operator} int`, (a: number, b: bigint) => reckon(a, Number(b)));
  environment.registerOperator(`int ${operator} double`, (a: bigint, b: number) => reckon(Number(a), b));
}

/** Functions that process a list element by element. */
const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

type Compiled = {
  readonly filter: Filter;
  /** The cost of one evaluation, besides what is charged for large values. */
  readonly units: number;
};

const compiled = new LRUCache<string, Compiled>({ max: COMPILED_FILTERS });

/** Compiles a filter; the same source returns the same function. Throws FILTER_INVALID naming `filter`. */
export function compileFilter(source: string): Filter {
  return compiledOf(source).filter;
}

/**
 * Returns the filter for one search, which may spend `budget` in total by this clock; beyond it the filter throws FILTER_INVALID.
 * Time in which the machine is suspended is not charged. Throws CANCELLED soon after `isStopped` tells that nobody waits for the
 * search any more.
 */
export function filterWithin(
  source: string,
  budget: FilterBudget,
  monotonicMs: () => number,
  isStopped?: () => boolean,
): Filter {
  const { filter, units } = compiledOf(source);
  const meter = filterMeter(budget, monotonicMs, isStopped);
  return (memory) => {
    const matches = meter.run(units, () => filter(memory));
    if (meter.end === 'STOPPED') throw cancelled();
    if (meter.end === 'SPENT')
      throw invalid('takes too long over these memories; make it simpler, or the metadata smaller');
    return matches;
  };
}

function compiledOf(source: string): Compiled {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const made = compile(source);
  compiled.set(source, made);
  return made;
}

function compile(source: string): Compiled {
  const program = parsed(source);
  const checked = program.check();
  if (!checked.valid) throw invalid(checked.error?.summary ?? 'not a CEL expression');
  if (checked.type !== 'bool' && checked.type !== 'dyn') throw invalid(`is a ${checked.type}, not true or false`);
  const names = namesIn(program.ast);
  refuseCostly(program.ast, false);
  const units = chargeNodes(program.ast);
  // Only the variables that the expression names are provided: a Date and a BigInt for each memory would cost more than the
  // expression.
  const used = VARIABLES.filter(([name]) => names.has(name));
  let current: Filterable;
  const context = {};
  for (const [name, , read] of used)
    Object.defineProperty(context, name, { get: () => read(current), enumerable: true });
  const filter: Filter = (memory) => {
    current = memory;
    try {
      return program(context) === true;
    } catch {
      // By the rules of CEL a missing key or a wrong type is an error; a filter treats it as no match.
      return false;
    }
  };
  return { filter, units };
}

function parsed(source: string): ReturnType<Environment['parse']> {
  try {
    return environment.parse(source);
  } catch (error) {
    throw invalid(error instanceof ParseError ? error.summary : 'not a CEL expression');
  }
}

function invalid(why: string): Error {
  const description = `${why}. Write a CEL expression over ${VARIABLES.map(([name]) => name).join(', ')}, for example metadata.category == "sports".`;
  return fieldErrors([{ field: 'filter', description }], 'FILTER_INVALID');
}

/** A part of a filter, as cel-js parses it. */
export type FilterNode = {
  readonly op: string;
  readonly args: unknown;
  /** The source of the filter, and the part's position in it. */
  readonly input: string;
  readonly start: number;
  readonly end: number;
};

/** Returns the parsed filter, for engines that translate it into their own language. Throws FILTER_INVALID. */
export function filterTree(source: string): FilterNode {
  compileFilter(source);
  return environment.parse(source).ast;
}

/**
 * Returns the value of a part that does not depend on the memory, or undefined if it does; a part that always fails has the value
 * undefined.
 */
export function closedValue(node: FilterNode): { readonly value: unknown } | undefined {
  if (!isClosed(node)) return undefined;
  try {
    return { value: environment.evaluate(node.input.slice(node.start, node.end)) as unknown };
  } catch {
    return { value: undefined };
  }
}

function isClosed(node: FilterNode): boolean {
  if (node.op === 'id') return false;
  for (const child of children(node.args)) if (!isClosed(child)) return false;
  return true;
}

function isNode(value: unknown): value is FilterNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

function* children(args: unknown): Generator<FilterNode> {
  if (isNode(args)) yield args;
  else if (Array.isArray(args)) for (const arg of args) yield* children(arg);
}

function namesIn(node: FilterNode, names = new Set<string>()): Set<string> {
  if (node.op === 'id' && typeof node.args === 'string') names.add(node.args);
  for (const child of children(node.args)) namesIn(child, names);
  return names;
}

/**
 * Refuses expensive expressions: a filter runs on every memory of a user, so its cost must be bounded by its length and that of the
 * metadata.
 */
function refuseCostly(node: FilterNode, insideComprehension: boolean): void {
  const called = node.op === 'rcall' && Array.isArray(node.args) ? String(node.args[0]) : '';
  if (called === 'matches') throw invalid('matches() is not supported, since a pattern may take exponential time');
  const comprehension = COMPREHENSIONS.has(called);
  if (comprehension && insideComprehension) throw invalid(`${called}() inside another list function is not supported`);
  for (const child of children(node.args)) refuseCostly(child, insideComprehension || comprehension);
}
