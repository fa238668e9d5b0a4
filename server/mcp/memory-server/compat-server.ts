/**
 * `--compat memory-server`: the nine tools of the reference memory server of the Model Context Protocol (0.6.3), with its names,
 * descriptions, schemas and answers, over a graph that Recorda keeps.
 */
import { McpServer, type ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Agent } from '../../../client/agent.ts';
import type { CallOptions } from '../../../client/typed-client.ts';
import { faultResult } from '../fault-result.ts';
import type { McpOptions } from '../mcp-server.ts';
import { memoryOf } from '../memory-of.ts';
import { type Graph, namedRelations, newEntities, newRelations, openedGraph, searched, withNames } from './graph.ts';
import type { GraphStore, StoredEntity } from './graph-store.ts';

const entity = z.object({
  name: z.string().describe('The name of the entity'),
  entityType: z.string().describe('The type of the entity'),
  observations: z.array(z.string()).describe('An array of observation contents associated with the entity'),
});
const relation = z.object({
  from: z.string().describe('The name of the entity where the relation starts'),
  to: z.string().describe('The name of the entity where the relation ends'),
  relationType: z.string().describe('The type of the relation'),
});
const graphShape = z.object({ entities: z.array(entity), relations: z.array(relation) });
const done = z.object({ success: z.boolean(), message: z.string() });

const local = { openWorldHint: false } as const;
const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, ...local };
const DELETES: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, ...local };
const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, ...local };

/** A tool's answer as structure, and the part of it that is written as text. */
type Answer = { readonly structured: Record<string, unknown>; readonly text: unknown };

/** The texts are the reference's; `run` throws what the reference's tools throw. */
type CompatTool = {
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
  run(input: never, agent: Agent, options: CallOptions): Promise<Answer>;
};

/** Uses the reference's wording: "not found" is a plain sentence. */
class NotInGraph extends Error {
  override readonly name = 'NotInGraph';
}

export function compatServer({ recorda, scope, log }: McpOptions, store: GraphStore): McpServer {
  const server = new McpServer({ name: 'memory-server', version: '0.6.3' });
  const memory = async (): Promise<Agent> => memoryOf(await recorda(), scope).agent;
  const changed = addGraphResource(server, store, memory);
  for (const [name, tool] of Object.entries(compatTools(store))) {
    const { title, description, input: inputSchema, output: outputSchema, annotations } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations },
      async (input, { mcpReq: { signal } }) => {
        try {
          const { structured, text } = await tool.run(input as never, await memory(), { signal });
          if (annotations.readOnlyHint !== true) changed();
          const written = typeof text === 'string' ? text : JSON.stringify(text, null, 2);
          return { content: [{ type: 'text', text: written }], structuredContent: structured };
        } catch (thrown) {
          if (thrown instanceof NotInGraph) return { isError: true, content: [{ type: 'text', text: thrown.message }] };
          return faultResult(thrown, `mcp ${name}`, log);
        }
      },
    );
  }
  return server;
}

const RESOURCE_URI = 'memory://knowledge-graph';

