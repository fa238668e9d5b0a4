/** Checks whether an answer matches a case: client/cases/README.md describes patterns. */
import type { Json, JsonObject } from './case-file.ts';

/** Returns the differences, each with its path; none if the value matches the pattern. */
export function mismatches(pattern: Json, value: unknown, path = 'answer'): readonly string[] {
  const differs = (want: string): readonly string[] => [`${path}: ${shown(value)} where ${want} was expected`];
  if (pattern === null) return value === null || value === undefined ? [] : differs('nothing');
  if (Array.isArray(pattern)) return listMismatches(pattern as readonly Json[], value, path);
  if (typeof pattern !== 'object') return value === pattern ? [] : differs(shown(pattern));
  const [name = '', operand = null] = Object.entries(pattern)[0] ?? [];
  if (name.startsWith('$')) return operatorMismatches(name, operand, value, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return differs(shown(pattern));
  return Object.entries(pattern as JsonObject).flatMap(([key, part]) =>
    mismatches(part, (value as Readonly<Record<string, unknown>>)[key], `${path}.${key}`),
  );
}

function listMismatches(pattern: readonly Json[], value: unknown, path: string): readonly string[] {
  if (!Array.isArray(value)) return [`${path}: ${shown(value)} where a list was expected`];
  if (value.length !== pattern.length)
    return [`${path}: ${value.length} elements where ${pattern.length} were expected: ${shown(value)}`];
  return pattern.flatMap((part, at) => mismatches(part, value[at], `${path}.${at}`));
}

type Operator = (operand: Json, value: unknown) => boolean;

const OPERATORS: Readonly<Record<string, Operator>> = {
  $any: (_operand, value) => value !== null && value !== undefined,
  $not: (operand, value) => mismatches(operand, value).length > 0,
  $matches: (operand, value) => typeof value === 'string' && new RegExp(operand as string, 'u').test(value),
  $atLeast: (operand, value) => Number(value) >= Number(operand),
  $length: (operand, value) => Array.isArray(value) && value.length === operand,
  $has: (operand, value) =>
    Array.isArray(value) &&
    (operand as readonly Json[]).every((part) => value.some((element) => mismatches(part, element).length === 0)),
  $time: (operand, value) => timeOf(value) === timeOf(operand),
  $number: (operand, value) => typeof value === 'number' && Object.is(value, Number(operand)),
};

function operatorMismatches(name: string, operand: Json, value: unknown, path: string): readonly string[] {
  const operator = OPERATORS[name];
  if (operator === undefined) throw new Error(`There is no pattern ${name}.`);
  return operator(operand, value) ? [] : [`${path}: ${shown(value)} is not ${name} ${shown(operand)}`];
}

/** Returns milliseconds of a Date or a text; NaN of anything else, which equals nothing. */
function timeOf(value: unknown): number {
  return value instanceof Date || typeof value === 'string' ? new Date(value).getTime() : NaN;
}

const SHOWN_LENGTH = 600;
function shown(value: unknown): string {
  return (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, SHOWN_LENGTH);
}
