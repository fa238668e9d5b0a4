/** The search of each type asked for, all begun at once: what RetrieveMemories collects and StreamRetrieveMemories sends. */
import { RecordaError } from '../../domain/errors.ts';
import { MEMORY_TYPES, type MemoryType } from '../../domain/memory.ts';
import { orAbort, type StopSignal } from '../../domain/abort.ts';
import { targetOfSearch } from '../../policy/latency-targets.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type { CallContext, Hit, RetrieveQuery } from '../../ports/stores.ts';
import type { RetrieveMemoriesRequest, TypeReport } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toGraphQuestion } from './graph-question.ts';
import { toScope } from '../scope.ts';
import { fromError, fromType, toFilter, toType } from './translate.ts';

/** How the search of one type went: its hits, or the error why there are none. */
export type TypeSearch = {
  readonly type: MemoryType;
  readonly hits: readonly Hit[];
  readonly error?: RecordaError;
  readonly report: TypeReport;
};

/** The types asked for, in latency order; long-term if none is. */
export function typesAsked(request: RetrieveMemoriesRequest): readonly MemoryType[] {
  if (request.types.length === 0) return ['LONG_TERM'];
  const asked = new Set(request.types.map(toType));
  return MEMORY_TYPES.filter((type) => asked.has(type));
}

export function searchTypes({ stores }: MemoryDependencies) {
  /** One promise for each type, in latency order. They reject only with faults of the server. `signal` ends them all. */
  return function search(
    request: RetrieveMemoriesRequest,
    call: ServiceCall,
    signal: StopSignal = call.signal,
  ): readonly Promise<TypeSearch>[] {
    const context: CallContext = signal === call.signal ? call : { ...call, signal };
    const query: RetrieveQuery = {
      scope: toScope(call.tenant, request.scope),
      text: request.query,
      topK: request.topK ?? DEFAULTS.topK,
      filter: toFilter(request.filter),
      minSimilarity: request.minSimilarity,
      explain: request.explain,
      nowMs: request.now?.getTime() ?? call.nowMs,
      graph: toGraphQuestion(request, call),
    };
    const types = typesAsked(request);

    async function searchOne(type: MemoryType): Promise<TypeSearch> {
      const startMs = call.elapsedMs();
      let hits: readonly Hit[] = [];
      let error: RecordaError | undefined;
      try {
        hits = await orAbort(stores[type].retrieve(query, context), signal);
      } catch (thrown) {
        if (!(thrown instanceof RecordaError)) throw thrown;
        error = thrown;
      }
      const report: TypeReport = {
        type: fromType(type),
        latencyMs: call.elapsedMs() - startMs,
        count: hits.length,
        error: error && fromError(error),
        targetMs: targetOfSearch([type], hits.length),
      };
      return { type, hits, report, ...(error && { error }) };
    }

    // The fastest begins last: what beginning the others takes is no part of its time. Their work is not on this thread.
    return types.toReversed().map(searchOne).toReversed();
  };
}
