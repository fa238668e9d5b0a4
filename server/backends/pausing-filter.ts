/** Filters many memories on the event loop, with pauses in which other calls run. */
import { setImmediate } from 'node:timers/promises';
import { abortError, type StopSignal } from '../domain/abort.ts';
import { filterWithin, type Filterable } from '../domain/filter.ts';
import { FILTER_BUDGETS, FILTER_PAUSE_AFTER_MS } from '../policy/limits.ts';
import type { FilterSource } from '../ports/stores.ts';

/** The filter of one search or page. */
export interface PausingFilter {
  /**
   * Tells whether a memory matches. Throws FILTER_INVALID once the budget is spent, and an error that `repeated` handles if a pause is
   * due.
   */
  matches(record: Filterable): boolean;
  /** Pauses if a pause is due. Throws as the signal does. */
  pause(): Promise<void>;
  /**
   * Runs a search that asks for matches without pausing. If a pause is due, it is cut off and run again afterwards; it gets the answers
   * of its earlier runs at once.
   */
  repeated<T>(search: () => Promise<T>): Promise<T>;
}

/** Ends a search that is to be run again. */
const PAUSED = new Error('The filter pauses.');

export function pausingFilter(filter: FilterSource | undefined, signal: StopSignal): PausingFilter {
  if (filter === undefined) return { matches: () => true, pause: () => NO_PAUSE, repeated: (search) => search() };
  const meets = filterWithin(filter, FILTER_BUDGETS.paused, () => performance.now());
  const filterCache = new Map<string, { readonly version: number; readonly isMet: boolean }>();
  let ranMs = 0;
  let isRepeated = false;

  const isDue = (): boolean => ranMs > FILTER_PAUSE_AFTER_MS;
  const pause = async (): Promise<void> => {
    if (!isDue()) return;
    ranMs = 0;
    await setImmediate();
    if (signal.aborted) throw abortError(signal);
  };
  return {
    matches(record) {
      const known = filterCache.get(record.id);
      if (known?.version === record.version) return known.isMet;
      if (isRepeated && isDue()) throw PAUSED;
      const startMs = performance.now();
      const isMet = meets(record);
      ranMs += performance.now() - startMs;
      if (isRepeated) filterCache.set(record.id, { version: record.version, isMet });
      return isMet;
    },
    pause,
    async repeated(search) {
      isRepeated = true;
      for (;;) {
        try {
          return await search();
        } catch (error) {
          if (error !== PAUSED) throw error;
          await pause();
        }
      }
    },
  };
}

const NO_PAUSE = Promise.resolve();
