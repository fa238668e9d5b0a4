/** The common calls with the scope bound. The whole contract is on `recorda.memory`. */
import type { Session } from '../proto/gen/recorda/v1/context.ts';
import { MemoryView, RetrieveOrder } from '../proto/gen/recorda/v1/memory.ts';
import { documents, type Documents } from './agent-documents.ts';
import { entities, type Entities } from './agent-entities.ts';
import { episodes, type Episodes } from './agent-episodes.ts';
import { patchPayload } from './agent-patch.ts';
import { addedPayload, type AnyAddOptions } from './agent-payload.ts';
import { persona, type Persona } from './agent-persona.ts';
import { hitStream, retrieveRequest } from './agent-search.ts';
import type {
  Added,
  AddLongTermOptions,
  AddShortTermOptions,
  AddWorkingOptions,
  AgentMemory,
  AgentScope,
  AgentSession,
  Change,
  DeletedMatching,
  DeleteMatchingOptions,
  Hits,
  HitStream,
  JsonValue,
  ListOptions,
  LongTermMemory,
  MemoryPatch,
  MemoryTarget,
  RetrieveOptions,
  ShortTermMemory,
  StreamOptions,
  WatchOptions,
  WorkingMemory,
  WriteOptions,
} from './agent-types.ts';
import { agentFacts, type Facts } from './agent-facts.ts';
import { agentMemory } from './agent-memory.ts';
import { added, hit, typeReport } from './agent-wire.ts';
import { wirePrune, wireSource, wireType } from './wire-names.ts';
import { watch } from './agent-watch.ts';
import { AGENT_CHECKS, SCOPE } from './option-names.ts';
import { refuseUnknown, refusingUnknown } from './options.ts';
import { pages } from './pages.ts';
import type { ContextClient, MemoryClient } from './recorda.ts';
import type { CallOptions } from './typed-client.ts';

