/**
 * Compiles the JSON Schemas of collections. Since users supply them, a schema, a pattern or a document may cost only a limited number
 * of steps, whatever it contains.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import stringify from 'safe-stable-stringify';
import { SCHEMA_LIMITS, SCHEMA_STEPS } from '../../policy/limits.ts';
import { fieldErrors, type FieldViolation } from '../errors.ts';
import type { JsonObject } from '../payloads.ts';
import { faultOf } from './schema-faults.ts';
import { walkSchema, type Subschema } from './schema-walk.ts';

/** The steps that are left to one check or to several. */
export type Steps = { left: number };

export type DocumentSchema = {
  /** Tells whether a document fits. Throws OUT_OF_STEPS. */
  fits(data: JsonObject, steps: Steps): boolean;
  /** Lists the faults of a document that does not fit; fields are named from the document's data on. */
  faults(data: JsonObject): readonly FieldViolation[];
};

/** Thrown when a check takes more steps than it may. */
export const OUT_OF_STEPS = new Error('A document takes too many steps to check.');

/** A keyword that only the server uses, and that occurs in no user's schema. */
const STEPS_KEYWORD = 'x-recorda-steps';

/** Throws FIELD_INVALID that names the fault in `collection.json_schema`. */
export function compileSchema(source: JsonObject): DocumentSchema {
  const { subschemas, faults } = walkSchema(source);
  if (faults.length > 0) throw fieldErrors(faults.slice(0, SCHEMA_LIMITS.faults));
  let running: Steps = { left: 0 };
  const spend = (steps: number): void => {
    running.left -= steps;
    if (running.left < 0) throw OUT_OF_STEPS;
  };
  const counted = withSteps(subschemas);
  const compile = (allErrors: boolean): ValidateFunction => {
    try {
      return engine(allErrors, spend).compile(counted);
    } catch (error) {
      throw fieldErrors([
        { field: 'collection.json_schema', description: `is not a valid schema: ${(error as Error).message}` },
      ]);
    }
  };
  checkByMetaSchema(source);
  const check = compile(false);
  let thorough: ValidateFunction | undefined;
  const run = (by: ValidateFunction, data: JsonObject, steps: Steps): readonly ErrorObject[] => {
    running = steps;
    try {
      return by(data) ? [] : (by.errors ?? []);
    } catch (error) {
      // A schema that refers to itself without going deeper into the document recurses until the stack overflows.
      throw error instanceof RangeError ? OUT_OF_STEPS : error;
    }
  };

  return {
    fits: (data, steps) => run(check, data, steps).length === 0,
    faults(data) {
      const [first] = run(check, data, { left: SCHEMA_STEPS.document });
      try {
        thorough ??= compile(true);
        return run(thorough, data, { left: SCHEMA_STEPS.faults }).slice(0, SCHEMA_LIMITS.faults).map(faultOf);
      } catch (error) {
        if (error !== OUT_OF_STEPS) throw error;
        return first === undefined ? [] : [faultOf(first)];
      }
    },
  };
}

/** Returns the schema with an additional keyword in every subschema that counts steps. */
function withSteps(subschemas: readonly Subschema[]): JsonObject {
  const weights = new Map(subschemas.map(({ schema, weight }) => [schema, weight]));
  const counted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(counted);
    const weight = weights.get(value as JsonObject);
    const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, counted(field)]);
    return Object.fromEntries(weight === undefined ? fields : [[STEPS_KEYWORD, weight], ...fields]);
  };
  const [{ schema }] = subschemas as [Subschema];
  // Neither keyword has an effect in a schema that refers only to itself, and an $id would be remembered.
  const { $id: _, $schema: __, ...rest } = schema;
  weights.set(rest, weights.get(schema)!);
  return counted(rest) as JsonObject;
}

/** Creates an engine for each schema, since an engine never forgets what it has compiled. */
function engine(allErrors: boolean, spend: (steps: number) => void): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors,
    strict: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    inlineRefs: false,
    logger: false,
    code: { regExp: linearPattern(spend), optimize: false },
  });
  const [first] = ajv.RULES.rules.find(({ type }) => type === undefined)!.rules;
  ajv.addKeyword({
    keyword: STEPS_KEYWORD,
    schemaType: 'number',
    // Runs before all other keywords, so that a failure of another cannot prevent the count.
    ...(first !== undefined && { before: first.keyword }),
    validate: (weight: number, data: unknown) => {
      spend(weight * (1 + sizeOf(data) / SCHEMA_STEPS.sizeOfStep));
      return true;
    },
    errors: false,
  });
  // The built-in keyword compares every pair of elements.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, data: readonly unknown[]) => {
      if (!isAsked) return true;
      const texts = data.map((element) => stringify(element) ?? '');
      spend(texts.reduce((sum, { length }) => sum + length, 0) / SCHEMA_STEPS.sizeOfStep);
      return new Set(texts).size === texts.length;
    },
    error: { message: 'must not have two equal elements' },
  });
  return ajv;
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string' || Array.isArray(data)) return data.length;
  return typeof data === 'object' && data !== null ? Object.keys(data).length : 0;
}

/** Compiles patterns with RE2, whose time is linear in the text, times the length of the pattern. */
function linearPattern(spend: (steps: number) => void) {
  const compile = (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    const instructions = compiled.programSize();
    if (instructions > SCHEMA_LIMITS.patternInstructions) throw new Error(`the pattern ${pattern} is too large`);
    return {
      test: (text: string): boolean => {
        spend((text.length * instructions) / SCHEMA_STEPS.patternOfStep);
        return compiled.test(text);
      },
    };
  };
  return Object.assign(compile, { code: 'linearPattern' });
}

let metaSchema: Ajv2020 | undefined;

function checkByMetaSchema(source: JsonObject): void {
  metaSchema ??= new Ajv2020({ strict: false, validateFormats: false, logger: false, allErrors: true });
  const { $id: _, $schema: said, ...rest } = source;
  if (said !== undefined && said !== DRAFT) {
    throw fieldErrors([{ field: 'collection.json_schema.$schema', description: `must be ${DRAFT}, or be left out` }]);
  }
  if (metaSchema.validateSchema(rest) === true) return;
  // A faulty keyword is reported in several ways, of which one is enough.
  const faults = new Map<string, string>();
  for (const { field, description } of (metaSchema.errors ?? []).map(faultOf)) {
    if (!faults.has(field)) faults.set(field, description);
  }
  throw fieldErrors(
    [...faults]
      .slice(0, SCHEMA_LIMITS.faults)
      .map(([field, description]) => ({ field: `collection.json_schema${field}`, description })),
  );
}

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
