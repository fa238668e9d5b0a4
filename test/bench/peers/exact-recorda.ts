import { loadStaticTable } from '../../../server/embedders/static/static-table.ts';
import { staticEncoder } from '../../../server/embedders/static/static-encoder.ts';
import { memoryIndex, type MemoryIndex } from '../../../server/retrieval/memory-index.ts';
import { floatVectors } from '../../retrieval/float-vectors.ts';
import { TOP_K } from './operations.ts';
import type { BenchQuery } from './peer.ts';
import type { Workload } from './workload.ts';

/**
 * Returns the first five by Recorda's own score, which has more signals than the vector, from floats and plain arithmetic. It
 * is built when it is first called.
 */
export function exactRecorda({ memories }: Workload): (query: BenchQuery) => readonly string[] {
  const categories = new Map(memories.map(({ text, category }) => [text, category]));
  let index: MemoryIndex | undefined;
  return ({ text, category }) => {
    index ??= build();
    const accepts = category === undefined ? undefined : (id: string) => categories.get(id) === category;
    return index.search({ text, topK: TOP_K, accepts, nowMs: Date.now(), explain: false }).map(({ id }) => id);
  };

  function build(): MemoryIndex {
    const encoder = staticEncoder(loadStaticTable());
    const built = memoryIndex(encoder, { newVectors: floatVectors });
    built.put(
      memories.map(({ text, vector }, at) => ({
        id: text,
        text,
        speaker: '',
        sessionId: '',
        createTimeMs: at,
        vector,
      })),
    );
    return built;
  }
}
