/** Changes the embedder of a store that no server has open. */
import { embedderText } from '../embedders/embedder-key.ts';
import { openEmbedder, type EmbedderConfig } from '../embedders/open-embedder.ts';
import { persistent } from '../embedders/persistent.ts';
import { staticEmbedder } from '../embedders/static/static-embedder.ts';
import { staticEncoder } from '../embedders/static/static-encoder.ts';
import { loadStaticTable } from '../embedders/static/static-table.ts';
import type { Reembedded } from '../backends/sqlite/embedders/reembed-store.ts';
import { silentLog, type Log } from '../ports/telemetry.ts';

export type ReembedOptions = {
  readonly dataDir: string;
  readonly embedder: EmbedderConfig;
  readonly signal: AbortSignal;
  /** Is called with the number of memories that have their new vector, and the number of all. */
  readonly onProgress: (done: number, total: number) => void;
  readonly log?: Log | undefined;
};

/**
 * Makes the vectors of a store again with this embedder, while no server has the folder open. Until the very end the store is as
 * it was; if it is killed and run again, it continues where it stopped.
 */
export async function reembed(options: ReembedOptions): Promise<Reembedded & { readonly embedder: string }> {
  const { embedder: config, log = silentLog, ...rest } = options;
  const builtIn = staticEmbedder(staticEncoder(loadStaticTable()));
  const { embedder, close } = await openEmbedder(config, builtIn, log);
  try {
    const { reembedStore } = await import('../backends/sqlite/embedders/reembed-store.ts');
    const made = await reembedStore({ ...rest, embedder: persistent(embedder) });
    return { ...made, embedder: embedderText(embedder.identity) };
  } finally {
    await close();
  }
}
