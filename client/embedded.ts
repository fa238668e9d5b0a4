/** The in-process door. */
import { fieldError } from '../server/domain/errors.ts';
import type { EmbedderConfig } from '../server/embedders/open-embedder.ts';
import { pipelineTransport } from './pipeline-transport.ts';
import { recordaOver, type Recorda } from './recorda.ts';

/** How Recorda runs in this process. */
export type EmbeddedOptions = {
  /** The folder that holds everything; made if it is not there. One process at a time may have it open. */
  readonly dataDir: string;
  /** What embeds long-term memories; absent: the built-in embedder. A folder stays with the one that made it. */
  readonly embedder?: EmbedderConfig | undefined;
};

/** Recorda in this process, with no server: the same calls, answers and errors as through `connect`. */
export async function openEmbedded({ dataDir, embedder }: EmbeddedOptions): Promise<Recorda> {
  if (typeof dataDir !== 'string' || dataDir === '') {
    throw fieldError('dataDir', 'must name a folder for the data.');
  }
  // Not a static import: a program that only connects never loads the engine, nor SQLite's native module.
  const { openRecorda } = await import('../server/recorda.ts');
  const { pipeline, close } = await openRecorda({ dataDir, embedder });
  return recordaOver(pipelineTransport(pipeline, close));
}
