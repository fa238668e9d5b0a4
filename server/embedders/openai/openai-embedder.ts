/** The embeddings API of OpenAI, and of every server that implements it: vLLM, Ollama, Text Embeddings Inference, LiteLLM…. */
import { ATTEMPT_TIMEOUT_MS, TEXT_BYTES } from '../../policy/embedding.ts';
import type { Embedder } from '../../ports/stores.ts';
import type { Log } from '../../ports/telemetry.ts';
import { endpointEmbedder } from '../endpoint/endpoint-embedder.ts';
import { modelDimensions } from '../endpoint/model-dimensions.ts';

export type OpenAiConfig = {
  readonly kind: 'openai';
  /** The URL up to and including the version: `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Required for models whose length is not listed in policy/embedding.ts. */
  readonly dimensions?: number | undefined;
  /** Self-hosted servers may need none. */
  readonly apiKey?: string | undefined;
  readonly textBytes?: number | undefined;
  readonly timeoutMs?: number | undefined;
};

/** Makes the embedder; no request is made before the first text. */
export function openAiEmbedder(config: OpenAiConfig, log: Log): Embedder {
  const { baseUrl, model, apiKey, textBytes = TEXT_BYTES, timeoutMs = ATTEMPT_TIMEOUT_MS } = config;
  const { dimensions, asked } = modelDimensions(model, config.dimensions);
  return endpointEmbedder({
    identity: { name: model, version: '1', dimensions },
    endpoint: {
      url: new URL(`${baseUrl.replace(/\/+$/, '')}/embeddings`),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      body: { model, ...asked },
      dimensions,
      timeoutMs,
    },
    textBytes,
    settings: {
      address: 'RECORDA_EMBEDDER_URL',
      model: 'RECORDA_EMBEDDER_MODEL',
      key: 'RECORDA_EMBEDDER_API_KEY or RECORDA_EMBEDDER_API_KEY_FILE',
    },
    log,
  });
}
