/** The writer's list of embedders whose vectors a store has, and the column of each. */
import type { Database } from 'better-sqlite3';
import { embedderChanged } from '../../../embedders/embedder-changed.ts';
import { embedderKey } from '../../../embedders/embedder-key.ts';
import type { Vectors } from '../records/memory-table.ts';
import { vectorBytes } from '../records/rows.ts';

/** The columns by slot. */
export const VECTOR_COLUMNS = ['vector', 'other_vector'] as const;

export type StoredEmbedder = {
  readonly name: string;
  readonly version: string;
  readonly dimensions: number;
  readonly slot: 0 | 1;
  readonly state: 'CURRENT' | 'NEXT' | 'GONE';
  readonly done_no: number;
  readonly made_count: number;
};

export type Embedders = ReturnType<typeof embeddersOfStore>;

export function embeddersOfStore(db: Database) {
  const select = db.prepare<[], StoredEmbedder>('SELECT * FROM embedder');
  const goBack = db.prepare(
    `UPDATE embedder SET done_no = min(done_no, (SELECT memory_no FROM memories WHERE id = @id) - 1) WHERE state = 'NEXT'`,
  );
  let known: readonly StoredEmbedder[] | undefined;
  const find = (state: StoredEmbedder['state']): StoredEmbedder | undefined =>
    (known ??= select.all()).find((embedder) => embedder.state === state);
  const keyOf = (state: StoredEmbedder['state']): string | undefined => {
    const found = find(state);
    return found && embedderKey(found);
  };
  const nextVector = ({ next }: Vectors): Float32Array | undefined =>
    next !== undefined && next.embedder === keyOf('NEXT') ? next.vector : undefined;

  return {
    find,

    /** Forgets the list; to be called by code that changes the table. */
    forget: (): void => void (known = undefined),

    /** Returns the columns of vectors. Throws EMBEDDER_CHANGED. */
    columns(vectors: Vectors): { readonly vector: Uint8Array | null; readonly otherVector: Uint8Array | null } {
      const { vector, embedder, next } = vectors;
      const key = keyOf('CURRENT');
      const isCurrent = embedder === undefined || embedder === key;
      if (!isCurrent && next?.embedder !== key) throw embedderChanged();
      const made = [vectorBytes(isCurrent ? vector : next?.vector), vectorBytes(nextVector(vectors))];
      if (find('CURRENT')?.slot === 1) made.reverse();
      return { vector: made[0] ?? null, otherVector: made[1] ?? null };
    },

    /** Notes a memory without a vector of the next embedder, which is to be embedded. */
    noteVectors(id: string, vectors: Vectors): void {
      if (find('NEXT') !== undefined && nextVector(vectors) === undefined) goBack.run({ id });
    },
  };
}
