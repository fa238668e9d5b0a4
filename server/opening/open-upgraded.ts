/** Opens a store whose vectors an earlier version of the built-in embedder made, and makes them again first. */
import { embedderText } from '../embedders/embedder-key.ts';
import type { OpenedEmbedder } from '../embedders/open-embedder.ts';
import { persistent } from '../embedders/persistent.ts';
import type { Log } from '../ports/telemetry.ts';

type UpgradeParts = {
  readonly dataDir: string;
  readonly live: OpenedEmbedder;
  readonly log: Log;
};

/**
 * Resolves to what `open` opens. The built-in embedder needs neither a key nor money, so an upgrade needs no command; the vectors of
 * any other embedder are left to `recorda reembed`. If this is interrupted, the next start continues where it stopped.
 */
export async function openUpgraded<T>(open: () => Promise<T>, { dataDir, live, log }: UpgradeParts): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const isEarlier = error instanceof Error && 'code' in error && error.code === 'STORE_OF_EARLIER_EMBEDDER';
    if (!isEarlier || !live.isBuiltIn) throw error;
  }
  const embedder = embedderText(live.embedder.identity);
  log.info(
    { embedder },
    'an earlier version of the built-in embedder made the vectors of this store; they are being computed again',
  );
  const { reembedStore } = await import('../backends/sqlite/embedders/reembed-store.ts');
  const { signal } = new AbortController();
  const { count } = await reembedStore({
    dataDir,
    signal,
    embedder: persistent(live.embedder),
    onProgress: () => undefined,
  });
  log.info({ embedder, count }, 'the vectors of the store were computed again');
  return open();
}
