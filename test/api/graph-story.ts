/** Short functions for tests of entities, for the whole contract. */
import type {
  AddMemoryResponse,
  RetrievedMemory,
  RetrieveMemoriesRequest,
  TraverseEntitiesRequest,
} from '../../proto/gen/recorda/v1/memory.ts';
import type { Entity, Memory, Relationship } from '../../proto/gen/recorda/v1/resources.ts';
import type { Door } from './doors.ts';

type Scope = { readonly userId: string; readonly namespace?: string };

export type GraphStory = ReturnType<typeof graphStory>;

/** Returns functions for the entities of one user of this transport. */
export function graphStory({ recorda, newUser }: Door, given: Partial<Scope> = {}) {
  const scope: Scope = { userId: newUser(), ...given };
  const { memory } = recorda;
  const idOf = (answer: AddMemoryResponse): string => answer.memory?.id ?? '';
  const story = {
    scope,
    memory,

    addEntity: (name: string, type: string, more: Partial<Entity> = {}): Promise<AddMemoryResponse> =>
      memory.addMemory({ memory: { scope, payload: { $case: 'entity', value: { name, type, ...more } } } }),

    addRelationship: (
      fromId: string,
      type: string,
      toId: string,
      more: Partial<Relationship> = {},
    ): Promise<AddMemoryResponse> =>
      memory.addMemory({
        memory: { scope, payload: { $case: 'relationship', value: { fromId, toId, type, ...more } } },
      }),

    /** Resolves to the id. */
    entity: async (name: string, type = 'person', more: Partial<Entity> = {}): Promise<string> =>
      idOf(await story.addEntity(name, type, more)),

    /** Resolves to the id. */
    relate: async (from: string, type: string, to: string, more: Partial<Relationship> = {}): Promise<string> =>
      idOf(await story.addRelationship(from, type, to, more)),

    list: async (filter = ''): Promise<readonly Memory[]> =>
      (await memory.listMemories({ scope, type: 'MEMORY_TYPE_ENTITY', filter, pageSize: 1000 })).memories,

    /** Resolves to the results, best first. */
    find: async (query: string, more: Partial<RetrieveMemoriesRequest> = {}): Promise<readonly RetrievedMemory[]> =>
      (await memory.retrieveMemories({ scope, query, types: ['MEMORY_TYPE_ENTITY'], ...more })).results,

    /** Resolves to the names of the results. */
    names: async (query: string, more: Partial<RetrieveMemoriesRequest> = {}): Promise<readonly string[]> =>
      (await story.find(query, more)).map((hit) => nameOf(hit.memory)),

    /** Resolves to a short form of the answer: names with their distance, relationships by type. */
    async walk(startIds: readonly string[], more: Partial<TraverseEntitiesRequest> = {}) {
      const starts = startIds.map((id) => ({ start: { $case: 'id' as const, value: id } }));
      const answer = await memory.traverseEntities({ scope, starts, ...more });
      return {
        entities: answer.entities.map(({ entity, distance }) => `${nameOf(entity)} ${distance}`),
        relationships: answer.relationships.map(nameOf),
        truncated: answer.truncated,
      };
    },
  };
  return story;
}

/** Returns an entity's name, or a relationship's type. */
export function nameOf(memory: Memory | undefined): string {
  if (memory?.payload?.$case === 'entity') return memory.payload.value.name;
  return memory?.payload?.$case === 'relationship' ? memory.payload.value.type : '';
}
