/** Helpers that the calls of all memory types share. */
import type { Memory } from '../proto/gen/recorda/v1/resources.ts';
import { MemoryView } from '../proto/gen/recorda/v1/memory.ts';
import { agentMemory } from './agent-memory.ts';
import type { PartialPayload } from './agent-payload.ts';
import type { Added, AddOptions, AgentMemory, AgentScope, Hits, MemoryTarget, RetrieveOptions } from './agent-types.ts';
import { added } from './agent-wire.ts';
import { RecordaError } from './errors.ts';
import { pages } from './pages.ts';
import type { MemoryClient } from './recorda.ts';
import type { CallOptions } from './typed-client.ts';
import { wirePrune, wireSource } from './wire-names.ts';

export type Calls = {
  readonly memory: MemoryClient;
  readonly scope: AgentScope;
  readonly find: (query: string, options: RetrieveOptions) => Promise<Hits>;
};

type Prune = Parameters<typeof wirePrune>[0];

export async function addPayload(
  { memory, scope }: Calls,
  payload: PartialPayload,
  options: AddOptions & { readonly autoPrune?: Prune | undefined },
): Promise<Added> {
  const { metadata, importance, pinned = false, source, requestId = '', autoPrune } = options;
  const response = await memory.addMemory(
    {
      memory: {
        scope,
        payload,
        metadata,
        importance,
        pinned,
        ...(source !== undefined && { source: wireSource(source) }),
      },
      requestId,
      ...(autoPrune !== undefined && { autoPrune: wirePrune(autoPrune) }),
    },
    options,
  );
  return added(response);
}

type Name = { readonly type: Memory['type']; readonly kind?: string; readonly key: string };
/** The memory to get, by its id or by its name. */
export type Which = { readonly id: string } | { readonly name: Name };

/** Returns the memory of this name, or undefined if there is none. */
export function named(calls: Calls, name: Name, options?: CallOptions): Promise<AgentMemory | undefined> {
  return found(calls, { name }, options);
}

/** Returns the memory, or undefined if there is none. */
export async function found(
  { memory, scope }: Calls,
  which: Which,
  options: CallOptions = {},
): Promise<AgentMemory | undefined> {
  try {
    return agentMemory((await memory.getMemory({ scope, ...which }, options)).memory);
  } catch (error) {
    if (error instanceof RecordaError && error.reason === 'MEMORY_NOT_FOUND') return undefined;
    throw error;
  }
}

type Listing = CallOptions & {
  readonly type: Memory['type'];
  readonly collection?: string;
  readonly filter?: string | undefined;
  readonly orderBy?: string | undefined;
  readonly pageSize?: number | undefined;
};

/** Yields every memory of a listing; pages are fetched as they are needed. */
export function listed(
  { memory, scope }: Calls,
  { type, collection = '', filter = '', orderBy = '', pageSize = 0, ...options }: Listing,
): AsyncGenerator<AgentMemory, void> {
  const view = MemoryView.FULL;
  return pages(async (pageToken) => {
    const request = { scope, type, collection, filter, orderBy, pageSize, pageToken, view };
    const response = await memory.listMemories(request, options);
    return { elements: response.memories.map(agentMemory), nextPageToken: response.nextPageToken };
  });
}

export const targeted = (target: MemoryTarget): { id: string; etag: string } =>
  typeof target === 'string' ? { id: target, etag: '' } : { id: target.id, etag: target.etag };
