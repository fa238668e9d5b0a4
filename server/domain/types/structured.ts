/** Structured memory: documents in collections. */
import { LIMITS } from '../../policy/limits.ts';
import { countValues } from '../count-values.ts';
import { fieldError, type RecordaError } from '../errors.ts';
import { sameJson } from '../merge/same-json.ts';
import type { DocumentPayload, JsonObject, JsonValue } from '../payloads.ts';
import { SHARED, type MemoryTypeSpec } from './memory-type-spec.ts';
import { fieldsText, jsonBytes, refuseForeign, words } from './parts.ts';

export const structured: MemoryTypeSpec<DocumentPayload> = {
  ...SHARED,
  idPrefix: 'sd_',
  keptBy: [],
  owner: 'user',
  isPinnable: true,
  merging: {
    key: ({ collection, key }) => ({ kind: collection, key }),
    keyNamed: (kind, key) => ({ kind, key }),
    mergesInto: ({ key }) => key !== '',
    merged: (existing, { data }) => (sameJson(existing.data, data) ? existing : { ...existing, data }),
  },
  contentBytes: jsonBytes,
  searchText: ({ collection, key, data }) => `${words(collection)} ${words(key)}: ${fieldsText(data)}`,
  patched(payload, { data = payload.data, mergePatch, ...foreign }) {
    refuseForeign(foreign, payload.type);
    return { ...payload, data: mergePatch === undefined ? data : withinLimit(patchedObject(data, mergePatch)) };
  },
  archivedHead: ({ collection, key }) => ({ collection, key }),
  whenFull: () => 'Adds are refused once it is full. Delete documents that are no longer needed (DeleteMemories)',
};

/** Applies a JSON Merge Patch (RFC 7396): null removes, objects are merged, anything else replaces. */
function patchedObject(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, JsonValue>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const before = result.get(name);
    if (value === null) result.delete(name);
    else if (isObject(value))
      result.set(name, patchedObject(before !== undefined && isObject(before) ? before : {}, value));
    else result.set(name, value);
  }
  return Object.fromEntries(result);
}

/** Checks the size again, since two documents within the limit may be merged into one that is not; the merge adds no levels. */
function withinLimit(data: JsonObject): JsonObject {
  const bytes = Buffer.byteLength(JSON.stringify(data));
  if (bytes > LIMITS.documentBytes)
    throw tooLarge(`${bytes.toLocaleString('en-US')} bytes as JSON`, LIMITS.documentBytes);
  // Each value takes at least two bytes.
  const values = bytes < 2 * LIMITS.documentValues ? 0 : countValues(data);
  if (values > LIMITS.documentValues) throw tooLarge(`${values.toLocaleString('en-US')} values`, LIMITS.documentValues);
  return data;
}

function tooLarge(size: string, most: number): RecordaError {
  return fieldError('merge_patch', `makes the document ${size}; at most ${most.toLocaleString('en-US')} are allowed`);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
