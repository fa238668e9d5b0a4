/** What the JSON Schemas of collections may be, and what checking a document by one may take. */
import { KB } from './limits.ts';

export const SCHEMA_LIMITS = {
  bytes: 32 * KB,
  subschemas: 200,
  refs: 100,
  /** Of a compiled pattern, in RE2's instructions. */
  patternInstructions: 500,
  /** Collections of a user that have been put. */
  collections: 200,
  /** Documents that do not fit which an answer names. */
  unfitIds: 100,
  /** Faults of a document that an error names. */
  faults: 20,
  /** Of a field's path in such an error. */
  shownCharacters: 200,
} as const;

/** A check takes a step for each subschema that it tries, and more where that has more to look at. */
export const SCHEMA_STEPS = {
  document: 500_000,
  /** Naming every fault of a document that does not fit. */
  faults: 20_000,
  /** All documents of a collection together, when its schema is set. */
  collection: 2_000_000,
  /** Characters, elements or fields that a subschema goes over in one step. */
  sizeOfStep: 32,
  /** Instructions of a pattern, times characters, in one step. */
  patternOfStep: 8,
} as const;

/** Compiled schemas kept. */
export const COMPILED_SCHEMAS = 100;
