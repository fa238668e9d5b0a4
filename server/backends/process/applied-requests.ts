/** Applied requests, so that a repeat gets the first answer. */
import { LRUCache } from 'lru-cache';
import { userKeyPrefix, type UserKey } from '../../domain/accounts.ts';
import { orThrow } from '../../domain/decide/outcome.ts';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import type { Added, Removed, RequestId, Updated } from '../../domain/intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { WORKING } from '../../policy/limits.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/lifecycle.ts';

/** A write that is protected against repeats. */
type Protected = {
  readonly scope: Scope;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

type Remembered = Added | Updated | Removed;

export interface AppliedRequests {
  /** Returns the outcome of the applied request of which this is a repeat. Throws REQUEST_ID_REUSED. */
  find<T extends Remembered>(write: Protected): T | undefined;
  remember(write: Protected, answer: Remembered): void;
  /** Forgets a user's requests. */
  forget(whose: UserKey): void;
}

export function appliedRequests(): AppliedRequests {
  // The cache is bounded by bytes alone: a `max` would allocate for all of its entries at once, 100 ms of each start.
  const applied = new LRUCache<string, PriorRequest & { readonly answer: Remembered }>({
    maxSize: WORKING.requestBytes,
    sizeCalculation: ({ answer }) => WORKING.entryBytes + ('record' in answer ? answer.record.sizeBytes : 0),
    ttl: REQUEST_ID_TTL_MS,
  });
  const keyOf = ({ tenant, userId }: UserKey, id: string): string => JSON.stringify([tenant, userId, id]);
  return {
    find<T extends Remembered>({ scope, nowMs, requestId }: Protected): T | undefined {
      if (requestId === undefined) return undefined;
      const prior = applied.get(keyOf(scope, requestId.id));
      // The same id and body mean the same call, so the outcome has its type.
      return orThrow(decideRepeat(prior, requestId, nowMs)) ? (prior!.answer as T) : undefined;
    },

    remember({ scope, nowMs, requestId }, answer) {
      if (requestId === undefined) return;
      applied.set(keyOf(scope, requestId.id), { bodyHash: requestId.bodyHash, atMs: nowMs, answer });
    },

    forget({ tenant, userId }) {
      const start = userKeyPrefix({ tenant, userId });
      for (const key of Array.from(applied.keys())) if (key.startsWith(start)) applied.delete(key);
    },
  };
}
