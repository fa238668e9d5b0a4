/** Entity memory: a graph of entities and the relationships between them, each with its earlier statements. */
import { normalName } from '../merge/normal-name.ts';
import { restated } from '../merge/versions.ts';
import type { EntityPayload, JsonObject, PayloadPatch, RelationshipPayload, Statement } from '../payloads.ts';
import { SHARED, type MemoryTypeSpec, type Merging } from './memory-type-spec.ts';
import { fieldsText, jsonBytes, refuseForeign, words } from './parts.ts';

type Stated = EntityPayload | RelationshipPayload;

/** Relationships belong to entity memory, but have ids and a quota of their own. */
export const RELATIONSHIP_PREFIX = 're_';

const merging: Merging<Stated> = {
  key: (payload) =>
    payload.node === 'ENTITY'
      ? { kind: normalName(payload.entityType), key: normalName(payload.name) }
      : { kind: normalName(payload.relationshipType), key: `${payload.fromId} ${payload.toId}` },
  keyNamed: (kind, key) => ({ kind: normalName(kind), key: normalName(key) }),
  mergesInto: (existing, added) =>
    existing.node === 'ENTITY' || added.node === 'ENTITY' || (overlaps(existing, added) && overlaps(added, existing)),
  merged: mergeStated,
};

export const entity: MemoryTypeSpec<Stated> = {
  ...SHARED,
  idPrefix: 'en_',
  keptBy: [],
  owner: 'user',
  isPinnable: true,
  merging,
  contentBytes: jsonBytes,
  searchText: (payload, nameOf) =>
    payload.node === 'ENTITY' ? entityText(payload) : relationshipText(payload, nameOf),
  patched(payload, fields, createTimeMs, nowMs) {
    const { attributes, validFromMs: _from, validToMs: _to, evidence = payload.evidence, ...others } = fields;
    const { name, aliases, ...foreign } = others;
    refuseForeign(payload.node === 'ENTITY' ? foreign : others, payload.node);
    const said = restated(payload, restatement(payload, attributes, fields), createTimeMs, nowMs);
    if (said.node !== 'ENTITY') return { ...said, evidence };
    return { ...said, evidence, name: name ?? said.name, aliases: aliases ?? said.aliases };
  },
  whenFull: () => 'Adds are refused once it is full. Merge or delete entities that are no longer needed',
};

function entityText({ name, entityType, aliases, attributes }: EntityPayload): string {
  return [name, ...aliases, words(entityType), fieldsText(attributes)].filter(Boolean).join('. ');
}

function relationshipText(
  { fromId, toId, relationshipType, attributes }: RelationshipPayload,
  nameOf: (id: string) => string | undefined,
): string {
  const sentence = [nameOf(fromId), words(relationshipType), nameOf(toId)].filter(Boolean).join(' ');
  return [sentence, fieldsText(attributes)].filter(Boolean).join('. ');
}

function restatement(before: Statement, attributes: JsonObject | undefined, fields: PayloadPatch): Statement {
  return {
    attributes: attributes ?? before.attributes,
    validFromMs: 'validFromMs' in fields ? fields.validFromMs : before.validFromMs,
    validToMs: 'validToMs' in fields ? fields.validToMs : before.validToMs,
  };
}

function overlaps(one: Statement, other: Statement): boolean {
  return (one.validFromMs ?? -Infinity) < (other.validToMs ?? Infinity);
}

/** Merges two statements: attributes one by one, of which the later ones win; validity if it is given; aliases and evidence of both. */
function mergeStated(existing: Stated, added: Stated, fromMs: number, nowMs: number): Stated {
  const { validFromMs = existing.validFromMs, validToMs = existing.validToMs } = added;
  const attributes = { ...existing.attributes, ...added.attributes };
  const merged = restated<Stated>(existing, { attributes, validFromMs, validToMs }, fromMs, nowMs);
  const evidence = united(existing.evidence, added.evidence);
  const withEvidence = evidence === existing.evidence ? merged : { ...merged, evidence };
  if (withEvidence.node !== 'ENTITY' || existing.node !== 'ENTITY' || added.node !== 'ENTITY') return withEvidence;
  const aliases = withAliases(existing, added.aliases);
  return aliases === existing.aliases ? withEvidence : { ...withEvidence, aliases };
}

/**
 * Adds aliases. Another spelling of the name, or of an alias, is not added, since it is found anyway. Returns the list itself if
 * nothing is new.
 */
function withAliases({ name, aliases }: EntityPayload, more: readonly string[]): readonly string[] {
  const known = new Set([name, ...aliases].map(normalName));
  const added = more.filter((alias) => {
    const key = normalName(alias);
    return !known.has(key) && known.add(key);
  });
  return added.length === 0 ? aliases : [...aliases, ...added];
}

/** Returns the union of two lists; the first list itself if the second has nothing new. */
function united(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = new Set([...first, ...second]);
  return all.size === first.length ? first : [...all];
}
