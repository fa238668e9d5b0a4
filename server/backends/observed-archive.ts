/** Searches of the archive, each in a span, under the span of the call that made it. */
import type { ArchiveSearch } from '../ports/archive-search.ts';
import { inSpan } from './observed.ts';

/** `backend` is that of cold storage. Where nobody traces, the search's own promise comes back. */
export function observedArchive({ search }: ArchiveSearch, backend: string): ArchiveSearch {
  return {
    search(type, query, call) {
      const span = call.trace?.startStoreCall('searchArchive', type, backend);
      if (span === undefined) return search(type, query, call);
      return inSpan(
        span,
        () => search(type, query, call),
        ({ hits }) => hits.length,
      );
    },
  };
}
