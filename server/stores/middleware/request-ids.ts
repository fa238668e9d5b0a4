/**
 * A request id belongs to one request, whichever store that was for. Each store remembers the requests that it applied; this
 * remembers which store that was, so that another refuses the id. What it knows ends with the process, as working memory does.
 */
import { LRUCache } from 'lru-cache';
import { decideRepeat, type PriorRequest } from '../../domain/decide/repeat.ts';
import { RecordaError } from '../../domain/errors.ts';
import type { RequestId } from '../../domain/intents.ts';
import type { Scope } from '../../domain/memory.ts';
import { WORKING } from '../../policy/limits.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

type Write = { readonly scope: Scope; readonly nowMs: number; readonly requestId?: RequestId | undefined };

/** Who has the id: applied there, or under way. `uses` are the writes that did not fail. */
type Claim = PriorRequest & { readonly backend: string; uses: number };

/** Lets a request id be taken by one of the stores' backends only. */
export function requestIds(): StoreMiddleware {
  // By sizes of one: with `max` it would take its room, and the time to make it, at once.
  const claims = new LRUCache<string, Claim>({ maxSize: WORKING.requestIds, sizeCalculation: () => 1 });
  const keyOf = ({ scope: { tenant, userId }, requestId }: Write): string =>
    JSON.stringify([tenant, userId, requestId?.id]);

  /** Why not, or undefined: then it is claimed. */
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

  /** What failed has not used its id; of what was given up nobody knows. */
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
