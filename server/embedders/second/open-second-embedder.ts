/** Opens the second embedder of long-term memories. */
import type { Language } from '../../domain/text/language.ts';
import { openOnnxEmbedder, type OnnxConfig } from '../onnx/onnx-embedder.ts';
import { secondVectors, type SecondVectors } from './second-vectors.ts';

export type SecondEmbedderConfig = Pick<OnnxConfig, 'kind' | 'folder' | 'modelFile' | 'runtimeFolders'> & {
  /** The languages that the model knows. */
  readonly languages: readonly Language[];
  /** The time that a search waits for vectors, in milliseconds; if absent, SECOND_LOOK.waitMs. */
  readonly waitMs?: number;
};

export type OpenedSecondEmbedder = {
  readonly vectors: SecondVectors;
  close(): Promise<void>;
};

/** Loads the model. Rejects with an Error that says what is missing. */
export async function openSecondEmbedder(config: SecondEmbedderConfig): Promise<OpenedSecondEmbedder> {
  const embedder = await openOnnxEmbedder(config);
  return { vectors: secondVectors(embedder, config.languages, config.waitMs), close: () => embedder.close() };
}
