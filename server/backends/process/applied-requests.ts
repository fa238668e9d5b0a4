/** The requests that were applied, so that a repeat gets the first answer. */
import { LRUCache } from 'lru-cache';
import type { Whose } from '../../domain/accounts.ts';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import type { Added, Outcome, Removed, RequestId, Updated } from '../../domain/intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { WORKING } from '../../policy/working.ts';
import { REQUEST_ID_TTL_MS } from '../../policy/retention.ts';

/** What asks for protection against repeats. */
type Protected = {
  readonly scope: Scope;
  readonly nowMs: number;
  readonly requestId?: RequestId | undefined;
};

export interface AppliedRequests {
  /** Runs `change`, unless it is the repeat of a request that was applied: then the outcome of that one. */
  once<T extends Added | Updated | Removed>(intent: Protected, change: () => Outcome<T>): Outcome<T>;
  /** A user's are forgotten. */
  forget(whose: Whose): void;
}

export function appliedRequests(): AppliedRequests {
  const applied = new LRUCache<string, PriorRequest & { readonly value: Added | Updated | Removed }>({
    max: WORKING.requestIds,
    maxSize: WORKING.requestBytes,
    sizeCalculation: ({ value }) => WORKING.entryBytes + ('record' in value ? value.record.sizeBytes : 0),
    ttl: REQUEST_ID_TTL_MS,
  });
  return {
    once<T extends Added | Updated | Removed>({ scope, nowMs, requestId }: Protected, change: () => Outcome<T>) {
      if (requestId === undefined) return change();
      const key = JSON.stringify([scope.tenant, scope.userId, requestId.id]);
      const prior = applied.get(key);
      const repeat = decideRepeat(prior, requestId, nowMs);
      if (!repeat.ok) return repeat;
      // The same id and body mean the same call, so the outcome is of its kind.
      if (repeat.value) return { ok: true, value: prior!.value as T };
      const outcome = change();
      if (outcome.ok) applied.set(key, { bodyHash: requestId.bodyHash, atMs: nowMs, value: outcome.value });
      return outcome;
    },

    forget({ tenant, userId }) {
      const start = `${JSON.stringify([tenant, userId]).slice(0, -1)},`;
      for (const key of [...applied.keys()]) if (key.startsWith(start)) applied.delete(key);
    },
  };
}
