/** Scores the best long-term memories of a search again, by a second embedder. Without its vectors, the search's own order stays. */
import { orAbort } from '../../domain/abort.ts';
import type { MemoryRecord } from '../../domain/memory.ts';
import { lookedAgain } from '../../embedders/second/looked-again.ts';
import type { SecondVectors } from '../../embedders/second/second-vectors.ts';
import { SECOND_LOOK } from '../../policy/embedding.ts';
import type { CallContext, Hit, RetrieveQuery } from '../../ports/stores.ts';
import type { Log, SecondLookOutcome, Telemetry } from '../../ports/telemetry.ts';
import type { ErasureTarget } from '../../ports/users.ts';
import type { Layer } from './layer.ts';
import type { StoreLayer, StoreMiddleware } from './store-middleware.ts';

type Reports = { readonly log: Pick<Log, 'warn'>; readonly telemetry: Pick<Telemetry, 'secondLook'> };

export function secondLook(vectors: SecondVectors, reports: Reports): StoreMiddleware {
  const layer = longTermLayer(vectors, reports);
  return ({ type }) => (type === 'LONG_TERM' ? layer : {});
}

/** Erases the vectors of an erased user as well. */
export function forgottenVectors(vectors: SecondVectors): Layer<ErasureTarget> {
  return {
    async erase(next, whose, types, erasureId, call) {
      const counts = await next(whose, types, erasureId, call);
      vectors.forget(whose);
      return counts;
    },
  };
}

function longTermLayer(vectors: SecondVectors, { log, telemetry }: Reports): StoreLayer {
  let isFailing = false;

  /** Returns how near these memories are to the question by the second embedder, and how the request to it ended. */
  async function ask(
    text: string,
    records: readonly MemoryRecord[],
  ): Promise<{ readonly cosines?: readonly (number | undefined)[] | undefined; readonly outcome: SecondLookOutcome }> {
    try {
      const cosines = await vectors.cosines(text, records);
      if (cosines !== undefined) isFailing = false;
      return { cosines, outcome: cosines === undefined ? 'late' : 'taken' };
    } catch (error) {
      // The failure is logged once, not for every search until it is resolved.
      if (!isFailing) {
        const why = error instanceof Error ? error.message : String(error);
        log.warn({ error: why }, 'the second embedder is failing: searches are answered without it');
      }
      isFailing = true;
      return { outcome: 'failed' };
    }
  }

  async function chosen(query: RetrieveQuery, hits: readonly Hit[], call: CallContext): Promise<readonly Hit[]> {
    const records = hits.map(({ record }) => record);
    const { cosines, outcome } = await orAbort(ask(query.text, records), call.signal);
    telemetry.secondLook(outcome);
    const ranked = cosines === undefined ? hits : lookedAgain(hits, cosines, query);
    return ranked.slice(0, query.topK);
  }

  return {
    async add(next, intents, call) {
      const outcomes = await next(intents, call);
      const added = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
      for (const { record, removedIds } of added) for (const id of removedIds) vectors.forget(record.scope, id);
      vectors.prepare(added.map(({ record }) => record));
      return outcomes;
    },

    async update(next, intent, call) {
      const updated = await next(intent, call);
      vectors.prepare([updated.record]);
      return updated;
    },

    async remove(next, intent, call) {
      const removed = await next(intent, call);
      vectors.forget(intent.scope, intent.id);
      return removed;
    },

    retrieve(next, query, call) {
      if (!vectors.reads(query.text)) {
        telemetry.secondLook('unread');
        return next(query, call);
      }
      const choose = { among: SECOND_LOOK.among, of: (hits: readonly Hit[]) => chosen(query, hits, call) };
      return next({ ...query, choose }, call);
    },
  };
}
