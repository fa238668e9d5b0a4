/** Persona memory: traits that an agent records about a user, each under its key, with its earlier values. */
import { sameJson } from '../merge/same-json.ts';
import { newest } from '../merge/versions.ts';
import type { TraitPayload } from '../payloads.ts';
import { SHARED, type MemoryTypeSpec } from './memory-type-spec.ts';
import { jsonBytes, keyAndValueText, refuseForeign } from './parts.ts';

export const persona: MemoryTypeSpec<TraitPayload> = {
  ...SHARED,
  idPrefix: 'pe_',
  keptBy: ['agentId'],
  owner: 'agent',
  isPinnable: true,
  merging: {
    key: ({ key }) => ({ kind: '', key }),
    keyNamed: (_, key) => ({ kind: '', key }),
    mergesInto: () => true,
    merged: (existing, added, fromMs, nowMs) => withValue(existing, added.value, fromMs, nowMs),
  },
  contentBytes: jsonBytes,
  searchText: keyAndValueText,
  patched(payload, { value, ...foreign }, createTimeMs, nowMs) {
    refuseForeign(foreign, payload.type);
    return value === undefined ? payload : withValue(payload, value.json, createTimeMs, nowMs);
  },
  whenFull: () => 'Adds are refused once it is full. Delete traits that are no longer true',
};

/** Returns the trait with another value; the previous one becomes a version. */
function withValue(trait: TraitPayload, value: TraitPayload['value'], fromMs: number, nowMs: number): TraitPayload {
  if (sameJson(trait.value, value)) return trait;
  const version = { value: trait.value, fromMs: trait.versions[0]?.toMs ?? fromMs, toMs: nowMs };
  return { ...trait, value, versions: newest([version, ...trait.versions], (one) => one.value) };
}
