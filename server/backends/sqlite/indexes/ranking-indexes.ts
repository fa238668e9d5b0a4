/** Indexes for ranking candidates from a remote index: most candidates of one search come again in the next. */
import { LRUCache } from 'lru-cache';
import type { StaticEncoder } from '../../../embedders/static/static-encoder.ts';
import { CANDIDATES } from '../../../policy/backends.ts';
import type { IndexDocument } from '../../../retrieval/document.ts';
import { memoryIndex, type MemoryIndex } from '../../../retrieval/memory-index.ts';

/** A document of a search; `mark` changes when the memory does. */
export type Ranked = { readonly id: string; readonly mark: string; readonly toDocument: () => IndexDocument };

type Kept = { readonly index: MemoryIndex; readonly marks: Map<string, string> };

export function rankingIndexes(encoder: StaticEncoder) {
  const kept = new LRUCache<string, Kept>({ max: CANDIDATES.indexes, dispose: ({ index }) => index.release() });

  /** Makes the index hold these documents and no others. */
  function update({ index, marks }: Kept, wanted: readonly Ranked[]): void {
    const ids = new Set(wanted.map(({ id }) => id));
    const gone = [...marks.keys()].filter((id) => !ids.has(id));
    index.remove(gone);
    for (const id of gone) marks.delete(id);
    const fresh = wanted.filter(({ id, mark }) => marks.get(id) !== mark);
    index.put(fresh.map(({ toDocument }) => toDocument()));
    for (const { id, mark } of fresh) marks.set(id, mark);
  }

  return {
    /** Returns an index of these documents alone; valid until the next call. */
    these(whose: readonly string[], embedderName: string, wanted: readonly Ranked[]): MemoryIndex {
      const key = JSON.stringify(whose);
      const known = kept.get(key) ?? {
        index: memoryIndex(encoder, { embedderName }),
        marks: new Map<string, string>(),
      };
      try {
        update(known, wanted);
      } catch (error) {
        // An index that failed half-way is not kept.
        if (!kept.delete(key)) known.index.release();
        throw error;
      }
      if (!kept.has(key)) kept.set(key, known);
      return known.index;
    },

    forget(whose: readonly string[]): void {
      const start = `${JSON.stringify(whose).slice(0, -1)},`;
      for (const key of Array.from(kept.keys())) if (key.startsWith(start)) kept.delete(key);
    },
  };
}
