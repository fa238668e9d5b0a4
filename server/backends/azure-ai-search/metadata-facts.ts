/**
 * The metadata in the index, in a form in which any key can be filtered by: its facts as texts (`["city"]` for a key that exists,
 * `["city"]="Lima"` for a value, `["tags"][]="new"` for an element of a list), and its numbers with their paths, to be compared.
 */
import { createHash } from 'node:crypto';
import type { MetadataPath, Scalar } from '../../domain/filter-condition.ts';
import type { JsonObject, JsonValue } from '../../domain/memory.ts';
import { AZURE_SEARCH } from '../../policy/backends.ts';

export type MetadataFacts = {
  readonly facts: readonly string[];
  readonly numbers: readonly { readonly path: string; readonly value: number }[];
  /** True if there is more metadata than the index keeps. */
  readonly isPartial: boolean;
};

/** Says that the key exists. */
export function keyFact(path: MetadataPath): string {
  return short(JSON.stringify(path));
}

/** Says that the key has this value. */
export function valueFact(path: MetadataPath, value: Scalar): string {
  return short(`${JSON.stringify(path)}=${JSON.stringify(value)}`);
}

/** Says that the key is a list that contains this. */
export function elementFact(path: MetadataPath, value: Scalar): string {
  return short(`${JSON.stringify(path)}[]=${JSON.stringify(value)}`);
}

/** A character that no fact begins with. */
const DIGEST_MARK = '#';

function short(fact: string): string {
  if (Buffer.byteLength(fact) <= AZURE_SEARCH.factBytes) return fact;
  return DIGEST_MARK + createHash('sha256').update(fact).digest('base64url');
}

export function factsOf(metadata: JsonObject | undefined): MetadataFacts {
  const facts = new Set<string>();
  const numbers: MetadataFacts['numbers'][number][] = [];
  let isPartial = false;
  for (const { path, value } of parts(metadata ?? {}, [])) {
    for (const fact of factsAbout(path, value)) {
      facts.add(fact);
      if (facts.size > AZURE_SEARCH.facts) isPartial = true;
      if (isPartial) break;
    }
    if (typeof value === 'number') numbers.push({ path: keyFact(path), value });
    if (numbers.length > AZURE_SEARCH.numbers) isPartial = true;
    if (isPartial) break;
  }
  return {
    facts: [...facts].slice(0, AZURE_SEARCH.facts),
    numbers: numbers.slice(0, AZURE_SEARCH.numbers),
    isPartial,
  };
}

function* factsAbout(path: MetadataPath, value: JsonValue): Generator<string> {
  yield keyFact(path);
  if (isScalar(value)) yield valueFact(path, value);
  if (!Array.isArray(value)) return;
  for (const element of value as readonly JsonValue[]) if (isScalar(element)) yield elementFact(path, element);
}

function* parts(value: JsonObject, outer: MetadataPath): Generator<{ path: MetadataPath; value: JsonValue }> {
  for (const [name, inner] of Object.entries(value)) {
    const path = [...outer, name];
    yield { path, value: inner };
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) yield* parts(inner as JsonObject, path);
  }
}

function isScalar(value: JsonValue): value is Scalar {
  return typeof value !== 'object' || value === null;
}
