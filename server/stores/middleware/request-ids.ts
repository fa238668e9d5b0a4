/**
 * Keeps a request id to one request across stores. Each store remembers the requests that it applied; this layer remembers which store
 * that was, so that the others refuse the id. Its knowledge ends with the process, as working memory does.
 */
import { LRUCache } from 'lru-cache';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { WORKING } from '../../policy/limits.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

type Write = { readonly scope: Scope; readonly nowMs: number; readonly requestId?: RequestId | undefined };

/** The backend that has the id, applied or under way. `uses` counts the writes that did not fail. */
type Claim = PriorRequest & { readonly backend: string; uses: number };

/** Lets only one of the stores' backends take a request id. */
export function requestIds(): StoreMiddleware {
  // The cache is bounded by `maxSize` with sizes of one: `max` would allocate all of its room at once.
  const claims = new LRUCache<string, Claim>({ maxSize: WORKING.requestIds, sizeCalculation: () => 1 });
  const keyOf = ({ scope: { tenant, userId }, requestId }: Write): string =>
    JSON.stringify([tenant, userId, requestId?.id]);

  /** Claims the id for a write; returns an error where it may not have it. */
  function claim(write: Write, backend: string): RecordaError | undefined {
    const { requestId, nowMs } = write;
    if (requestId === undefined) return undefined;
    const key = keyOf(write);
    const prior = claims.get(key);
    if (prior?.backend === backend) {
      prior.uses += 1;
      return undefined;
    }
    const repeat = decideRepeat(prior, requestId, nowMs);
    if (!repeat.ok) return repeat.error;
    claims.set(key, { backend, bodyHash: requestId.bodyHash, atMs: nowMs, uses: 1 });
    return undefined;
  }

  /** A failed write has not used its id; the outcome of an abandoned one is unknown. */
  function failed(write: Write, error: unknown): void {
    if (write.requestId === undefined || (error instanceof RecordaError && GIVEN_UP.has(error.reason))) return;
    const held = claims.get(keyOf(write));
    if (held === undefined) return;
    held.uses -= 1;
    if (held.uses === 0) claims.delete(keyOf(write));
  }

  return ({ backend }): StoreLayer => {
    async function once<W extends Write, T>(write: W, change: () => Promise<T>): Promise<T> {
      const refusal = claim(write, backend);
      if (refusal !== undefined) throw refusal;
      try {
        return await change();
      } catch (error) {
        failed(write, error);
        throw error;
      }
    }

    const add: NonNullable<StoreLayer['add']> = async (next, intents, call) => {
      const refusals = intents.map((intent) => claim(intent, backend));
      const taken = intents.filter((_, index) => refusals[index] === undefined);
      try {
        const outcomes = (await next(taken, call)).values();
        return intents.map((intent, index) => {
          const refusal = refusals[index];
          if (refusal !== undefined) return { ok: false, error: refusal };
          const outcome = outcomes.next().value!;
          if (!outcome.ok) failed(intent, outcome.error);
          return outcome;
        });
      } catch (error) {
        for (const intent of taken) failed(intent, error);
        throw error;
      }
    };

    return {
      add: (next, intents, call) =>
        intents.some(({ requestId }) => requestId !== undefined) ? add(next, intents, call) : next(intents, call),
      update: (next, intent, call) =>
        intent.requestId === undefined ? next(intent, call) : once(intent, () => next(intent, call)),
      remove: (next, intent, call) =>
        intent.requestId === undefined ? next(intent, call) : once(intent, () => next(intent, call)),
    };
  };
}

const GIVEN_UP: ReadonlySet<string> = new Set(['CANCELLED', 'DEADLINE_EXCEEDED']);
