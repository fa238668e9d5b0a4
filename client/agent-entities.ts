/** Entities and their relationships: how they are added, walked along and found. */
import { MemoryType } from '../proto/gen/recorda/v1/resources.ts';
import type { EntityStart } from '../proto/gen/recorda/v1/memory.ts';
import { addPayload, named, targeted, type Calls } from './agent-calls.ts';
import { entityHit, reached, wireDirection } from './agent-graph.ts';
import type {
  EntityHits,
  EntityTarget,
  FindEntitiesOptions,
  RelateOptions,
  Traversal,
  TraverseOptions,
  UpsertEntityOptions,
} from './agent-graph-types.ts';
import { agentMemory } from './agent-memory.ts';
import { retrieveRequest } from './agent-search.ts';
import type { Added, EntityMemory, MemoryTarget, RelationshipMemory, WriteOptions } from './agent-types.ts';
import { typeReport } from './agent-wire.ts';
import { ENTITY_CHECKS } from './option-names.ts';
import { refusingUnknown } from './options.ts';
import type { CallOptions } from './typed-client.ts';

/** People, places and things of the user's world. At most 5,000 entities, 10,000 relationships and 50 MB of each per user. */
export type Entities = {
  /**
   * Adds an entity, or merges it into the one that has this name and type (compared without case, accents and spaces): then the
   * operation is MERGED, attributes are replaced one by one, and the earlier state is kept as a version.
   */
  upsert(name: string, type: string, options?: UpsertEntityOptions): Promise<Added<EntityMemory>>;
  /**
   * Adds a relationship: `relate({ name: 'Ana', type: 'person' }, 'works_at', { name: 'Acme', type: 'company' })`. Its ends are
   * ids, entities, or names with types, which are added if they do not exist. If it overlaps in time with another of the same
   * type and ends, it is merged into that one (MERGED).
   */
  relate(
    from: EntityTarget,
    type: string,
    to: EntityTarget,
    options?: RelateOptions,
  ): Promise<Added<RelationshipMemory>>;
  /** Returns the entity, or undefined if there is none of this name and type. */
  get(name: string, type: string, options?: CallOptions): Promise<EntityMemory | undefined>;
  /**
   * Walks from one or several entities along relationships, nearest first. A name without a type may match several entities, and
   * may be an alias. Throws MEMORY_NOT_FOUND if a start does not exist.
   */
  traverse(from: EntityStartTarget | readonly EntityStartTarget[], options?: TraverseOptions): Promise<Traversal>;
  /** Finds entities by name, alias, meaning and relationships: `find('who works at Acme?', { neighbors: { maxHops: 1 } })`. */
  find(query: string, options?: FindEntitiesOptions): Promise<EntityHits>;
  /**
   * Deletes an entity with its relationships, or one relationship; returns how many relationships were deleted with the entity.
   */
  delete(target: MemoryTarget, options?: WriteOptions): Promise<number>;
};

/** The start of a walk: an id, an entity, or a name. */
export type EntityStartTarget = EntityTarget | { readonly name: string; readonly type?: string | undefined };

export function entities(calls: Calls): Entities {
  const { memory, scope } = calls;

  const upsert: Entities['upsert'] = (name, type, options = {}) => {
    const { attributes, aliases, validFrom, validTo, evidence, ...rest } = options;
    const value = {
      name,
      type,
      attributes,
      aliases: [...(aliases ?? [])],
      validFrom,
      validTo,
      evidence: [...(evidence ?? [])],
    };
    return addPayload(calls, { $case: 'entity', value }, rest) as Promise<Added<EntityMemory>>;
  };
  /**
   * Returns the id of an end. The call's request id is used for the relationship; ends are upserted without one, since a repeat
   * changes nothing.
   */
  const idOf = async (target: EntityTarget, { signal, timeoutMs }: CallOptions): Promise<string> => {
    if (typeof target === 'string') return target;
    if ('id' in target) return target.id;
    return (await upsert(target.name, target.type, { signal, timeoutMs })).memory.id;
  };

  const handle: Entities = {
    upsert,

    async relate(from, type, to, options = {}) {
      const { attributes, validFrom, validTo, evidence, ...rest } = options;
      const fromId = await idOf(from, rest);
      const toId = await idOf(to, rest);
      const value = { fromId, toId, type, attributes, validFrom, validTo, evidence: [...(evidence ?? [])] };
      return (await addPayload(calls, { $case: 'relationship', value }, rest)) as Added<RelationshipMemory>;
    },

    get: (name, type, options) =>
      named(calls, { type: MemoryType.ENTITY, kind: type, key: name }, options) as Promise<EntityMemory | undefined>,

    async traverse(from, options = {}) {
      const { direction, maxHops = 0, limit = 0, relationshipTypes = [], entityTypes = [], asOf, knownAt } = options;
      const starts = (isList(from) ? from : [from]).map(wireStart);
      const walk = { scope, starts, direction: wireDirection(direction), maxHops, limit, asOf, knownAt };
      const response = await memory.traverseEntities(
        { ...walk, relationshipTypes: [...relationshipTypes], entityTypes: [...entityTypes] },
        options,
      );
      const { truncated, latencyMs } = response;
      const relationships = response.relationships.map(agentMemory) as RelationshipMemory[];
      return { entities: response.entities.map(reached), relationships, truncated, latencyMs };
    },

    async find(query, options = {}) {
      const { neighbors, asOf, knownAt, ...search } = options;
      const request = retrieveRequest(scope, query, { ...search, types: ['entity'] });
      const entityNeighbors = neighbors && {
        maxHops: neighbors.maxHops ?? 0,
        limit: neighbors.limit ?? 0,
        direction: wireDirection(neighbors.direction),
        relationshipTypes: [...(neighbors.relationshipTypes ?? [])],
      };
      const response = await memory.retrieveMemories({ ...request, entityNeighbors, asOf, knownAt }, options);
      const { latencyMs, targetMs } = response;
      const types = response.types.map(typeReport);
      return Object.assign(response.results.map(entityHit), { types, latencyMs, targetMs });
    },

    async delete(target, options = {}) {
      const request = { scope, ...targeted(target), requestId: options.requestId ?? '' };
      return (await memory.deleteMemory(request, options)).deletedRelationshipCount;
    },
  };
  return refusingUnknown('agent.entities', handle, ENTITY_CHECKS);
}

function isList(from: EntityStartTarget | readonly EntityStartTarget[]): from is readonly EntityStartTarget[] {
  return Array.isArray(from);
}

function wireStart(target: EntityStartTarget): EntityStart {
  if (typeof target === 'string') return { start: { $case: 'id', value: target } };
  if ('id' in target) return { start: { $case: 'id', value: target.id } };
  return { start: { $case: 'named', value: { name: target.name, type: target.type ?? '' } } };
}
