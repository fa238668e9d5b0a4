/**
 * Keeps the texts by which entities are found: a description of each entity, and a sentence of each relationship that holds, such as `Ana
 * works at Acme`, which finds both its ends. Tells which texts change with a record. Pure and synchronous.
 */
import { holdsAt } from '../domain/graph/moment.ts';
import type { EntityPayload, RelationshipPayload } from '../domain/memory.ts';
import { normalName } from '../domain/merge/normal-name.ts';
import { searchText } from '../domain/search-text.ts';
import { ENTITY_INDEX } from '../policy/limits.ts';

/** The ids of entities and relationships whose texts may have changed. */
type Touched = readonly string[];

export type Sentence = { readonly text: string; readonly createTimeMs: number };

export interface EntityTexts {
  /** Estimated bytes of memory. */
  readonly bytes: number;
  putEntity(id: string, payload: EntityPayload): Touched;
  removeEntity(id: string): Touched;
  putRelationship(id: string, payload: RelationshipPayload, createTimeMs: number): Touched;
  removeRelationship(id: string): Touched;
  /** Moves the time at which relationships hold. */
  moveTo(timeMs: number): Touched;
  /** Returns the sentence of a relationship; undefined if it does not hold, or there is none. */
  sentence(id: string): Sentence | undefined;
  /** Returns the entities that a text finds: the one that it describes, or both ends of the relationship. */
  entitiesOf(id: string): readonly string[];
  /**
   * Returns the entities of this name or alias, ignoring case, accents and spaces; if there are none, also ignoring the signs around it.
   */
  named(name: string): readonly string[];
}

type Kept = { readonly payload: RelationshipPayload; readonly createTimeMs: number };

/** Opens an empty set of texts, as of this time. */
export function entityTexts(startMs: number): EntityTexts {
  let timeMs = startMs;
  /** The bytes of relationships. */
  let bytes = 0;
  /** The times between which no relationship begins or ends. */
  let lastTurnMs = -Infinity;
  let nextTurnMs = Infinity;
  const names = entityNames();
  const relationships = new Map<string, Kept>();
  const byEnd = new Map<string, Set<string>>();

  const noteTurns = ({ payload: { validFromMs, validToMs } }: Kept): void => {
    for (const turnMs of [validFromMs, validToMs]) {
      if (turnMs === undefined) continue;
      if (turnMs <= timeMs) lastTurnMs = Math.max(lastTurnMs, turnMs);
      else nextTurnMs = Math.min(nextTurnMs, turnMs);
    }
  };
  const forgetRelationship = (id: string): void => {
    const known = relationships.get(id);
    if (known === undefined) return;
    relationships.delete(id);
    bytes -= bytesOf(known);
    for (const end of endsOf(known)) dropFrom(byEnd, end, id);
  };

  return {
    get bytes() {
      return bytes + names.bytes;
    },

    putEntity(id, payload) {
      const isRenamed = names.nameOf(id) !== payload.name;
      names.put(id, payload);
      return isRenamed ? [id, ...(byEnd.get(id) ?? [])] : [id];
    },

    removeEntity(id) {
      names.remove(id);
      return [id];
    },

    putRelationship(id, payload, createTimeMs) {
      forgetRelationship(id);
      const kept = { payload: { ...payload, evidence: [], versions: [] }, createTimeMs };
      relationships.set(id, kept);
      bytes += bytesOf(kept);
      for (const end of endsOf(kept)) addTo(byEnd, end, id);
      noteTurns(kept);
      return [id];
    },

    removeRelationship(id) {
      forgetRelationship(id);
      return [id];
    },

    moveTo(nowMs) {
      const before = timeMs;
      timeMs = nowMs;
      if (lastTurnMs <= nowMs && nowMs < nextTurnMs) return [];
      lastTurnMs = -Infinity;
      nextTurnMs = Infinity;
      const turned: string[] = [];
      for (const [id, kept] of relationships) {
        noteTurns(kept);
        if (holdsAt(kept.payload, before) !== holdsAt(kept.payload, nowMs)) turned.push(id);
      }
      return turned;
    },

    sentence(id) {
      const kept = relationships.get(id);
      if (kept === undefined || !holdsAt(kept.payload, timeMs)) return undefined;
      return { text: searchText(kept.payload, names.nameOf), createTimeMs: kept.createTimeMs };
    },

    entitiesOf(id) {
      const kept = relationships.get(id);
      return kept === undefined ? [id] : endsOf(kept);
    },

    named: names.named,
  };
}

/** Keeps the names and aliases of entities, and which entities have them. */
function entityNames() {
  const names = new Map<string, { readonly name: string; readonly keys: readonly string[] }>();
  const byName = new Map<string, Set<string>>();

  const remove = (id: string): void => {
    for (const key of names.get(id)?.keys ?? []) dropFrom(byName, key, id);
    names.delete(id);
  };

  return {
    get bytes() {
      return names.size * ENTITY_INDEX.nameBytes;
    },
    nameOf: (id: string): string | undefined => names.get(id)?.name,
    put(id: string, { name, aliases }: Pick<EntityPayload, 'name' | 'aliases'>): void {
      remove(id);
      const keys = [...new Set([name, ...aliases].flatMap((known) => [exact(known), bare(known)]))];
      names.set(id, { name, keys });
      for (const key of keys) addTo(byName, key, id);
    },
    remove,
    named: (name: string): readonly string[] => [...(byName.get(exact(name)) ?? byName.get(bare(name)) ?? [])],
  };
}

/** A key that differs from `bare` in its first character: `C#` is not `C`. */
function exact(name: string): string {
  return `=${normalName(name)}`;
}

/** A key without signs around the name: `¿Ana?` asks for Ana, and `Acme Inc` for Acme Inc. */
function bare(name: string): string {
  const words = normalName(name.replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''));
  return words === '' ? exact(name) : `~${words}`;
}

/** Returns the ends of a relationship: one if it leads back to its start. */
function endsOf({ payload: { fromId, toId } }: Kept): readonly string[] {
  return fromId === toId ? [fromId] : [fromId, toId];
}

function bytesOf({ payload }: Kept): number {
  return 2 * JSON.stringify(payload).length;
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}

function dropFrom(sets: Map<string, Set<string>>, key: string, value: string): void {
  const known = sets.get(key);
  known?.delete(value);
  if (known?.size === 0) sets.delete(key);
}
