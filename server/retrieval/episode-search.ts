/** Finds episodes by their task, steps and outcome. Pure and synchronous: the caller chooses the thread. */
import type { MemoryRecord } from '../domain/memory.ts';
import { searchText } from '../domain/search-text.ts';
import type { IndexHit, IndexQuery } from './document.ts';
import type { MemoryIndex } from './memory-index.ts';

export type Embed = (text: string) => Float32Array;

export interface EpisodeSearch {
  /** Estimated bytes of memory. */
  readonly bytes: number;
  /** Adds records, and replaces those of the same id. */
  put(records: readonly MemoryRecord[]): void;
  remove(ids: readonly string[]): void;
  search(query: IndexQuery): readonly IndexHit[];
  release(): void;
}

export function episodeSearch(index: MemoryIndex, embed: Embed): EpisodeSearch {
  return {
    get bytes() {
      return index.bytes;
    },

    put(records) {
      const documents = records.flatMap(({ id, payload, scope, createTimeMs }) => {
        if (payload.type !== 'EPISODIC') return [];
        const text = searchText(payload);
        const { startTimeMs: eventTimeMs } = payload;
        const { sessionId } = scope;
        return [{ id, text, speaker: '', sessionId, eventTimeMs, createTimeMs, vector: embed(text) }];
      });
      index.put(documents);
    },

    remove: (ids) => index.remove(ids),
    search: (query) => index.search(query),
    release: () => index.release(),
  };
}