/** Offers the whole graph as a resource. The returned function tells subscribers that the graph has changed. */
function addGraphResource(server: McpServer, store: GraphStore, memory: () => Promise<Agent>): () => void {
  const mimeType = 'application/json';
  server.registerResource(
    'knowledge-graph',
    RESOURCE_URI,
    { title: 'Knowledge Graph', description: 'The full knowledge graph with all entities and relations', mimeType },
    async ({ href: uri }, { mcpReq: { signal } }) => {
      const { text } = answered(await store.read(await memory(), { signal }));
      return { contents: [{ uri, mimeType, text: JSON.stringify(text, null, 2) }] };
    },
  );
  const subscribed = new Set<string>();
  server.server.registerCapabilities({ resources: { subscribe: true } });
  server.server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    subscribed.add(uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  return () => {
    // Subscribers who have left hear nothing.
    if (subscribed.has(RESOURCE_URI)) server.server.sendResourceUpdated({ uri: RESOURCE_URI }).catch(() => undefined);
  };
}

function compatTools(store: GraphStore): Readonly<Record<string, CompatTool>> {
  return { ...addingTools(store), ...deletingTools(store), ...readingTools(store) };
}

type Entities = { readonly entities: readonly z.output<typeof entity>[] };
type Relations = { readonly relations: readonly z.output<typeof relation>[] };
type Observations = {
  readonly observations: readonly { readonly entityName: string; readonly contents: readonly string[] }[];
};
type Names = { readonly entityNames: readonly string[] };
type Deletions = {
  readonly deletions: readonly { readonly entityName: string; readonly observations: readonly string[] }[];
};

function addingTools(store: GraphStore): Readonly<Record<string, CompatTool>> {
  return {
    create_entities: {
      title: 'Create Entities',
      description: 'Create multiple new entities in the knowledge graph',
      input: z.object({ entities: z.array(entity) }),
      output: z.object({ entities: z.array(entity) }),
      annotations: ADDS,
      run: ({ entities }: Entities, agent, options) =>
        store.change(agent, options, (graph) => {
          const added = newEntities(graph, entities);
          return { change: { entities: added }, answer: { structured: { entities: added }, text: added } };
        }),
    },
    create_relations: {
      title: 'Create Relations',
      description:
        'Create multiple new relations between entities in the knowledge graph. Relations should be in active voice',
      input: z.object({ relations: z.array(relation) }),
      output: z.object({ relations: z.array(relation) }),
      annotations: ADDS,
      run: ({ relations }: Relations, agent, options) =>
        store.change(agent, options, (graph) => {
          const added = newRelations(graph, relations);
          return { change: { relations: added }, answer: { structured: { relations: added }, text: added } };
        }),
    },
    add_observations: {
      title: 'Add Observations',
      description: 'Add new observations to existing entities in the knowledge graph',
      input: z.object({
        observations: z.array(
          z.object({
            entityName: z.string().describe('The name of the entity to add the observations to'),
            contents: z.array(z.string()).describe('An array of observation contents to add'),
          }),
        ),
      }),
      output: z.object({
        results: z.array(z.object({ entityName: z.string(), addedObservations: z.array(z.string()) })),
      }),
      annotations: ADDS,
      run: ({ observations }: Observations, agent, options) =>
        store.change(agent, options, ({ entities }) => {
          const changed = new Map<StoredEntity, readonly string[]>();
          const results = observations.map(({ entityName, contents }) => {
            const found = entities.find(({ name }) => name === entityName);
            if (found === undefined) throw new NotInGraph(`Entity with name ${entityName} not found`);
            const known = changed.get(found) ?? found.observations;
            const addedObservations = contents.filter((content) => !known.includes(content));
            if (addedObservations.length > 0) changed.set(found, [...known, ...addedObservations]);
            return { entityName, addedObservations };
          });
          return { change: { observations: changed }, answer: { structured: { results }, text: results } };
        }),
    },
  };
}

function deletingTools(store: GraphStore): Readonly<Record<string, CompatTool>> {
  const success = (message: string): Answer => ({ structured: { success: true, message }, text: message });
  return {
    delete_entities: {
      title: 'Delete Entities',
      description: 'Delete multiple entities and their associated relations from the knowledge graph',
      input: z.object({ entityNames: z.array(z.string()).describe('An array of entity names to delete') }),
      output: done,
      annotations: DELETES,
      run: ({ entityNames }: Names, agent, options) =>
        store.change(agent, options, (graph) => {
          const { entities, relations } = withNames(graph, entityNames);
          return { change: { removed: [...entities, ...relations] }, answer: success('Entities deleted successfully') };
        }),
    },
    delete_observations: {
      title: 'Delete Observations',
      description: 'Delete specific observations from entities in the knowledge graph',
      input: z.object({
        deletions: z.array(
          z.object({
            entityName: z.string().describe('The name of the entity containing the observations'),
            observations: z.array(z.string()).describe('An array of observations to delete'),
          }),
        ),
      }),
      output: done,
      annotations: DELETES,
      run: ({ deletions }: Deletions, agent, options) =>
        store.change(agent, options, ({ entities }) => {
          const changed = new Map<StoredEntity, readonly string[]>();
          for (const { entityName, observations } of deletions) {
            const found = entities.find(({ name }) => name === entityName);
            if (found === undefined) continue;
            const known = changed.get(found) ?? found.observations;
            const left = known.filter((said) => !observations.includes(said));
            if (left.length < known.length) changed.set(found, left);
          }
          return { change: { observations: changed }, answer: success('Observations deleted successfully') };
        }),
    },
    delete_relations: {
      title: 'Delete Relations',
      description: 'Delete multiple relations from the knowledge graph',
      input: z.object({ relations: z.array(relation).describe('An array of relations to delete') }),
      output: done,
      annotations: DELETES,
      run: ({ relations }: Relations, agent, options) =>
        store.change(agent, options, (graph) => {
          const removed = namedRelations(graph, relations);
          return { change: { removed }, answer: success('Relations deleted successfully') };
        }),
    },
  };
}

function readingTools(store: GraphStore): Readonly<Record<string, CompatTool>> {
  return {
    read_graph: {
      title: 'Read Graph',
      description: 'Read the entire knowledge graph',
      input: z.object({}),
      output: graphShape,
      annotations: READS,
      run: async (_: object, agent, options) => answered(await store.read(agent, options)),
    },
    search_nodes: {
      title: 'Search Nodes',
      description: 'Search for nodes in the knowledge graph based on a query',
      input: z.object({
        query: z.string().describe('The search query to match against entity names, types, and observation content'),
      }),
      output: graphShape,
      annotations: READS,
      run: async ({ query }: { readonly query: string }, agent, options) =>
        answered(searched(await store.read(agent, options), query)),
    },
    open_nodes: {
      title: 'Open Nodes',
      description: 'Open specific nodes in the knowledge graph by their names',
      input: z.object({ names: z.array(z.string()).describe('An array of entity names to retrieve') }),
      output: graphShape,
      annotations: READS,
      run: async ({ names }: { readonly names: readonly string[] }, agent, options) =>
        answered(openedGraph(await store.read(agent, options), names)),
    },
  };
}

/** Writes a graph as the reference does. */
function answered(graph: Graph): Answer {
  const bare = {
    entities: graph.entities.map(({ name, entityType, observations }) => ({ name, entityType, observations })),
    relations: graph.relations.map(({ from, to, relationType }) => ({ from, to, relationType })),
  };
  return { structured: bare, text: bare };
}
