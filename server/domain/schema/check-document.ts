/** Checks whether a document fits its collection's schema. */
import { LRUCache } from 'lru-cache';
import { COMPILED_SCHEMAS, SCHEMA_STEPS } from '../../policy/limits.ts';
import { fieldErrors, type RecordaError } from '../errors.ts';
import type { DocumentPayload, JsonObject } from '../payloads.ts';
import { compileSchema, OUT_OF_STEPS, type DocumentSchema, type Steps } from './compile-schema.ts';

const compiled = new LRUCache<string, DocumentSchema>({ max: COMPILED_SCHEMAS });

/** Returns the schema with this text; the same text always returns the same one. Throws FIELD_INVALID. */
function schemaOf(text: string): DocumentSchema {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  const schema = compileSchema(JSON.parse(text) as JsonObject);
  compiled.set(text, schema);
  return schema;
}

/** Throws SCHEMA_MISMATCH that names each faulty field, within the field that holds the document. */
export function checkDocument(
  schemaText: string,
  { data }: Pick<DocumentPayload, 'data'>,
  field = 'memory.document.data',
): void {
  const schema = schemaOf(schemaText);
  try {
    if (schema.fits(data, { left: SCHEMA_STEPS.document })) return;
  } catch (error) {
    throw error === OUT_OF_STEPS ? tooLong(field, 'SCHEMA_MISMATCH') : error;
  }
  const faults = schema.faults(data);
  throw fieldErrors(
    faults.map(({ field: within, description }) => ({ field: `${field}${within}`, description })),
    'SCHEMA_MISMATCH',
  );
}

/** Counts the documents that do not fit. Throws FIELD_INVALID if that takes too long. */
export function countUnfit(
  schemaText: string,
  documents: Iterable<{ readonly id: string; readonly data: JsonObject }>,
  maxIds: number,
): { readonly unfitCount: number; readonly unfitIds: readonly string[] } {
  const schema = schemaOf(schemaText);
  const steps: Steps = { left: SCHEMA_STEPS.collection };
  const unfitIds: string[] = [];
  let unfitCount = 0;
  try {
    for (const { id, data } of documents) {
      if (schema.fits(data, steps)) continue;
      unfitCount += 1;
      if (unfitIds.length < maxIds) unfitIds.push(id);
    }
  } catch (error) {
    throw error === OUT_OF_STEPS ? tooLong('collection.json_schema', 'FIELD_INVALID') : error;
  }
  return { unfitCount, unfitIds };
}

function tooLong(field: string, reason: 'SCHEMA_MISMATCH' | 'FIELD_INVALID'): RecordaError {
  return fieldErrors([{ field, description: 'takes too long to check; simplify the schema or the documents' }], reason);
}
