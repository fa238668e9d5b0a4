/**
 * Ranks archived memories on a thread of its own, which starts with the first search and ends when it has no
 * work.
 */
import { Piscina } from 'piscina';
import { abortError, orAbort } from '../domain/abort.ts';
import { RecordaError } from '../domain/errors.ts';
import type { StaticTable } from '../embedders/static/static-table.ts';
import { ARCHIVE_SEARCH } from '../policy/lifecycle.ts';
import type { CallContext, Hit } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';
import type { ArchiveThreadData, Ranked } from './archive-thread.ts';
import type { RankCommand } from './rank-archived.ts';

export interface ArchiveRanking {
  /** Takes ownership of the objects' bytes: they are empty for the caller afterwards. */
  rank(command: RankCommand, call: CallContext): Promise<readonly Hit[]>;
  close(): Promise<void>;
}

export function archiveRanking({ table, log }: { readonly table: StaticTable; readonly log: Log }): ArchiveRanking {
  const threadData: ArchiveThreadData = { table };
  const threads = new Piscina<RankCommand, Ranked>({
    filename: new URL('./archive-thread.bundle.cjs', import.meta.url).href,
    name: 'run',
    workerData: threadData,
    // Threads do not get the program's own flags: with --input-type or --eval they would not start.
    execArgv: [],
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: ARCHIVE_SEARCH.idleMs,
    recordTiming: false,
  });
  threads.on('error', (err: Error) => log.error({ err }, 'a thread that searches archives failed'));

  return {
    async rank(command, { signal }) {
      if (signal.aborted) throw abortError(signal);
      const stop = new AbortController();
      const onAbort = (): void => stop.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const transferList = command.objects.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer as ArrayBuffer));
        // If a search is cancelled, its thread ends, since it would work in vain.
        const ranked = await orAbort(threads.run(command, { signal: stop.signal, transferList }), signal);
        if ('hits' in ranked) return ranked.hits;
        throw new RecordaError(ranked.reason, ranked.message, ranked.detail);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: () => threads.destroy(),
  };
}
