/** Adds that meet a memory of the same key: which that is, and what becomes of the two. */
import type { MemoryType } from '../memory.ts';
import type { EntityPayload, JsonPayload, RelationshipPayload, TraitPayload } from '../payloads.ts';
import { normalName } from './normal-name.ts';
import { sameJson } from './same-json.ts';
import { newest, restated } from './versions.ts';

/** What an owner's memories are told apart by, beside their ids; undefined for those that have nothing of the kind. */
export type MergeKey = { readonly kind: string; readonly key: string };

export function mergeKey(payload: JsonPayload): MergeKey | undefined {
  switch (payload.type) {
    case 'PERSONA':
      return { kind: '', key: payload.key };
    case 'STRUCTURED':
      return { kind: payload.collection, key: payload.key };
    case 'EPISODIC':
      return undefined;
    case 'ENTITY':
      return payload.node === 'ENTITY'
        ? { kind: normalName(payload.entityType), key: normalName(payload.name) }
        : { kind: normalName(payload.relationshipType), key: `${payload.fromId} ${payload.toId}` };
  }
}

/** What a memory of this type would have, were it called so. */
export function mergeKeyNamed(type: MemoryType, kind: string, key: string): MergeKey {
  if (type === 'ENTITY') return { kind: normalName(kind), key: normalName(key) };
  return { kind: type === 'STRUCTURED' ? kind : '', key };
}

/** Whether an add goes into this memory of the same key. */
export function mergesInto(existing: JsonPayload, added: JsonPayload): boolean {
  if (existing.type === 'STRUCTURED') return existing.key !== '';
  if (!isRelationship(existing) || !isRelationship(added)) return true;
  const overlaps = (one: RelationshipPayload, other: RelationshipPayload): boolean =>
    (one.validFromMs ?? -Infinity) < (other.validToMs ?? Infinity);
  return overlaps(existing, added) && overlaps(added, existing);
}

/** What the two become; `existing` itself where the add says nothing new. `fromMs` is when `existing` was recorded. */
export function mergePayload(existing: JsonPayload, added: JsonPayload, fromMs: number, nowMs: number): JsonPayload {
  if (existing.type === 'PERSONA' && added.type === 'PERSONA') return withValue(existing, added.value, fromMs, nowMs);
  if (existing.type === 'STRUCTURED' && added.type === 'STRUCTURED') {
    return sameJson(existing.data, added.data) ? existing : { ...existing, data: added.data };
  }
  if (existing.type === 'ENTITY' && added.type === 'ENTITY') return mergeStated(existing, added, fromMs, nowMs);
  throw new Error(`${existing.type} does not merge with ${added.type}.`);
}

/** The trait with another value; the one it had becomes a version. */
export function withValue(
  trait: TraitPayload,
  value: TraitPayload['value'],
  fromMs: number,
  nowMs: number,
): TraitPayload {
  if (sameJson(trait.value, value)) return trait;
  const version = { value: trait.value, fromMs: trait.versions[0]?.toMs ?? fromMs, toMs: nowMs };
  return { ...trait, value, versions: newest([version, ...trait.versions], (one) => one.value) };
}

type Stated = EntityPayload | RelationshipPayload;

/** Attributes one by one, the later ones win; validity where it is said; aliases and evidence of both. */
function mergeStated(existing: Stated, added: Stated, fromMs: number, nowMs: number): Stated {
  const { validFromMs = existing.validFromMs, validToMs = existing.validToMs } = added;
  const attributes = { ...existing.attributes, ...added.attributes };
  const merged = restated<Stated>(existing, { attributes, validFromMs, validToMs }, fromMs, nowMs);
  const evidence = united(existing.evidence, added.evidence);
  const told = evidence === existing.evidence ? merged : { ...merged, evidence };
  if (told.node !== 'ENTITY' || existing.node !== 'ENTITY' || added.node !== 'ENTITY') return told;
  const aliases = withAliases(existing, added.aliases);
  return aliases === existing.aliases ? told : { ...told, aliases };
}

/** Another spelling of the name, or of an alias, is none: it is found as it is. The list itself where there is nothing new. */
function withAliases({ name, aliases }: EntityPayload, more: readonly string[]): readonly string[] {
  const known = new Set([name, ...aliases].map(normalName));
  const news = more.filter((alias) => {
    const key = normalName(alias);
    return !known.has(key) && known.add(key);
  });
  return news.length === 0 ? aliases : [...aliases, ...news];
}

/** The first list itself where the second has nothing new. */
function united(first: readonly string[], second: readonly string[]): readonly string[] {
  const all = new Set([...first, ...second]);
  return all.size === first.length ? first : [...all];
}

function isRelationship(payload: JsonPayload): payload is RelationshipPayload {
  return payload.type === 'ENTITY' && payload.node === 'RELATIONSHIP';
}