/** The memories of one user, as one agent sees them. Every failed call throws a RecordaError. */
export type Agent = {
  /** The facts about the user: explicit, confirmed, superseded, forgotten. */
  readonly facts: Facts;
  /** The user, agent and session that these memories belong to. */
  readonly scope: AgentScope;
  /** Returns the same handle with parts of the scope replaced: `agent.with({ sessionId: 'tuesday' })`. */
  with(scope: Partial<AgentScope>): Agent;
  /**
   * Adds a long-term memory: not empty, at most 1 MiB; durable when acknowledged. Throws QUOTA_EXCEEDED at 10,000 memories or 100
   * MB of the user, unless `autoPrune` makes room.
   */
  add(text: string, options?: AddLongTermOptions): Promise<Added<LongTermMemory>>;
  /**
   * Adds a message to the session: not empty, at most 1 MiB. Beyond 100 messages or 1 MB the oldest are evicted, and reported.
   */
  add(text: string, options: AddShortTermOptions): Promise<Added<ShortTermMemory>>;
  /** Adds an entry to working memory, as `set` does: `agent.add({ city: 'Paris' }, { type: 'working' })`. */
  add(content: JsonValue, options: AddWorkingOptions): Promise<Added<WorkingMemory>>;
  /**
   * Sets an entry of working memory, and replaces one with the same key. At most 10 KB as JSON and 100 entries: more throws
   * QUOTA_EXCEEDED; over 10 KB in all, the least recently used are evicted, and reported.
   */
  set(key: string, value: JsonValue, options?: Omit<AddWorkingOptions, 'type' | 'key'>): Promise<Added<WorkingMemory>>;
  /**
   * Finds memories that answer a query (English or Spanish, at most 8 KB), best first: an array with the report on the search.
   */
  retrieve(query: string, options?: RetrieveOptions): Promise<Hits>;
  /** Finds the same memories, and yields each as it is found. `break` cancels the rest. */
  stream(query: string, options?: StreamOptions): HitStream;
  /** Lists the memories of a type by create time; pages are fetched as they are needed. */
  list(options?: ListOptions): AsyncIterable<AgentMemory>;
  /** Returns one memory. Throws MEMORY_NOT_FOUND. */
  get(id: string, options?: CallOptions): Promise<AgentMemory>;
  /** Changes what the patch names and nothing else. Throws MEMORY_NOT_FOUND, ETAG_MISMATCH, QUOTA_EXCEEDED. */
  update(target: MemoryTarget, patch: MemoryPatch, options?: WriteOptions): Promise<AgentMemory>;
  /**
   * Pins a memory: it is never archived, pruned or merged as a duplicate, whatever its age, until `unpin`. Throws
   * MEMORY_NOT_FOUND, ETAG_MISMATCH, and FIELD_INVALID for working and short-term memory.
   */
  pin(target: MemoryTarget, options?: WriteOptions): Promise<AgentMemory>;
  /** Unpins a memory: from now on it ages again. Throws as `pin` does. */
  unpin(target: MemoryTarget, options?: WriteOptions): Promise<AgentMemory>;
  /** Deletes one memory. Throws MEMORY_NOT_FOUND and ETAG_MISMATCH. */
  delete(target: MemoryTarget, options?: WriteOptions): Promise<void>;
  /**
   * Deletes every memory of a type that a filter matches, for example `speaker == "Ben"`; `true` matches all. Without `force` it
   * deletes nothing and returns how many it would delete. It does not delete all at once: after an error that is `retryable`,
   * repeat it.
   */
  deleteMatching(filter: string, options?: DeleteMatchingOptions): Promise<DeletedMatching>;
  /**
   * Yields the changes of the scope's memories, in order and each once, until the reader stops. It reconnects by itself and
   * continues where it was. Throws CHANGES_GONE if `resumeToken` is older than 7 days: then read the memories anew.
   */
  watch(options?: WatchOptions): AsyncIterable<Change>;
  /** Lasting traits of the user, as this agent knows them. */
  readonly persona: Persona;
  /** Tasks with their steps and their outcomes. */
  readonly episodes: Episodes;
  /** People, places and things of the user's world, and how they are related. */
  readonly entities: Entities;
  /** JSON documents of the user, in collections. */
  readonly documents: Documents;
  /** Lists the user's sessions, the most recently used first; pages are fetched as they are needed. */
  sessions(options?: CallOptions): AsyncIterable<AgentSession>;
  /**
   * Ends the scope's task, deletes its working memory and returns the number of deleted entries. Without a taskId: the entries
   * that have none.
   */
  endTask(options?: CallOptions): Promise<number>;
};

/** Creates the handle of `scope` over the two services. */
export function agent(memory: MemoryClient, context: ContextClient, scope: AgentScope): Agent {
  refuseUnknown(scope, SCOPE, 'the scope of an agent');
  const reading = readingCalls(memory, scope);
  const { update, ...changing } = changingCalls(memory, scope);
  const calls = { memory, scope, find: reading.retrieve };
  const add = addCall(memory, scope);

  const handle: Agent = {
    scope,
    persona: persona(calls),
    episodes: episodes(calls),
    entities: entities(calls),
    documents: documents(calls),
    facts: agentFacts(context, scope),
    with: (changed) => agent(memory, context, { ...scope, ...changed }),
    // The overloads relate content and options to the type of memory that is returned; the server returns the type that was sent.
    add: add as Agent['add'],
    set: (key, value, options) => add(value, { ...options, type: 'working', key }) as Promise<Added<WorkingMemory>>,
    ...reading,
    update,
    pin: (target, options) => update(target, { pinned: true }, options),
    unpin: (target, options) => update(target, { pinned: false }, options),
    ...changing,
    watch: (options = {}) => watch(memory, scope, options),

    sessions: (options) =>
      pages(async (pageToken) => {
        const { sessions, nextPageToken } = await context.listSessions({ scope, pageToken }, options);
        return { elements: sessions.map(agentSession), nextPageToken };
      }),

    endTask: async (options) => (await memory.endTask({ scope }, options)).clearedCount,
  };
  return refusingUnknown('agent', handle, AGENT_CHECKS);
}

