/** Opens the configured embedder. The code of any but the built-in one is loaded only if it is used. */
import { readFileSync } from 'node:fs';
import { CALIBRATIONS } from '../policy/retrieval.ts';
import type { Embedder } from '../ports/stores.ts';
import type { Log } from '../ports/telemetry.ts';
import type { AzureOpenAiConfig } from './azure-openai/azure-openai-embedder.ts';
import { cachedEmbedder } from './cached-embedder.ts';
import type { EmbeddingCache } from './embedding-cache.ts';
import type { OnnxConfig } from './onnx/onnx-embedder.ts';
import type { OpenAiConfig } from './openai/openai-embedder.ts';

type KeyFile = {
  /** A file that contains the key and nothing else; takes precedence over `apiKey`. */
  readonly apiKeyFile?: string | undefined;
};

export type EmbedderConfig =
  | { readonly kind: 'static' }
  | OnnxConfig
  | (OpenAiConfig & KeyFile)
  | (Omit<AzureOpenAiConfig, 'apiKey'> & KeyFile & { readonly apiKey?: string | undefined });

export type OpenedEmbedder = {
  /** The embedder, with a cache of the last embeddings. */
  readonly embedder: Embedder;
  /** The built-in one runs beside the indexes; queries of any other need a vector that it makes. */
  readonly isBuiltIn: boolean;
  close(): Promise<void>;
};

/** Opens the embedder, without network access. Rejects with an Error that says what to do if it cannot be used. */
export async function openEmbedder(
  config: EmbedderConfig,
  builtIn: Embedder,
  log: Log,
  shared?: EmbeddingCache,
): Promise<OpenedEmbedder> {
  if (config.kind === 'static') {
    return { embedder: cachedEmbedder(builtIn), isBuiltIn: true, close: async () => undefined };
  }
  const { embedder, close } = await openOther(config, log);
  const { name } = embedder.identity;
  if (CALIBRATIONS[name] === undefined) {
    log.warn(
      { embedder: name },
      'the similarities of this embedder are not calibrated: they are its raw cosines, so check every min_similarity',
    );
  }
  // A model on this machine is faster than asking a shared cache.
  const cache = config.kind === 'onnx' ? undefined : shared;
  return { embedder: cachedEmbedder(embedder, { shared: cache }), isBuiltIn: false, close };
}

type Other = { readonly embedder: Embedder; close(): Promise<void> };
const nothingToClose = async (): Promise<void> => undefined;

async function openOther(config: Exclude<EmbedderConfig, { kind: 'static' }>, log: Log): Promise<Other> {
  switch (config.kind) {
    case 'onnx': {
      const { openOnnxEmbedder } = await import('./onnx/onnx-embedder.ts');
      const embedder = await openOnnxEmbedder(config);
      return { embedder, close: async () => embedder.close() };
    }
    case 'openai': {
      const { openAiEmbedder } = await import('./openai/openai-embedder.ts');
      return { embedder: openAiEmbedder({ ...config, apiKey: readKey(config) }, log), close: nothingToClose };
    }
    case 'azure-openai': {
      const { azureOpenAiEmbedder } = await import('./azure-openai/azure-openai-embedder.ts');
      const apiKey = readKey(config);
      if (apiKey === undefined) throw new Error('Azure OpenAI needs a key: set RECORDA_EMBEDDER_API_KEY_FILE.');
      return { embedder: azureOpenAiEmbedder({ ...config, apiKey }, log), close: nothingToClose };
    }
  }
}

function readKey({ apiKey, apiKeyFile }: KeyFile & { readonly apiKey?: string | undefined }): string | undefined {
  if (apiKeyFile === undefined) return apiKey;
  const key = readFileSync(apiKeyFile, 'utf8').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error(`${apiKeyFile} must contain a key: one line without spaces.`);
  return key;
}
