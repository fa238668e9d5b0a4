/** The asks that writes are certain to make, so that a backend behind a network can read all of it in one round trip. */
import type { RemoveIntent, RequestId, UpdateIntent } from '../intents.ts';
import { isJsonPayload, quotaName, type MemoryQuota, type MemoryRecord, type Scope } from '../memory.ts';
import type { AddCommand, EvictCommand, PutBackCommand } from './asks.ts';
import { isRelationship } from './parts.ts';

type MemoryRef = { readonly scope: Scope; readonly id: string };

/** The reads of one or several writes, by the ask that uses them. */
export type ReadSet = {
  /** Read by `repeatedAdd`, `repeatedUpdate` and `repeatedRemove`. */
  readonly requests: readonly { readonly scope: Scope; readonly requestId: RequestId }[];
  /** Read by `openAccount`. */
  readonly accounts: readonly { readonly scope: Scope; readonly name: MemoryQuota }[];
  /** Read by `find`. */
  readonly memories: readonly MemoryRef[];
  /** Read by `holderOf`. */
  readonly holders: readonly MemoryRef[];
  /** Read by `ofKey`. */
  readonly keys: readonly Pick<MemoryRecord, 'scope' | 'payload'>[];
};

const NOTHING: ReadSet = { requests: [], accounts: [], memories: [], holders: [], keys: [] };

export function readsOfAdd(write: Pick<AddCommand, 'scope' | 'payload' | 'requestId'>): ReadSet {
  return { ...NOTHING, requests: requestsOf(write), ...readsOfPlacing(write) };
}

/** Returns the reads of an update or a removal. The account is not among them: it is known only once the memory is found. */
export function readsOfChange({ scope, id, requestId }: UpdateIntent | RemoveIntent): ReadSet {
  return { ...NOTHING, requests: requestsOf({ scope, requestId }), memories: [{ scope, id }] };
}

export function readsOfPutBack({ id, scope, payload }: Pick<PutBackCommand, 'id' | 'scope' | 'payload'>): ReadSet {
  return { ...NOTHING, holders: [{ scope, id }], ...readsOfPlacing({ scope, payload }) };
}

export function readsOfEvict({ scope, evictions }: Pick<EvictCommand, 'scope' | 'evictions'>): ReadSet {
  return { ...NOTHING, memories: evictions.map(({ id }) => ({ scope, id })) };
}

/** Returns the reads of writes that run one after another. */
export function readsOfAll(reads: readonly ReadSet[]): ReadSet {
  return {
    requests: reads.flatMap(({ requests }) => requests),
    accounts: reads.flatMap(({ accounts }) => accounts),
    memories: reads.flatMap(({ memories }) => memories),
    holders: reads.flatMap(({ holders }) => holders),
    keys: reads.flatMap(({ keys }) => keys),
  };
}

function requestsOf({ scope, requestId }: Pick<AddCommand, 'scope' | 'requestId'>): ReadSet['requests'] {
  return requestId === undefined ? [] : [{ scope, requestId }];
}

/** Returns the reads for a memory that is about to be stored: its account, memories with the same key, and the ends of a relationship. */
function readsOfPlacing({ scope, payload }: Pick<MemoryRecord, 'scope' | 'payload'>) {
  const hasKey = payload.type === 'WORKING' || isJsonPayload(payload);
  const ends = isRelationship(payload) ? [payload.fromId, payload.toId] : [];
  return {
    accounts: [{ scope, name: quotaName(payload) }],
    memories: ends.map((id) => ({ scope, id })),
    keys: hasKey ? [{ scope, payload }] : [],
  };
}
