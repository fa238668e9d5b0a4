/** Walks the subschemas of a JSON Schema (draft 2020-12), and finds reasons for which the server will not run one. */
import { SCHEMA_LIMITS } from '../../policy/limits.ts';
import type { FieldViolation } from '../errors.ts';
import type { JsonObject, JsonValue } from '../payloads.ts';

/** Keywords by what they contain. */
const ONE = ['additionalProperties', 'propertyNames', 'items', 'contains', 'not', 'if', 'then', 'else'];
const UNEVALUATED = ['unevaluatedItems', 'unevaluatedProperties'];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAP = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const ASSERTIONS =
  'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired $ref';
const ANNOTATIONS =
  '$schema $comment title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType';
const SINGLE = new Set([...ONE, ...UNEVALUATED]);
const PLAIN = new Set(`${ASSERTIONS} ${ANNOTATIONS}`.split(' '));
/** Keywords that cost nothing to check. */
const SAID_ONLY = new Set(ANNOTATIONS.split(' '));

export type Subschema = {
  /** The pointer as a $ref spells it, `#/properties/a`. */
  readonly pointer: string;
  readonly schema: JsonObject;
  /** The cost of checking it, without what its subschemas check themselves. */
  readonly weight: number;
};

export type Walked = { readonly subschemas: readonly Subschema[]; readonly faults: readonly FieldViolation[] };

/** Returns every subschema, the schema itself first. `$id` is allowed at the top, where it has no effect. */
export function walkSchema(schema: JsonObject): Walked {
  const subschemas: Subschema[] = [];
  const pointers = new Set<string>();
  const refs: { readonly pointer: string; readonly ref: JsonValue }[] = [];
  const faults: FieldViolation[] = [];
  const fault = (pointer: string, description: string): void => {
    faults.push({ field: `collection.json_schema${pointer.slice(1).replaceAll('/', '.')}`, description });
  };

  const visit = (value: JsonValue | undefined, pointer: string): void => {
    pointers.add(pointer);
    if (typeof value === 'boolean') return;
    if (!isObject(value)) return fault(pointer, 'is not a schema: an object, or true or false');
    let weight = 1;
    for (const [keyword, said] of Object.entries(value)) {
      const keywordPointer = `${pointer}/${escaped(keyword)}`;
      if (keyword === '$ref') refs.push({ pointer: keywordPointer, ref: said });
      if (SINGLE.has(keyword)) visit(said, keywordPointer);
      else if (LIST.includes(keyword) && Array.isArray(said)) {
        said.forEach((one: JsonValue, index) => visit(one, `${keywordPointer}/${index}`));
        weight += said.length;
      } else if (MAP.includes(keyword) && isObject(said)) {
        for (const [name, one] of Object.entries(said)) visit(one, `${keywordPointer}/${escaped(name)}`);
        if (!keyword.startsWith('$') && keyword !== 'definitions') weight += Object.keys(said).length;
      } else if (LIST.includes(keyword) || MAP.includes(keyword)) fault(keywordPointer, 'has the wrong form');
      else if (PLAIN.has(keyword)) weight += SAID_ONLY.has(keyword) ? 0 : nodes(said);
      else if (keyword !== '$id' || pointer !== '#') fault(keywordPointer, 'is not a supported keyword');
    }
    subschemas.unshift({ pointer, schema: value, weight });
  };

  visit(schema, '#');
  if (subschemas.length > SCHEMA_LIMITS.subschemas) {
    fault('#', `has ${subschemas.length} subschemas; at most ${SCHEMA_LIMITS.subschemas} are allowed`);
  }
  if (refs.length > SCHEMA_LIMITS.refs) {
    fault('#', `has ${refs.length} references; at most ${SCHEMA_LIMITS.refs} are allowed`);
  }
  for (const { pointer, ref } of refs) {
    if (typeof ref !== 'string' || !pointers.has(decoded(ref))) {
      fault(pointer, 'must point to a subschema of this schema, such as #/$defs/address');
    }
  }
  return { subschemas, faults };
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}

/** Escapes a name for a JSON Pointer. */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function nodes(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value as JsonObject).reduce<number>((sum, child) => sum + nodes(child), 1);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
