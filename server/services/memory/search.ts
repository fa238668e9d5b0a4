/**
 * Searches each requested type, all begun at once: RetrieveMemories collects the results, and StreamRetrieveMemories sends them.
 */
import { RecordaError } from '../../domain/errors.ts';
import { MEMORY_TYPES, type MemoryType } from '../../domain/memory.ts';
import { isMoreLikely } from '../../domain/more-likely.ts';
import { orAbort, type StopSignal } from '../../domain/abort.ts';
import {
  ARCHIVE_TARGET_MS,
  archivedTypes,
  targetOfSearch,
  targetWithArchive,
  type BackendOf,
} from '../../policy/serving.ts';
import { DEFAULTS } from '../../policy/limits.ts';
import type { RetiredType } from '../../policy/memory-types.ts';
import type { ArchiveFinds } from '../../ports/archive-search.ts';
import type { CallContext, Hit, RetrieveQuery } from '../../ports/stores.ts';
import type { RetrieveMemoriesRequest, TypeReport } from '../../../proto/gen/recorda/v1/memory.ts';
import type { ServiceCall } from '../call.ts';
import type { MemoryDependencies } from './dependencies.ts';
import { toGraphQuestion } from './graph-question.ts';
import { toScope } from '../scope.ts';
import { fromError, fromType, toFilter, toType } from './translate.ts';

/** The result of searching one type, or its archive: its hits, or the error why there are none. */
export type TypeSearch = {
  readonly type: MemoryType;
  readonly hits: readonly Hit[];
  readonly error?: RecordaError;
  readonly report: TypeReport;
};

/** Returns the requested types in order of latency; long-term if there are none. */
export function typesAsked(request: RetrieveMemoriesRequest): readonly MemoryType[] {
  if (request.types.length === 0) return ['LONG_TERM'];
  const asked = new Set(request.types.map(toType));
  return MEMORY_TYPES.filter((type) => asked.has(type));
}

export function searchTypes({ stores, archive }: MemoryDependencies) {
  /**
   * Returns one promise for each type, in order of latency, then one for the archive of each if that is requested. They reject
   * only with faults of the server. `signal` ends them all.
   */
  return function search(
    request: RetrieveMemoriesRequest,
    call: ServiceCall,
    signal: StopSignal = call.signal,
  ): readonly Promise<TypeSearch>[] {
    const context: CallContext = signal === call.signal ? call : { ...call, signal };
    const query: RetrieveQuery = {
      scope: toScope(call.tenant, request.scope),
      text: request.query,
      topK: request.topK ?? request.topKTotal ?? DEFAULTS.topK,
      filter: toFilter(request.filter),
      minSimilarity: request.minSimilarity,
      nearOnly: request.nearOnly,
      explain: request.explain,
      nowMs: request.now?.getTime() ?? call.nowMs,
      graph: toGraphQuestion(request, call),
    };
    const types = typesAsked(request);

    async function reported(
      part: Pick<TypeReport, 'archived'> & { readonly type: MemoryType; readonly targetMs: (count: number) => number },
      find: () => Promise<ArchiveFinds>,
    ): Promise<TypeSearch> {
      const { type, archived, targetMs } = part;
      const startMs = call.elapsedMs();
      let found: ArchiveFinds = { hits: [], isTruncated: false };
      let error: RecordaError | undefined;
      try {
        found = await orAbort(find(), signal);
      } catch (thrown) {
        if (!(thrown instanceof RecordaError)) throw thrown;
        error = thrown;
      }
      const { hits, isTruncated: truncated } = found;
      const report: TypeReport = {
        type: fromType(type),
        archived,
        truncated,
        moreLikely: type === 'LONG_TERM' && !archived && isMoreLikely(query.text, query.topK, hits),
        latencyMs: call.elapsedMs() - startMs,
        count: hits.length,
        error: error && fromError(error),
        targetMs: targetMs(hits.length),
      };
      return { type, hits, report, ...(error && { error }) };
    }

    const searchStore = (type: MemoryType): Promise<TypeSearch> =>
      reported(
        { type, archived: false, targetMs: (count) => targetOfSearch([type], count, (one) => stores[one].backend) },
        async () => ({
          hits: await stores[type].retrieve(query, context),
          isTruncated: false,
        }),
      );
    const searchArchive = (type: RetiredType): Promise<TypeSearch> =>
      reported({ type, archived: true, targetMs: () => ARCHIVE_TARGET_MS[type] }, () =>
        archive.search(type, query, context),
      );

    // The fastest begins last, so that the time to begin the others is no part of its own. Their work is not done on this thread.
    const archives = request.includeArchived ? archivedTypes(types).map(searchArchive) : [];
    return [...types.toReversed().map(searchStore).toReversed(), ...archives];
  };
}

/** Returns the latency target of a search that found this many. */
export function targetOfRetrieval(request: RetrieveMemoriesRequest, found: number, backendOf: BackendOf): number {
  const types = typesAsked(request);
  return request.includeArchived ? targetWithArchive(types, found, backendOf) : targetOfSearch(types, found, backendOf);
}