function addCall(memory: MemoryClient, scope: AgentScope) {
  return async (content: JsonValue, options: AnyAddOptions = {}): Promise<Added> => {
    const response = await memory.addMemory(
      {
        memory: {
          type: wireType(options.type ?? 'long_term'),
          scope,
          payload: addedPayload(content, options),
          metadata: options.metadata,
          importance: options.importance,
          pinned: options.pinned ?? false,
          ...(options.source !== undefined && { source: wireSource(options.source) }),
        },
        requestId: options.requestId ?? '',
        ...('autoPrune' in options && { autoPrune: wirePrune(options.autoPrune ?? 'off') }),
      },
      options,
    );
    return added(response);
  };
}

function readingCalls(memory: MemoryClient, scope: AgentScope): Pick<Agent, 'retrieve' | 'stream' | 'list' | 'get'> {
  return {
    async retrieve(query, options = {}) {
      const response = await memory.retrieveMemories(
        {
          orderBy: options.orderBy === 'score' ? RetrieveOrder.SCORE : RetrieveOrder.GROUPED,
          topKTotal: options.topKTotal,
          ...retrieveRequest(scope, query, options),
        },
        options,
      );
      const { latencyMs, targetMs } = response;
      return Object.assign(response.results.map(hit), { types: response.types.map(typeReport), latencyMs, targetMs });
    },

    stream: (query, options = {}) =>
      hitStream(memory.streamRetrieveMemories({ retrieve: retrieveRequest(scope, query, options) }, options)),

    list: (options = {}) =>
      pages(async (pageToken) => {
        const response = await memory.listMemories(
          {
            scope,
            type: wireType(options.type ?? 'long_term'),
            filter: options.filter ?? '',
            orderBy: options.orderBy ?? '',
            pageSize: options.pageSize ?? 0,
            pageToken,
            view: MemoryView.FULL,
          },
          options,
        );
        return { elements: response.memories.map(agentMemory), nextPageToken: response.nextPageToken };
      }),

    async get(id, options) {
      return agentMemory((await memory.getMemory({ scope, id }, options)).memory);
    },
  };
}

function changingCalls(memory: MemoryClient, scope: AgentScope): Pick<Agent, 'update' | 'delete' | 'deleteMatching'> {
  return {
    async update(target, patch, options = {}) {
      const { id, etag } = targeted(target);
      const { payload, updateMask } = patchPayload(id, patch);
      const response = await memory.updateMemory(
        {
          memory: {
            id,
            etag,
            scope,
            payload,
            metadata: patch.metadata ?? undefined,
            importance: patch.importance ?? undefined,
            pinned: patch.pinned ?? false,
          },
          updateMask,
          requestId: options.requestId ?? '',
        },
        options,
      );
      return agentMemory(response.memory);
    },

    async delete(target, options = {}) {
      const { id, etag } = targeted(target);
      await memory.deleteMemory({ scope, id, etag, requestId: options.requestId ?? '' }, options);
    },

    async deleteMatching(filter, { type = 'long_term', force = false, ...options } = {}) {
      const response = await memory.deleteMemories({ scope, type: wireType(type), filter, force }, options);
      const { matchedCount, deletedCount, sampleIds, deletedRelationshipCount } = response;
      return { matchedCount, deletedCount, sampleIds, deletedRelationshipCount };
    },
  };
}

const targeted = (target: MemoryTarget): { id: string; etag: string } =>
  typeof target === 'string' ? { id: target, etag: '' } : target;

function agentSession({ updateTime, ...session }: Session): AgentSession {
  if (updateTime === undefined) throw new TypeError('The server sent a session without the time of its last use.');
  return { ...session, updateTime };
}
